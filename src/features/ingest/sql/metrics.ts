import sql, { join, raw, type Sql } from 'sql-template-tag'
import type { Db } from '../../../core/verb.ts'
import type { HourRow, MetricRow } from '../read/rows.ts'
import { arrayOf } from './batch.ts'

export type Placed<Row> = Row & { videoId: string }
export interface Written {
  created: number
  changed: number
  /** Snapshots below the one before them. */
  falls: number
}

/** Makes the months' partitions that are missing: most batches find theirs and need no lock on the table. */
export async function ensureMonths(db: Db, days: readonly string[]): Promise<void> {
  const months = [...new Set(days.map((day) => `${day.slice(0, 7)}-01`))]
  await db.rows(sql`select ensure_metric_partitions(month, month) from unnest(${months}::date[]) month
    where to_regclass('video_metric_daily_' || to_char(month, 'YYYYMM')) is null`)
}

const COUNTS = ['play', 'like', 'comment', 'share'].map((name) => ({
  count: raw(`${name}_count`),
  delta: raw(`${name}_delta`),
}))
const QUALITY = sql`case when play_delta < 0 then 'rollback' when like_count > play_count then 'spike' else 'ok' end`
const of = (text: (one: (typeof COUNTS)[number]) => Sql): Sql => join(COUNTS.map(text))

export interface Appended {
  created: number
  falls: number
  /** Of the rows written, with commas between; null when there are none. */
  videoIds: string | null
  /** Places of rows whose work is not known. */
  unknown: number[]
  /** Places of rows that are not the newest of their work, and the works' ids. */
  beside: { at: number; videoId: string }[]
}

/**
 * Writes one day's snapshots of works that have none of that day or later, which is what feeds send day after day: each is
 * found by its platform id and laid on the work's newest snapshot, nothing else is read. The other rows are told, not
 * written. One row per work.
 */
export async function appendMetrics(db: Db, day: string, rows: readonly MetricRow[]): Promise<Appended> {
  const column = (cellOf: (row: MetricRow) => string | number | null) => arrayOf(rows, cellOf)
  const row = await db.one<Appended>(sql`
    with sent as materialized (
      select b.*, v.id as video_id, (v.published_at at time zone 'Asia/Shanghai')::date = ${day}::date as is_birthday
      from unnest(${column((row) => row.platform)}::text[], ${column((row) => row.itemId)}::text[],
        ${column((row) => row.play)}::bigint[], ${column((row) => row.effective)}::bigint[],
        ${column((row) => row.like)}::bigint[], ${column((row) => row.comment)}::bigint[],
        ${column((row) => row.share)}::bigint[], ${column((row) => row.favorite)}::bigint[],
        ${column((row) => row.finishRate)}::bigint[], ${column((row) => row.income)}::bigint[])
        with ordinality b (platform, item_id, play_count, effective_play_count, like_count, comment_count, share_count,
          favorite_count, finish_rate_ppm, est_income_fen, at)
      left join video v on v.platform = b.platform and v.platform_item_id = b.item_id
    ), placed as materialized (
      select s.*, n.stat_date as newest, ${of(
        ({ delta, count }) => sql`case
        when n.stat_date is not null then s.${count} - n.${count} when s.is_birthday then s.${count} end as ${delta}`,
      )}
      from sent s left join lateral (
        select m.stat_date, ${of(({ count }) => sql`m.${count}`)} from video_metric_daily m
        where m.video_id = s.video_id order by m.stat_date desc limit 1) n on true
      where s.video_id is not null
    ), made as (
      insert into video_metric_daily (video_id, stat_date, play_count, effective_play_count, like_count, comment_count,
        share_count, favorite_count, finish_rate_ppm, est_income_fen, ${of(({ delta }) => sql`${delta}`)}, quality_flag)
      select video_id, ${day}::date, play_count, effective_play_count, like_count, comment_count, share_count,
        favorite_count, finish_rate_ppm, coalesce(est_income_fen, 0), ${of(({ delta }) => sql`${delta}`)},
        ${QUALITY}
      from placed where newest is null or newest < ${day}::date order by video_id
      returning video_id, play_delta
    )
    select count(*) as created, count(*) filter (where play_delta < 0) as falls, string_agg(video_id::text, ',') as "videoIds",
      (select coalesce(jsonb_agg(at - 1), '[]') from sent where video_id is null) as unknown,
      (select coalesce(jsonb_agg(jsonb_build_object('at', at - 1, 'videoId', video_id::text)), '[]') from placed
        where newest >= ${day}::date) as beside
    from made`)
  return row!
}

/**
 * Writes snapshots with their increments in one statement: reads the batch's videos over its days and one snapshot to
 * either side, lays the batch over them, and writes what is new or different, also the increment of the snapshot that
 * follows. Says the same as refresh_metric_deltas over the whole series, without reading it. One row per video and day.
 */
export async function writeMetrics(db: Db, rows: readonly Placed<MetricRow>[]): Promise<Written> {
  const column = (cellOf: (row: Placed<MetricRow>) => string | number | null) => arrayOf(rows, cellOf)
  const written = await db.one<Written>(sql`
    with batch as materialized (
      select * from unnest(${column((row) => row.videoId)}::bigint[], ${column((row) => row.day)}::date[],
        ${column((row) => row.play)}::bigint[], ${column((row) => row.effective)}::bigint[],
        ${column((row) => row.like)}::bigint[], ${column((row) => row.comment)}::bigint[],
        ${column((row) => row.share)}::bigint[], ${column((row) => row.favorite)}::bigint[],
        ${column((row) => row.finishRate)}::bigint[], ${column((row) => row.income)}::bigint[])
        as b (video_id, stat_date, play_count, effective_play_count, like_count, comment_count, share_count,
          favorite_count, finish_rate_ppm, est_income_fen)
    ), span as materialized (
      select video_id, min(stat_date) as first_day, max(stat_date) as last_day from batch group by video_id
    ), known as materialized (
      select m.* from span s cross join lateral (
        select * from video_metric_daily m
        where m.video_id = s.video_id and m.stat_date between s.first_day and s.last_day) m
      union all
      select m.* from span s cross join lateral (
        select * from video_metric_daily m where m.video_id = s.video_id and m.stat_date < s.first_day
        order by m.stat_date desc limit 1) m
      union all
      select m.* from span s cross join lateral (
        select * from video_metric_daily m where m.video_id = s.video_id and m.stat_date > s.last_day
        order by m.stat_date limit 1) m
    ), merged as (
      select video_id, stat_date, k.video_id is not null as is_known, b.video_id is not null as is_sent,
        coalesce(b.play_count, k.play_count) as play_count,
        coalesce(b.effective_play_count, k.effective_play_count) as effective_play_count,
        coalesce(b.like_count, k.like_count) as like_count, coalesce(b.comment_count, k.comment_count) as comment_count,
        coalesce(b.share_count, k.share_count) as share_count,
        coalesce(b.favorite_count, k.favorite_count) as favorite_count,
        coalesce(b.finish_rate_ppm, k.finish_rate_ppm) as finish_rate_ppm,
        coalesce(b.est_income_fen, k.est_income_fen, 0) as est_income_fen
      from batch b full join known k using (video_id, stat_date)
    ), series as (
      select m.*, lag(m.stat_date) over w is null as is_first,
        ${of(({ count, delta }) => sql`m.${count} - lag(m.${count}) over w as ${delta}`)}
      from merged m window w as (partition by m.video_id order by m.stat_date)
    ), dated as (
      select s.video_id, s.stat_date, s.is_known, s.is_sent, s.play_count, s.effective_play_count, s.like_count,
        s.comment_count, s.share_count, s.favorite_count, s.finish_rate_ppm, s.est_income_fen,
        ${of(({ count, delta }) => sql`case when s.is_birth then s.${count} else s.${delta} end as ${delta}`)}
      from (
        select s.*, s.is_first and exists (
          select from video v
          where v.id = s.video_id and (v.published_at at time zone 'Asia/Shanghai')::date = s.stat_date) as is_birth
        from series s
      ) s join span on span.video_id = s.video_id and s.stat_date >= span.first_day
    ), fresh as materialized (
      select d.*, ${QUALITY} as quality_flag from dated d
    ), made as (
      insert into video_metric_daily (video_id, stat_date, play_count, effective_play_count, like_count, comment_count,
        share_count, favorite_count, finish_rate_ppm, est_income_fen, ${of(({ delta }) => sql`${delta}`)}, quality_flag)
      select video_id, stat_date, play_count, effective_play_count, like_count, comment_count, share_count,
        favorite_count, finish_rate_ppm, est_income_fen, ${of(({ delta }) => sql`${delta}`)}, quality_flag
      from fresh where not is_known order by video_id, stat_date
      returning 1
    ), corrected as (
      update video_metric_daily m set play_count = f.play_count, effective_play_count = f.effective_play_count,
        like_count = f.like_count, comment_count = f.comment_count, share_count = f.share_count,
        favorite_count = f.favorite_count, finish_rate_ppm = f.finish_rate_ppm, est_income_fen = f.est_income_fen,
        ${of(({ delta }) => sql`${delta} = f.${delta}`)}, quality_flag = f.quality_flag,
        updated_at = case when f.is_sent then now() else m.updated_at end
      from fresh f
      where f.is_known and m.video_id = f.video_id and m.stat_date = f.stat_date
        and (m.play_count, m.effective_play_count, m.like_count, m.comment_count, m.share_count, m.favorite_count,
            m.finish_rate_ppm, m.est_income_fen, ${of(({ delta }) => sql`m.${delta}`)}, m.quality_flag)
          is distinct from (f.play_count, f.effective_play_count, f.like_count, f.comment_count, f.share_count,
            f.favorite_count, f.finish_rate_ppm, f.est_income_fen, ${of(({ delta }) => sql`f.${delta}`)}, f.quality_flag)
      returning f.is_sent
    )
    select (select count(*) from made) as created, (select count(*) from corrected where is_sent) as changed,
      (select count(*) from fresh where is_sent and play_delta < 0) as falls`)
  return written!
}

/** Notes which days a source has sent rows of, and that these days have newer figures. */
export async function noteDays(
  db: Db,
  source: string,
  days: readonly { day: string; rows: number }[],
  completeDay: string | null,
): Promise<void> {
  await db.rows(sql`
    insert into ingest_day as d (source, stat_date, rows, is_complete)
    select ${source}, day, rows, day = ${completeDay}::date is true
    from unnest(${days.map(({ day }) => day)}::date[], ${days.map(({ rows }) => rows)}::bigint[]) sent (day, rows)
    on conflict (source, stat_date) do update set rows = d.rows + excluded.rows,
      is_complete = d.is_complete or excluded.is_complete, updated_at = now()`)
  await db.rows(
    sql`update metric_day set updated_at = now() where stat_date = any(${days.map(({ day }) => day)}::date[])`,
  )
}

export async function ensureHours(db: Db, days: readonly string[]): Promise<void> {
  await db.rows(sql`select ensure_hourly_partitions(day, day) from unnest(${days}::date[]) day
    where to_regclass('video_metric_hourly_' || to_char(day, 'YYYYMMDD')) is null`)
}

/** Writes an hour's snapshots and recomputes the increments of the videos from the first hour sent on. */
export async function writeHours(db: Db, rows: readonly Placed<HourRow>[], since: string): Promise<Written> {
  const column = (cellOf: (row: Placed<HourRow>) => string | number | null) => arrayOf(rows, cellOf)
  const ids = arrayOf(rows, (row) => row.videoId)
  const written = await db.one<Omit<Written, 'falls'>>(sql`
    with batch as materialized (
      select * from unnest(${ids}::bigint[], ${column((row) => row.bucketAt)}::timestamptz[],
        ${column((row) => row.play)}::bigint[], ${column((row) => row.like)}::bigint[],
        ${column((row) => row.comment)}::bigint[], ${column((row) => row.share)}::bigint[],
        ${column((row) => row.favorite)}::bigint[])
        b (video_id, bucket_at, play_count, like_count, comment_count, share_count, favorite_count)
    ), known as materialized (
      select h.video_id, h.bucket_at from batch b
      join video_metric_hourly h on h.video_id = b.video_id and h.bucket_at = b.bucket_at
    ), written as (
      insert into video_metric_hourly as h (video_id, bucket_at, play_count, like_count, comment_count, share_count,
        favorite_count)
      select * from batch order by video_id, bucket_at
      on conflict (bucket_at, video_id) do update set play_count = excluded.play_count,
        like_count = coalesce(excluded.like_count, h.like_count),
        comment_count = coalesce(excluded.comment_count, h.comment_count),
        share_count = coalesce(excluded.share_count, h.share_count),
        favorite_count = coalesce(excluded.favorite_count, h.favorite_count), updated_at = now()
      where (h.play_count, h.like_count, h.comment_count, h.share_count, h.favorite_count) is distinct from
        (excluded.play_count, coalesce(excluded.like_count, h.like_count), coalesce(excluded.comment_count, h.comment_count),
          coalesce(excluded.share_count, h.share_count), coalesce(excluded.favorite_count, h.favorite_count))
      returning video_id, bucket_at
    )
    select count(*) filter (where k.video_id is null) as created, count(k.video_id) as changed
    from written left join known k using (video_id, bucket_at)`)
  await db.rows(sql`select refresh_hourly_deltas(${ids}::bigint[], ${since}::timestamptz)`)
  const falls = await db.one<{ count: number }>(sql`
    select count(*) as count from video_metric_hourly h
    join unnest(${ids}::bigint[], ${column((row) => row.bucketAt)}::timestamptz[]) b (video_id, bucket_at)
      on h.video_id = b.video_id and h.bucket_at = b.bucket_at
    where h.play_delta < 0`)
  return { ...written!, falls: falls!.count }
}
