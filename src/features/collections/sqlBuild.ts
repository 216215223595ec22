import sql, { empty, join, raw, type Sql } from 'sql-template-tag'
import type { Scope } from '../../core/scope.ts'
import { addDays, dayOf, startOf } from '../../core/time.ts'
import type { Db } from '../../core/verb.ts'
import { fencePartner } from '../../kit/sql/fence.ts'
import { type Condition, MAX_MATCHES, type Rule } from './rule.ts'

/** The videos a collection may hold: those of its business line, or all. */
export const scopeOfLine = (lineId: string | null): Scope => (lineId ? { kind: 'line', lineId } : { kind: 'all' })

/** What a rule is asked over. `collectionId` brings in what was included and excluded by hand. */
export interface RuleQuestion {
  rule: Rule
  contentType: string
  lineId: string | null
  collectionId: string | null
  now: Date
}

const SORTS: Record<Rule['sort'], Sql> = {
  playCount: sql`s.play_count`,
  playDelta7d: sql`coalesce(s.play_delta_7d, '-9223372036854775808')`,
  finishRate: sql`coalesce(s.finish_rate_ppm, -1)`,
  publishedAt: sql`coalesce(v.published_at, '-infinity')`,
}

/** One condition as a test of `video v` and `video_stat s`. */
function testOf(condition: Condition, now: Date): Sql {
  switch (condition.field) {
    case 'category':
      return sql`v.category_id in (select id from category where id = any(${condition.values}::bigint[]) or parent_id = any(${condition.values}::bigint[]))`
    case 'platform':
      return sql`v.platform = any(${condition.values})`
    case 'partner':
      return sql`v.partner_id = any(${condition.values}::bigint[])`
    case 'published': {
      const ends = [
        ...(condition.from ? [sql`v.published_at >= ${startOf(condition.from)}`] : []),
        ...(condition.to ? [sql`v.published_at < ${startOf(addDays(condition.to, 1))}`] : []),
      ]
      return ends.length ? join(ends, ' and ', '(', ')') : sql`true`
    }
    case 'publishedWithin':
      return sql`v.published_at >= ${startOf(addDays(dayOf(now), 1 - condition.days))}`
    case 'plays':
      return sql`s.play_count >= ${condition.min}::bigint`
    case 'finishRate':
      return sql`s.finish_rate_ppm >= ${condition.min}::bigint`
    case 'noRisk':
      return sql`v.risk_state = 'none'`
  }
}

/** A null figure passes no condition, so the whole is `is true`: "not known" is not a match. */
function testsOf({ rule, now }: RuleQuestion): Sql {
  return join(
    rule.conditions.map((condition) => testOf(condition, now)),
    rule.match === 'all' ? ' and ' : ' or ',
    '(',
    ') is true',
  )
}

/** The videos a collection's rule may choose among. */
const candidates = ({ contentType, lineId }: RuleQuestion): Sql =>
  sql`video v join video_stat s on s.video_id = v.id
    where v.content_type = ${contentType} and ${fencePartner(scopeOfLine(lineId), sql`v.partner_id`)}`

/** What the collection holds by the rule, best first: without what was excluded, up to the limit. */
function chosen(question: RuleQuestion): Sql {
  const { rule, collectionId } = question
  const notExcluded = collectionId
    ? sql` and not exists (select from collection_exclude x where x.collection_id = ${collectionId} and x.video_id = v.id)`
    : empty
  const order = SORTS[rule.sort]
  return sql`select v.id, row_number() over (order by ${order} desc, v.id desc) as position
    from ${candidates(question)} and ${testsOf(question)}${notExcluded}
    order by ${order} desc, v.id desc limit ${raw(String(rule.limit))}`
}

export interface Matches {
  /** Videos the conditions find, counted up to one above the most allowed. */
  matched: number
  isTooMany: boolean
  /** The conditions leave nothing out. */
  isEverything: boolean
}

/** How much the conditions find, before limit, inclusions and exclusions. */
export async function countMatches(db: Db, question: RuleQuestion): Promise<Matches> {
  const found = await db.one<{ matched: number; rest: boolean }>(sql`
    select (select count(*) from (select from ${candidates(question)} and ${testsOf(question)} limit ${raw(String(MAX_MATCHES + 1))}) m) as matched,
      exists (select from ${candidates(question)} and not ${testsOf(question)}) as rest`)
  const { matched, rest } = found!
  return { matched, isTooMany: matched > MAX_MATCHES, isEverything: matched > 0 && !rest }
}

/** How many items the collection will have, and those that come first. */
export async function previewRule(db: Db, question: RuleQuestion): Promise<{ count: number; firstIds: string[] }> {
  const { collectionId } = question
  const included = collectionId
    ? sql` union select video_id from collection_item where collection_id = ${collectionId} and source = 'include'`
    : empty
  const found = await db.one<{ count: number; firstIds: string[] }>(sql`
    with chosen as materialized (${chosen(question)})
    select (select count(*) from (select id from chosen${included}) wanted) as count,
      coalesce((select array_agg(id::text order by position) from (select * from chosen order by position limit 5) f), '{}') as "firstIds"`)
  return found!
}

/**
 * Makes a collection's items what its rule finds now; what was included by hand stays, what was excluded stays out.
 * The caller holds the collection's row locked. Returns how many came and went.
 */
export async function applyRule(
  db: Db,
  question: RuleQuestion & { collectionId: string },
): Promise<{ added: number; removed: number }> {
  const { collectionId } = question
  const changed = await db.one<{ added: number; removed: number }>(sql`
    with chosen as materialized (${chosen(question)}),
    gone as (
      delete from collection_item i where i.collection_id = ${collectionId} and i.source = 'rule'
        and not exists (select from chosen c where c.id = i.video_id) returning 1
    ),
    come as (
      insert into collection_item as i (collection_id, video_id, position, source, added_at)
      select ${collectionId}::bigint, c.id, c.position, 'rule', ${question.now} from chosen c
      on conflict (collection_id, video_id) do update set position = excluded.position
        where i.source = 'rule' and i.position <> excluded.position
      returning (xmax = 0) as is_new
    )
    select (select count(*) from come where is_new) as added, (select count(*) from gone) as removed`)
  return changed!
}

export async function readCount(db: Db, id: string): Promise<number> {
  return (await db.one<{ n: number }>(sql`select item_count as n from collection where id = ${id}`))!.n
}

export async function writeSuccess(db: Db, id: string, now: Date): Promise<void> {
  await db.rows(sql`update collection set built_at = ${now}, build_error = null where id = ${id}`)
}

export async function writeFailure(db: Db, id: string, reason: string, now: Date): Promise<void> {
  await db.rows(sql`update collection set built_at = ${now}, build_error = ${reason} where id = ${id}`)
}

/** Notes a build, with the items it left. */
export async function logBuild(
  db: Db,
  build: { collectionId: string; cause: string; added: number; removed: number; error: string | null; now: Date },
): Promise<void> {
  await db.rows(sql`
    insert into collection_build (collection_id, at, cause, added, removed, items, error)
    select id, ${build.now}, ${build.cause}, ${build.added}, ${build.removed}, item_count, ${build.error} from collection where id = ${build.collectionId}`)
}

export interface BuildRow {
  collectionId: string
  number: string
  name: string
  contentType: string
  lineId: string | null
  rule: Rule | null
  mayMatchAll: boolean
  status: 'online' | 'offline'
  buildError: string | null
  ownerId: string | null
}

/** A collection for the clock's rebuild; undefined when it was deleted meanwhile. */
export function lockForBuild(db: Db, id: string) {
  return db.one<BuildRow>(sql`
    select id::text as "collectionId", number, name, content_type as "contentType", business_line_id::text as "lineId", rule,
      may_match_all as "mayMatchAll", status, build_error as "buildError", owner_id::text as "ownerId"
    from collection where id = ${id} for update`)
}

export async function readRuleCollections(db: Db): Promise<string[]> {
  const rows = await db.rows<{ id: string }>(
    sql`select id::text from collection where filter_type = 'rules' order by id`,
  )
  return rows.map(({ id }) => id)
}

/** Online collections that hold nothing any more. */
export async function readEmptied(db: Db): Promise<string[]> {
  const rows = await db.rows<{ id: string }>(
    sql`select id::text from collection where status = 'online' and item_count = 0 order by id`,
  )
  return rows.map(({ id }) => id)
}

/** Takes an emptied collection offline; false when it is offline already. */
export async function setOffline(db: Db, id: string, from: readonly string[], to: string): Promise<boolean> {
  return !!(await db.one(
    sql`update collection set status = ${to}, version = version + 1 where id = ${id} and status = any(${from}) and item_count = 0 returning 1`,
  ))
}

export async function recountAll(db: Db): Promise<void> {
  await db.rows(sql`select recount_collections((select coalesce(array_agg(id), '{}') from collection))`)
}
