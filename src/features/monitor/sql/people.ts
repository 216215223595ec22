import sql from 'sql-template-tag'
import type { Db } from '../../../core/verb.ts'
import type { DEADLINES, HEALTH } from '../contract.ts'

export interface Person {
  userId: string
  name: string
  role: string
  windows: number
  seenAt: string
}

const living = (since: Date, now: Date) => sql`
  session s join app_user u on u.id = s.user_id and u.status = 'active'
  where s.revoked_at is null and s.expires_at > ${now} and s.last_seen_at >= ${since}`

/** Accounts seen since an instant, the last seen first. */
export function readOnline(db: Db, since: Date, now: Date, limit: number): Promise<Person[]> {
  return db.rows(sql`
    select u.id::text as "userId", u.display_name as name, u.role, count(*) as windows, max(s.last_seen_at) as "seenAt"
    from ${living(since, now)} group by u.id order by max(s.last_seen_at) desc, u.id limit ${limit}`)
}

export async function countOnline(db: Db, since: Date, now: Date): Promise<number> {
  const row = await db.one<{ n: number }>(sql`select count(distinct u.id) as n from ${living(since, now)}`)
  return row!.n
}

export interface Deadline {
  kind: (typeof DEADLINES)[number]
  overdue: number
  soon: number
}

/** What should be done by now, and what is due before an instant, by kind; each kind one range of an index on its deadline. */
export function readDeadlines(db: Db, now: Date, soon: Date): Promise<Deadline[]> {
  return db.rows(sql`
    with due as (
      select 'cases' as kind, sla_due_at as at from risk_case where sla_due_at < ${soon} and state in ('pending', 'claimed', 'escalated')
      union all
      select 'tasks', deadline_at from distribution where deadline_at < ${soon} and status in ('pending', 'accepted', 'downloaded')
      union all
      select 'recalls', takedown_due_at from distribution where status = 'recalling' and takedown_due_at < ${soon}
      union all
      select 'claims', due_at from recommendation_claim where status = 'claimed' and due_at < ${soon}
      union all
      select 'statements', confirm_due from statement where state = 'pending_confirm' and confirm_due < ${soon}
    )
    select k.kind, count(*) filter (where due.at < ${now}) as overdue, count(*) filter (where due.at >= ${now}) as soon
    from unnest(array['cases', 'tasks', 'recalls', 'claims', 'statements']) with ordinality k (kind, at) left join due on due.kind = k.kind
    group by k.kind, k.at order by k.at`)
}

export async function countOverdueCases(db: Db, now: Date): Promise<number> {
  const row = await db.one<{ n: number }>(
    sql`select count(*) as n from risk_case where sla_due_at < ${now} and state in ('pending', 'claimed', 'escalated')`,
  )
  return row!.n
}

/** Enabled union accounts by the health of their credentials. */
export function readUnions(db: Db): Promise<{ health: (typeof HEALTH)[number]; count: number }[]> {
  return db.rows(sql`select health, count(*) as count from union_account where enabled group by 1 order by 2 desc, 1`)
}
