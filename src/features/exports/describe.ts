import type { Column, Columns } from '../../core/columns.ts'
import { yuanOf } from '../../core/money.ts'
import type { Language } from '../../core/text.ts'
import { clockOf, dayOf } from '../../core/time.ts'
import type { ListVerb } from '../../core/verb.ts'
import { decimal } from '../../kit/format/csv.ts'
import { exactCount } from '../../kit/format/number.ts'
import { wordsOf } from '../../kit/list/filterValue.ts'
import type { Notes } from '../../kit/sheet/xlsx.ts'
import { text } from './text.ts'

/** The kinds whose values add up. */
export const ADDS_UP: ReadonlySet<Column['kind']> = new Set(['money', 'micro', 'count', 'delta'])

interface Pair {
  label: string
  value: string
}

/** The filters of an order in words, as the list's own pills say them; days that are a preset on a day are called so. */
export function filtersInWords({ list, text }: ListVerb, query: string, language: Language, on?: Date): Pair[] {
  const today = on && dayOf(on)
  const own = text[language]
  const columns: Columns = { ...list.columns, ...list.filters }
  return [...new URLSearchParams(query)].flatMap(([name, value]) => {
    const column = columns[name]
    if (!column?.options.filter || value === '') return []
    const options = (column.choices ?? []).map((one) => ({ value: one, label: own.choices?.[name]?.[one] ?? one }))
    const label = own.filters?.[name] ?? own.columns[name] ?? name
    const known = { ...column, filter: column.options.filter } as never
    return [{ label, value: wordsOf(known, value, language, options, today) }]
  })
}

/** Sums by the columns' headings: money in yuan. */
export function totalsInWords({ list, text }: ListVerb, totals: Record<string, string>, language: Language): Pair[] {
  return Object.entries(totals).map(([name, sum]) => ({
    label: text[language].columns[name] ?? name,
    value: sumInWords((list.columns as Columns)[name]?.kind, sum),
  }))
}

function sumInWords(kind: Column['kind'] | undefined, sum: string): string {
  if (kind === 'money') return yuanOf(BigInt(sum))
  return kind === 'micro' ? decimal(Number(sum), 6, 2) : sum
}

export interface Described {
  verb: ListVerb
  query: string
  language: Language
  ownerName: string
  createdAt: string
  snapshotAt: string
  dataThrough: string | null
  totals: Record<string, string>
  parts: readonly { name: string; rows: number; sha256: string }[]
}

/** What the second sheet says: filter, zone, data of which day, rows, sums, checksums, who and when. */
export function notesOf(file: Described): Notes {
  const { verb, language, parts } = file
  const words = text[language].notes
  const rows = parts.reduce((sum, part) => sum + part.rows, 0)
  const filters = filtersInWords(verb, file.query, language)
  return [
    [words.list, verb.text[language].title],
    ...(filters.length === 0 ? [[words.filter, words.noFilter] as const] : []),
    ...filters.map(({ label, value }) => [`${words.filter} · ${label}`, value] as const),
    [words.zone, words.zoneIs],
    [words.dataThrough, file.dataThrough ?? words.always],
    [words.snapshotAt, clockOf(file.snapshotAt)],
    [words.rows, exactCount(rows)],
    ...totalsInWords(verb, file.totals, language).map(
      ({ label, value }) => [`${words.total} · ${label}`, value] as const,
    ),
    ...parts.map(({ name, sha256 }) => [`SHA-256 · ${name}`, sha256] as const),
    [words.owner, file.ownerName],
    [words.orderedAt, clockOf(file.createdAt)],
  ]
}
