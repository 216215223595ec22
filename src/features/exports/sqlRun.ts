import { setTimeout as wait } from 'node:timers/promises'
import sql from 'sql-template-tag'
import type { Db } from '../../core/verb.ts'
import { LIFE_DAYS } from './contract.ts'
import type { State } from './flow.ts'
import type { Part } from './sql.ts'

/** Makes the running transaction see one instant of the data and change none. */
export async function freeze(db: Db): Promise<void> {
  await db.rows(sql`set transaction isolation level repeatable read, read only`)
}

const TURN_PAUSE_MS = 250
/** For as long as the connection of a process that died may hold what it had. */
const TURN_TRIES = 40

/** Holds an export for this transaction; false while another process works on it. Also fixes the instant that is seen. */
export async function takeTurn(db: Db, id: string): Promise<{ isMine: boolean; at: string }> {
  for (let tries = 1; ; tries++) {
    const found = await db.one<{ isMine: boolean; at: string }>(sql`
      select pg_try_advisory_xact_lock(hashtextextended('export' || ${id}, 0)) as "isMine", now() as at`)
    if (found!.isMine || tries === TURN_TRIES) return found!
    await wait(TURN_PAUSE_MS)
  }
}

/** Where an export stands for the one who is to run it. */
export function readState(db: Db, id: string) {
  return db.one<{ status: State; restarts: number; draftKey: string | null }>(
    sql`select status, restarts, draft_key as "draftKey" from export_job where id = ${id}`,
  )
}

/** Begins a run; false when the export is not in that state any more. */
export async function startJob(
  db: Db,
  id: string,
  from: 'queued' | 'running',
  draftKey: string,
  now: Date,
): Promise<boolean> {
  const started = await db.one(sql`
    update export_job set status = 'running', attempts = attempts + case when ${from === 'queued'} then 1 else 0 end,
      restarts = case when ${from === 'running'} then restarts + 1 else 0 end, progress_ppm = 0, row_count = 0, failure = null,
      draft_key = ${draftKey}, started_at = ${now}, seen_at = ${now}, version = version + 1
    where id = ${id} and status = ${from} returning 1`)
  return !!started
}

/** Notes how far a run is; false when it was canceled meanwhile. */
export async function noteProgress(db: Db, id: string, rows: number): Promise<boolean> {
  const noted = await db.one(sql`
    update export_job set row_count = ${rows}, seen_at = clock_timestamp(),
      progress_ppm = least(990000, ${rows}::bigint * 1000000 / greatest(row_estimate, 1))
    where id = ${id} and status = 'running' returning 1`)
  return !!noted
}

export interface Finished {
  rows: number
  sizeBytes: number
  sha256: string
  totals: Record<string, string>
  dataThrough: string | null
  snapshotAt: string
  fileKey: string
  fileName: string
  parts: readonly Part[]
}

/** The file is there; false when the export was canceled meanwhile. */
export async function finishJob(db: Db, id: string, end: Finished, now: Date): Promise<boolean> {
  const done = await db.one(sql`
    update export_job set status = 'done', draft_key = null, progress_ppm = 1000000, row_count = ${end.rows}, part_count = ${end.parts.length},
      size_bytes = ${end.sizeBytes}, sha256 = ${end.sha256}, totals = ${JSON.stringify(end.totals)}::jsonb,
      data_through = ${end.dataThrough}::date, snapshot_at = ${end.snapshotAt}, file_key = ${end.fileKey}, file_name = ${end.fileName},
      finished_at = ${now}, expires_at = ${now}::timestamptz + make_interval(days => ${LIFE_DAYS}), version = version + 1
    where id = ${id} and status = 'running' returning 1`)
  if (!done) return false
  await db.rows(sql`delete from export_part where job_id = ${id}`)
  await db.rows(sql`
    insert into export_part (job_id, number, name, row_count, size_bytes, sha256)
    select ${id}, p.number, p.value->>'name', (p.value->>'rows')::bigint, (p.value->>'bytes')::bigint, p.value->>'sha256'
    from jsonb_array_elements(${JSON.stringify(end.parts)}::jsonb) with ordinality p(value, number)`)
  return true
}

/** Ends an export without a file; undefined when it was over already. */
export function failJob(db: Db, id: string, reason: string, now: Date) {
  return db.one<{ ownerId: string; title: Record<string, string> }>(sql`
    update export_job set status = 'failed', failure = ${reason}, finished_at = ${now}, version = version + 1
    where id = ${id} and status in ('queued', 'running') returning owner_id::text as "ownerId", title`)
}

/** Exports that no process has touched for a while although they should be running or about to. */
export function readStranded(db: Db, before: Date): Promise<{ id: string }[]> {
  return db.rows(sql`
    select id::text from export_job
    where (status = 'running' and seen_at < ${before}) or (status = 'queued' and created_at < ${before}) order by export_job.id limit 20`)
}

/** Forgets the drafts of exports that were over before an instant, and answers them to be deleted. */
export function takeOldDrafts(db: Db, before: Date): Promise<{ key: string }[]> {
  return db.rows(sql`
    with old as (
      select id, draft_key from export_job
      where draft_key is not null and status not in ('queued', 'running') and coalesce(finished_at, created_at) < ${before}
      for update skip locked
    )
    update export_job j set draft_key = null from old where j.id = old.id returning old.draft_key as key`)
}

/** Files that are offered. */
export function readKept(db: Db): Promise<{ id: string; key: string }[]> {
  return db.rows(sql`select id::text, file_key as key from export_job where status = 'done'`)
}

/** A file that is no longer there has expired, whatever took it. */
export async function expireJob(db: Db, id: string, key: string): Promise<void> {
  await db.rows(sql`
    update export_job set status = 'expired', file_key = null, version = version + 1
    where id = ${id} and status = 'done' and file_key = ${key}`)
}
