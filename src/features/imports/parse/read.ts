import type { Format, Mapping } from '../contract.ts'
import { guessMapping } from '../read/guess.ts'
import { guessPlain, type PlainField, type PlainProblem, type PlainRow, plainPlan, readPlain } from '../read/plain.ts'
import { type Problem, planOf, type Row, readRow } from '../read/row.ts'
import { look as lookThrough } from './look.ts'
import { openTable, type Table } from './table.ts'

export interface LookTask {
  path: string
  fileName: string
  now: Date
  /** The fields of a target; without them the file holds metrics. */
  fields?: readonly PlainField[] | undefined
}
export interface ReadPlainTask {
  path: string
  mapping: Mapping
  fields: readonly PlainField[]
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

export interface PlainRows {
  rows: PlainRow[]
  refused: { rowNo: number; cells: string[]; problem: PlainProblem }[]
}

const BATCH_ROWS = 2_000

/** A file's format, and what its columns most likely mean. Throws FileRefusal. */
export async function lookAt({ path, fileName, now, fields }: LookTask): Promise<{ format: Format; mapping: Mapping }> {
  const { format, values } = await lookThrough(await openTable(path))
  const look = { fileName, now, header: format.header, values }
  return { format, mapping: fields ? guessPlain(fields, look) : guessMapping(look) }
}

/** A file of metrics' rows under a mapping, in batches. Throws FileRefusal. */
export async function* readRows({ path, mapping, today, keepsCells }: ReadTask): AsyncGenerator<ReadRows> {
  const table = await openTable(path)
  const plan = planOf(mapping, table.header, today)
  yield* inBatches(table, (rowNo, cells) => {
    const row = readRow(rowNo, cells, plan)
    return Array.isArray(row) || !keepsCells ? row : { ...row, cells }
  })
}

/** The rows of any other target's file. Throws FileRefusal. */
export async function* readPlainRows({ path, mapping, fields }: ReadPlainTask): AsyncGenerator<PlainRows> {
  const table = await openTable(path)
  const plan = plainPlan(fields, mapping, table.header)
  yield* inBatches(table, (rowNo, cells) => readPlain(rowNo, cells, plan))
}

async function* inBatches<R extends object, P>(table: Table, read: (rowNo: number, cells: string[]) => R | P[]) {
  const empty = () => ({ rows: [] as R[], refused: [] as { rowNo: number; cells: string[]; problem: P }[] })
  let batch = empty()
  for await (const { rowNo, cells } of table.rows) {
    const row = read(rowNo, cells)
    if (Array.isArray(row)) batch.refused.push({ rowNo, cells, problem: row[0]! })
    else batch.rows.push(row)
    if (batch.rows.length + batch.refused.length < BATCH_ROWS) continue
    yield batch
    batch = empty()
  }
  yield batch
}
