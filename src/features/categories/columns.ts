import type { FigureKind } from '../../kit/format/figure.ts'
import { type Figures, growthOf, supplyGrowthOf } from './compute.ts'

/** The figures of the table and of the file, in their order. */
export const COLUMNS = [
  { key: 'plays', kind: 'count' },
  { key: 'share', kind: 'rate' },
  { key: 'growth', kind: 'rate' },
  { key: 'newVideos', kind: 'count' },
  { key: 'supplyGrowth', kind: 'rate' },
  { key: 'activeVideos', kind: 'count' },
  { key: 'meanPlays', kind: 'count' },
  { key: 'p50', kind: 'count' },
  { key: 'p90', kind: 'count' },
  { key: 'finishRate', kind: 'rate' },
  { key: 'interactionRate', kind: 'rate' },
  { key: 'estIncomeFen', kind: 'money' },
  { key: 'rpmFen', kind: 'money' },
  { key: 'riskRate', kind: 'rate' },
  { key: 'topShare', kind: 'rate' },
  { key: 'heat', kind: 'count' },
] as const satisfies readonly { key: string; kind: FigureKind }[]
export type Metric = (typeof COLUMNS)[number]['key']
export const METRICS = COLUMNS.map(({ key }) => key)
export const kindOf = (metric: Metric): FigureKind => COLUMNS.find(({ key }) => key === metric)!.kind

/** One figure of a row; the total of everything has no heat. */
export function figureIn(of: Figures & { heat?: number | null }, metric: Metric): number | null {
  if (metric === 'growth') return growthOf(of)
  if (metric === 'supplyGrowth') return supplyGrowthOf(of)
  return of[metric] ?? null
}
