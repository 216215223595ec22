import sql from 'sql-template-tag'
import type { Db } from '../../core/verb.ts'

/** Queues a job on a connection or transaction; it exists only if that commits. */
export async function addJob(db: Db, name: string, payload: Record<string, unknown>): Promise<void> {
  await db.rows(sql`select graphile_worker.add_job(${name}, ${JSON.stringify(payload)}::json)`)
}
