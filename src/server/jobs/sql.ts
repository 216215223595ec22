import sql from 'sql-template-tag'
import type { Db, Queueing } from '../../core/verb.ts'

/** Queues a job on a connection or transaction; it exists only if that commits. */
export async function addJob(
  db: Db,
  name: string,
  payload: Record<string, unknown>,
  { queue, at }: Queueing = {},
): Promise<void> {
  await db.rows(sql`
    select graphile_worker.add_job(${name}, ${JSON.stringify(payload)}::json, queue_name := ${queue ?? null}::text,
      run_at := ${at ?? null}::timestamptz, job_key := ${at ? name : null}::text)`)
}

/**
 * Frees the jobs whose process died with them, so that they run now and not after hours. Only where no other process can
 * be working: the one owner of the embedded database calls it at its start.
 */
export async function freeAbandonedJobs(db: Db): Promise<void> {
  await db.rows(sql`
    select graphile_worker.force_unlock_workers(array(select distinct locked_by from graphile_worker.jobs where locked_by is not null))`)
}

/** Frees the jobs of workers of this process that left without telling how theirs ended. */
export async function freeJobsOf(db: Db, workerIds: readonly string[]): Promise<void> {
  await db.rows(sql`select graphile_worker.force_unlock_workers(${workerIds}::text[])`)
}

/** Says that these workers live; their own clock does not matter. */
export async function noteWorkers(db: Db, workerIds: readonly string[]): Promise<void> {
  await db.rows(sql`
    insert into job_worker (id, seen_at) select id, clock_timestamp() from unnest(${workerIds}::text[]) id
    on conflict (id) do update set seen_at = excluded.seen_at`)
}

export async function forgetWorkers(db: Db, workerIds: readonly string[]): Promise<void> {
  await db.rows(sql`delete from job_worker where id = any(${workerIds}::text[])`)
}

/** Frees the jobs of workers of any process that nobody has heard of for `silentSeconds`. Returns how many. */
export async function freeJobsOfSilent(db: Db, silentSeconds: number): Promise<number> {
  const since = sql`clock_timestamp() - make_interval(secs => ${silentSeconds})`
  await db.rows(sql`delete from job_worker where seen_at < ${since}`)
  const held = await db.rows<{ id: string }>(sql`
    select locked_by as id from graphile_worker.jobs
    where locked_at < ${since} and not exists (select from job_worker where id = locked_by)`)
  const ids = held.map(({ id }) => id)
  if (ids.length > 0) await freeJobsOf(db, ids)
  return ids.length
}
