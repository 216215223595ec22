import { once } from 'node:events'
import { parentPort, workerData } from 'node:worker_threads'
import type { Format, Mapping } from '../contract.ts'
import {
  type LookTask,
  lookAt,
  type PlainRows,
  type ReadPlainTask,
  type ReadRows,
  type ReadTask,
  readPlainRows,
  readRows,
} from './read.ts'
import { FileRefusal } from './refusal.ts'

/** What the thread is asked: to look at a file, or to read it under a mapping. */
export type Task =
  | ({ kind: 'look' } & LookTask)
  | ({ kind: 'read' } & ReadTask)
  | ({ kind: 'readPlain' } & ReadPlainTask)

export type Message =
  | { kind: 'looked'; format: Format; mapping: Mapping }
  | { kind: 'rows'; batch: ReadRows }
  | { kind: 'plainRows'; batch: PlainRows }
  | { kind: 'end' }
  | { kind: 'refused'; reason: FileRefusal['reason']; params: FileRefusal['params'] }

const port = parentPort!
const post = (message: Message) => port.postMessage(message)
/** The next batch is made when this one is in the database, so that a slow database does not fill the memory. */
async function give(message: Message): Promise<void> {
  post(message)
  await once(port, 'message')
}

try {
  const task = workerData as Task
  if (task.kind === 'look') post({ kind: 'looked', ...(await lookAt(task)) })
  else if (task.kind === 'read') for await (const batch of readRows(task)) await give({ kind: 'rows', batch })
  else for await (const batch of readPlainRows(task)) await give({ kind: 'plainRows', batch })
  post({ kind: 'end' })
} catch (error) {
  if (!(error instanceof FileRefusal)) throw error
  post({ kind: 'refused', reason: error.reason, params: error.params })
}
port.close()
