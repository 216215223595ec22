import sql, { type Sql } from 'sql-template-tag'
import type { Session } from '../../core/session.ts'
import type { Db } from '../../core/verb.ts'
import type { REACHES } from './contract.ts'

type Reach = (typeof REACHES)[number]

export interface View {
  id: string
  name: string
  query: string
  reach: Reach
  isMine: boolean
  owner: string | null
}

/** Whose eyes: the person, and the lists he may read. */
export interface Eye {
  me: Session
  listKeys: readonly string[]
}

/** One's own, and what colleagues and operators share of lists one may read. What somebody left behind is shared no more. */
const fence = ({ me, listKeys }: Eye): Sql => sql`(v.user_id = ${me.accessId} or (
  v.reach <> 'own' and v.list_key = any(${listKeys}::text[]) and o.status = 'active' and (
    v.reach = 'everyone' or (
      o.role = ${me.accessRoles}
      and o.partner_id is not distinct from ${me.partnerId}::bigint
      and o.supplier_id is not distinct from ${me.supplierId}::bigint
      and o.team_id is not distinct from ${me.teamId}::bigint
      and o.business_line_id is not distinct from ${me.lineId}::bigint))))`

const columns = ({ me }: Eye): Sql => sql`v.id::text, v.name, v.query, v.reach, v.user_id = ${me.accessId} as "isMine",
  case when v.user_id <> ${me.accessId} then o.display_name end as owner`

const MOST_SHOWN = 200

export const listViews = (db: Db, eye: Eye, listKey: string): Promise<View[]> =>
  db.rows(sql`
    select ${columns(eye)} from saved_view v join app_user o on o.id = v.user_id
    where v.list_key = ${listKey} and ${fence(eye)}
    order by v.user_id = ${eye.me.accessId} desc, v.name, v.id limit ${MOST_SHOWN}`)

export const readView = (db: Db, eye: Eye, id: string): Promise<(View & { listKey: string }) | undefined> =>
  db.one(sql`
    select ${columns(eye)}, v.list_key as "listKey" from saved_view v join app_user o on o.id = v.user_id
    where v.id = ${id} and ${fence(eye)}`)

/** Saves of one person wait for each other, so that the count that follows is true. */
export async function lockOwner(db: Db, userId: string): Promise<void> {
  await db.rows(sql`select 1 from app_user where id = ${userId} for no key update`)
}

export async function upsertView(
  db: Db,
  view: { userId: string; listKey: string; name: string; query: string; reach: Reach },
): Promise<{ id: string; count: number }> {
  const saved = await db.one<{ id: string }>(sql`
    insert into saved_view (user_id, list_key, name, query, reach)
    values (${view.userId}, ${view.listKey}, ${view.name}, ${view.query}, ${view.reach})
    on conflict (user_id, list_key, name) do update set query = excluded.query, reach = excluded.reach
    returning id::text`)
  const counted = await db.one<{ count: number }>(sql`
    select count(*)::integer as count from saved_view where user_id = ${view.userId} and list_key = ${view.listKey}`)
  return { id: saved!.id, count: counted!.count }
}

/** Deletes a view of one's own; false when there is none with this id. */
export async function deleteView(db: Db, userId: string, id: string): Promise<boolean> {
  return !!(await db.one(sql`delete from saved_view where id = ${id} and user_id = ${userId} returning 1`))
}
