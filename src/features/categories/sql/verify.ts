import sql from 'sql-template-tag'
import type { Db } from '../../../core/verb.ts'

/** Compares days with the facts; returns how many differed and are marked dirty. */
export async function verifyRecent(db: Db, days: string[]): Promise<number> {
  const row = await db.one<{ wrong: number }>(sql`select verify_categories(${days}::date[]) as wrong`)
  return row!.wrong
}
