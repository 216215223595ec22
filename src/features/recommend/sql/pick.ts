import sql, { type Sql } from 'sql-template-tag'
import type { Scope } from '../../../core/scope.ts'
import type { Db } from '../../../core/verb.ts'
import type { Platform } from '../../../core/works.ts'
import { fencePartner } from '../../../kit/sql/fence.ts'
import { likePattern } from '../../../kit/sql/list.ts'
import type { TargetType } from '../contract.ts'

const PICKS = 20

interface Pick {
  id: string
  name: string
  note: string
  coverUrl: string | null
  isClean: boolean
}

/** A collection belongs to one business line, or to those who work for all of them. */
const fenceCollections = (scope: Scope): Sql =>
  scope.kind === 'all' ? sql`true` : scope.kind === 'line' ? sql`n.business_line_id = ${scope.lineId}` : sql`false`

/** Targets whose id or name matches; without a word, the newest. Videos lie within the scope. */
export function readTargets(db: Db, scope: Scope, type: Exclude<TargetType, 'topic'>, q: string): Promise<Pick[]> {
  const like = likePattern(q)
  switch (type) {
    case 'video':
      return db.rows<Pick>(sql`
        select v.id::text, v.title as name, coalesce(p.name, '') as note, v.cover_url as "coverUrl",
          v.risk_state = 'none' and v.visibility not in ('removed', 'deleted') as "isClean"
        from video v left join partner p on p.id = v.partner_id
        where ${fencePartner(scope, sql`v.partner_id`)} and (
          ${q === ''} or v.platform_item_id = ${q} or v.id::text = ${q} or v.title ilike ${like} and (length(${q}) < 2 or bigrams(v.title) @> bigrams(${q})))
        order by coalesce(v.published_at, '-infinity') desc, v.id desc limit ${PICKS}`)
    case 'task':
      return db.rows<Pick>(sql`
        select k.id::text, k.name, k.platform as note, null as "coverUrl", true as "isClean" from task k
        where ${q === ''} or k.id::text = ${q} or k.name ilike ${like} order by k.id desc limit ${PICKS}`)
    case 'collection':
      return db.rows<Pick>(sql`
        select n.id::text, n.name, n.number as note, null as "coverUrl", n.status = 'online' as "isClean" from collection n
        where ${fenceCollections(scope)} and (${q === ''} or n.number = upper(${q}) or n.name ilike ${like}) order by n.id desc limit ${PICKS}`)
  }
}

export async function hasTarget(
  db: Db,
  scope: Scope,
  type: Exclude<TargetType, 'topic'>,
  id: string,
): Promise<boolean> {
  const found = await db.one(
    type === 'video'
      ? sql`select 1 from video v where v.id = ${id} and ${fencePartner(scope, sql`v.partner_id`)}`
      : type === 'task'
        ? sql`select 1 from task where id = ${id}`
        : sql`select 1 from collection n where n.id = ${id} and ${fenceCollections(scope)}`,
  )
  return !!found
}

/** Titles of videos within the scope, in the order of the ids. */
export function readVideos(db: Db, scope: Scope, ids: string[]): Promise<{ id: string; title: string }[]> {
  return db.rows(sql`
    select v.id::text, v.title from unnest(${ids}::bigint[]) with ordinality w(id, at) join video v on v.id = w.id
    where ${fencePartner(scope, sql`v.partner_id`)} order by w.at`)
}

/** How many of these partners lie within the scope. */
export async function countPartners(db: Db, scope: Scope, ids: string[]): Promise<number> {
  const found = await db.one<{ n: number }>(
    sql`select count(*) as n from partner p where p.id = any(${ids}::bigint[]) and ${fencePartner(scope, sql`p.id`)}`,
  )
  return found!.n
}

export async function readOptions(db: Db, scope: Scope, now: Date) {
  const [partners, creators, categories] = await Promise.all([
    db.rows<{ id: string; name: string }>(
      scope.kind === 'partner'
        ? sql`select '' as id, '' as name where false`
        : sql`select p.id::text, p.name from partner p where ${fencePartner(scope, sql`p.id`)} order by p.name`,
    ),
    db.rows<{ id: string; name: string; platform: Platform }>(
      scope.kind === 'partner'
        ? sql`
          select o.id::text, o.nickname as name, o.platform from creator_binding b join creator o on o.id = b.creator_id
          where b.partner_id = ${scope.partnerId} and b.bind_time <= ${now} and (b.unbind_time is null or b.unbind_time > ${now})
          order by o.nickname, o.id`
        : sql`select '' as id, '' as name, '' as platform where false`,
    ),
    db.rows<{ id: string; parentId: string | null; nameZh: string; nameEn: string }>(sql`
      select id::text, parent_id::text as "parentId", name_zh as "nameZh", name_en as "nameEn"
      from category where enabled order by coalesce(parent_id, id), parent_id nulls first, sort, id`),
  ])
  return { partners, creators, categories }
}
