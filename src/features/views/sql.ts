import sql from 'sql-template-tag'
import type { Db } from '../../core/verb.ts'

export interface View {
  id: string
  name: string
  query: string
  createdAt: string
}

export const listViews = (db: Db, userId: string, listKey: string): Promise<View[]> =>
  db.rows(sql`
    select id::text, name, query, created_at as "createdAt" from saved_view
    where user_id = ${userId} and list_key = ${listKey} order by name, id`)

/** Saves of one person wait for each other, so that the count that follows is true. */
export async function lockOwner(db: Db, userId: string): Promise<void> {
  await db.rows(sql`select 1 from app_user where id = ${userId} for no key update`)
}

export async function upsertView(
  db: Db,
  view: { userId: string; listKey: string; name: string; query: string },
): Promise<{ id: string; count: number }> {
  const saved = await db.one<{ id: string }>(sql`
    insert into saved_view (user_id, list_key, name, query)
    values (${view.userId}, ${view.listKey}, ${view.name}, ${view.query})
    on conflict (user_id, list_key, name) do update set query = excluded.query
    returning id::text`)
  const counted = await db.one<{ count: number }>(sql`
    select count(*)::integer as count from saved_view where user_id = ${view.userId} and list_key = ${view.listKey}`)
  return { id: saved!.id, count: counted!.count }
}

/** Deletes a view of one's own; false when there is none with this id. */
export async function deleteView(db: Db, userId: string, id: string): Promise<boolean> {
  return !!(await db.one(sql`delete from saved_view where id = ${id} and user_id = ${userId} returning 1`))
}
