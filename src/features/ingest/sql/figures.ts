import sql from 'sql-template-tag'
import type { Db } from '../../../core/verb.ts'
import { KEPT_DAYS } from '../contract.ts'

/** Lets days join that are complete now; true when the newest delivered day has moved. */
export async function settleDays(db: Db): Promise<boolean> {
  const through = async () =>
    (await db.one<{ day: string | null }>(sql`select max(stat_date) as day from metric_day`))!.day
  const before = await through()
  await db.rows(sql`select settle_metric_days()`)
  return (await through()) !== before
}

/** Takes the videos of a few batches that wait. */
export async function takeWaiting(db: Db): Promise<string[]> {
  const row = await db.one<{ ids: string[] | null }>(sql`
    with taken as (
      select id, waiting_videos from ingest_batch where waiting_videos is not null order by id
      limit ${BATCHES_AT_ONCE} for update
    ), cleared as (
      update ingest_batch b set waiting_videos = null from taken t where b.id = t.id
    )
    select array_agg(distinct w.video_id::text) as ids from taken, unnest(waiting_videos) w (video_id)`)
  return row!.ids ?? []
}
const BATCHES_AT_ONCE = 5

/** Current figures of every video: "yesterday" means another day for all of them when the newest day moves. */
export async function refreshAllFigures(db: Db): Promise<void> {
  await db.rows(sql`select refresh_video_stat(null)`)
}

/** Current figures of some videos, from each one's own rows. */
export async function refreshFigures(db: Db, videos: readonly string[]): Promise<void> {
  await db.rows(sql`select refresh_video_stat(${videos}::bigint[])`)
}

/** Writers of current figures take turns, imports among them: they write the same rows in orders of their own. */
export async function takeFigures(db: Db): Promise<void> {
  await db.rows(sql`select pg_advisory_xact_lock(hashtext('video_stat'))`)
}

/** Videos whose hours are to be recomputed, from an instant on. */
export interface LateHours {
  videos: string[]
  since: string
}

/**
 * A daily snapshot may come after the hours of the next day, whose first one counts from it: those of the videos that
 * have hours without any on the day before; undefined when there are none.
 */
export function findFirstHours(db: Db, videos: readonly string[]): Promise<LateHours | undefined> {
  return db.one(sql`
    with first_hour as (
      select h.video_id, min(h.bucket_at) as at
      from video_metric_hourly h where h.video_id = any(${videos}::bigint[])
      group by h.video_id, (h.bucket_at at time zone 'Asia/Shanghai')::date
    )
    select array_agg(distinct f.video_id::text) as videos, min(f.at) as since from first_hour f
    where not exists (
      select from video_metric_hourly p where p.video_id = f.video_id and p.bucket_at < f.at
        and p.bucket_at >= (date_trunc('day', f.at at time zone 'Asia/Shanghai') - interval '1 day') at time zone 'Asia/Shanghai')
    having count(*) > 0`)
}

export async function refreshHours(db: Db, { videos, since }: LateHours): Promise<void> {
  await db.rows(sql`select refresh_hourly_deltas(${videos}::bigint[], ${since}::timestamptz)`)
}

/** Recomputes one hour of the roll-up; false when none is dirty. */
export async function rebuildHour(db: Db): Promise<boolean> {
  return (await db.one<{ more: boolean }>(sql`select rebuild_hour() as more`))!.more
}

/** Lets old hours go, and batches and refusals that nobody will ask for again. */
export async function dropOld(db: Db, today: string): Promise<void> {
  await db.rows(sql`select drop_old_hours(${today}::date)`)
  await db.rows(sql`delete from ingest_error e using ingest_batch b
    where b.id = e.batch_id and b.received_at < now() - make_interval(days => ${KEPT_DAYS})`)
  await db.rows(sql`delete from ingest_batch where received_at < now() - interval '400 days'`)
}
