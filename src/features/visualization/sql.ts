import sql, { type Sql } from 'sql-template-tag'
import type { Scope } from '../../core/scope.ts'
import { addDays, startOf } from '../../core/time.ts'
import type { Db } from '../../core/verb.ts'
import { fencePartner } from '../../kit/sql/fence.ts'
import { AUTHOR_WORKS, AUTHORS, AXES, SLOTS } from './contract.ts'

/** The newest delivered day that no recomputation is waiting for, as statistics have it. */
export async function readThrough(db: Db): Promise<string | null> {
  const row = await db.one<{ day: string | null }>(sql`
    select max(stat_date)::text as day from metric_day d where not exists (select from dirty_key k where k.stat_date = d.stat_date)`)
  return row?.day ?? null
}

/** Roll-ups of lines: for those who see all of them or one. */
function fenceLine(scope: Scope): Sql {
  if (scope.kind === 'all') return sql`true`
  return scope.kind === 'line' ? sql`r.business_line_id = ${scope.lineId}` : sql`false`
}

export interface DaySums {
  day: string
  plays: number
  likes: number
  comments: number
  shares: number
  newVideos: number
  activeVideos: number
  incomeFen: number
}

/** The delivered days of a span with their sums, oldest first. */
export function readDays(db: Db, scope: Scope, from: string, to: string): Promise<DaySums[]> {
  return db.rows(sql`
    select r.stat_date::text as day, sum(r.plays)::bigint as plays, sum(r.likes)::bigint as likes, sum(r.comments)::bigint as comments,
      sum(r.shares)::bigint as shares, sum(r.new_videos)::bigint as "newVideos", sum(r.active_videos)::bigint as "activeVideos",
      sum(r.income_fen)::bigint as "incomeFen"
    from agg_line_dimension_daily r join metric_day d on d.stat_date = r.stat_date
    where r.dimension = 'total' and r.stat_date between ${from}::date and ${to}::date and ${fenceLine(scope)} group by 1 order by 1`)
}

/** Shares of a day by content type, most first. */
export function readShares(db: Db, scope: Scope, day: string): Promise<{ contentType: string; value: number }[]> {
  return db.rows(sql`
    select r.value as "contentType", sum(r.shares)::bigint as value from agg_line_dimension_daily r
    where r.dimension = 'contentType' and r.stat_date = ${day}::date and ${fenceLine(scope)} group by 1 order by 2 desc, 1`)
}

export interface Slot {
  contentType: string
  slot: number
  value: number
}

const HOURS = 24 / SLOTS

/** Works published in a span by content type and slot of the day. */
export function readPublished(db: Db, scope: Scope, from: string, to: string): Promise<Slot[]> {
  return db.rows(sql`
    select v.content_type as "contentType", floor(extract(hour from v.published_at at time zone 'Asia/Shanghai') / ${HOURS}::int)::int as slot,
      count(*) as value
    from video v
    where coalesce(v.published_at, '-infinity') >= ${startOf(from)} and coalesce(v.published_at, '-infinity') < ${startOf(addDays(to, 1))}
      and ${fencePartner(scope, sql`v.partner_id`)}
    group by 1, 2 order by 1, 2`)
}

/** Plays of the hourly feed in a span by content type and slot of the day. */
export function readWatched(db: Db, scope: Scope, from: string, to: string): Promise<Slot[]> {
  return db.rows(sql`
    select r.content_type as "contentType", floor(extract(hour from r.bucket_at at time zone 'Asia/Shanghai') / ${HOURS}::int)::int as slot,
      sum(r.plays)::bigint as value
    from agg_partner_slice_hourly r
    where r.bucket_at >= ${startOf(from)} and r.bucket_at < ${startOf(addDays(to, 1))} and ${fencePartner(scope, sql`r.partner_id`)}
    group by 1, 2 order by 1, 2`)
}

export interface Author {
  creatorId: string
  name: string
  works: number
  plays: number
}

/** Creators by the plays their works gained on the newest day, among the works that gained most: one range of an index. */
export function readAuthors(db: Db, scope: Scope): Promise<Author[]> {
  return db.rows(sql`
    with top as (
      select v.creator_id, s.play_delta_1d as plays from video_stat s join video v on v.id = s.video_id
      where coalesce(s.play_delta_1d, '-9223372036854775808') > 0 and ${fencePartner(scope, sql`v.partner_id`)}
      order by coalesce(s.play_delta_1d, '-9223372036854775808') desc, s.video_id desc limit ${AUTHOR_WORKS}
    )
    select c.id::text as "creatorId", c.nickname as name, count(*) as works, sum(top.plays)::bigint as plays
    from top join creator c on c.id = top.creator_id group by c.id order by 4 desc, c.id limit ${AUTHORS}`)
}

export interface Subject {
  categoryId: string
  nameZh: string
  nameEn: string
  contentType: string
  plays: number
}

/** Plays of a span by first-level category and content type, for the categories with the most plays. */
export function readSubjects(db: Db, scope: Scope, from: string, to: string): Promise<Subject[]> {
  return db.rows(sql`
    with summed as (
      select coalesce(c.parent_id, c.id) as root, r.content_type, sum(r.plays)::bigint as plays
      from agg_line_slice_daily r join category c on c.id = r.category_id
      where r.stat_date between ${from}::date and ${to}::date and ${fenceLine(scope)} group by 1, 2
    ), top as (select root from summed group by 1 order by sum(plays) desc, root limit ${AXES})
    select g.id::text as "categoryId", g.name_zh as "nameZh", g.name_en as "nameEn", s.content_type as "contentType", s.plays
    from summed s join top using (root) join category g on g.id = s.root order by g.sort, g.id, s.content_type`)
}

/** Works published in a span by content type and platform. */
export function readSources(
  db: Db,
  scope: Scope,
  from: string,
  to: string,
): Promise<{ contentType: string; platform: string; works: number }[]> {
  return db.rows(sql`
    select r.content_type as "contentType", r.platform, sum(r.new_videos)::bigint as works from agg_line_slice_daily r
    where r.stat_date between ${from}::date and ${to}::date and r.new_videos > 0 and ${fenceLine(scope)} group by 1, 2 order by 1, 3 desc, 2`)
}
