import { EventEmitter } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import type { Runner, WorkerEvents } from 'graphile-worker'
import { beSeen } from './presence.ts'
import type { JobOptions } from './runner.ts'
import { freeJobsOf } from './sql.ts'

const FIRST_WAIT_MS = 500
const MOST_WAIT_MS = 30_000

/**
 * Keeps a runner at work. The library's own gives up for good in three moments, and the process would live on with jobs
 * that nobody takes: where its first question fails (it reads the failure again for ever), where the clock's jobs cannot
 * be queued (it stops), and where a job's end cannot be told (its worker leaves, the job stays taken for hours). After each
 * another is begun; the old one ends what it still does beside it.
 */
export async function keepRunning(
  begin: (events: WorkerEvents, stopping: AbortSignal) => Promise<Runner>,
  { database, log }: Pick<JobOptions, 'database' | 'log'>,
): Promise<{ stop(): Promise<void> }> {
  const stopping = new AbortController()
  const ending = new Set<Promise<unknown>>()
  let renewing: Promise<void> | undefined
  const presence = beSeen(database, (error) => log.error(error))
  let current = await watched()

  async function watched(): Promise<Runner> {
    const events: WorkerEvents = new EventEmitter()
    events.on('worker:create', ({ worker }) => presence.add(worker.workerId))
    const gone: string[] = []
    let hasAsked = false
    let isOver = false
    const over = (error: unknown) => {
      if (isOver || stopping.signal.aborted) return
      isOver = true
      log.error(error)
      renewing = renew(gone)
    }
    const asked = () => {
      hasAsked = true
    }
    events.on('worker:getJob:empty', asked)
    events.on('job:start', asked)
    // Later failures of a question are asked again as they should be.
    events.on('worker:getJob:error', ({ error }) => {
      if (!hasAsked) over(error)
    })
    events.on('worker:fatalError', ({ worker, error }) => {
      gone.push(worker.workerId)
      presence.remove(worker.workerId)
      over(error)
    })
    const runner = await begin(events, stopping.signal)
    runner.promise.catch(over)
    return runner
  }

  async function renew(gone: readonly string[]): Promise<void> {
    const old = current
    for (let pause = FIRST_WAIT_MS; !stopping.signal.aborted; pause = Math.min(pause * 2, MOST_WAIT_MS)) {
      await wait(pause, undefined, { signal: stopping.signal }).catch(() => {})
      if (stopping.signal.aborted) return
      try {
        await freeJobsOf(database, gone)
        current = await watched()
        break
      } catch (error) {
        log.error(error)
      }
    }
    const end: Promise<unknown> = stopped(old).finally(() => ending.delete(end))
    ending.add(end)
  }

  return {
    async stop() {
      stopping.abort()
      await renewing
      await Promise.all([stopped(current), ...ending])
      await presence.stop()
    },
  }
}

/** One that stopped by itself says so when it is asked to. */
const stopped = (runner: Runner): Promise<void> => runner.stop().catch(() => {})
