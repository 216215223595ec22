import type { Column, Columns } from '../../core/columns.ts'
import { yuanOf } from '../../core/money.ts'
import type { Language } from '../../core/text.ts'
import { decimal } from '../format/csv.ts'
import { words } from '../format/listCsv.ts'

/** Styles of the workbook, by their place in styles.xml. */
export const STYLE = { head: 1, yuan: 2, rate: 3, whole: 4, seconds: 5, day: 6, time: 7 } as const

const DAY_MS = 86_400_000
const EPOCH = Date.UTC(1899, 11, 30)
const ZONE_MS = 8 * 3_600_000

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
/** What XML cannot hold is written as spreadsheets write it; text that looks like such a mark is marked itself. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones meant
const UNSAFE = /[&<>"\x00-\x08\x0b-\x1f\ufffe\uffff]|_(?=x[0-9a-fA-F]{4}_)|\p{Surrogate}/gu

export const escapeXml = (text: string): string =>
  text.replace(UNSAFE, (one) => ESCAPES[one] ?? `_x${one.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`)

/** A, B … Z, AA … */
export function letterOf(at: number): string {
  let text = ''
  for (let left = at + 1; left > 0; left = Math.floor((left - 1) / 26))
    text = String.fromCharCode(65 + ((left - 1) % 26)) + text
  return text
}

export const textCell = (place: string, text: string, style = 0): string =>
  `<c r="${place}"${style ? ` s="${style}"` : ''} t="inlineStr"><is><t xml:space="preserve">${escapeXml(text)}</t></is></c>`

const numberCell = (place: string, number: string, style: number): string =>
  `<c r="${place}" s="${style}"><v>${number}</v></c>`

/** Days since 1899-12-30, as spreadsheets count, of a clock in Shanghai. */
const serialOf = (instantMs: number): string => String((instantMs - EPOCH) / DAY_MS)

/** One row of a sheet, typed: money, rates and counts are numbers, days and times are dates, everything else is text. */
export function rowOf(
  columns: Columns,
  letters: readonly string[],
  row: Record<string, unknown>,
  number: number,
  choices: Record<string, Record<string, string>> | undefined,
  language: Language,
): string {
  let cells = ''
  let at = 0
  for (const name in columns) {
    const value = row[name]
    const place = `${letters[at++]}${number}`
    if (value !== null && value !== undefined) cells += cellOf(columns[name]!, value, place, choices?.[name], language)
  }
  return `<row r="${number}">${cells}</row>`
}

function cellOf(
  { kind }: Column,
  value: unknown,
  place: string,
  choices: Record<string, string> | undefined,
  language: Language,
): string {
  switch (kind) {
    case 'money':
      return numberCell(place, yuanOf(value as number), STYLE.yuan)
    case 'micro':
      return numberCell(place, decimal(value as number, 6, 0), STYLE.yuan)
    case 'rate':
      return numberCell(place, decimal(value as number, 6, 0), STYLE.rate)
    case 'span':
      return numberCell(place, decimal(value as number, 3, 0), STYLE.seconds)
    case 'count':
    case 'delta':
      return numberCell(place, String(value), STYLE.whole)
    case 'day':
      return numberCell(place, serialOf(Date.parse(`${value}T00:00:00Z`)), STYLE.day)
    case 'time':
      return numberCell(place, serialOf(Date.parse(value as string) + ZONE_MS), STYLE.time)
    case 'flag':
      return textCell(place, words[language][value ? 'yes' : 'no'])
    case 'choice':
      return textCell(place, choices?.[value as string] ?? String(value))
    default:
      return textCell(place, String(value))
  }
}
