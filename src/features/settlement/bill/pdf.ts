import { yuanOf } from '../../../core/money.ts'
import type { Language } from '../../../core/text.ts'
import { clockOf } from '../../../core/time.ts'
import { exactCount, MISSING } from '../../../kit/format/number.ts'
import { billText } from '../billText.ts'
import type { LineType, StatementDetail } from '../contract/statements.ts'
import type { BillFacts } from '../sql/bill.ts'
import { text } from '../statementText.ts'
import { BLUE, INK, LEFT, MUTED, RIGHT, Sheet, TINT } from './layout.ts'

/** Lines a bill prints; the workbook has them all. */
export const PRINTED_LINES = 1_000

export interface BillLine {
  lineNo: number
  lineType: LineType
  title: string | null
  creatorName: string | null
  originPeriod: string | null
  plays: number | null
  amountFen: number
  explanation: string
}

export interface Bill extends BillFacts {
  statement: StatementDetail['statement']
  byType: StatementDetail['byType']
  /** The first PRINTED_LINES. */
  lines: readonly BillLine[]
  at: Date
}

/** "1,234.50"; the digits are those of the API's fen. */
export const amountOf = (fen: number): string => yuanOf(fen).replace(/\d(?=(\d{3})+\.)/g, '$&,')
const clock = (instant: string | null): string => (instant ? clockOf(instant).slice(0, 16) : MISSING)

/** The sums of a statement in their order; the last is what is to be paid. */
export function sumsOf({ statement }: Pick<Bill, 'statement'>, language: Language): (readonly [string, number])[] {
  const words = text[language].statements
  const { grossFen, deductFen, adjustFen, carryFen, taxFen, netFen } = statement
  return [
    [words.grossFen, grossFen],
    [words.deductFen, deductFen],
    [words.adjustFen, adjustFen],
    [words.carryFen, carryFen],
    [words.taxFen, taxFen === 0 ? 0 : -taxFen],
    [words.netFen, netFen],
  ]
}

/** What is told under a bill, in its workbook as well. */
export function notesOf({ statement, through, at }: Omit<Bill, 'lines' | 'byType'>, language: Language): string[] {
  const words = billText[language]
  return [
    statement.roundingFen === 0 ? words.noRounding : words.rounding(amountOf(statement.roundingFen)),
    ...(through ? [words.through(through)] : []),
    words.zone,
    ...(statement.checksum ? [`${words.checksum}: ${statement.checksum}`] : [words.open]),
    words.made(clock(at.toISOString())),
  ]
}

/** Facts of the head: whose, of what, of when, by which plan. */
export function factsOf({ statement, planNumbers }: Pick<Bill, 'statement' | 'planNumbers'>, language: Language) {
  const shared = text[language]
  const words = billText[language]
  return [
    [shared.statements.partnerName, statement.partnerName],
    [words.product, shared.products[statement.product]],
    [shared.statements.period, statement.period.slice(0, 7)],
    [words.plan, planNumbers.length ? words.plans(planNumbers) : words.none],
    [shared.statements.rev, String(statement.rev)],
    [words.lines, exactCount(statement.lineCount)],
    [words.issued, clock(statement.issuedAt)],
    [words.locked, clock(statement.lockedAt)],
    [shared.statements.payOn, statement.payOn ?? MISSING],
  ] as const
}

/** The bill as a PDF of A4 pages. */
export function pdfOf(bill: Bill, language: Language): Buffer {
  const { statement, byType, lines } = bill
  const shared = text[language]
  const words = billText[language]
  const sheet = new Sheet()
  const { pdf } = sheet
  const state = shared.states[statement.state]

  pdf.text(LEFT, 66, words.titles[statement.product], { size: 19, bold: true, color: INK })
  pdf.text(LEFT, 86, `${shared.statements.no} ${statement.no} · ${state}`, { size: 9.5, color: MUTED })
  pdf.text(RIGHT, 66, `¥${amountOf(statement.netFen)}`, { size: 19, bold: true, color: BLUE, align: 'right' })
  pdf.text(RIGHT, 86, shared.statements.netFen, { size: 9.5, color: MUTED, align: 'right' })
  pdf.line(LEFT, 98, RIGHT, BLUE, 1.2)
  sheet.y = 106
  sheet.facts(factsOf(bill, language))

  sheet.heading(words.summary, words.unit)
  const sums = sumsOf(bill, language)
  for (const [at, [label, fen]] of sums.entries()) {
    const isNet = at === sums.length - 1
    if (isNet) pdf.box(LEFT, sheet.y + 6, RIGHT - LEFT, 22, TINT)
    const style = { size: isNet ? 11 : 9.5, bold: isNet, color: isNet ? BLUE : INK }
    sheet.y += isNet ? 21 : 15
    pdf.text(LEFT + 4, sheet.y, label, style)
    pdf.text(RIGHT - 4, sheet.y, amountOf(fen), { ...style, align: 'right' })
  }
  sheet.y += 10

  if (byType.length > 1) {
    sheet.heading(words.types)
    for (const { lineType, lines: count, amountFen } of byType) {
      sheet.room(15)
      sheet.y += 14
      pdf.text(LEFT + 4, sheet.y, words.byType(shared.lineTypes[lineType], exactCount(count)), { size: 9, color: INK })
      pdf.text(RIGHT - 4, sheet.y, amountOf(amountFen), { size: 9, color: INK, align: 'right' })
    }
    sheet.y += 4
  }

  sheet.heading(words.details)
  sheet.table(
    [
      { title: '#', width: 30 },
      { title: shared.lines.title, width: 142 },
      { title: shared.lines.lineType, width: 62 },
      { title: shared.lines.plays, width: 66, align: 'right' },
      { title: shared.lines.explanation, width: 138 },
      { title: shared.lines.amountFen, width: RIGHT - LEFT - 438, align: 'right' },
    ],
    lines.map((line) => [
      String(line.lineNo),
      [line.title ?? MISSING, line.creatorName].filter(Boolean).join(' · '),
      typeOf(line, statement.period, language),
      exactCount(line.plays),
      line.explanation,
      amountOf(line.amountFen),
    ]),
  )
  const more = statement.lineCount - lines.length
  if (more > 0) sheet.paragraph(words.moreLines(exactCount(more)))

  sheet.heading(words.notes)
  for (const note of notesOf(bill, language)) sheet.paragraph(note)
  sheet.feet(`${statement.no} · ${statement.partnerName}`, words.page)
  return pdf.bytes(`${words.titles[statement.product]} ${statement.no}`, language, bill.at)
}

/** A line of an earlier month says of which. */
function typeOf({ lineType, originPeriod }: BillLine, period: string, language: Language): string {
  const word = text[language].lineTypes[lineType]
  return originPeriod && originPeriod !== period ? `${word} ${originPeriod.slice(0, 7)}` : word
}
