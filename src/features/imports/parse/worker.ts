import { once } from 'node:events'
import { parentPort, workerData } from 'node:worker_threads'
import type { Format, Mapping } from '../contract.ts'
import { type LookTask, lookAt, type ReadRows, type ReadTask, readRows } from './read.ts'
import { FileRefusal } from './refusal.ts'

/** What the thread is asked: to look at a file, or to read it under a mapping. */
export type Task = ({ kind: 'look' } & LookTask) | ({ kind: 'read' } & ReadTask)

export type Message =
  | { kind: 'looked'; format: Format; mapping: Mapping }
  | { kind: 'rows'; batch: ReadRows }
  | { kind: 'end' }
  | { kind: 'refused'; reason: FileRefusal['reason']; params: FileRefusal['params'] }

const port = parentPort!
const post = (message: Message) => port.postMessage(message)

try {
  const task = workerData as Task
  if (task.kind === 'look') post({ kind: 'looked', ...(await lookAt(task)) })
  else
    for await (const batch of readRows(task)) {
      post({ kind: 'rows', batch })
      // The next batch is made when this one is in the database, so that a slow database does not fill the memory.
      await once(port, 'message')
    }
  post({ kind: 'end' })
} catch (error) {
  if (!(error instanceof FileRefusal)) throw error
  post({ kind: 'refused', reason: error.reason, params: error.params })
}
port.close()
