import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import { Logger, run, runOnce, type TaskList, type WorkerEvents } from 'graphile-worker'
import type { Feature, Job } from '../../core/verb.ts'
import { sweep } from '../auth/sql.ts'
import type { Database } from '../db/pool.ts'
import type { FileStore } from '../files/files.ts'
import { dropOldSelections } from '../http/selections.ts'
import { dropOldMinutes } from '../metrics/sql.ts'
import { jobContext } from './context.ts'
import { keepRunning } from './keepRunning.ts'
import { patient } from './patience.ts'

export interface JobOptions {
  /** A pool of their own, so that a busy queue cannot keep a request waiting for a connection. */
  database: Database
  files: FileStore
  features: Feature[]
  log: Pick<FastifyBaseLogger, 'error' | 'warn'>
}

const AT_ONCE = 2
const SWEEP = 'house:sweep'
const UPLOAD_LIFE_MS = 24 * 3_600_000

async function dropStaleUploads(files: FileStore): Promise<void> {
  for (const name of await readdir(files.incoming)) {
    const path = join(files.incoming, name)
    const found = await stat(path).catch(() => undefined)
    if (found && Date.now() - found.mtimeMs > UPLOAD_LIFE_MS) await rm(path, { force: true })
  }
}

function tasksOf({ database, files, features }: JobOptions): TaskList {
  const taskOf = (job: Job) => (payload: unknown) =>
    job.run(jobContext(database, files, new Date(), features), payload as Record<string, unknown>)
  return {
    [SWEEP]: async () => {
      await sweep(database)
      await dropOldSelections(database)
      await dropOldMinutes(database)
      await dropStaleUploads(files)
    },
    ...Object.fromEntries(features.flatMap((feature) => feature.jobs ?? []).map((job) => [job.name, taskOf(job)])),
  }
}

/** The house's own round and the jobs that run by the clock; one that still waits is not queued again. */
function crontabOf(features: Feature[]): string {
  const jobs = features.flatMap((feature) => feature.jobs ?? [])
  return [
    `17 * * * * ${SWEEP} ?max=3`,
    ...jobs.flatMap(({ name, cron }) => (cron ? [`${cron} ${name} ?max=3&jobKey=${name}`] : [])),
  ].join('\n')
}

const loggerOf = (log: JobOptions['log']): Logger =>
  new Logger(() => (level, message) => {
    if (level === 'error') log.error(message)
    else if (level === 'warning') log.warn(message)
  })

/** Starts taking jobs in this process and keeps at it. `stop` waits for the running ones. */
export function startJobs(options: JobOptions): Promise<{ stop(): Promise<void> }> {
  const tasks = tasksOf(options)
  const crontab = crontabOf(options.features)
  const begin = (events: WorkerEvents, stopping: AbortSignal) =>
    run({
      pgPool: patient(options.database.pool, stopping, (error) => options.log.warn(error)),
      taskList: tasks,
      crontab,
      concurrency: AT_ONCE,
      noHandleSignals: true,
      logger: loggerOf(options.log),
      events,
    })
  return keepRunning(begin, options)
}

/** Runs the jobs that wait now and returns when the queue is empty; for commands and tests. */
export async function runWaitingJobs(options: JobOptions): Promise<void> {
  await runOnce({
    pgPool: options.database.pool,
    taskList: tasksOf(options),
    noHandleSignals: true,
    logger: loggerOf(options.log),
  })
}
