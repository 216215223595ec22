import sql, { raw } from 'sql-template-tag'
import type { Db } from '../../../core/verb.ts'
import { changedVideos, readThrough } from './report.ts'
import { standing } from './standing.ts'
import { FACTS, markOf } from './undo.ts'

/** Imports write one after the other: two files with the same videos would otherwise wait for each other's rows forever. */
export async function takeApplyTurn(db: Db): Promise<void> {
  await db.rows(sql`select pg_advisory_xact_lock(hashtext('import_apply'))`)
}

export async function writeCreators(db: Db, id: string): Promise<void> {
  await db.rows(sql`with made as (
    insert into creator (platform, platform_uid, nickname)
    select distinct on (platform, uid) platform, uid, coalesce(creator_name, creator_uid) from (
      select *, coalesce(creator_uid, 'name:' || creator_name) as uid from import_video where wants_creator
    ) wanted order by platform, uid, last_day desc
    on conflict (platform, platform_uid) do nothing returning id
    ) insert into import_change (import_id, entity, row_id) select ${id}, 'creator', id from made`)
  await db.rows(sql`update import_video i set creator_id = c.id, wants_creator = false from creator c
    where i.wants_creator and c.platform = i.platform and c.platform_uid = coalesce(i.creator_uid, 'name:' || i.creator_name)`)
}

export async function writeVideos(db: Db, { importId, actorId }: { importId: string; actorId: string }): Promise<void> {
  const reason = `import ${importId}`
  await db.rows(sql`insert into import_change (import_id, entity, row_id, before, mark)
    select ${importId}, 'video', v.id, to_jsonb(v), v.version + 1 from (select id, version, ${raw(FACTS.join(', '))} from video) v
    where v.id in (select id from (${changedVideos}) n)`)
  await db.rows(sql`insert into video_owner_history (video_id, from_partner_id, to_partner_id, reason, actor_id)
    select video_id, null, partner_id, ${reason}, ${actorId} from import_video
    where video_id is not null and old_partner_id is null and partner_id is not null`)
  await db.rows(sql`update video v set title = n.title, share_url = n.share_url, cover_url = n.cover_url,
      duration_ms = n.duration_ms, category_id = n.category_id, creator_id = n.creator_id, partner_id = n.partner_id,
      published_at = n.published_at, updated_at = now(), version = v.version + 1
    from (${changedVideos}) n where v.id = n.id`)
  await db.rows(sql`with made as (
      insert into video (platform, platform_item_id, title, share_url, cover_url, content_type, duration_ms, category_id,
        creator_id, partner_id, published_at)
      select platform, item_id, coalesce(title, ''), share_url, cover_url, coalesce(content_type, 'verticalVideo'),
        duration_ms, category_id, creator_id, partner_id, published
      from import_video where video_id is null
      returning id, platform, platform_item_id, version
    ), kept as (
      insert into import_change (import_id, entity, row_id, mark) select ${importId}, 'video', id, version from made
    )
    update import_video i set video_id = made.id from made
    where i.platform = made.platform and i.item_id = made.platform_item_id`)
}

/** Writes new and changed snapshots, and keeps what stood in their place. */
export async function writeMetrics(db: Db, id: string): Promise<void> {
  await db.rows(sql`select ensure_metric_partitions(month, month) from (
    select distinct date_trunc('month', stat_date)::date as month from import_metric where state <> 'unchanged') months`)
  await db.rows(sql`insert into import_change (import_id, entity, row_id, day, before, mark)
    select ${id}, 'metric', v.video_id, i.stat_date, case when d.video_id is not null then to_jsonb(d) end, ${markOf(sql`i`)}
    from import_metric i join import_video v on v.platform = i.platform and v.item_id = i.item_id
    left join ${standing(sql`v.video_id`, sql`i.stat_date`)} d on true
    where i.state <> 'unchanged'`)
  await db.rows(sql`insert into video_metric_daily as d (video_id, stat_date, play_count, effective_play_count, like_count,
      comment_count, share_count, favorite_count, finish_rate_ppm, est_income_fen, quality_flag, import_id)
    select v.video_id, i.stat_date, i.play_count, i.effective_play_count, i.like_count, i.comment_count, i.share_count,
      i.favorite_count, i.finish_rate_ppm, i.est_income_fen,
      case when i.like_count > i.play_count then 'spike' else 'ok' end, ${id}
    from import_metric i join import_video v on v.platform = i.platform and v.item_id = i.item_id
    where i.state <> 'unchanged'
    on conflict (video_id, stat_date) do update set play_count = excluded.play_count,
      effective_play_count = excluded.effective_play_count, like_count = excluded.like_count,
      comment_count = excluded.comment_count, share_count = excluded.share_count, favorite_count = excluded.favorite_count,
      finish_rate_ppm = excluded.finish_rate_ppm, est_income_fen = excluded.est_income_fen,
      quality_flag = case when d.play_delta < 0 then 'rollback' else excluded.quality_flag end,
      import_id = excluded.import_id, updated_at = now()`)
}

/** Brings increments, current figures and the newest delivered day up to date with what was written. */
export async function refreshFigures(db: Db, id: string): Promise<void> {
  const before = await readThrough(db)
  await db.rows(sql`insert into import_change (import_id, entity, row_id, day)
    select distinct ${id}::bigint, 'day', 0, stat_date from import_metric i
    where state <> 'unchanged' and not exists (select from metric_day d where d.stat_date = i.stat_date)`)
  await db.rows(sql`insert into metric_day (stat_date) select distinct stat_date from import_metric where state <> 'unchanged'
    on conflict (stat_date) do update set updated_at = now()`)
  const touched = sql`(select coalesce(array_agg(distinct v.video_id), '{}')
    from import_metric i join import_video v on v.platform = i.platform and v.item_id = i.item_id
    where i.state <> 'unchanged')`
  await db.rows(sql`select refresh_metric_deltas(${touched})`)
  // The worker behind the feeds writes current figures too.
  await db.rows(sql`select pg_advisory_xact_lock(hashtext('video_stat'))`)
  // "Yesterday" means another day for every video when the newest delivered day moves.
  const moved = (await readThrough(db)) !== before
  await db.rows(moved ? sql`select refresh_video_stat(null)` : sql`select refresh_video_stat(${touched})`)
}
