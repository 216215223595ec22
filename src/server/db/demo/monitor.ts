import type pg from 'pg'
import type { Size } from './size.ts'

/**
 * What the monitor looks at: the hours of everybody together, and in the demo sources that have been sending. The only
 * source of daily figures is switched off: one that is on holds up the days of whoever tries the interface.
 */
export async function fillMonitor(client: pg.PoolClient, size: Size): Promise<void> {
  await client.query(`select total_hours('-infinity')`)
  if (!size.hasPeople) return
  await client.query(SOURCES, [size.through])
  await client.query(DAYS, [size.through])
  await client.query(BATCHES)
  await client.query(REFUSED)
}

const SOURCES = `
  insert into ingest_source (name, kind, enabled, data_through, hour_through, first_batch_at, last_batch_at) values
    ('douyin-open', 'videos', true, null, null, now() - interval '200 days', now() - interval '24 minutes'),
    ('douyin-open', 'hourly-metrics', true, null, date_trunc('hour', now()) - interval '1 hour', now() - interval '200 days', now() - interval '11 minutes'),
    ('douyin-open', 'bindings', true, null, null, now() - interval '180 days', now() - interval '5 hours'),
    ('kuaishou-open', 'videos', true, null, null, now() - interval '150 days', now() - interval '52 minutes'),
    ('kuaishou-open', 'hourly-metrics', true, null, date_trunc('hour', now()) - interval '4 hours', now() - interval '150 days', now() - interval '3 hours 20 minutes'),
    ('legacy-csv', 'metrics', false, $1::date - 9, null, now() - interval '300 days', now() - interval '8 days')`

const DAYS = `
  insert into ingest_day (source, stat_date, rows, is_complete)
  select 'legacy-csv', $1::date - n, case n when 9 then 1184 else 1240 + (n * 37) % 60 end, true from generate_series(9, 20) n`

/** What was refused of the hourly batches, kept to be run again: works that are not known yet. */
const REFUSED = `
  insert into ingest_error (batch_id, row_index, field, value, code, sent)
  select b.id, n, 'platformItemId', '76' || b.id || '00' || n, 'UNKNOWN_VIDEO', json_build_object('platform', split_part(b.source, '-', 1),
    'platformItemId', '76' || b.id || '00' || n, 'bucketAt', date_trunc('hour', b.received_at) - interval '1 hour', 'playCount', 1200 + n)::text
  from ingest_batch b cross join lateral generate_series(0, b.refused - 1) n where b.kind = 'hourly-metrics'`

/** A day of batches: the hourly ones by the hour, the others a few times; now and then a row that cannot be read. */
const BATCHES = `
  insert into ingest_batch (source, kind, batch_key, content_hash, user_id, rows, accepted, refused, received_at, took_ms)
  select s.source, s.kind, s.source || '-' || s.kind || '-' || n, sha256(convert_to(s.source || s.kind || n, 'UTF8')),
    (select min(id) from app_user where role = 'admin'), s.size + (n * 53) % 90,
    s.size + (n * 53) % 90 - case when n % 7 = s.slip then n % 4 else 0 end, case when n % 7 = s.slip then n % 4 else 0 end,
    now() - s.since - n * s.every, 90 + (n * 31) % 160
  from (values
    ('douyin-open', 'videos', 40, 3, interval '24 minutes', interval '4 hours', 5),
    ('douyin-open', 'hourly-metrics', 620, 2, interval '11 minutes', interval '1 hour', 22),
    ('douyin-open', 'bindings', 6, 9, interval '5 hours', interval '9 hours', 2),
    ('kuaishou-open', 'videos', 22, 5, interval '52 minutes', interval '6 hours', 3),
    ('kuaishou-open', 'hourly-metrics', 310, 4, interval '3 hours 20 minutes', interval '1 hour', 19)
  ) s (source, kind, size, slip, since, every, times) cross join lateral generate_series(0, s.times - 1) n`
