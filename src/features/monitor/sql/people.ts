import sql from 'sql-template-tag'
import type { Db } from '../../../core/verb.ts'
import type { HEALTH } from '../contract.ts'

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

/** Enabled union accounts by the health of their credentials. */
export function readUnions(db: Db): Promise<{ health: (typeof HEALTH)[number]; count: number }[]> {
  return db.rows(sql`select health, count(*) as count from union_account where enabled group by 1 order by 2 desc, 1`)
}
