import type { Language } from '../../core/text.ts'
import {
  exactCount,
  MISSING,
  money,
  rate,
  type Short,
  shortCount,
  shorten,
  shortMoney,
} from '../../kit/format/number.ts'
import type { Metric } from './query.ts'

type Kind = 'count' | 'money' | 'rate'
const KIND: Record<Metric, Kind> = {
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
export function formatOf(metric: Metric, language: Language) {
  const spaced = ({ digits, unit }: Short) => (unit && language === 'zh-CN' ? `${digits} ${unit}` : `${digits}${unit}`)
  switch (KIND[metric]) {
    case 'count':
      return {
        tile: (value: number | null): Short =>
          value === null ? { digits: MISSING, unit: '' } : shorten(value, language),
        short: (value: number) => shortCount(value, language),
        exact: (value: number | null) => exactCount(value),
      }
    case 'money':
      return {
        tile: (value: number | null): Short => shortMoney(value, language),
        short: (value: number) => spaced(shortMoney(value, language)),
        exact: (value: number | null) => money(value),
      }
    case 'rate':
      return {
        tile: (value: number | null): Short => ({ digits: rate(value, 2), unit: '' }),
        short: (value: number) => rate(value),
        exact: (value: number | null) => rate(value, 2),
      }
  }
}
