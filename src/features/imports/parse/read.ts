import type { Format, Mapping } from '../contract.ts'
import { guessMapping } from '../read/guess.ts'
import { type Problem, planOf, type Row, readRow } from '../read/row.ts'
import { look } from './look.ts'
import { openTable } from './table.ts'

export interface LookTask {
  path: string
  fileName: string
  now: Date
}
export interface ReadTask {
  path: string
  mapping: Mapping
  today: string
  /** Rows that a later step may refuse need the cells they came from. */
  keepsCells: boolean
}

export interface ReadRows {
  rows: (Row & { cells?: string[] })[]
  refused: { rowNo: number; cells: string[]; problem: Problem }[]
}

const BATCH_ROWS = 2_000

/** A file's format, and what its columns most likely mean. Throws FileRefusal. */
export async function lookAt({ path, fileName, now }: LookTask): Promise<{ format: Format; mapping: Mapping }> {
  const { format, values } = await look(await openTable(path))
  return { format, mapping: guessMapping({ fileName, now, header: format.header, values }) }
}

/** A file's rows under a mapping, in batches. Throws FileRefusal. */
export async function* readRows({ path, mapping, today, keepsCells }: ReadTask): AsyncGenerator<ReadRows> {
  const table = await openTable(path)
  const plan = planOf(mapping, table.header, today)
  let batch: ReadRows = { rows: [], refused: [] }
  for await (const { rowNo, cells } of table.rows) {
    const row = readRow(rowNo, cells, plan)
    if (Array.isArray(row)) batch.refused.push({ rowNo, cells, problem: row[0]! })
    else batch.rows.push(keepsCells ? { ...row, cells } : row)
    if (batch.rows.length + batch.refused.length < BATCH_ROWS) continue
    yield batch
    batch = { rows: [], refused: [] }
  }
  yield batch
}
