import { parse } from 'csv-parse/sync'
import { refuse } from '../../core/errors.ts'
import { MAX_FILE_ROWS } from './contractOrders.ts'
import { errors } from './errors.ts'
import { FIELD_NAMES, FIELDS, type Field } from './fields.ts'
import { type JdRow, type RowProblem, readRows } from './read.ts'

export interface ReadFile {
  count: number
  rows: JdRow[]
  problems: RowProblem[]
}

/** Reads a CSV of orders. Throws ENCODING, MALFORMED, DOUBLE_HEADER, MISSING_COLUMN, EMPTY, TOO_LONG. */
export function readFileRows(bytes: Uint8Array): ReadFile {
  const [head = [], ...lines] = cellsOf(decode(bytes))
  const columns = columnsOf(head)
  const filled = lines
    .map((cells, at) => ({ cells, row: at + 2 }))
    .filter(({ cells }) => cells.some((cell) => cell.trim() !== ''))
  if (filled.length === 0) throw refuse(errors, 'EMPTY', { field: 'file' })
  if (filled.length > MAX_FILE_ROWS)
    throw refuse(errors, 'TOO_LONG', { field: 'file', params: { limit: MAX_FILE_ROWS } })
  const raws = filled.map(({ cells, row }) => ({
    row,
    raw: Object.fromEntries([...columns].map(([field, at]) => [field, textOf(cells[at] ?? '')])),
  }))
  return { count: filled.length, ...readRows(raws) }
}

function decode(bytes: Uint8Array): string {
  for (const encoding of ['utf-8', 'gb18030'] as const)
    try {
      return new TextDecoder(encoding, { fatal: true }).decode(bytes)
    } catch {
      // The next one may fit.
    }
  throw refuse(errors, 'ENCODING', { field: 'file' })
}

function cellsOf(content: string): string[][] {
  if (content.includes('\0')) throw refuse(errors, 'MALFORMED', { field: 'file', params: { line: 1 } })
  try {
    return parse(content, { bom: true, relax_column_count: true, max_record_size: 100_000 }) as string[][]
  } catch (error) {
    const { code, lines } = error as { code?: string; lines?: number }
    if (!code?.startsWith('CSV_')) throw error
    throw refuse(errors, 'MALFORMED', { field: 'file', params: { line: lines ?? 1 } })
  }
}

/** A heading is the union's own name or people's word for it. */
function columnsOf(head: readonly string[]): Map<Field, number> {
  const names = head.map((name) => name.trim().toLowerCase())
  const columns = new Map<Field, number>()
  for (const field of FIELD_NAMES) {
    const known: readonly string[] = FIELDS[field].heads
    const found = names.flatMap((name, at) => (name === field.toLowerCase() || known.includes(name) ? [at] : []))
    if (found.length > 1)
      throw refuse(errors, 'DOUBLE_HEADER', { field: 'file', params: { name: head[found[1]!]!.slice(0, 60) } })
    if (found[0] !== undefined) columns.set(field, found[0])
    else if ('required' in FIELDS[field])
      throw refuse(errors, 'MISSING_COLUMN', { field: 'file', params: { name: `${known[0]} / ${field}` } })
  }
  return columns
}

/** Exports guard cells against spreadsheets: an apostrophe before what looks like a formula, a tab after long numbers. */
const textOf = (cell: string): string => cell.trim().replace(/^'(?=[=+\-@])/, '')
