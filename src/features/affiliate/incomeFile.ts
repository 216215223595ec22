import { yuanOf } from '../../core/money.ts'
import type { Language } from '../../core/text.ts'
import { cell, decimal, END, MARK } from '../../kit/format/csv.ts'
import type { Figures, IncomeQuestion, IncomeRow } from './sql/income.ts'
import { incomeText } from './textBills.ts'

/** The report's groups and, last, their totals as CSV: money in yuan, rates as percentages. What is not given is no column. */
export function writeIncome(
  { rows, totals }: { rows: readonly IncomeRow[]; totals: Figures },
  { by, unit }: IncomeQuestion,
  language: Language,
): string {
  const words = incomeText[language]
  const { figures } = words
  const yuan = (fen: number | undefined) => (fen === undefined ? [] : [yuanOf(fen)])
  const percent = (ppm: number | null | undefined) =>
    ppm === undefined ? [] : [ppm === null ? '' : `${decimal(ppm, 4, 1)}%`]
  const seesOurs = totals.estFeeFen !== undefined
  const header = [
    ...(unit === 'total' ? [] : [words.units[unit]]),
    words.dimensions[by],
    figures.orders,
    figures.validOrders,
    figures.invalidRate,
    words.yuan(figures.baseFen),
    ...(seesOurs
      ? [
          words.yuan(figures.estFeeFen),
          words.yuan(figures.actFeeFen),
          words.yuan(figures.settledFen),
          figures.commissionRate,
          words.yuan(figures.platformFen),
          words.yuan(figures.giftFen),
        ]
      : []),
    words.yuan(figures.partnerFen),
    words.yuan(figures.settledPartnerFen),
    figures.clicks,
    figures.conversion,
  ]
  const cells = (row: Figures) => [
    String(row.orders),
    String(row.validOrders),
    ...percent(row.invalidRate),
    ...yuan(row.baseFen),
    ...yuan(row.estFeeFen),
    ...yuan(row.actFeeFen),
    ...yuan(row.settledFen),
    ...percent(row.commissionRate),
    ...yuan(row.platformFen),
    ...yuan(row.giftFen),
    ...yuan(row.partnerFen),
    ...yuan(row.settledPartnerFen),
    row.clicks === null ? '' : String(row.clicks),
    ...percent(row.conversion),
  ]
  const lines = [
    header.map(cell),
    ...rows.map((row) => [
      ...(unit === 'total' ? [] : [row.bucket ?? '']),
      cell(row.name ?? words.nobody),
      ...cells(row),
    ]),
    [...(unit === 'total' ? [] : ['']), cell(words.total), ...cells(totals)],
  ]
  return MARK + lines.map((line) => line.join(',') + END).join('')
}
