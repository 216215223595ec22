import { once } from 'node:events'
import { parentPort, workerData } from 'node:worker_threads'
import type { Format, Mapping } from '../contract.ts'
import { guessMapping } from '../read/guess.ts'
import { type Problem, planOf, type Row, readRow } from '../read/row.ts'
import { look } from './look.ts'
import { FileRefusal } from './refusal.ts'
import { openTable } from './table.ts'

/** What the thread is asked: to look at a file, or to read it under a mapping. */
export type Task =
  | { kind: 'look'; path: string; fileName: string; now: Date }
  | { kind: 'read'; path: string; mapping: Mapping; today: string; keepsCells: boolean }

export interface ReadRows {
  rows: (Row & { cells?: string[] })[]
  refused: { rowNo: number; cells: string[]; problem: Problem }[]
}

export type Message =
  | { kind: 'looked'; format: Format; mapping: Mapping }
  | { kind: 'rows'; batch: ReadRows }
  | { kind: 'end' }
  | { kind: 'refused'; reason: FileRefusal['reason']; params: FileRefusal['params'] }

const BATCH_ROWS = 2_000
const port = parentPort!
const post = (message: Message) => port.postMessage(message)

async function read({ path, mapping, today, keepsCells }: Task & { kind: 'read' }): Promise<void> {
  const table = await openTable(path)
  const plan = planOf(mapping, table.header, today)
  let batch: ReadRows = { rows: [], refused: [] }
  const send = async () => {
    post({ kind: 'rows', batch })
    batch = { rows: [], refused: [] }
    // The next batch is made when this one is in the database, so that a slow database does not fill the memory.
    await once(port, 'message')
  }
  for await (const { rowNo, cells } of table.rows) {
    const row = readRow(rowNo, cells, plan)
    if (Array.isArray(row)) batch.refused.push({ rowNo, cells, problem: row[0]! })
    else batch.rows.push(keepsCells ? { ...row, cells } : row)
    if (batch.rows.length + batch.refused.length >= BATCH_ROWS) await send()
  }
  await send()
}

try {
  const task = workerData as Task
  if (task.kind === 'look') {
    const { format, values } = await look(await openTable(task.path))
    post({ kind: 'looked', format, mapping: guessMapping({ ...task, header: format.header, values }) })
  } else await read(task)
  post({ kind: 'end' })
} catch (error) {
  if (!(error instanceof FileRefusal)) throw error
  post({ kind: 'refused', reason: error.reason, params: error.params })
}
port.close()
