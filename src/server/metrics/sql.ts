import sql, { join } from 'sql-template-tag'
import type { Db } from '../../core/verb.ts'
import type { Minute } from './meter.ts'

/** Adds what a process counted to its minutes. */
export async function addMinutes(db: Db, process: string, minutes: readonly Minute[]): Promise<void> {
  const rows = minutes.flatMap(({ minute, counts }) => counts.map((count) => ({ minute, ...count })))
  if (rows.length === 0) return
  await db.rows(sql`
    insert into request_minute as m (minute, method, route, process, requests, refused, failed, sum_ms, slowest_ms, buckets)
    select minute, method, route, ${process}, requests, refused, failed, round(sum_ms)::bigint, ceil(slowest_ms)::int, buckets
    from jsonb_to_recordset(${JSON.stringify(
      rows.map((row) => ({ ...row, sum_ms: row.sumMs, slowest_ms: row.slowestMs })),
    )}::jsonb) r (minute timestamptz, method text, route text, requests int, refused int, failed int,
      sum_ms double precision, slowest_ms double precision, buckets int[])
    on conflict (minute, route, method, process) do update set
      requests = m.requests + excluded.requests, refused = m.refused + excluded.refused, failed = m.failed + excluded.failed,
      sum_ms = m.sum_ms + excluded.sum_ms, slowest_ms = greatest(m.slowest_ms, excluded.slowest_ms),
      buckets = array(select a + b from unnest(m.buckets, excluded.buckets) with ordinality t (a, b, at) order by at)`)
}

/** Minutes older than this are of no panel any more. */
export async function dropOldMinutes(db: Db): Promise<void> {
  await db.rows(sql`delete from request_minute where minute < now() - interval '3 days'`)
}

export interface Gauges {
  waiting: number
  scheduled: number
  running: number
  failed: number
  /** Seconds the job that is due longest has waited. */
  oldestWaitSeconds: number
  dirtyDays: number
  dirtyHours: number
  /** Hours since the newest delivered day ended; null before the first. */
  dataAgeSeconds: number | null
}

/** What a scraper asks the database for: queues, roll-ups and how far the data goes. */
export async function readGauges(db: Db): Promise<Gauges> {
  const jobs = sql`
    select count(*) filter (where locked_at is null and attempts < max_attempts and run_at <= now())::int as waiting,
      count(*) filter (where locked_at is null and attempts < max_attempts and run_at > now())::int as scheduled,
      count(*) filter (where locked_at is not null)::int as running,
      count(*) filter (where locked_at is null and attempts >= max_attempts)::int as failed,
      coalesce(extract(epoch from now() - min(run_at) filter (where locked_at is null and attempts < max_attempts and run_at <= now())), 0)::float
        as "oldestWaitSeconds"
    from graphile_worker.jobs`
  const rollups = sql`
    select (select count(distinct stat_date) from dirty_key)::int as "dirtyDays", (select count(*) from dirty_hour)::int as "dirtyHours",
      (select extract(epoch from now() - ((max(stat_date) + 1)::timestamp at time zone 'Asia/Shanghai')) from metric_day)::float as "dataAgeSeconds"`
  const row = await db.one<Gauges>(sql`select * from ${join([sql`(${jobs}) j`, sql`(${rollups}) r`], ' cross join ')}`)
  return row!
}
