import sql from 'sql-template-tag'
import type { Scope } from '../../../core/scope.ts'
import type { Db } from '../../../core/verb.ts'
import type { SyncKind } from '../fields.ts'
import { fenceAccount } from './orders.ts'

/** A run that has not moved for so long has lost its process, and stands in nobody's way. */
const LOST_MINUTES = 15

export const endLost = (db: Db, accountId: string, now: Date) =>
  db.rows(sql`
    update jd_sync_run set status = 'failed', note = 'lost', ended_at = ${now} where account_id = ${accountId}
      and status in ('waiting', 'running') and moved_at < ${now}::timestamptz - ${LOST_MINUTES} * interval '1 minute' returning 1`)

/** Undefined: one of the account runs. */
export const insertRun = (
  db: Db,
  run: { accountId: string; kind: SyncKind; from: string | null; to: string | null; userId: string },
  now: Date,
) =>
  db.one<{ id: string }>(sql`
    insert into jd_sync_run (account_id, kind, from_day, to_day, started_by, created_at, moved_at)
    values (${run.accountId}, ${run.kind}, ${run.from}, ${run.to}, ${run.userId}, ${now}, ${now})
    on conflict (account_id) where status in ('waiting', 'running') do nothing returning id::text`)

export const readRun = (db: Db, runId: string) =>
  db.one<{ accountId: string; kind: SyncKind; from: string | null; to: string | null }>(sql`
    select account_id::text as "accountId", kind, from_day::text as from, to_day::text as to from jd_sync_run
    where id = ${runId} and status in ('waiting', 'running')`)

export async function beginRun(db: Db, runId: string, steps: number, now: Date): Promise<void> {
  await db.rows(sql`
    update jd_sync_run set status = 'running', steps = ${steps}, steps_done = 0, rows = 0, changed = 0, refused = 0, moved_at = ${now} where id = ${runId}`)
}
export interface Step {
  rows: number
  changed: number
  refused: number
}
export async function moveRun(db: Db, runId: string, { rows, changed, refused }: Step): Promise<void> {
  await db.rows(sql`
    update jd_sync_run set steps_done = steps_done + 1, rows = rows + ${rows}, changed = changed + ${changed}, refused = refused + ${refused},
      moved_at = clock_timestamp() where id = ${runId}`)
}
export async function endRun(db: Db, runId: string, note: string | null, now: Date): Promise<void> {
  await db.rows(sql`
    update jd_sync_run set status = ${note === null ? 'done' : 'failed'}, note = ${note}, ended_at = greatest(${now}::timestamptz, clock_timestamp()) where id = ${runId}`)
}

const MOST_RUNS = 10
/** The latest runs of an account within the scope, the newest first. */
export const readRuns = (db: Db, scope: Scope, accountId: string) =>
  db.rows<Record<string, unknown>>(sql`
    select r.id::text, r.kind, r.from_day::text as from, r.to_day::text as to, r.status, r.steps, r.steps_done as "stepsDone", r.rows, r.changed,
      r.refused, r.note, u.display_name as "startedBy", r.created_at as "startedAt", r.ended_at as "endedAt"
    from jd_sync_run r join union_account a on a.id = r.account_id left join app_user u on u.id = r.started_by
    where r.account_id = ${accountId} and ${fenceAccount(scope)} order by r.id desc limit ${MOST_RUNS}`)
