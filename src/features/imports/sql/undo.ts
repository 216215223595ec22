import sql, { join, raw, type Sql } from 'sql-template-tag'
import type { Db } from '../../../core/verb.ts'
import { readThrough } from './report.ts'
import { standing } from './standing.ts'

/** What a file of metrics may tell of a video that is known. */
export const FACTS = [
  'title',
  'share_url',
  'cover_url',
  'duration_ms',
  'category_id',
  'creator_id',
  'partner_id',
  'published_at',
] as const

const FIGURES = [
  'play_count',
  'effective_play_count',
  'like_count',
  'comment_count',
  'share_count',
  'favorite_count',
  'finish_rate_ppm',
  'est_income_fen',
] as const

/** The figures of a day as one text, to see whether they are still those the import left. */
export const markOf = (row: Sql): Sql =>
  sql`jsonb_build_array(${join(
    FIGURES.map((name) => sql`${row}.${raw(name)}`),
    ', ',
  )})::text`

const changes = (id: string, entity: string): Sql =>
  sql`import_change c where c.import_id = ${id} and c.entity = ${entity}`

/**
 * Days, videos and their facts that are no longer as the import left them: corrected by a later file or feed, edited, or
 * in use elsewhere, so that they could not be taken away. What rules and roll-ups made of a video does not count.
 */
export async function touchedMetrics(db: Db, id: string): Promise<string[]> {
  const rows = await db.rows<{ name: string }>(sql`
    with fresh as (select array_agg(c.row_id) as ids from ${changes(id, 'video')} and c.before is null)
    select distinct v.platform || ' ' || v.platform_item_id || coalesce(' ' || touched.day, '') as name from (
      select c.row_id, c.day from (select * from ${changes(id, 'metric')}) c
      left join ${standing(sql`c.row_id`, sql`c.day`)} d on true
      where d.video_id is null or d.import_id is distinct from ${id} or ${markOf(sql`d`)} <> c.mark
      union all
      select c.row_id, null from (select * from ${changes(id, 'video')}) c join video v on v.id = c.row_id
      where v.version::text <> c.mark
      union all
      select r, null from fresh, referenced_rows('video', fresh.ids,
        '{video_stat,video_owner_history,metric_correction,collection_item}') r
      union all
      select i.video_id, null from fresh, collection_item i where i.video_id = any(fresh.ids) and i.source <> 'rule'
      union all
      select d.video_id, d.stat_date from fresh, video_metric_daily d
      where d.video_id = any(fresh.ids) and d.import_id is distinct from ${id}
      union all
      select h.video_id, null from fresh, video_metric_hourly h where h.video_id = any(fresh.ids)
    ) touched join video v on v.id = touched.row_id order by 1`)
  return rows.map(({ name }) => name)
}

/** Puts back days, facts, owners and creators as they stood before the import, and the figures made of them. */
export async function revertMetrics(db: Db, id: string, actorId: string): Promise<void> {
  const through = await readThrough(db)
  const sets = (names: readonly string[], row: string): Sql =>
    join(
      names.map((name) => sql`${raw(name)} = ${raw(row)}.${raw(name)}`),
      ', ',
    )
  await db.rows(sql`update video_metric_daily d set ${sets(FIGURES, 'b')}, import_id = b.import_id, updated_at = now()
    from (select * from ${changes(id, 'metric')} and c.before is not null) c,
      jsonb_populate_record(null::video_metric_daily, c.before) b
    where d.video_id = c.row_id and d.stat_date = c.day`)
  await db.rows(sql`delete from video_metric_daily d using import_change c
    where c.import_id = ${id} and c.entity = 'metric' and c.before is null and d.video_id = c.row_id and d.stat_date = c.day`)
  await db.rows(sql`delete from metric_day m using import_change c
    where c.import_id = ${id} and c.entity = 'day' and m.stat_date = c.day
      and not exists (select from video_metric_daily d where d.stat_date = m.stat_date)`)
  await revertVideos(db, id, actorId, sets(FACTS, 'b'))
  await refreshAfter(db, id, through)
}

async function revertVideos(db: Db, id: string, actorId: string, facts: Sql): Promise<void> {
  await db.rows(sql`insert into video_owner_history (video_id, from_partner_id, to_partner_id, reason, actor_id)
    select v.id, v.partner_id, (c.before->>'partner_id')::bigint, ${`undo of import ${id}`}, ${actorId}
    from (select * from ${changes(id, 'video')} and c.before is not null) c join video v on v.id = c.row_id
    where v.partner_id is distinct from (c.before->>'partner_id')::bigint`)
  await db.rows(sql`update video v set ${facts}, updated_at = now(), version = v.version + 1
    from (select * from ${changes(id, 'video')} and c.before is not null) c, jsonb_populate_record(null::video, c.before) b
    where v.id = c.row_id`)
  const fresh = sql`(select c.row_id from ${changes(id, 'video')} and c.before is null)`
  // New videos count on the day of their publication; no trigger tells that one is gone.
  await db.rows(sql`insert into dirty_key
    select distinct (published_at at time zone 'Asia/Shanghai')::date, coalesce(partner_id, 0) from video
    where id in ${fresh} and published_at is not null order by 1, 2 on conflict do nothing`)
  await db.rows(sql`delete from video_owner_history where video_id in ${fresh}`)
  await db.rows(sql`delete from video where id in ${fresh}`)
  // A creator somebody has found a use for since stays.
  await db.rows(sql`delete from creator where id in (
      select c.row_id from ${changes(id, 'creator')}
      except select referenced_rows('creator', (select array_agg(c.row_id) from ${changes(id, 'creator')}), '{}'))`)
}

async function refreshAfter(db: Db, id: string, throughBefore: string | null): Promise<void> {
  const left = sql`(select coalesce(array_agg(distinct v.id), '{}') from import_change c join video v on v.id = c.row_id
    where c.import_id = ${id} and c.entity = 'metric')`
  await db.rows(sql`select refresh_metric_deltas(${left})`)
  // The worker behind the feeds writes current figures too.
  await db.rows(sql`select pg_advisory_xact_lock(hashtext('video_stat'))`)
  await db.rows(sql`update video_stat s set play_count = 0, effective_play_count = 0, like_count = 0, comment_count = 0,
      share_count = 0, favorite_count = 0, finish_rate_ppm = null, play_delta_1d = null, play_delta_7d = null,
      est_income_fen = 0, est_income_1d_fen = null, last_stat_date = null, metric_updated_at = null, quality_flag = 'ok'
    where s.video_id = any(${left}::bigint[]) and not exists (select from video_metric_daily d where d.video_id = s.video_id)`)
  const moved = (await readThrough(db)) !== throughBefore
  await db.rows(moved ? sql`select refresh_video_stat(null)` : sql`select refresh_video_stat(${left})`)
}
