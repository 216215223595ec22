import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import type { Feature, Job } from '../../src/core/verb.ts'
import { openDatabase } from '../../src/server/db/pool.ts'
import { features } from '../../src/server/features.ts'
import { openFiles } from '../../src/server/files/files.ts'
import { crontabOf, runWaitingJobs, startJobs } from '../../src/server/jobs/runner.ts'
import { addJob, freeAbandonedJobs, freeJobsOfSilent, noteWorkers } from '../../src/server/jobs/sql.ts'
import { freshDatabase, world } from '../world.ts'

const { database, url } = await freshDatabase()
const dataDir = mkdtempSync(join(tmpdir(), 'backlot-jobs-'))
const files = openFiles(dataDir)
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

const done: unknown[] = []
const feature: Feature = {
  jobs: [
    {
      name: 'probe.note',
      async run({ transaction }, payload) {
        await transaction(async (db) => {
          done.push([payload, await db.one({ text: 'select 1 as one', values: [] })])
        })
      },
    },
  ],
}
const log = { error: (message: unknown) => done.push(message), warn: () => {} }
const options = { database, files, features: [feature], log }

it('jobs queued in a transaction run when it commits, and never when it does not', async () => {
  await database.transaction((db) => addJob(db, 'probe.note', { n: 1 }))
  await expect(
    database.transaction(async (db) => {
      await addJob(db, 'probe.note', { n: 2 })
      throw new Error('no')
    }),
  ).rejects.toThrow('no')
  await runWaitingJobs(options)
  expect(done).toEqual([[{ n: 1 }, { one: 1 }]])
})

it('a job whose process died is taken up again by the next owner', async () => {
  await addJob(database, 'probe.note', { n: 3 })
  await database.pool.query(
    `update graphile_worker._private_jobs set locked_at = now(), locked_by = 'gone', attempts = 1 where locked_by is null`,
  )
  done.length = 0
  await runWaitingJobs(options)
  expect(done).toEqual([])
  await freeAbandonedJobs(database)
  await runWaitingJobs(options)
  expect(done).toEqual([[{ n: 3 }, { one: 1 }]])
})

it('a job of a process that is gone is freed by any other; one whose worker is heard of is left alone', async () => {
  const hold = (id: string, worker: string, ago: string) =>
    database.pool.query(
      `update graphile_worker._private_jobs set locked_at = now() - $3::interval, locked_by = $2, attempts = 1 where payload->>'n' = $1`,
      [id, worker, ago],
    )
  for (const n of [4, 5, 6]) await addJob(database, 'probe.note', { n })
  await hold('4', 'gone', '2 minutes')
  await hold('5', 'alive', '2 minutes')
  await hold('6', 'just begun', '5 seconds')
  await noteWorkers(database, ['alive'])
  expect(await freeJobsOfSilent(database, 60)).toBe(1)
  done.length = 0
  await runWaitingJobs(options)
  expect(done).toEqual([[{ n: 4 }, { one: 1 }]])

  await database.pool.query(`update job_worker set seen_at = now() - interval '61 seconds'`)
  expect(await freeJobsOfSilent(database, 60)).toBe(1)
  await hold('6', 'just begun', '61 seconds')
  expect(await freeJobsOfSilent(database, 60)).toBe(1)
  await runWaitingJobs(options)
  expect(done).toHaveLength(3)
})

it('the sweep drops what has had its time and keeps the rest', async () => {
  const { pool } = database
  await pool.query(`insert into idempotency (actor_id, key, endpoint, request_hash, created_at) values
    (1, 'old', 'x', 'x', now() - interval '25 hours'), (1, 'new', 'x', 'x', now() - interval '23 hours')`)
  await pool.query(`insert into throttle (key, failures, window_ends_at) values
    ('over', 5, now() - interval '1 second'), ('on', 5, now() + interval '1 minute')`)
  await pool.query(
    `insert into password_link (user_id, token_hash, expires_at) values
    ($1, 'a', now() - interval '91 days'), ($1, 'b', now() - interval '1 day')`,
    [world.users.admin],
  )
  const old = join(files.incoming, 'old')
  writeFileSync(old, '')
  utimesSync(old, new Date(0), new Date(0))
  writeFileSync(join(files.incoming, 'new'), '')
  const sessions = async () => Number((await pool.query('select count(*) from session')).rows[0].count)
  const before = await sessions()
  await addJob(database, 'house:sweep', {})
  await runWaitingJobs(options)
  expect((await pool.query('select key from idempotency')).rows).toEqual([{ key: 'new' }])
  expect((await pool.query('select key from throttle')).rows).toEqual([{ key: 'on' }])
  expect((await pool.query('select count(*) from password_link where expires_at < now()')).rows).toEqual([{ count: 1 }])
  expect(readdirSync(files.incoming)).toEqual(['new'])
  // Of the world's sessions only the one that ended in January is more than ninety days over.
  expect(await sessions()).toBe(before - 1)
})

it('the product’s own jobs and their clocks are understood', async () => {
  const jobs = await startJobs({ ...options, features })
  await jobs.stop()
})

it('short jobs go on while long ones of the clock wait for one another', async () => {
  const long = crontabOf(features)
    .split('\n')
    .filter((line) => line.includes('&queue=long'))
    .map((line) => line.split(' ')[5])
  expect(long.sort()).toEqual(['build-accruals', 'collections-rebuild', 'rank-boards', 'verify-statistics'])

  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  const running: string[] = []
  const slow = (name: string): Job => ({
    name,
    async run() {
      running.push(name)
      await held
    },
  })
  const short: Job = { name: 'probe.short', run: async () => void running.push('short') }
  feature.jobs!.push(slow('probe.long1'), slow('probe.long2'), short)
  await addJob(database, 'probe.long1', {}, { queue: 'long' })
  await addJob(database, 'probe.long2', {}, { queue: 'long' })
  const jobs = await startJobs(options)
  for (const last of [1, 2]) {
    await addJob(database, 'probe.short', {})
    await expect.poll(() => running).toHaveLength(1 + last)
  }
  expect(running.sort()).toEqual(['probe.long1', 'short', 'short'])
  release()
  await expect.poll(() => running).toContain('probe.long2')
  await jobs.stop()
  feature.jobs!.length = 1
})

it('a moment without a connection, at the start or at the end of a job, ends no queue', async () => {
  const queue = openDatabase(url, { timeoutMs: 0 })
  const { pool } = queue
  const connect = pool.connect.bind(pool) as (callback?: unknown) => unknown
  let lost = 0
  // What the pool says of itself when no connection comes within its limit.
  pool.connect = ((callback?: (error: Error) => void) => {
    if (lost <= 0) return connect(callback)
    lost--
    const error = new Error('timeout exceeded when trying to connect')
    if (!callback) return Promise.reject(error)
    process.nextTick(callback, error)
  }) as typeof pool.connect
  const ran: number[] = []
  const other = await database.pool.connect()
  const probe: Feature = {
    jobs: [
      {
        name: 'probe.lose',
        async run(_, payload) {
          const n = payload.n as number
          ran.push(n)
          if (n === 2) lost = 3
          if (n === 3 && ran.filter((one) => one === 3).length === 1)
            await other.query('begin; lock table graphile_worker._private_jobs in share row exclusive mode')
        },
      },
    ],
  }
  const times = (n: number) => ran.filter((one) => one === n).length
  const atLast = (probed: () => unknown) => expect.poll(probed, { timeout: 8_000, interval: 20 })
  const left = async () =>
    (await database.pool.query('select count(*) from graphile_worker._private_jobs')).rows[0].count
  const started = startJobs({ ...options, database: queue, features: [probe] })
  // Its schema was looked at; those who ask next are the clock, the listener and both workers.
  pool.once('release', () => {
    lost = 4
  })
  const jobs = await started
  try {
    await addJob(database, 'probe.lose', { n: 1 })
    await atLast(() => times(1)).toBe(1)
    await addJob(database, 'probe.lose', { n: 2 })
    await atLast(left).toBe(0)
    // The connection breaks while it tells the end: the job is done once more, and the worker is replaced.
    await addJob(database, 'probe.lose', { n: 3 })
    const cut = `select count(pg_terminate_backend(pid))::int as n from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and query ~ 'delete from.*_private_jobs'`
    await atLast(async () => (await database.pool.query(cut)).rows[0].n).toBe(1)
    await other.query('rollback')
    await atLast(() => times(3)).toBe(2)
    await atLast(left).toBe(0)
    expect([times(1), times(2)]).toEqual([1, 1])
  } finally {
    other.release()
    await jobs.stop()
    await queue.end()
  }
}, 30_000)
