import type { Reply } from '../../core/contract.ts'
import { yuanOf } from '../../core/money.ts'
import type { Language } from '../../core/text.ts'
import { cell, decimal, END, MARK } from '../../kit/format/csv.ts'
import type { Dimension, statisticsOfPeriod } from './contract.ts'
import { nameOf } from './names.ts'
import { text } from './text.ts'

type Answer = Reply<typeof statisticsOfPeriod>
type Figures = Answer['totals'] & { share?: number | null; playsBefore?: number | null }

/** The rows and, last, the totals as CSV: counts in full, money in yuan, rates as percentages. */
export function writeRows(
  rows: Answer['rows'],
  totals: Answer['totals'],
  dimension: Dimension,
  language: Language,
): string {
  const words = text[language]
  const { metrics } = words
  const header = [
    words.dimensions[dimension],
    metrics.plays,
    words.table.share,
    words.file.playsBefore,
    metrics.likes,
    metrics.comments,
    metrics.shares,
    metrics.newVideos,
    metrics.activeVideos,
    words.file.yuan(metrics.estIncomeFen),
    words.file.yuan(metrics.rpmFen),
    metrics.interactionRate,
    metrics.finishRate,
  ]
  const lines = [
    header.map(cell),
    ...rows.map((row) => [cell(nameOf(dimension, row, language)), ...figures(row)]),
    [cell(words.table.total), ...figures(totals)],
  ]
  return MARK + lines.map((line) => line.join(',') + END).join('')
}

function figures(of: Figures): string[] {
  const whole = (value: number | null | undefined) => (value == null ? '' : String(value))
  const percent = (ppm: number | null | undefined) => (ppm == null ? '' : `${decimal(ppm, 4, 1)}%`)
  return [
    whole(of.plays),
    percent(of.share),
    whole(of.playsBefore),
    whole(of.likes),
    whole(of.comments),
    whole(of.shares),
    whole(of.newVideos),
    whole(of.activeVideos),
    yuanOf(of.estIncomeFen),
    of.rpmFen === null ? '' : yuanOf(of.rpmFen),
    percent(of.interactionRate),
    percent(of.finishRate),
  ]
}
