import { readFile } from 'node:fs/promises'
import { parse } from 'csv-parse/sync'
import { refuse } from '../../core/errors.ts'
import { LENIENT, sniffDelimiter } from '../../kit/table/delimiter.ts'
import { decode, Undecodable } from '../../kit/table/encoding.ts'
import { errors } from './statementErrors.ts'

export interface TableRow<F extends string> {
  /** As the spreadsheet counts, the header being 1. */
  row: number
  cells: Record<F, string>
}

/**
 * A file of a bank or of upstream by the names of its columns. Throws FILE_ENCODING, FILE_NOT_TABLE, EMPTY_FILE,
 * FILE_HEADER, FILE_DOUBLE_HEADER, FILE_TOO_LONG, and FILE_TRUNCATED where a row has fewer cells than the header: money
 * is not read from half a file.
 */
export async function readTable<F extends string>(
  path: string,
  heads: Record<F, readonly string[]>,
  optional: readonly NoInfer<F>[],
  limit: number,
): Promise<{ encoding: string; rows: TableRow<F>[] }> {
  const { text, encoding } = decoded(await readFile(path))
  const [head = [], ...lines] = linesOf(text)
  const names = head.map((cell) => cell.trim().toLowerCase())
  const doubled = names.filter((name, at) => name !== '' && names.indexOf(name) !== at)
  if (doubled.length > 0)
    throw refuse(errors, 'FILE_DOUBLE_HEADER', { field: 'file', params: { columns: doubled.join(', ').slice(0, 100) } })
  const fields = Object.keys(heads) as F[]
  const places = new Map(fields.map((field) => [field, names.findIndex((name) => heads[field].includes(name))]))
  const missing = fields.filter((field) => places.get(field)! < 0 && !optional.includes(field))
  if (missing.length > 0)
    throw refuse(errors, 'FILE_HEADER', {
      field: 'file',
      params: { columns: missing.map((field) => heads[field][0]).join(', ') },
    })
  const rows = lines
    .map((cells, at) => ({ cells, row: at + 2 }))
    .filter(({ cells }) => cells.some((cell) => cell.trim() !== ''))
  if (rows.length === 0) throw refuse(errors, 'EMPTY_FILE', { field: 'file' })
  if (rows.length > limit) throw refuse(errors, 'FILE_TOO_LONG', { field: 'file', params: { limit } })
  const short = rows.find(({ cells }) => cells.length < head.length)
  if (short) throw refuse(errors, 'FILE_TRUNCATED', { field: 'file', params: { row: short.row } })
  return {
    encoding,
    rows: rows.map(({ cells, row }) => ({
      row,
      cells: Object.fromEntries(
        // Our own guard of long digits and formulas is taken off again.
        fields.map((field) => [field, (cells[places.get(field)!] ?? '').trim().replace(/^'(?=[=+\-@])/, '')]),
      ) as Record<F, string>,
    })),
  }
}

function decoded(file: Buffer): { text: string; encoding: string } {
  if (file.length === 0) throw refuse(errors, 'EMPTY_FILE', { field: 'file' })
  try {
    return decode(file)
  } catch (error) {
    if (!(error instanceof Undecodable)) throw error
    throw refuse(errors, error.reason === 'ENCODING' ? 'FILE_ENCODING' : 'FILE_NOT_TABLE', { field: 'file' })
  }
}

function linesOf(text: string): string[][] {
  try {
    return parse(text, { ...LENIENT, delimiter: sniffDelimiter(text) })
  } catch (error) {
    const { code, lines = 0 } = error as { code?: string; lines?: number }
    if (!code?.startsWith('CSV_')) throw error
    // A quote that is never closed: the end is missing.
    throw refuse(errors, 'FILE_TRUNCATED', { field: 'file', params: { row: lines } })
  }
}
