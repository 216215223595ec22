import sql from 'sql-template-tag'
import type { Db } from '../../core/verb.ts'

export interface Setting {
  key: string
  value: string
  changedAt: string
}

export const listSettings = (db: Db, userId: string): Promise<Setting[]> =>
  db.rows(sql`select key, value, changed_at as "changedAt" from user_setting where user_id = ${userId} order by key`)

export async function forgetSetting(db: Db, userId: string, key: string): Promise<void> {
  await db.rows(sql`delete from user_setting where user_id = ${userId} and key = ${key}`)
}

/** Keeps a setting; how many the person has then. Saves of one person wait for each other, so that the count is true. */
export async function saveSetting(db: Db, userId: string, key: string, value: string, now: Date): Promise<number> {
  await db.rows(sql`select 1 from app_user where id = ${userId} for no key update`)
  await db.rows(sql`
    insert into user_setting (user_id, key, value, changed_at) values (${userId}, ${key}, ${value}, ${now})
    on conflict (user_id, key) do update set value = excluded.value, changed_at = excluded.changed_at`)
  const counted = await db.one<{ count: number }>(
    sql`select count(*)::integer as count from user_setting where user_id = ${userId}`,
  )
  return counted!.count
}
