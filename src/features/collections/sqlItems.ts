import sql, { type Sql } from 'sql-template-tag'
import type { Scope } from '../../core/scope.ts'
import type { Db } from '../../core/verb.ts'
import { fencePartner } from '../../kit/sql/fence.ts'
import { ITEMS_PAGE } from './contract.ts'
import type { CollectionRow } from './sql.ts'
import { scopeOfLine } from './sqlBuild.ts'

const itemsOf = (scope: Scope, id: string): Sql =>
  sql`collection_item i join video v on v.id = i.video_id where i.collection_id = ${id} and ${fencePartner(scope, sql`v.partner_id`)}`

export interface ItemRow {
  videoId: string
  title: string
  platform: string
  platformItemId: string
  creatorName: string | null
  partnerName: string | null
  durationMs: number | null
  coverUrl: string | null
  publishedAt: string | null
  visibility: string
  riskState: string
  playCount: number
  playDelta1d: number | null
  finishRate: number | null
  source: string
}

/** A page of a collection's videos within the scope, in its own order. */
export function readItems(db: Db, scope: Scope, id: string, offset: number, limit = ITEMS_PAGE): Promise<ItemRow[]> {
  return db.rows<ItemRow>(sql`
    with page as materialized (
      select i.video_id, i.position, i.source from ${itemsOf(scope, id)} order by i.position, i.video_id limit ${limit} offset ${offset}
    )
    select v.id::text as "videoId", v.title, v.platform, v.platform_item_id as "platformItemId", c.nickname as "creatorName",
      p.name as "partnerName", v.duration_ms as "durationMs", v.cover_url as "coverUrl", v.published_at as "publishedAt", v.visibility,
      v.risk_state as "riskState", s.play_count as "playCount", s.play_delta_1d as "playDelta1d", s.finish_rate_ppm as "finishRate", page.source
    from page join video v on v.id = page.video_id join video_stat s on s.video_id = v.id
      left join creator c on c.id = v.creator_id left join partner p on p.id = v.partner_id
    order by page.position, page.video_id`)
}

export async function countItems(db: Db, scope: Scope, id: string): Promise<number> {
  return (await db.one<{ n: number }>(sql`select count(*) as n from ${itemsOf(scope, id)}`))!.n
}

export interface Candidate {
  id: string
  contentType: string
  isOfLine: boolean
  isIn: boolean
}

/** Videos of a wish to add that lie within the scope, with what decides whether they may come in. */
export function readCandidates(
  db: Db,
  scope: Scope,
  into: Pick<CollectionRow, 'collectionId' | 'lineId' | 'filterType'>,
  ids: string[],
) {
  // What a rule found may still be put in by hand: from then on it stays.
  return db.rows<Candidate>(sql`
    select v.id::text, v.content_type as "contentType", ${fencePartner(scopeOfLine(into.lineId), sql`v.partner_id`)} is true as "isOfLine",
      exists (select from collection_item i where i.collection_id = ${into.collectionId} and i.video_id = v.id
        and not (i.source = 'rule' and ${into.filterType === 'rules'})) as "isIn"
    from video v where v.id = any(${ids}::bigint[]) and ${fencePartner(scope, sql`v.partner_id`)}`)
}

/** How many items stand in a collection, whoever asks: the limit counts them all. */
export async function countAll(db: Db, id: string): Promise<number> {
  return (await db.one<{ n: number }>(sql`select count(*) as n from collection_item where collection_id = ${id}`))!.n
}

/** Puts videos at the end of a collection in the order given; an exclusion of theirs ends. */
export async function addItems(
  db: Db,
  into: Pick<CollectionRow, 'collectionId' | 'filterType'>,
  ids: string[],
  actorId: string,
  now: Date,
): Promise<void> {
  const source = into.filterType === 'rules' ? 'include' : 'manual'
  await db.rows(
    sql`delete from collection_exclude where collection_id = ${into.collectionId} and video_id = any(${ids}::bigint[])`,
  )
  await db.rows(sql`
    insert into collection_item as i (collection_id, video_id, position, source, added_by, added_at)
    select ${into.collectionId}::bigint, w.id, m.last + w.nr, ${source}, ${actorId}::bigint, ${now}
    from unnest(${ids}::bigint[]) with ordinality w(id, nr),
      (select coalesce(max(position), 0) as last from collection_item where collection_id = ${into.collectionId}) m
    on conflict (collection_id, video_id) do update set source = excluded.source, added_by = excluded.added_by`)
}

/** Items of a wish to take out that lie within the scope. */
export function readItemsOf(db: Db, scope: Scope, id: string, ids: string[]) {
  return db.rows<{ id: string }>(
    sql`select v.id::text from ${itemsOf(scope, id)} and v.id = any(${ids}::bigint[]) order by v.id`,
  )
}

export async function removeItems(db: Db, id: string, ids: string[]): Promise<void> {
  await db.rows(sql`delete from collection_item where collection_id = ${id} and video_id = any(${ids}::bigint[])`)
}

export async function excludeItems(db: Db, id: string, ids: string[], actorId: string, now: Date): Promise<void> {
  await db.rows(sql`
    insert into collection_exclude (collection_id, video_id, added_by, added_at)
    select ${id}::bigint, x, ${actorId}::bigint, ${now} from unnest(${ids}::bigint[]) x on conflict do nothing`)
}

/** Ends exclusions; returns how many there were. */
export async function restoreItems(db: Db, scope: Scope, id: string, ids: string[]): Promise<number> {
  const gone = await db.rows(sql`
    delete from collection_exclude x using video v where v.id = x.video_id and x.collection_id = ${id}
      and v.id = any(${ids}::bigint[]) and ${fencePartner(scope, sql`v.partner_id`)} returning 1`)
  return gone.length
}

/** Counts anew and notes that the contents changed. */
export async function touch(db: Db, id: string, now: Date): Promise<number> {
  await db.rows(sql`select recount_collections(array[${id}::bigint])`)
  const row = await db.one<{ items: number }>(
    sql`update collection set last_time = ${now} where id = ${id} returning item_count as items`,
  )
  return row!.items
}

/** Copies the items a session may see; returns how many. */
export async function copyItems(
  db: Db,
  scope: Scope,
  from: string,
  to: string,
  actorId: string,
  now: Date,
): Promise<number> {
  const rows = await db.rows(sql`
    insert into collection_item (collection_id, video_id, position, source, added_by, added_at)
    select ${to}::bigint, i.video_id, i.position, i.source, ${actorId}::bigint, ${now} from ${itemsOf(scope, from)} and i.source <> 'rule'
    returning 1`)
  return rows.length
}

export async function copyExcluded(
  db: Db,
  scope: Scope,
  from: string,
  to: string,
  actorId: string,
  now: Date,
): Promise<void> {
  await db.rows(sql`
    insert into collection_exclude (collection_id, video_id, added_by, added_at)
    select ${to}::bigint, x.video_id, ${actorId}::bigint, ${now} from collection_exclude x join video v on v.id = x.video_id
    where x.collection_id = ${from} and ${fencePartner(scope, sql`v.partner_id`)}`)
}

export function readSamples(db: Db, ids: string[]) {
  return db.rows<{ videoId: string; title: string; platform: string; playCount: number }>(sql`
    select v.id::text as "videoId", v.title, v.platform, s.play_count as "playCount"
    from unnest(${ids}::bigint[]) with ordinality w(id, nr) join video v on v.id = w.id join video_stat s on s.video_id = v.id order by w.nr`)
}

/** What pasted references mean within the scope: the platform's id before our own. */
export function resolveVideos(db: Db, scope: Scope, refs: { platform: string | null; itemId: string }[]) {
  const own = refs.map(({ platform, itemId }) => (!platform && /^[1-9]\d{0,17}$/.test(itemId) ? itemId : null))
  return db.rows<{ nr: number; id: string; contentType: string; partnerId: string | null; lineId: string | null }>(sql`
    select distinct on (w.nr) w.nr::int as nr, v.id::text, v.content_type as "contentType", v.partner_id::text as "partnerId",
      p.business_line_id::text as "lineId"
    from unnest(${refs.map(({ platform }) => platform)}::text[], ${refs.map(({ itemId }) => itemId)}::text[], ${own}::bigint[])
      with ordinality w(platform, item, own, nr)
      join lateral (
        select x.*, 0 as rank from video x where x.platform_item_id = w.item and (w.platform is null or x.platform = w.platform)
        union all select x.*, 1 from video x where x.id = w.own
      ) v on true
      left join partner p on p.id = v.partner_id
    where ${fencePartner(scope, sql`v.partner_id`)} order by w.nr, v.rank, v.id`)
}
