import sql from 'sql-template-tag'
import type { Db } from '../../../core/verb.ts'

export async function readAccountIds(db: Db): Promise<string[]> {
  const found = await db.rows<{ id: string }>(sql`select id::text from union_account order by id`)
  return found.map(({ id }) => id)
}

/** Files that were read and never applied go after a week. */
export async function dropOldImports(db: Db, now: Date): Promise<void> {
  await db.rows(sql`delete from jd_order_import where created_at < ${now}::timestamptz - interval '7 days'`)
}
