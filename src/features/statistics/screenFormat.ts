import type { Language } from '../../core/text.ts'
import { type Figure, type FigureKind, figureOf } from '../../kit/format/figure.ts'
import type { Metric } from './query.ts'

const KIND: Record<Metric, FigureKind> = {
  plays: 'count',
  newVideos: 'count',
  activeVideos: 'count',
  estIncomeFen: 'money',
  rpmFen: 'money',
  interactionRate: 'rate',
  finishRate: 'rate',
}
export const isRate = (metric: Metric): boolean => KIND[metric] === 'rate'

/** How a metric is written: in tiles, on axes, in full. */
export const formatOf = (metric: Metric, language: Language): Figure => figureOf(KIND[metric], language)
