import sql from 'sql-template-tag'
import type { Db } from '../../../core/verb.ts'

export interface Taken {
  distId: string
  supplierId: string
  title: string
  before: string
  after: string
}

/** Remembers that a case keeps a video from being distributed. */
export const hold = (db: Db, videoId: string, caseId: string, dueAt: Date) =>
  db.rows(sql`
    insert into dist_hold (video_id, case_id, due_at) values (${videoId}, ${caseId}, ${dueAt})
    on conflict (video_id, case_id) do update set due_at = least(dist_hold.due_at, excluded.due_at), released_at = null`)

/** Takes back every live row of a video that is not being taken back already, in the name of a case. */
export function restrictRows(db: Db, videoId: string, caseId: string, dueAt: Date, now: Date): Promise<Taken[]> {
  return db.rows<Taken>(sql`
    with mine as (
      select id, status from distribution where video_id = ${videoId}
        and (status in ('published', 'verified', 'finished') or status in ('pending', 'accepted', 'downloaded') and deadline_at > ${now})
      order by id for update
    )
    update distribution d set status = 'recalling', status_before_recall = mine.status, recall_case_id = ${caseId}, takedown_reason = null,
      takedown_due_at = ${dueAt}, version = d.version + 1, updated_at = now()
    from mine where d.id = mine.id
    returning d.id::text as "distId", d.supplier_id::text as "supplierId", d.title, mine.status as before, d.status as after`)
}

/**
 * Lifts a case from a video. Rows taken back in its name go on under another case that still stands, or, without one,
 * return to the state they had; what has been taken down already stays down.
 */
export async function releaseRows(db: Db, videoId: string, caseId: string, now: Date): Promise<Taken[]> {
  await db.rows(sql`
    update dist_hold set released_at = ${now} where video_id = ${videoId} and case_id = ${caseId} and released_at is null`)
  const other = await db.one<{ caseId: string }>(sql`
    select case_id::text as "caseId" from dist_hold where video_id = ${videoId} and released_at is null order by created_at, case_id limit 1`)
  if (other) {
    await db.rows(sql`
      update distribution set recall_case_id = ${other.caseId}, updated_at = now()
      where video_id = ${videoId} and recall_case_id = ${caseId} and status in ('recalling', 'recall_overdue')`)
    return []
  }
  return db.rows<Taken>(sql`
    with mine as (
      select id, status from distribution
      where video_id = ${videoId} and recall_case_id = ${caseId} and status in ('recalling', 'recall_overdue') order by id for update
    )
    update distribution d set status = d.status_before_recall, status_before_recall = null, recall_case_id = null, takedown_due_at = null,
      version = d.version + 1, updated_at = now()
    from mine where d.id = mine.id
    returning d.id::text as "distId", d.supplier_id::text as "supplierId", d.title, mine.status as before, d.status as after`)
}

export interface Clocked {
  distId: string
  supplierId: string
  batchId: string
  title: string
  action: 'expire' | 'overdue'
}

/** Writes down what the clock has done, with its audit entries: deadlines and recalls that have passed. */
export function applyClock(db: Db, now: Date): Promise<Clocked[]> {
  return db.rows<Clocked>(sql`
    with due as (
      select id, status from distribution
      where status in ('pending', 'accepted', 'downloaded') and deadline_at <= ${now} or status = 'recalling' and takedown_due_at <= ${now}
      order by id limit 5000 for update skip locked
    ), moved as (
      update distribution d set status = case when d.status = 'recalling' then 'recall_overdue' else 'expired' end,
        ended_at = case when d.status = 'recalling' then null else d.deadline_at end, version = d.version + 1, updated_at = now()
      from due where d.id = due.id
      returning d.id, d.supplier_id, d.batch_id, d.title, due.status as before, d.status as after
    ), told as (
      insert into audit_log (at, action, entity, entity_id, before, after)
      select ${now}, 'distribution.' || case after when 'expired' then 'expire' else 'overdue' end, 'distribution', id::text,
        jsonb_build_object('status', before), jsonb_build_object('status', after)
      from moved
    )
    select id::text as "distId", supplier_id::text as "supplierId", batch_id::text as "batchId", title,
      case after when 'expired' then 'expire' else 'overdue' end as action
    from moved`)
}
