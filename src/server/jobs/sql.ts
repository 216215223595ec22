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
