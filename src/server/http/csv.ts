import type { Column, Columns } from '../../core/columns.ts'
import { isNumeric } from '../../core/columns.ts'
import { yuanOf } from '../../core/money.ts'
import { defineText, type Language } from '../../core/text.ts'
import { clockOf } from '../../core/time.ts'
import type { ListText } from '../../core/verb.ts'

/**
 * Lists as CSV files: RFC 4180 with a UTF-8 mark and CRLF, made to survive a spreadsheet.
 *
 * - No cell is a formula: text that starts like one gets an apostrophe before it (so does text that starts with
 *   apostrophes and then like one, so that taking one apostrophe away always gives the text back).
 * - Digits stay digits: a spreadsheet rounds numbers of more than 15 digits and drops leading zeros. Text that looks like
 *   such a number ends in a TAB, which makes it text there, is invisible, and is white space to every parser.
 * - Numbers stay numbers, negative ones too.
 */
const MARK = '\uFEFF'
const END = '\r\n'
const FORMULA = /^'*[=+\-@\t\r\n\0＝＋－＠]/
const FRAGILE_NUMBER = /^(?:\d{16,}|0\d+|\d*\.?\d+[eE]\d+)$/

export const words = defineText(
  { yes: '是', no: '否', zone: '（UTC+8）', money: '（元）', seconds: '（秒）' },
  { yes: 'Yes', no: 'No', zone: ' (UTC+8)', money: ' (CNY)', seconds: ' (s)' },
)

/** The columns a file may have: no sparklines, nothing internal. */
export function exportable(columns: Columns): Columns {
  return Object.fromEntries(
    Object.entries(columns).filter(([, { kind, options }]) => kind !== 'trend' && !options.internal),
  )
}

/** The header line, with the unit or zone where a figure has one. */
export function headerOf(columns: Columns, text: ListText, language: Language): string {
  const { zone, money, seconds } = words[language]
  const units: Partial<Record<Column['kind'], string>> = { time: zone, money, span: seconds }
  const titles = Object.entries(columns).map(([name, { kind }]) =>
    quote(guard((text[language].columns[name] ?? name) + (units[kind] ?? ''))),
  )
  return MARK + titles.join(',') + END
}

/** One row as a line; the columns give order and form. */
export function lineOf(columns: Columns, row: Record<string, unknown>, text: ListText, language: Language): string {
  const choices = text[language].choices
  const cells: string[] = []
  for (const name in columns) cells.push(cellOf(columns[name]!, row[name], choices?.[name], language))
  return cells.join(',') + END
}

function cellOf(
  column: Column,
  value: unknown,
  choices: Record<string, string> | undefined,
  language: Language,
): string {
  if (value === null || value === undefined) return ''
  if (isNumeric(column.kind)) return numberOf(column, value as number)
  switch (column.kind) {
    case 'flag':
      return words[language][value ? 'yes' : 'no']
    case 'time':
      return clockOf(value as string)
    case 'day':
      return value as string
    case 'choice':
      return quote(guard(choices?.[value as string] ?? (value as string)))
    default:
      return quote(guard(value as string))
  }
}

/** Rates as a percentage with at least one decimal, exact to the millionth; money in yuan; durations in seconds. */
function numberOf({ kind }: Column, value: number): string {
  if (kind === 'money') return yuanOf(value)
  if (kind === 'rate') return `${decimal(value, 4, 1)}%`
  if (kind === 'span') return decimal(value, 3, 0)
  return String(value)
}

/** An integer with its last digits after the point, without superfluous zeros: (123400, 4, 1) → "12.34". */
function decimal(value: number, digits: number, atLeast: number): string {
  const text = String(Math.abs(value)).padStart(digits + 1, '0')
  const fraction = text.slice(-digits).replace(/0+$/, '').padEnd(atLeast, '0')
  return `${value < 0 ? '-' : ''}${text.slice(0, -digits)}${fraction ? `.${fraction}` : ''}`
}

function guard(text: string): string {
  if (FORMULA.test(text)) return `'${text}`
  return FRAGILE_NUMBER.test(text) ? `${text}\t` : text
}

/** Quoted wherever any spreadsheet, also one that splits at semicolons or tabs, would see more than one cell. */
const quote = (text: string): string => (/[",;\t\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
