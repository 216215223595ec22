import { createHash } from 'node:crypto'
import sql, { type Sql } from 'sql-template-tag'
import type { ListQuery } from '../../core/listQuery.ts'
import type { Scope } from '../../core/scope.ts'
import type { Db } from '../../core/verb.ts'
import { fencePartner } from '../../kit/sql/fence.ts'
import { type ListSource, likePattern, whereOf } from '../../kit/sql/list.ts'
import { type Report, starList } from './contract.ts'
import { FIELD_NAMES } from './fields.ts'
import type { Order } from './read.ts'

/** Orders whose video is unknown have no partner and are for those alone who see everything. */
const fence = (scope: Scope): Sql => fencePartner(scope, sql`v.partner_id`)

const POINTS = 300

export const starSource: ListSource<typeof starList> = {
  keys: () => sql`star_order o left join video v on v.id = o.video_id`,
  id: sql`o.id`,
  rows: sql`join star_order o on o.id = page.id left join video v on v.id = o.video_id left join partner p on p.id = v.partner_id`,
  columns: {
    id: sql`o.id::text`,
    title: sql`o.title`,
    demandName: sql`o.demand_name`,
    authorName: sql`o.author_name`,
    orderStatus: sql`o.order_status`,
    settlementType: sql`o.settlement_type`,
    priceFen: sql`o.price_fen`,
    cpmFen: sql`o.cpm_fen`,
    playCount: sql`o.play_count`,
    finishRate: sql`o.finish_rate_ppm`,
    followState: sql`o.follow_state`,
    orderedAt: sql`o.ordered_at`,
    partnerName: sql`p.name`,
    starId: sql`o.star_id`,
    demandId: sql`o.demand_id`,
    orderId: sql`o.order_id`,
    itemId: sql`o.item_id`,
    authorId: sql`o.author_id`,
    componentType: sql`o.component_type`,
    likeCount: sql`o.like_count`,
    commentCount: sql`o.comment_count`,
    shareCount: sql`o.share_count`,
    fiveSecondRate: sql`o.five_s_play_rate_ppm`,
    playRate: sql`o.play_rate_ppm`,
    componentShow: sql`o.component_show`,
    componentClick: sql`o.component_click`,
    clickRate: sql`o.ctr_ppm`,
    updateTime: sql`o.update_time`,
    videoId: sql`o.video_id::text`,
    coverUrl: sql`v.cover_url`,
    version: sql`o.version`,
  },
  sorts: {
    priceFen: sql`o.price_fen`,
    cpmFen: sql`coalesce(o.cpm_fen, -1)`,
    playCount: sql`coalesce(o.play_count, -1)`,
    orderedAt: sql`o.ordered_at`,
  },
  filters: {
    keyword: (filter) => (filter.kind === 'contains' ? matchKeyword(filter.text) : sql`true`),
    orderStatus: sql`o.order_status`,
    settlementType: sql`o.settlement_type`,
    priceFen: sql`o.price_fen`,
    followState: sql`o.follow_state`,
    orderedAt: sql`o.ordered_at`,
    author: (filter) =>
      filter.kind === 'contains'
        ? sql`(o.author_id = ${filter.text} or o.author_name ilike ${likePattern(filter.text)})`
        : sql`true`,
    partnerId: sql`v.partner_id`,
    demand: (filter) =>
      filter.kind === 'any'
        ? sql`o.demand_id in (select d.demand_id from star_order d where d.id = any(${filter.values.filter((id) => id !== 'none')}::bigint[]))`
        : sql`true`,
  },
}

function matchKeyword(text: string): Sql {
  const like = likePattern(text)
  return sql`(o.order_id = ${text} or o.item_id = ${text} or o.demand_id = ${text} or o.title ilike ${like}
    or o.demand_name ilike ${like} or o.author_name ilike ${like})`
}

interface Filtered {
  db: Db
  scope: Scope
  query: ListQuery
  may: Parameters<typeof whereOf>[0]['may']
}

export const questionOf = ({ db, scope, query, may }: Filtered) => ({
  db,
  list: starList,
  source: starSource,
  query,
  fence: fence(scope),
  may,
})

/** Figures, months and points of a filtered set. */
export async function readSummary(filtered: Filtered) {
  const where = whereOf(questionOf(filtered))
  const from = sql`star_order o left join video v on v.id = o.video_id`
  const { db } = filtered
  const [totals, months, points] = await Promise.all([
    db.one<{ orders: number; gmvFen: number; cpmFen: number | null; finishRate: number | null }>(sql`
      select count(*) as orders, coalesce(sum(o.price_fen) filter (where o.order_status in ('FINISHED', 'ONGOING')), 0)::bigint as "gmvFen",
        round(sum(o.price_fen) filter (where o.play_count > 0) * 1000.0 / nullif(sum(o.play_count) filter (where o.play_count > 0), 0))::bigint as "cpmFen",
        round(sum(o.finish_rate_ppm::numeric * o.play_count)
          / nullif(sum(o.play_count) filter (where o.finish_rate_ppm is not null), 0))::bigint as "finishRate"
      from ${from} where ${where}`),
    db.rows<{ month: string; gmvFen: number; orders: number }>(sql`
      select to_char(o.ordered_at at time zone 'Asia/Shanghai', 'YYYY-MM') as month, sum(o.price_fen)::bigint as "gmvFen", count(*) as orders
      from ${from} where ${where} and o.order_status in ('FINISHED', 'ONGOING') group by 1 order by 1 desc limit 24`),
    db.rows<{ id: string; title: string; plays: number; cpmFen: number; priceFen: number }>(sql`
      select o.id::text, coalesce(nullif(o.title, ''), o.order_id) as title, o.play_count as plays, o.cpm_fen as "cpmFen", o.price_fen as "priceFen"
      from ${from} where ${where} and o.play_count > 0 and o.cpm_fen is not null
      order by coalesce(o.play_count, -1) desc, o.id desc limit ${POINTS}`),
  ])
  return { ...totals!, months: months.reverse(), points }
}

export async function readOptions(db: Db, scope: Scope) {
  const [demands, partners] = await Promise.all([
    db.rows<{ id: string; name: string }>(sql`
      select max(o.id)::text as id, coalesce(max(o.demand_name), o.demand_id) as name from star_order o left join video v on v.id = o.video_id
      where o.demand_id is not null and ${fence(scope)} group by o.demand_id order by max(o.ordered_at) desc limit 200`),
    db.rows<{ id: string; name: string }>(
      sql`select p.id::text, p.name from partner p where ${fencePartner(scope, sql`p.id`)} order by p.name`,
    ),
  ])
  return { demands, partners }
}

export function readOrder(db: Db, scope: Scope, id: string) {
  return db.one<Record<string, unknown>>(sql`
    select o.id::text, o.star_id as "starId", o.order_id as "orderId", o.demand_id as "demandId", o.demand_name as "demandName",
      o.item_id as "itemId", o.video_url as "videoUrl", o.title, o.author_id as "authorId", o.author_name as "authorName",
      p.name as "partnerName", o.component_type as "componentType", o.settlement_type as "settlementType",
      o.order_status as "orderStatus", o.price_fen as "priceFen", o.cpm_fen as "cpmFen", o.play_count as "playCount",
      o.like_count as "likeCount", o.comment_count as "commentCount", o.share_count as "shareCount",
      o.finish_rate_ppm as "finishRate", o.five_s_play_rate_ppm as "fiveSecondRate", o.play_rate_ppm as "playRate",
      o.component_show as "componentShow", o.component_click as "componentClick", o.ctr_ppm as "clickRate",
      o.pos_rate_ppm as positive, o.neu_rate_ppm as neutral, o.neg_rate_ppm as negative, o.hot_words as "hotWords",
      o.ordered_at as "orderedAt", o.update_time as "updateTime", o.follow_state as "followState", o.video_id::text as "videoId",
      v.cover_url as "coverUrl", v.duration_ms as "durationMs", o.version
    from star_order o left join video v on v.id = o.video_id left join partner p on p.id = v.partner_id
    where o.id = ${id} and ${fence(scope)}`)
}

export interface LockedOrder {
  id: string
  followState: string
  version: number
}

/** Locks the orders of a change that lie within the scope, in id order so that two changes cannot deadlock. */
export function lockOrders(db: Db, scope: Scope, ids: string[]): Promise<LockedOrder[]> {
  return db.rows<LockedOrder>(sql`
    select o.id::text, o.follow_state as "followState", o.version from star_order o left join video v on v.id = o.video_id
    where o.id = any(${ids}::bigint[]) and ${fence(scope)} order by o.id for update of o`)
}

export async function setFollow(db: Db, ids: string[], followState: string, now: Date): Promise<void> {
  await db.rows(sql`
    update star_order set follow_state = ${followState}, version = version + 1, updated_at = ${now} where id = any(${ids}::bigint[])`)
}

const digestOf = (order: Order): string =>
  createHash('sha256')
    .update(JSON.stringify(FIELD_NAMES.map((field) => order[field])))
    .digest('base64url')

/** The orders of a delivery as rows. */
const delivered = (orders: readonly Order[]): Sql => sql`jsonb_to_recordset(${JSON.stringify(
  orders.map((order) => ({ ...order, digest: digestOf(order) })),
)}::jsonb) as n (
  star_id text, order_id text, demand_id text, demand_name text, item_id text, video_url text, title text, author_id text,
  author_name text, component_type text, settlement_type text, order_status text, price bigint, cpm bigint, play bigint,
  "like" bigint, comment bigint, share bigint, finish_rate bigint, five_s_play_rate bigint, play_rate bigint,
  component_show bigint, component_click bigint, ctr bigint, pos_rate bigint, neu_rate bigint, neg_rate bigint,
  hot_words jsonb, create_time timestamptz, update_time timestamptz, digest text)`

export interface Effect {
  created: number
  changed: number
  unchanged: number
}

/** What a delivery would do: an order that says nothing new, or is older than what is known, changes nothing. */
export async function compare(db: Db, orders: readonly Order[]): Promise<Effect> {
  const found = await db.one<Effect>(sql`
    select count(*) filter (where o.id is null) as created,
      count(*) filter (where o.digest <> n.digest and n.update_time >= o.update_time) as changed,
      count(*) filter (where o.digest = n.digest or n.update_time < o.update_time) as unchanged
    from ${delivered(orders)} left join star_order o on o.star_id = n.star_id and o.order_id = n.order_id`)
  return found!
}

/** Takes a delivery in and joins it with the videos known here. Ours, the follow-up, stays as it is. */
export async function upsert(db: Db, orders: readonly Order[], now: Date): Promise<Effect> {
  const written = await db.one<{ created: number; changed: number }>(sql`
    with written as (
      insert into star_order as o (star_id, order_id, demand_id, demand_name, item_id, video_url, title, author_id, author_name,
        component_type, settlement_type, order_status, price_fen, cpm_fen, play_count, like_count, comment_count, share_count,
        finish_rate_ppm, five_s_play_rate_ppm, play_rate_ppm, component_show, component_click, ctr_ppm, pos_rate_ppm, neu_rate_ppm,
        neg_rate_ppm, hot_words, ordered_at, update_time, digest, video_id, created_at, updated_at)
      select n.star_id, n.order_id, n.demand_id, n.demand_name, n.item_id, n.video_url, coalesce(n.title, ''), n.author_id, n.author_name,
        n.component_type, n.settlement_type, n.order_status, n.price, n.cpm, n.play, n."like", n.comment, n.share, n.finish_rate,
        n.five_s_play_rate, n.play_rate, n.component_show, n.component_click, n.ctr, n.pos_rate, n.neu_rate, n.neg_rate,
        array(select jsonb_array_elements_text(n.hot_words)), n.create_time, n.update_time, n.digest, v.id, ${now}, ${now}
      from ${delivered(orders)} left join video v on v.platform = 'douyin' and v.platform_item_id = n.item_id
      order by n.star_id, n.order_id
      on conflict (star_id, order_id) do update set demand_id = excluded.demand_id, demand_name = excluded.demand_name,
        item_id = excluded.item_id, video_url = excluded.video_url, title = excluded.title, author_id = excluded.author_id,
        author_name = excluded.author_name, component_type = excluded.component_type, settlement_type = excluded.settlement_type,
        order_status = excluded.order_status, price_fen = excluded.price_fen, cpm_fen = excluded.cpm_fen,
        play_count = excluded.play_count, like_count = excluded.like_count, comment_count = excluded.comment_count,
        share_count = excluded.share_count, finish_rate_ppm = excluded.finish_rate_ppm,
        five_s_play_rate_ppm = excluded.five_s_play_rate_ppm, play_rate_ppm = excluded.play_rate_ppm,
        component_show = excluded.component_show, component_click = excluded.component_click, ctr_ppm = excluded.ctr_ppm,
        pos_rate_ppm = excluded.pos_rate_ppm, neu_rate_ppm = excluded.neu_rate_ppm, neg_rate_ppm = excluded.neg_rate_ppm,
        hot_words = excluded.hot_words, ordered_at = excluded.ordered_at, update_time = excluded.update_time, digest = excluded.digest,
        video_id = excluded.video_id, updated_at = excluded.updated_at, version = o.version + 1
      where o.digest <> excluded.digest and excluded.update_time >= o.update_time
      returning o.version = 1 as is_new
    )
    select count(*) filter (where is_new) as created, count(*) filter (where not is_new) as changed from written`)
  const { created, changed } = written!
  return { created, changed, unchanged: orders.length - created - changed }
}

/** Joins orders with videos that have arrived since. */
export async function linkVideos(db: Db): Promise<void> {
  await db.rows(sql`
    update star_order o set video_id = v.id from video v
    where o.video_id is null and o.item_id is not null and v.platform = 'douyin' and v.platform_item_id = o.item_id`)
}

/** Keeps a checked file; those that nobody applied within a day go. */
export async function keepImport(
  db: Db,
  file: {
    createdBy: string
    name: string
    orders: readonly Order[]
    report: Omit<Report, 'id' | 'fileName'>
    now: Date
  },
): Promise<string> {
  await db.rows(sql`delete from star_import where created_at < ${file.now}::timestamptz - interval '1 day'`)
  const kept = await db.one<{ id: string }>(sql`
    insert into star_import (created_by, file_name, rows, report, created_at)
    values (${file.createdBy}, ${file.name}, ${JSON.stringify(file.orders)}::jsonb, ${JSON.stringify(file.report)}::jsonb, ${file.now})
    returning id::text`)
  return kept!.id
}

/** One's own checked file, locked. */
export function lockImport(db: Db, userId: string, id: string) {
  return db.one<{ rows: Order[]; status: 'checked' | 'applied'; fileName: string }>(sql`
    select rows, status, file_name as "fileName" from star_import where id = ${id} and created_by = ${userId} for update`)
}

export async function markApplied(db: Db, id: string, now: Date): Promise<void> {
  await db.rows(sql`update star_import set status = 'applied', rows = '[]', applied_at = ${now} where id = ${id}`)
}
