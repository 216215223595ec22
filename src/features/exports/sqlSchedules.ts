import sql, { type Sql } from 'sql-template-tag'
import type { Window } from '../../core/export.ts'
import type { Turn } from '../../core/schedule.ts'
import type { Db } from '../../core/verb.ts'
import type { State } from './flow.ts'
import type { NewJob } from './sql.ts'

/** What a schedule orders: an export, the filter on days that moves on, and when. */
export interface Planned extends Omit<NewJob, 'fingerprint' | 'rowEstimate' | 'now'>, Turn {
  windowField: string | null
  windowDays: Window | null
}

export interface Schedule extends Planned {
  id: string
  ownerName: string
  status: 'active' | 'paused'
  pauseReason: string | null
  nextAt: string
  lastAt: string | null
  lastJobId: string | null
  lastStatus: State | null
  lastFailure: string | null
  version: number
}

const SCHEDULE = sql`j.id::text, j.owner_id::text as "ownerId", (select u.display_name from app_user u where u.id = j.owner_id) as "ownerName",
  j.list_key as "listKey", j.title, j.format, j.bom, j.columns, j.query, j.window_field as "windowField", j.window_days as "windowDays",
  j.language, j.rights, j.cadence, j.on_day as "onDay", j.at_time as "atTime", j.status, j.pause_reason as "pauseReason",
  j.next_at as "nextAt", j.last_at as "lastAt", j.last_job_id::text as "lastJobId",
  (select e.status from export_job e where e.id = j.last_job_id) as "lastStatus", j.last_failure as "lastFailure", j.version`

const MOST_SHOWN = 200

/** Schedules within the fence, the next one first; those that rest come last. */
export function readSchedules(db: Db, fence: Sql): Promise<Schedule[]> {
  return db.rows(sql`
    select ${SCHEDULE} from export_schedule j where ${fence} order by j.status, j.next_at, j.id limit ${MOST_SHOWN}`)
}

/** One schedule within the fence, held against other writers until the transaction ends. */
export function lockSchedule(db: Db, fence: Sql, id: string): Promise<Schedule | undefined> {
  return db.one(sql`select ${SCHEDULE} from export_schedule j where j.id = ${id} and ${fence} for update of j`)
}

export async function countSchedules(db: Db, ownerId: string): Promise<number> {
  const found = await db.one<{ count: number }>(
    sql`select count(*) as count from export_schedule where owner_id = ${ownerId}`,
  )
  return found!.count
}

export async function insertSchedule(db: Db, plan: Planned, nextAt: Date, now: Date): Promise<string> {
  const made = await db.one<{ id: string }>(sql`
    insert into export_schedule (owner_id, list_key, title, format, bom, columns, query, window_field, window_days, language, rights,
      cadence, on_day, at_time, next_at, created_at)
    values (${plan.ownerId}, ${plan.listKey}, ${JSON.stringify(plan.title)}::jsonb, ${plan.format}, ${plan.bom}, ${plan.columns},
      ${plan.query}, ${plan.windowField}, ${plan.windowDays}, ${plan.language}, ${JSON.stringify(plan.rights)}::jsonb,
      ${plan.cadence}, ${plan.onDay}, ${plan.atTime}, ${nextAt}, ${now})
    returning id::text`)
  return made!.id
}

export async function pauseSchedule(db: Db, id: string, reason: string | null): Promise<void> {
  await db.rows(sql`
    update export_schedule set status = 'paused', pause_reason = ${reason}, version = version + 1 where id = ${id}`)
}

export async function resumeSchedule(db: Db, id: string, rights: Planned['rights'], nextAt: Date): Promise<void> {
  await db.rows(sql`
    update export_schedule set status = 'active', pause_reason = null, rights = ${JSON.stringify(rights)}::jsonb, next_at = ${nextAt},
      version = version + 1 where id = ${id}`)
}

export async function dropSchedule(db: Db, id: string): Promise<void> {
  await db.rows(sql`delete from export_schedule where id = ${id}`)
}

/** Schedules whose turn has come. */
export function readDue(db: Db, now: Date): Promise<{ id: string }[]> {
  return db.rows(sql`
    select id::text from export_schedule where status = 'active' and next_at <= ${now} order by next_at, id limit 100`)
}

/** A schedule whose turn it still is, held; undefined when another process has it or somebody stopped it. */
export function lockDue(db: Db, id: string, now: Date): Promise<Schedule | undefined> {
  return db.one(sql`
    select ${SCHEDULE} from export_schedule j
    where j.id = ${id} and j.status = 'active' and j.next_at <= ${now} for update of j skip locked`)
}

/** Notes what a turn came to and when the next one is. */
export async function noteTurn(
  db: Db,
  id: string,
  turn: { at: Date; nextAt: Date; jobId: string | null; failure: string | null },
): Promise<void> {
  await db.rows(sql`
    update export_schedule set last_at = ${turn.at}, next_at = ${turn.nextAt}, last_job_id = ${turn.jobId}, last_failure = ${turn.failure}
    where id = ${id}`)
}
