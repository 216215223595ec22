import type { FastifyBaseLogger } from 'fastify'
import { Logger, run, runOnce, type TaskList, type WorkerEvents } from 'graphile-worker'
import type { Feature, Job } from '../../core/verb.ts'
import { sweep } from '../auth/sql.ts'
import type { Database } from '../db/pool.ts'
import type { Replica } from '../db/replica.ts'
import { dropOldWrites } from '../db/writes.ts'
import type { FileStore } from '../files/files.ts'
import { dropOrphans, dropStaleUploads } from '../files/sweep.ts'
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
  /** Where long reads may go. */
  replica?: Replica | undefined
}

const AT_ONCE = 3
/** The long ones of the clock follow one another in it: beside one of them and a roll-up that lasts, a worker stays free. */
const LONG = 'long'
const SWEEP = 'house:sweep'
const SWEEP_FILES = 'house:files'

function tasksOf({ database, files, features, replica }: JobOptions, stopping?: AbortSignal): TaskList {
  const taskOf = (job: Job) => (payload: unknown) =>
    job.run(jobContext(database, files, new Date(), features, stopping, replica), payload as Record<string, unknown>)
  return {
    [SWEEP]: async () => {
      await sweep(database)
      await dropOldSelections(database)
      await dropOldMinutes(database)
      await dropOldWrites(database)
      await dropStaleUploads(files)
    },
    [SWEEP_FILES]: () =>
      dropOrphans(
        database,
        files,
        features.flatMap(({ fileColumns = [] }) => fileColumns),
        new Date(),
      ),
    ...Object.fromEntries(features.flatMap((feature) => feature.jobs ?? []).map((job) => [job.name, taskOf(job)])),
  }
}

/** The house's own round and the jobs that run by the clock; one that still waits is not queued again. */
export function crontabOf(features: readonly Feature[]): string {
  const jobs = features.flatMap((feature) => feature.jobs ?? [])
  return [
    `17 * * * * ${SWEEP} ?max=3`,
    `43 19 * * * ${SWEEP_FILES} ?max=3`,
    ...jobs.flatMap(({ name, cron, isLong }) =>
      cron ? [`${cron} ${name} ?max=3&jobKey=${name}${isLong ? `&queue=${LONG}` : ''}`] : [],
    ),
  ].join('\n')
}

const loggerOf = (log: JobOptions['log']): Logger =>
  new Logger(() => (level, message) => {
    if (level === 'error') log.error(message)
    else if (level === 'warning') log.warn(message)
  })

/** Starts taking jobs in this process and keeps at it. `stop` waits for the running ones. */
export async function startJobs(options: JobOptions): Promise<{ stop(): Promise<void> }> {
  // The sweep of every hour runs in one process; another may be on a machine with a folder of its own.
  await dropStaleUploads(options.files)
  const crontab = crontabOf(options.features)
  const begin = (events: WorkerEvents, stopping: AbortSignal) =>
    run({
      pgPool: patient(options.database.pool, stopping, (error) => options.log.warn(error)),
      taskList: tasksOf(options, stopping),
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
