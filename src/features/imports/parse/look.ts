import { type Format, PREVIEW_ROWS } from '../contract.ts'
import type { Table } from './table.ts'

const MAX_VALUES = 400
const MAX_CELL = 300

/** Goes through the whole table once: how many rows, the first of them, and what the values of each column look like. */
export async function look(table: Table): Promise<{ format: Format; values: Set<string>[] }> {
  const { kind, encoding, delimiter, sheet, sheets, header } = table
  const values = header.map(() => new Set<string>())
  const preview: string[][] = []
  let rows = 0
  for await (const { cells } of table.rows) {
    rows++
    if (preview.length < PREVIEW_ROWS) preview.push(header.map((_, at) => (cells[at] ?? '').slice(0, MAX_CELL)))
    for (let at = 0; at < values.length; at++) {
      const seen = values[at]!
      const cell = cells[at]
      if (cell && seen.size < MAX_VALUES) seen.add(cell.slice(0, MAX_CELL))
    }
  }
  return { format: { kind, encoding, delimiter, sheet, sheets, header, rows, preview }, values }
}
