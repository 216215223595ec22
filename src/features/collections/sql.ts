import sql, { empty, type Sql } from 'sql-template-tag'
import type { Scope } from '../../core/scope.ts'
import type { Db } from '../../core/verb.ts'
import { fencePartner } from '../../kit/sql/fence.ts'
import { type ListSource, likePattern } from '../../kit/sql/list.ts'
import type { collectionsList } from './contract.ts'
import type { CollectionStatus } from './flow.ts'
import type { Rule } from './rule.ts'

const BUILDS_SHOWN = 20
const EXCLUDED_SHOWN = 100
const TARGETS_SHOWN = 30

/** Collections a session sees: those of its line and those of all lines. */
export const fenceCollections = (scope: Scope): Sql => {
  if (scope.kind === 'all') return sql`true`
  if (scope.kind === 'line') return sql`(c.business_line_id is null or c.business_line_id = ${scope.lineId})`
  return sql`false`
}

/** Collections a session may change: one of all lines belongs to those who work for all. */
export const isReadOnly = (scope: Scope): Sql => (scope.kind === 'all' ? sql`false` : sql`c.business_line_id is null`)

/** How many items the session may know of. */
const countFor = (scope: Scope): Sql =>
  scope.kind === 'line'
    ? sql`coalesce((select n.items from collection_line_count n where n.collection_id = c.id and n.business_line_id = ${scope.lineId}), 0)`
    : sql`c.item_count`

/** A failed build of a set over all lines may say how much the others hold. */
const errorFor = (scope: Scope): Sql =>
  scope.kind === 'all' ? sql`c.build_error` : sql`case when c.business_line_id is not null then c.build_error end`

export function collectionsSource(scope: Scope): ListSource<typeof collectionsList> {
  return {
    keys: () => sql`collection c`,
    id: sql`c.id`,
    rows: sql`join collection c on c.id = page.id`,
    columns: {
      number: sql`c.number`,
      name: sql`c.name`,
      contentType: sql`c.content_type`,
      filterType: sql`c.filter_type`,
      count: countFor(scope),
      lastTime: sql`c.last_time`,
      status: sql`c.status`,
      collectionId: sql`c.id::text`,
      orderDate: sql`c.order_date`,
      reportDate: sql`c.report_date`,
      buildError: errorFor(scope),
      isReadOnly: isReadOnly(scope),
      version: sql`c.version`,
    },
    sorts: { count: countFor(scope), lastTime: sql`c.last_time` },
    filters: {
      number: sql`c.number`,
      name: sql`c.name`,
      contentType: sql`c.content_type`,
      filterType: sql`c.filter_type`,
      lastTime: sql`c.last_time`,
      orderDate: sql`c.order_date`,
      reportDate: sql`c.report_date`,
      status: sql`c.status`,
    },
  }
}

/** What the forms offer within the scope. */
export async function readOptions(db: Db, scope: Scope) {
  const [partners, categories, lines] = await Promise.all([
    db.rows<{ id: string; name: string }>(
      sql`select p.id::text, p.name from partner p where ${fencePartner(scope, sql`p.id`)} order by p.name`,
    ),
    db.rows<{ id: string; parentId: string | null; nameZh: string; nameEn: string }>(sql`
      select id::text, parent_id::text as "parentId", name_zh as "nameZh", name_en as "nameEn"
      from category where enabled order by coalesce(parent_id, id), parent_id nulls first, sort, id`),
    scope.kind === 'all'
      ? db.rows<{ id: string; name: string }>(sql`select id::text, name from business_line order by id`)
      : [],
  ])
  return { partners, categories, lines }
}

/** How many of some partners and categories there are within the scope, and whether the line exists. */
export function countKnown(
  db: Db,
  scope: Scope,
  ids: { partners: string[]; categories: string[]; lineId: string | null },
) {
  return db.one<{ partners: number; categories: number; hasLine: boolean }>(sql`
    select (select count(*) from partner p where p.id = any(${ids.partners}::bigint[]) and ${fencePartner(scope, sql`p.id`)}) as partners,
      (select count(*) from category where id = any(${ids.categories}::bigint[])) as categories,
      ${ids.lineId}::bigint is null or exists (select from business_line where id = ${ids.lineId}::bigint) as "hasLine"`)
}

export function readSameName(db: Db, scope: Scope, name: string) {
  return db.rows<{ id: string; number: string }>(sql`
    select c.id::text, c.number from collection c where c.name = ${name} and ${fenceCollections(scope)} order by c.id limit 5`)
}

export interface CollectionRow {
  collectionId: string
  number: string
  name: string
  contentType: string
  filterType: 'artificial' | 'rules'
  lineId: string | null
  rule: Rule | null
  mayMatchAll: boolean
  orderDate: string | null
  reportDate: string | null
  status: CollectionStatus
  ownerId: string | null
  count: number
  builtAt: string | null
  buildError: string | null
  isReadOnly: boolean
  version: number
}

const rowColumns = (scope: Scope): Sql => sql`
  c.id::text as "collectionId", c.number, c.name, c.content_type as "contentType", c.filter_type as "filterType",
  c.business_line_id::text as "lineId", c.rule, c.may_match_all as "mayMatchAll", c.order_date as "orderDate",
  c.report_date as "reportDate", c.status, c.owner_id::text as "ownerId", ${countFor(scope)} as count,
  c.built_at as "builtAt", ${errorFor(scope)} as "buildError", ${isReadOnly(scope)} as "isReadOnly", c.version`

/** One collection within the scope, locked for a change; undefined when it is missing or foreign. */
export function lockCollection(db: Db, scope: Scope, id: string) {
  return db.one<CollectionRow>(
    sql`select ${rowColumns(scope)} from collection c where c.id = ${id} and ${fenceCollections(scope)} for update of c`,
  )
}

export function readCollection(db: Db, scope: Scope, id: string) {
  return db.one<
    CollectionRow & { ownerName: string | null; lineName: string | null; createdAt: string; lastTime: string }
  >(sql`
    select ${rowColumns(scope)}, u.display_name as "ownerName", l.name as "lineName", c.created_at as "createdAt", c.last_time as "lastTime"
    from collection c left join app_user u on u.id = c.owner_id left join business_line l on l.id = c.business_line_id
    where c.id = ${id} and ${fenceCollections(scope)}`)
}

/** Names of a rule's ids; partners outside the scope are not among them. */
export async function readRuleNames(db: Db, scope: Scope, partners: string[], categories: string[]) {
  const [partnerNames, categoryNames] = await Promise.all([
    db.rows<{ id: string; name: string }>(sql`
      select p.id::text, p.name from partner p where p.id = any(${partners}::bigint[]) and ${fencePartner(scope, sql`p.id`)}`),
    db.rows<{ id: string; nameZh: string; nameEn: string }>(sql`
      select id::text, name_zh as "nameZh", name_en as "nameEn" from category where id = any(${categories}::bigint[])`),
  ])
  return { partners: partnerNames, categories: categoryNames }
}

export function readBuilds(db: Db, id: string) {
  return db.rows<{
    at: string
    cause: string
    added: number
    removed: number
    items: number
    error: string | null
  }>(sql`
    select at, cause, added, removed, items, error from collection_build where collection_id = ${id} order by id desc limit ${BUILDS_SHOWN}`)
}

export function readExcluded(db: Db, scope: Scope, id: string) {
  return db.rows<{ videoId: string; title: string }>(sql`
    select v.id::text as "videoId", v.title from collection_exclude x join video v on v.id = x.video_id
    where x.collection_id = ${id} and ${fencePartner(scope, sql`v.partner_id`)} order by x.added_at desc, v.id limit ${EXCLUDED_SHOWN}`)
}

/** Collections a session may put videos into. */
export function readTargets(db: Db, scope: Scope, search: string) {
  const matches = search
    ? sql` and (c.number ilike ${likePattern(search)} or c.name ilike ${likePattern(search)})`
    : empty
  return db.rows<{
    id: string
    number: string
    name: string
    contentType: string
    filterType: string
    count: number
  }>(sql`
    select c.id::text, c.number, c.name, c.content_type as "contentType", c.filter_type as "filterType", ${countFor(scope)} as count
    from collection c where ${fenceCollections(scope)} and not ${isReadOnly(scope)}${matches}
    order by c.filter_type, c.last_time desc, c.id desc limit ${TARGETS_SHOWN}`)
}

/** Collections of an import, by number and by name, within the scope. */
export function readForImport(db: Db, scope: Scope, numbers: string[], names: string[]): Promise<CollectionRow[]> {
  return db.rows<CollectionRow>(sql`
    select ${rowColumns(scope)} from collection c
    where (c.number = any(${numbers}) or c.name = any(${names})) and ${fenceCollections(scope)} order by c.id`)
}

export interface NewCollection {
  name: string
  contentType: string
  filterType: string
  lineId: string | null
  rule: Rule | null
  mayMatchAll: boolean
  orderDate: string | null
  reportDate: string | null
  ownerId: string
  now: Date
}

export async function insertCollection(db: Db, row: NewCollection): Promise<{ id: string; number: string }> {
  const made = await db.one<{ id: string; number: string }>(sql`
    insert into collection (number, name, content_type, filter_type, business_line_id, rule, may_match_all, order_date, report_date,
      owner_id, created_at, last_time)
    values (next_collection_number((${row.now}::timestamptz at time zone 'Asia/Shanghai')::date), ${row.name}, ${row.contentType},
      ${row.filterType}, ${row.lineId}::bigint, ${row.rule && JSON.stringify(row.rule)}::jsonb, ${row.mayMatchAll},
      ${row.orderDate}::date, ${row.reportDate}::date, ${row.ownerId}, ${row.now}, ${row.now})
    returning id::text, number`)
  return made!
}

export type Change = Pick<NewCollection, 'name' | 'rule' | 'mayMatchAll' | 'orderDate' | 'reportDate' | 'now'>

/** Writes a locked collection's own fields. */
export async function updateCollection(db: Db, id: string, row: Change): Promise<void> {
  await db.rows(sql`
    update collection set name = ${row.name}, rule = ${row.rule && JSON.stringify(row.rule)}::jsonb, may_match_all = ${row.mayMatchAll},
      order_date = ${row.orderDate}::date, report_date = ${row.reportDate}::date, last_time = ${row.now}, version = version + 1
    where id = ${id}`)
}

/** Moves a collection along its flow; false when it has moved meanwhile, or what going online asks does not hold. */
export async function moveStatus(
  db: Db,
  id: string,
  from: readonly string[],
  to: CollectionStatus,
  version: number,
): Promise<boolean> {
  const guard =
    to === 'online'
      ? sql` and item_count > 0 and (filter_type = 'artificial' or (built_at is not null and build_error is null))`
      : empty
  const moved = await db.one(sql`
    update collection set status = ${to}, version = version + 1
    where id = ${id} and status = any(${from}) and version = ${version}${guard} returning 1`)
  return !!moved
}

/** Whether a recommendation that is not over names the collection; it holds no foreign key of its own. */
export async function isRecommended(db: Db, id: string): Promise<boolean> {
  return !!(await db.one(sql`select 1 from recommendation where collection_id = ${id} and status <> 'expired' limit 1`))
}

/** Deletes an offline collection. A room that still uses it refuses by its foreign key (23503). */
export async function deleteCollection(db: Db, id: string, from: readonly string[], version: number): Promise<boolean> {
  return !!(await db.one(
    sql`delete from collection where id = ${id} and status = any(${from}) and version = ${version} returning 1`,
  ))
}
