import sql from 'sql-template-tag'
import type { Db } from '../../../core/verb.ts'

export interface Queue {
  name: string
  waiting: number
  scheduled: number
  running: number
  failed: number
  oldestAt: string | null
  queuedAt: string | null
}

/** Jobs by name: those that are there now, and those the clock queues. */
export function readQueues(db: Db, now: Date): Promise<Queue[]> {
  return db.rows(sql`
    with queued as (
      select task_identifier as name,
        count(*) filter (where locked_at is null and attempts < max_attempts and run_at <= ${now}) as waiting,
        count(*) filter (where locked_at is null and attempts < max_attempts and run_at > ${now}) as scheduled,
        count(*) filter (where locked_at is not null) as running,
        count(*) filter (where locked_at is null and attempts >= max_attempts) as failed,
        min(run_at) filter (where locked_at is null and attempts < max_attempts and run_at <= ${now}) as oldest_at
      from graphile_worker.jobs group by 1
    )
    select coalesce(q.name, c.identifier) as name, coalesce(q.waiting, 0) as waiting, coalesce(q.scheduled, 0) as scheduled,
      coalesce(q.running, 0) as running, coalesce(q.failed, 0) as failed, q.oldest_at as "oldestAt", c.last_execution as "queuedAt"
    from queued q full join graphile_worker._private_known_crontabs c on c.identifier = q.name
    order by 5 desc, 2 desc, 4 desc, 3 desc, 1`)
}

export interface Troubled {
  id: string
  name: string
  isFinal: boolean
  attempts: number
  maxAttempts: number
  error: string
  at: string
  nextAt: string | null
}

/** Jobs whose last attempt failed. Of the error only its first line is told: what follows is where in the code. */
export function readTroubled(db: Db, limit: number): Promise<Troubled[]> {
  return db.rows(sql`
    select id::text, task_identifier as name, attempts >= max_attempts as "isFinal", attempts, max_attempts as "maxAttempts",
      left(split_part(coalesce(last_error, ''), E'\n', 1), 300) as error, updated_at as at,
      case when attempts < max_attempts then run_at end as "nextAt"
    from graphile_worker.jobs where last_error is not null and locked_at is null
    order by attempts >= max_attempts desc, updated_at desc, id desc limit ${limit}`)
}

export interface JobRow {
  name: string
  isRunning: boolean
  isFinal: boolean
  attempts: number
  error: string | null
}

export function readJob(db: Db, id: string): Promise<JobRow | undefined> {
  return db.one(sql`
    select task_identifier as name, locked_at is not null as "isRunning", attempts >= max_attempts as "isFinal", attempts,
      left(split_part(last_error, E'\n', 1), 300) as error
    from graphile_worker.jobs where id = ${id}`)
}

/** Lets a job begin anew; false when a worker took it meanwhile. */
export async function retryJob(db: Db, id: string, now: Date): Promise<boolean> {
  const rows = await db.rows(
    sql`select id from graphile_worker.reschedule_jobs(array[${id}]::bigint[], run_at := ${now}, attempts := 0)`,
  )
  return rows.length > 0
}

/** Takes a job out of its queue; false when a worker took it meanwhile. */
export async function dropJob(db: Db, id: string): Promise<boolean> {
  const rows = await db.rows(sql`select id from graphile_worker.complete_jobs(array[${id}]::bigint[])`)
  return rows.length > 0
}

/** Jobs that failed for good, and since when the one that is due longest waits. */
export async function readJobTrouble(db: Db, now: Date): Promise<{ failed: number; oldestAt: string | null }> {
  const row = await db.one<{ failed: number; oldestAt: string | null }>(sql`
    select count(*) filter (where attempts >= max_attempts) as failed,
      min(run_at) filter (where attempts < max_attempts and run_at <= ${now}) as "oldestAt"
    from graphile_worker.jobs where locked_at is null`)
  return row!
}
