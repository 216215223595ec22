import sql, { join, type Sql } from 'sql-template-tag'
import type { Period } from '../../../core/period.ts'
import type { Scope } from '../../../core/scope.ts'
import type { Db } from '../../../core/verb.ts'

/** Which rows of the roll-ups a question is about. Empty lists do not restrict. */
export interface Slice extends Period {
  platform: string[]
  contentType: string[]
  productCode: string[]
  partnerId: string[]
}

export const isFiltered = ({ platform, contentType, productCode, partnerId }: Slice): boolean =>
  platform.length + contentType.length + productCode.length + partnerId.length > 0

export interface Sums {
  categoryId: string
  plays: number
  interactions: number
  newVideos: number
  activeVideos: number
  estIncomeFen: number
  finishPlays: number
  ratedPlays: number
  /** Days with any row of the category. */
  days: number
}

/** Statistics of all partners together: for the scope that sees all rows, and no other. */
const fence = (scope: Scope): Sql => (scope.kind === 'all' ? sql`true` : sql`false`)

/**
 * Sums of a slice per category, `0` without one; from the smallest roll-up that knows the filters. By day first: counting
 * days as `count(distinct …)` would sort every row.
 */
export function readSums(db: Db, scope: Scope, slice: Slice): Promise<Sums[]> {
  const { from, where, key } = source(slice)
  return db.rows(sql`
    select key::text as "categoryId", sum(plays)::bigint as plays, sum(interactions)::bigint as interactions,
      sum(new_videos)::bigint as "newVideos", sum(active_videos)::bigint as "activeVideos", sum(income_fen)::bigint as "estIncomeFen",
      sum(finish_plays)::bigint as "finishPlays", sum(rated_plays)::bigint as "ratedPlays", count(*) as days
    from (
      select ${key} as key, r.stat_date, sum(r.plays)::bigint as plays, sum(r.likes + r.comments + r.shares)::bigint as interactions,
        sum(r.new_videos)::bigint as new_videos, sum(r.active_videos)::bigint as active_videos, sum(r.income_fen)::bigint as income_fen,
        sum(r.finish_plays)::bigint as finish_plays, sum(r.rated_plays)::bigint as rated_plays
      from ${from} where ${where} and r.stat_date between ${slice.from}::date and ${slice.to}::date and ${fence(scope)} group by 1, 2
    ) by_day group by 1`)
}

function source({ platform, contentType, productCode, partnerId }: Slice): { from: Sql; where: Sql; key: Sql } {
  const filters = [
    { dimension: 'platform', values: platform, column: sql`r.platform` },
    { dimension: 'contentType', values: contentType, column: sql`r.content_type` },
    { dimension: 'product', values: productCode, column: sql`r.product_code` },
  ].filter(({ values }) => values.length)
  const [filter] = filters
  const partners = sql`r.partner_id = any(${partnerId}::bigint[])`
  if (!filter)
    return partnerId.length
      ? {
          from: sql`agg_partner_dimension_daily r`,
          where: sql`r.dimension = 'category' and ${partners}`,
          key: sql`r.value`,
        }
      : { from: sql`agg_line_dimension_daily r`, where: sql`r.dimension = 'category'`, key: sql`r.value` }
  if (filters.length === 1 && partnerId.length === 0)
    return {
      from: sql`agg_line_pair_daily r`,
      where: sql`r.dimensions = ${`${filter.dimension},category`} and r.business_line_id = -1 and r.value = any(${filter.values})`,
      key: sql`r.other`,
    }
  return {
    from: partnerId.length ? sql`agg_partner_slice_daily r` : sql`agg_line_slice_daily r`,
    where: join(
      [
        ...filters.map(({ column, values }) => sql`${column} = any(${values})`),
        ...(partnerId.length ? [partners] : []),
      ],
      ' and ',
    ),
    key: sql`r.category_id`,
  }
}

export interface DayShape {
  categoryId: string
  activeVideos: number
  points: number[]
  youngPlays: number
  riskyVideos: number
}

/** How the plays of a category's videos were spread, one row per category and day. */
export function readShapes(db: Db, scope: Scope, { from, to }: Period): Promise<DayShape[]> {
  return db.rows(sql`
    select category_id::text as "categoryId", active_videos as "activeVideos", to_json(points) as points, young_plays as "youngPlays", risky_videos as "riskyVideos"
    from agg_category_daily where stat_date between ${from}::date and ${to}::date and ${fence(scope)}`)
}

export interface TopItem {
  categoryId: string
  id: string
  plays: number
}

/** The ten of a kind with the most plays per category, from the ten of each day. */
export function readTop(db: Db, scope: Scope, kind: 'video' | 'creator', { from, to }: Period): Promise<TopItem[]> {
  return db.rows(sql`
    with summed as (
      select category_id, item_id, sum(plays)::bigint as plays from agg_category_top_daily
      where kind = ${kind} and stat_date between ${from}::date and ${to}::date and ${fence(scope)} group by 1, 2
    ), ranked as (
      select *, row_number() over (partition by category_id order by plays desc, item_id) as place from summed
    )
    select category_id::text as "categoryId", item_id::text as id, plays from ranked where place <= 10 order by category_id, place`)
}

export function readCreators(db: Db, ids: string[]): Promise<{ id: string; name: string }[]> {
  return db.rows(sql`select id::text, nickname as name from creator where id = any(${ids}::bigint[])`)
}

export interface MovedVideo {
  id: string
  title: string
  publishedAt: string | null
  nameZh: string | null
  nameEn: string | null
  plays: number
  playsBefore: number
}

/** Exact plays of some videos in two periods. */
export function readMoved(db: Db, scope: Scope, ids: string[], now: Period, before: Period): Promise<MovedVideo[]> {
  return db.rows(sql`
    select v.id::text, v.title, v.published_at as "publishedAt", c.name_zh as "nameZh", c.name_en as "nameEn", s.plays, s.before as "playsBefore"
    from video v left join category c on c.id = v.category_id
    cross join lateral (
      select coalesce(sum(m.play_delta) filter (where m.stat_date between ${now.from}::date and ${now.to}::date), 0)::bigint as plays,
        coalesce(sum(m.play_delta) filter (where m.stat_date between ${before.from}::date and ${before.to}::date), 0)::bigint as before
      from video_metric_daily m
      where m.video_id = v.id and m.stat_date between ${before.from}::date and ${now.to}::date
    ) s
    where v.id = any(${ids}::bigint[]) and ${fence(scope)}`)
}

/** The newest delivered day that no recomputation is waiting for, the first one, and how many days of a period wait. */
export async function readDays(
  db: Db,
  { from, to }: Period,
): Promise<{ dataThrough: string | null; firstDay: string | null; rebuildingDays: number }> {
  const row = await db.one<{ dataThrough: string | null; firstDay: string | null; rebuildingDays: number }>(sql`
    select (select max(stat_date)::text from metric_day d where not exists (select from dirty_key k where k.stat_date = d.stat_date)) as "dataThrough",
      (select min(stat_date)::text from metric_day) as "firstDay",
      (select count(distinct stat_date) from dirty_key where stat_date between ${from}::date and ${to}::date) as "rebuildingDays"`)
  return row!
}

/** Partners by name. */
export function readPartners(db: Db, scope: Scope): Promise<{ id: string; name: string }[]> {
  return db.rows(sql`select p.id::text, p.name from partner p where ${fence(scope)} order by p.name`)
}
