import { readFile, stat } from 'node:fs/promises'
import { Worker } from 'node:worker_threads'
import type { PlainField } from '../read/plain.ts'
import {
  lookAt,
  type PlainRows,
  type ReadPlainTask,
  type ReadRows,
  type ReadTask,
  readPlainRows,
  readRows,
} from './read.ts'
import { FileRefusal } from './refusal.ts'
import type { Message, Task } from './worker.ts'

/** Enough for 200,000 rows; a hostile file meets the end of its thread instead of the server's. */
const MAX_HEAP_MB = 512
const SILENCE_MS = 30_000
/** Text of this size is read in a few milliseconds whatever it says, sooner than a thread is up. */
const SMALL_BYTES = 256 * 1024

/** Looks at a file: its format, and what its columns most likely mean. Throws FileRefusal. */
export async function lookAtFile(
  path: string,
  fileName: string,
  now: Date,
  fields?: readonly PlainField[],
): ReturnType<typeof lookAt> {
  if (await isSmallText(path)) return lookAt({ path, fileName, now, fields })
  for await (const message of ask({ kind: 'look', path, fileName, now, fields }))
    if (message.kind === 'looked') return { format: message.format, mapping: message.mapping }
  throw new FileRefusal('TOO_SLOW')
}

/** Reads a file of metrics under a mapping, in batches; the next is read when the last is consumed. Throws FileRefusal. */
export async function* readFileRows(task: ReadTask): AsyncGenerator<ReadRows> {
  if (await isSmallText(task.path)) return yield* readRows(task)
  for await (const message of ask({ ...task, kind: 'read' })) if (message.kind === 'rows') yield message.batch
}

/** The same for the files of any other target. */
export async function* readPlainFileRows(task: ReadPlainTask): AsyncGenerator<PlainRows> {
  if (await isSmallText(task.path)) return yield* readPlainRows(task)
  for await (const message of ask({ ...task, kind: 'readPlain' })) if (message.kind === 'plainRows') yield message.batch
}

async function isSmallText(path: string): Promise<boolean> {
  if ((await stat(path)).size > SMALL_BYTES) return false
  return !(await readFile(path)).subarray(0, 2).equals(Buffer.from('PK'))
}

/**
 * Files from outside are parsed in a thread of their own with a limited heap, which is ended when it falls silent:
 * whatever a workbook is made of, requests go on being answered.
 */
async function* ask(task: Task): AsyncGenerator<Message> {
  const thread = startThread(task)
  const inbox: Message[] = []
  let wake = () => {}
  let failure: Error | undefined
  let hasEnded = false
  thread.on('message', (message: Message) => {
    inbox.push(message)
    wake()
  })
  thread.on('error', (error: Error & { code?: string }) => {
    failure = error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? new FileRefusal('WORKBOOK_TOO_LARGE') : error
    wake()
  })
  thread.on('exit', () => {
    hasEnded = true
    wake()
  })
  try {
    for (;;) {
      const message = inbox.shift()
      if (message?.kind === 'end') return
      if (message?.kind === 'refused') throw new FileRefusal(message.reason, message.params)
      if (message) {
        yield message
        thread.postMessage('next')
      } else if (failure) throw failure
      else if (hasEnded) throw new Error('the reading thread ended without an answer')
      else await silence((go) => (wake = go))
    }
  } finally {
    await thread.terminate()
  }
}

function silence(onWake: (go: () => void) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new FileRefusal('TOO_SLOW')), SILENCE_MS)
    onWake(() => {
      clearTimeout(timer)
      resolve()
    })
  })
}

/** From the sources the thread first needs the TypeScript loader; the built server has the thread's file beside its own. */
function startThread(workerData: Task): Worker {
  const options = { workerData, resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB } }
  if (!import.meta.url.endsWith('.ts')) return new Worker(new URL('./importWorker.js', import.meta.url), options)
  const loader = import.meta.resolve('tsx/esm/api')
  const source = `import { register } from '${loader}'; register(); await import('${new URL('./worker.ts', import.meta.url)}')`
  return new Worker(new URL(`data:text/javascript,${encodeURIComponent(source)}`), options)
}
