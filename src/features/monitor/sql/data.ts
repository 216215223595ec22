import sql from 'sql-template-tag'
import type { Db } from '../../../core/verb.ts'

/** The newest day that counts as delivered. */
export async function readThrough(db: Db): Promise<string | null> {
  const row = await db.one<{ day: string | null }>(sql`select max(stat_date)::text as day from metric_day`)
  return row!.day
}

export interface Source {
  source: string
  kind: string
  enabled: boolean
  through: string | null
  lastBatchAt: string
  batches: number
  rows: number
  refused: number
  completePpm: number | null
}

/** Every source by kind, with what it sent since an instant. */
export function readSources(db: Db, since: Date): Promise<Source[]> {
  return db.rows(sql`
    select s.name as source, s.kind, s.enabled,
      coalesce(s.data_through::text, to_char(s.hour_through at time zone 'Asia/Shanghai', 'YYYY-MM-DD HH24:MI')) as through,
      s.last_batch_at as "lastBatchAt", coalesce(b.batches, 0) as batches, coalesce(b.rows, 0) as rows, coalesce(b.refused, 0) as refused,
      case when s.kind = 'metrics' then d.complete end as "completePpm"
    from ingest_source s
    left join (
      select source, kind, count(*) as batches, sum(rows)::bigint as rows, sum(refused)::bigint as refused
      from ingest_batch where received_at >= ${since} group by 1, 2
    ) b on b.source = s.name and b.kind = s.kind
    left join lateral (
      select round(1000000.0 * n.rows / nullif(avg(o.rows), 0))::bigint as complete
      from ingest_day n join ingest_day o on o.source = n.source and o.is_complete and o.stat_date between n.stat_date - 7 and n.stat_date - 1
      where n.source = s.name and n.stat_date = s.data_through group by n.rows
    ) d on true
    order by s.enabled desc, s.name, s.kind`)
}

/** Rows sent and refused since an instant. */
export async function countRows(db: Db, since: Date): Promise<{ rows: number; refused: number }> {
  const row = await db.one<{ rows: number; refused: number }>(sql`
    select coalesce(sum(rows), 0)::bigint as rows, coalesce(sum(refused), 0)::bigint as refused
    from ingest_batch where received_at >= ${since}`)
  return row!
}

/** Adds up anew the hours since an instant. */
export async function totalHours(db: Db, since: Date): Promise<void> {
  await db.rows(sql`select total_hours(${since})`)
}

export interface Hour {
  /** Days before the newest hour's: 0, 1, 7, 14, 21, 28. */
  ago: number
  day: string
  hour: number
  plays: number
}

/** The hours of the newest hour's day, of the day before and of the four same weekdays before. */
export function readHours(db: Db): Promise<Hour[]> {
  return db.rows(sql`
    with newest as (select (max(bucket_at) at time zone 'Asia/Shanghai')::date as day from hour_total)
    select a.ago, (n.day - a.ago)::text as day, extract(hour from h.bucket_at at time zone 'Asia/Shanghai')::int as hour, h.plays
    from newest n cross join unnest(array[0, 1, 7, 14, 21, 28]) a (ago)
    join hour_total h on h.bucket_at >= (n.day - a.ago)::timestamp at time zone 'Asia/Shanghai'
      and h.bucket_at < (n.day - a.ago + 1)::timestamp at time zone 'Asia/Shanghai'
    order by a.ago, hour`)
}

export interface Waiting {
  days: number
  oldestDay: string | null
  hours: number
}

/** Days and hours that wait to be added up anew. */
export async function readWaiting(db: Db): Promise<Waiting> {
  const row = await db.one<Waiting>(sql`
    select count(distinct stat_date) as days, min(stat_date)::text as "oldestDay", (select count(*) from dirty_hour) as hours
    from dirty_key`)
  return row!
}

export interface Check {
  at: string
  day: string
  isWrong: boolean
  facts: number
  sums: number
}

/** The newest round of the verifier: what it found of each day. */
export function readChecks(db: Db): Promise<Check[]> {
  return db.rows(sql`
    select at, stat_date::text as day, repaired as "isWrong", fact_plays as facts, rollup_plays as sums from rollup_check
    where at = (select max(at) from rollup_check) order by stat_date desc`)
}

/** Works by what is wrong with their figures. */
export function readFlags(db: Db): Promise<{ flag: string; count: number }[]> {
  return db.rows(
    sql`select quality_flag as flag, count(*) as count from video_stat where quality_flag <> 'ok' group by 1 order by 2 desc, 1`,
  )
}

/** Partners that had plays on each of the seven days before the newest delivered one and none on it, the largest first. */
export function readSilent(db: Db, limit: number): Promise<{ partnerId: string; name: string; usual: number }[]> {
  return db.rows(sql`
    with newest as (select max(stat_date) as day from metric_day)
    select p.id::text as "partnerId", p.name, round(avg(a.plays))::bigint as usual
    from newest n join agg_partner_daily a on a.stat_date between n.day - 7 and n.day - 1 and a.plays > 0
    join partner p on p.id = a.partner_id
    where not exists (select from agg_partner_daily t where t.stat_date = n.day and t.partner_id = p.id and t.plays > 0)
      and not exists (select from dirty_key k where k.stat_date = n.day and k.partner_id = p.id)
    group by p.id having count(*) = 7 order by usual desc, p.id limit ${limit}`)
}
