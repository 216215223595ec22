import sql, { join, type Sql } from 'sql-template-tag'
import type { Db } from '../../../core/verb.ts'

export interface Category {
  id: string
  parentId: string | null
  code: string
  nameZh: string
  nameEn: string
  enabled: boolean
  riskLevel: 'low' | 'mid' | 'high'
  version: number
  mergedInto: string | null
  isMerged: boolean
}

const COLUMNS = sql`id::text, parent_id::text as "parentId", code, name_zh as "nameZh", name_en as "nameEn", enabled,
  risk_level as "riskLevel", version, merged_into::text as "mergedInto", merged_at is not null as "isMerged"`

/** All categories, merged ones too: parents before their children, in their order. */
export function readAll(db: Db): Promise<Category[]> {
  return db.rows(sql`
    select ${COLUMNS} from category c
    order by coalesce((select p.sort from category p where p.id = c.parent_id), c.sort), coalesce(parent_id, id), parent_id nulls first, sort, id`)
}

/** Changes of the tree take turns: what they check stays true until they commit. */
export async function lockTree(db: Db): Promise<void> {
  await db.one(sql`select pg_advisory_xact_lock(hashtext('category_tree'))`)
}

/** A category, held until the transaction ends: no video can come under it meanwhile. */
export function holdOne(db: Db, id: string): Promise<Category | undefined> {
  return db.one(sql`select ${COLUMNS} from category where id = ${id} for update`)
}

/** Another category of that name under that parent, in either language and any case. */
export function findTwin(
  db: Db,
  one: { id: string | null; parentId: string | null; name: string; language: 'zh' | 'en' },
): Promise<{ id: string } | undefined> {
  const column = one.language === 'zh' ? sql`name_zh` : sql`name_en`
  return db.one(sql`
    select id::text from category where coalesce(parent_id, 0) = coalesce(${one.parentId}::bigint, 0) and merged_into is null
      and lower(${column}) = lower(${one.name}) and id is distinct from ${one.id}::bigint`)
}

export async function insertCategory(
  db: Db,
  one: Pick<Category, 'parentId' | 'nameZh' | 'nameEn' | 'riskLevel'>,
): Promise<string> {
  const row = await db.one<{ id: string }>(sql`
    with place as (select coalesce(max(sort), 0) + 1 as sort from category where coalesce(parent_id, 0) = coalesce(${one.parentId}::bigint, 0))
    insert into category (parent_id, code, name_zh, name_en, risk_level, sort)
    select ${one.parentId}, 'c' || to_char(clock_timestamp(), 'YYMMDDHH24MISSUS'), ${one.nameZh}, ${one.nameEn}, ${one.riskLevel}, sort from place
    returning id::text`)
  return row!.id
}

/** Writes the given fields; false when the version is no longer the row's. */
export async function updateCategory(
  db: Db,
  id: string,
  version: number,
  change: Partial<Pick<Category, 'parentId' | 'nameZh' | 'nameEn' | 'riskLevel' | 'enabled'>>,
): Promise<boolean> {
  const sets: Sql[] = [
    ...(change.parentId === undefined ? [] : [sql`parent_id = ${change.parentId}`]),
    ...(change.nameZh === undefined ? [] : [sql`name_zh = ${change.nameZh}`]),
    ...(change.nameEn === undefined ? [] : [sql`name_en = ${change.nameEn}`]),
    ...(change.riskLevel === undefined ? [] : [sql`risk_level = ${change.riskLevel}`]),
    ...(change.enabled === undefined ? [] : [sql`enabled = ${change.enabled}`]),
    sql`version = version + 1`,
  ]
  const row = await db.one(
    sql`update category set ${join(sets, ', ')} where id = ${id} and version = ${version} returning 1`,
  )
  return !!row
}

/** Swaps a category with its neighbour and numbers the siblings anew; false at the end of the row. */
export async function moveCategory(db: Db, { id, parentId }: Category, direction: 'up' | 'down'): Promise<boolean> {
  const siblings = await db.rows<{ id: string }>(sql`
    select id::text from category where coalesce(parent_id, 0) = coalesce(${parentId}::bigint, 0) and merged_into is null order by sort, id`)
  const order = siblings.map((one) => one.id)
  const at = order.indexOf(id)
  const to = direction === 'up' ? at - 1 : at + 1
  if (to < 0 || to >= order.length) return false
  ;[order[at], order[to]] = [order[to]!, order[at]!]
  await db.rows(sql`update category c set sort = o.place, version = c.version + case when c.id = ${id} then 1 else 0 end
    from unnest(${order}::bigint[]) with ordinality o(id, place) where c.id = o.id`)
  return true
}

/** How much hangs on a category. */
export async function countOf(db: Db, id: string): Promise<{ videos: number; children: number; aliases: number }> {
  const row = await db.one<{ videos: number; children: number; aliases: number }>(sql`
    select (select count(*) from video where category_id = ${id}) as videos,
      (select count(*) from category where parent_id = ${id} and merged_into is null) as children,
      (select count(*) from category where merged_into = ${id}) as aliases`)
  return row!
}

/** Makes a category an alias of another, and its own aliases too; what platforms map to it goes there from now on. */
export async function mergeCategory(db: Db, id: string, version: number, intoId: string): Promise<boolean> {
  const row = await db.one(sql`
    update category set merged_into = ${intoId}, enabled = false, version = version + 1
    where id = ${id} and version = ${version} returning 1`)
  if (!row) return false
  await db.rows(sql`update category set merged_into = ${intoId}, merged_at = null where merged_into = ${id}`)
  await db.rows(sql`update platform_category_map set category_id = ${intoId} where category_id = ${id}`)
  return true
}

/** Moves up to `most` videos of merged categories on; returns how many. */
export async function moveSomeVideos(db: Db, most: number): Promise<number> {
  // The trigger that follows merged categories gives each its new one.
  const rows = await db.rows(sql`
    update video set category_id = category_id, version = version + 1, updated_at = now() where id in (
      select v.id from category c join video v on v.category_id = c.id
      where c.merged_into is not null and c.merged_at is null order by v.id limit ${most}
    ) returning 1`)
  return rows.length
}

/** Ends merges whose videos have all moved; returns how many are still on their way. */
export async function finishMerges(db: Db): Promise<number> {
  await db.rows(sql`update category c set merged_at = now() where merged_into is not null and merged_at is null
    and not exists (select from video v where v.category_id = c.id)`)
  const row = await db.one<{ left: number }>(
    sql`select count(*) as left from category where merged_into is not null and merged_at is null`,
  )
  return row!.left
}

/** Deletes a category nothing hangs on; false when something came meanwhile or the version is old. */
export async function deleteCategory(db: Db, id: string, version: number): Promise<boolean> {
  await db.rows(sql`delete from platform_category_map where category_id = ${id}`)
  const row = await db.one(sql`delete from category where id = ${id} and version = ${version} returning 1`)
  return !!row
}
