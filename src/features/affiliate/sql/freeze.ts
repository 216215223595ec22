import sql from 'sql-template-tag'
import type { Db } from '../../../core/verb.ts'

/** Lets the bills of an account stand up to a day; those that stand already stay. False when nothing was left to freeze. */
export async function freezeThrough(db: Db, accountId: string, day: string, now: Date): Promise<boolean> {
  const moved = await db.rows(sql`
    update union_account a set frozen_through = ${day}::date
    where a.id = ${accountId} and (a.frozen_through is null or a.frozen_through < ${day}::date)
      and exists (select from jd_daily d where d.account_id = a.id and d.day <= ${day}::date) returning 1`)
  if (moved.length === 0) return false
  await db.rows(sql`
    update jd_daily set frozen_at = ${now} where account_id = ${accountId} and day <= ${day}::date and frozen_at is null`)
  return true
}
