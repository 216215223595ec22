import type { Column, Columns } from '../../core/columns.ts'
import { isNumeric } from '../../core/columns.ts'
import { errors, refuse } from '../../core/errors.ts'
import { yuanOf } from '../../core/money.ts'
import { defineText, type Language } from '../../core/text.ts'
import { clockOf } from '../../core/time.ts'
import type { ListText } from '../../core/verb.ts'
import { cell, decimal, END, MARK } from './csv.ts'

/** Lists as CSV files, made to survive a spreadsheet. */
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

type Titles = Record<Language, { columns: Record<string, string> }>

/** The columns' headings, with the unit or zone where a figure has one. */
export function titlesOf(columns: Columns, text: Titles, language: Language): string[] {
  const { zone, money, seconds } = words[language]
  const units: Partial<Record<Column['kind'], string>> = { time: zone, money, micro: money, span: seconds }
  return Object.entries(columns).map(([name, { kind }]) => (text[language].columns[name] ?? name) + (units[kind] ?? ''))
}

/** The header line, after the UTF-8 mark. */
export function headerOf(columns: Columns, text: ListText, language: Language): string {
  return MARK + titlesOf(columns, text, language).map(cell).join(',') + END
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
  const plain = plainOf(column, value, choices, language)
  return isFree(column) && plain !== '' ? cell(plain) : plain
}

/** People's own words, which a spreadsheet may take for something else; figures, days and flags are not. */
export const isFree = ({ kind }: Column): boolean => kind === 'text' || kind === 'id' || kind === 'choice'

/** A value as files and the clipboard hold it: exact, money in yuan, nothing guarded. */
export function plainOf(
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
    case 'choice':
      return choices?.[value as string] ?? (value as string)
    default:
      return String(value)
  }
}

/** Rates as a percentage with at least one decimal, exact to the millionth; money in yuan; durations in seconds. */
function numberOf({ kind }: Column, value: number): string {
  if (kind === 'money') return yuanOf(value)
  if (kind === 'micro') return decimal(value, 6, 2)
  if (kind === 'rate') return `${decimal(value, 4, 1)}%`
  if (kind === 'span') return decimal(value, 3, 0)
  return String(value)
}

/** The columns asked for, in that order; all of them when none is named. Throws UNKNOWN_FIELD. */
export function chooseColumns(available: Columns, wanted: readonly string[]): Columns {
  if (wanted.length === 0) return available
  return Object.fromEntries(
    wanted.map((name) => {
      const column = Object.hasOwn(available, name) ? available[name] : undefined
      if (!column) {
        const allowed = Object.keys(available).join(', ')
        throw refuse(errors, 'UNKNOWN_FIELD', {
          field: name.slice(0, 60),
          params: { field: name.slice(0, 60), allowed },
        })
      }
      return [name, column]
    }),
  )
}
