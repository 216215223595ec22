import { parse } from 'csv-parse/sync'
import { refuse } from '../../core/errors.ts'
import { MAX_FILE_ROWS } from './contract.ts'
import { errors } from './errors.ts'
import { FIELD_NAMES, FIELDS, type Field } from './fields.ts'
import { type Fault, type Order, readOrder, type Style } from './read.ts'

export interface RowProblem extends Fault {
  /** As the spreadsheet counts, the heading being 1. */
  row: number
}
export interface ReadFile {
  encoding: 'utf-8' | 'gb18030'
  rows: number
  orders: Order[]
  problems: RowProblem[]
}

/** Reads a CSV of orders. Throws ENCODING, MALFORMED, DOUBLE_HEADER, MISSING_COLUMN, EMPTY, TOO_LONG. */
export function readOrders(bytes: Uint8Array): ReadFile {
  const { content, encoding } = decode(bytes)
  const [head = [], ...lines] = cellsOf(content)
  const columns = columnsOf(head)
  const filled = lines
    .map((cells, at) => ({ cells, row: at + 2 }))
    .filter(({ cells }) => cells.some((cell) => cell.trim() !== ''))
  if (filled.length === 0) throw refuse(errors, 'EMPTY', { field: 'file' })
  if (filled.length > MAX_FILE_ROWS)
    throw refuse(errors, 'TOO_LONG', { field: 'file', params: { limit: MAX_FILE_ROWS } })
  const raws = filled.map(({ cells, row }) => ({
    row,
    raw: Object.fromEntries([...columns].map(([field, { at }]) => [field, textOf(cells[at] ?? '')])),
  }))
  return { encoding, rows: filled.length, ...readAll(raws, (field) => columns.get(field)?.style ?? 'people') }
}

/** Reads rows one by one; an order that comes twice in one delivery is refused the second time. */
export function readAll(
  raws: readonly { row: number; raw: Partial<Record<Field, unknown>> }[],
  styleOf: (field: Field) => Style,
): { orders: Order[]; problems: RowProblem[] } {
  const orders = new Map<string, Order>()
  const problems: RowProblem[] = []
  for (const { row, raw } of raws) {
    const order = readOrder(raw, styleOf)
    if ('code' in order) problems.push({ ...order, row } as RowProblem)
    else {
      const key = `${order.star_id}\n${order.order_id}`
      if (orders.has(key)) problems.push({ row, field: 'order_id', value: order.order_id, code: 'DOUBLE' })
      else orders.set(key, order)
    }
  }
  return { orders: [...orders.values()], problems }
}

function decode(bytes: Uint8Array): { content: string; encoding: ReadFile['encoding'] } {
  for (const encoding of ['utf-8', 'gb18030'] as const)
    try {
      return { content: new TextDecoder(encoding, { fatal: true }).decode(bytes), encoding }
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

/** A column named as the star API does carries its units; one with people's words carries yuan and percent. */
function columnsOf(head: readonly string[]): Map<Field, { at: number; style: Style }> {
  const names = head.map((name) => name.trim().toLowerCase())
  const columns = new Map<Field, { at: number; style: Style }>()
  for (const field of FIELD_NAMES) {
    const known: readonly string[] = FIELDS[field].heads
    const found = names.flatMap((name, at) =>
      name === field || known.includes(name)
        ? [{ at, style: name === field && !known.includes(name) ? ('api' as const) : ('people' as const) }]
        : [],
    )
    if (found.length > 1)
      throw refuse(errors, 'DOUBLE_HEADER', { field: 'file', params: { name: head[found[1]!.at]!.slice(0, 60) } })
    if (found[0]) columns.set(field, found[0])
    else if ('required' in FIELDS[field])
      throw refuse(errors, 'MISSING_COLUMN', { field: 'file', params: { name: `${known[0]} / ${field}` } })
  }
  return columns
}

/** Exports guard cells against spreadsheets: an apostrophe before what looks like a formula, a tab after long numbers. */
const textOf = (cell: string): string => cell.replace(/\t$/, '').replace(/^'(?=[=+\-@])/, '')
