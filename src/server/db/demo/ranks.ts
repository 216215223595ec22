import type pg from 'pg'
import type { Size } from './size.ts'

/** Above this only the newest day's boards are made: the others wait for the job. */
const MANY_VIDEOS = 50_000
/** Days whose boards are made whole, and days of the main boards before them. */
const WHOLE_DAYS = 8
const DAYS = 30

/**
 * Boards of the newest days at once, so that the first visitor finds them; those of the month before wait for the job,
 * which begins with the server.
 */
export async function fillRanks(client: pg.PoolClient, size: Size): Promise<void> {
  await client.query('delete from rank_dirty')
  const isLarge = size.videos > MANY_VIDEOS
  if (!isLarge) {
    // The day before gives the newest one its changes.
    await client.query(`select build_daily_ranks($1::date - 1, '{1}', false), build_today_ranks($1::date - 1, true)`, [
      size.through,
    ])
    await client.query('select build_today_ranks($1::date, true)', [size.through])
  }
  await client.query('select build_daily_ranks($1::date)', [size.through])
  if (!isLarge)
    await client.query(
      `insert into rank_dirty select $1::date - back, case when back < $2 then 'board' else 'brief' end
       from generate_series(1, $3::integer - 1) back join metric_day on stat_date = $1::date - back on conflict do nothing`,
      [size.through, WHOLE_DAYS, DAYS],
    )
  // What the feed of hours brought is ranked by the same job.
  if (!isLarge)
    await client.query(
      `insert into rank_dirty select distinct (bucket_at at time zone 'Asia/Shanghai')::date, 'hourly' from video_metric_hourly
       where bucket_at < ($1::date - 1)::timestamp at time zone 'Asia/Shanghai' on conflict do nothing`,
      [size.through],
    )
  if (size.hasPeople)
    await client.query(`select graphile_worker.add_job('rank-boards', '{}'::json, job_key := 'rank-boards')`)
}
