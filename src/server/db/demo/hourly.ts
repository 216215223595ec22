import type pg from 'pg'
import { addDays } from '../../../core/time.ts'
import type { Size } from './size.ts'

/** As many days as the hourly feed is kept, all of them finished, as the whole demo is. */
const DAYS = 8
/** The most played works are worth an hourly look; the long tail would only cost. */
const videosOf = ({ videos }: Size): number => Math.max(12, Math.min(3_000, Math.round(videos / 5)))

/** How a day's plays fall on its hours: an evening crowd, one that also watches at noon, and night owls. */
const RHYTHMS = [
  [12, 7, 4, 3, 3, 5, 12, 24, 32, 34, 36, 46, 66, 58, 40, 38, 42, 54, 74, 96, 112, 108, 76, 38],
  [10, 6, 4, 3, 3, 6, 16, 34, 44, 40, 42, 62, 98, 82, 46, 40, 42, 52, 66, 80, 88, 80, 54, 30],
  [58, 38, 22, 12, 8, 6, 8, 14, 20, 26, 30, 38, 50, 46, 38, 38, 42, 48, 58, 70, 84, 98, 104, 86],
]

/** Running shares of each rhythm after each hour, in millionths; the last is the whole. */
const shares = RHYTHMS.map((weights) => {
  const whole = weights.reduce((sum, weight) => sum + weight, 0)
  let run = 0
  return weights.map((weight) => {
    run += weight
    return Math.round((run / whole) * 1_000_000)
  })
})

/**
 * Spreads the daily snapshots of the most played works over their hours, so that an hour's total lies between two days'
 * and the last hour's is the day's own. A work's first day begins with the hour it was published in.
 */
export async function fillHours(client: pg.PoolClient, size: Size): Promise<void> {
  const from = addDays(size.through, 1 - DAYS)
  await client.query('select ensure_hourly_partitions($1, $2)', [from, size.through])
  await client.query(HOURS, [from, size.through, videosOf(size), JSON.stringify(shares)])
  while ((await client.query<{ more: boolean }>('select rebuild_hour() as more')).rows[0]!.more) {
    // One hour a statement.
  }
}

const METRICS = ['play', 'like', 'comment', 'share', 'favorite'] as const
const columns = (text: (name: string) => string): string => METRICS.map(text).join(', ')

const HOURS = `
  with chosen as (
    select video_id from video_metric_daily where stat_date between $1 and $2 and play_delta is not null
    group by video_id order by max(play_count) desc, video_id limit $3
  ), rhythm as (
    select (r.at - 1)::int as kind, (s.at - 1)::int as hour, s.share::bigint as share
    from jsonb_array_elements($4::jsonb) with ordinality r (shares, at),
      jsonb_array_elements_text(r.shares) with ordinality s (share, at)
  ), day as (
    select m.*, p.video_id is null as is_birth, ${columns((name) => `coalesce(p.${name}_count, 0) as ${name}_before`)},
      -- On its first day a work has no plays before its hour.
      case when p.video_id is null then extract(hour from v.published_at at time zone 'Asia/Shanghai')::int else 0 end as first_hour,
      (m.video_id % ${RHYTHMS.length})::int as kind
    from video_metric_daily m join chosen using (video_id) join video v on v.id = m.video_id
    left join lateral (
      select * from video_metric_daily p where p.video_id = m.video_id and p.stat_date < m.stat_date
      order by p.stat_date desc limit 1
    ) p on true
    -- After a missing day nobody knows what came when.
    where m.stat_date between $1 and $2 and m.play_delta is not null and coalesce(p.stat_date = m.stat_date - 1, true)
  ), hour as (
    select d.*, (d.stat_date + make_interval(hours => r.hour)) at time zone 'Asia/Shanghai' as bucket_at,
      -- The share of what is left of the day after the hours before its first.
      (r.share - coalesce(b.share, 0))::numeric / (1000000 - coalesce(b.share, 0)) as part
    from day d join rhythm r on r.kind = d.kind and r.hour >= d.first_hour
    left join rhythm b on b.kind = d.kind and b.hour = d.first_hour - 1
  ), total as (
    select bucket_at, video_id, stat_date, ${columns((name) => `${name}_before, ${name}_before + round((${name}_count - ${name}_before) * part)::bigint as ${name}_now`)}
    from hour
  )
  insert into video_metric_hourly (bucket_at, video_id, ${columns((name) => `${name}_count`)}, ${columns((name) => `${name}_delta`)}, updated_at)
  select bucket_at, video_id, ${columns((name) => `${name}_now`)},
    ${columns((name) => `${name}_now - coalesce(lag(${name}_now) over w, ${name}_before)`)},
    bucket_at + interval '64 minutes'
  from total window w as (partition by video_id, stat_date order by bucket_at)`
