import sql from 'sql-template-tag'
import { expect, test } from 'vitest'
import { addDays } from '../../src/core/time.ts'
import { freshDatabase, world } from '../world.ts'

const { database } = await freshDatabase()
const DAY = sql`(h.bucket_at at time zone 'Asia/Shanghai')::date`
const count = async (statement: ReturnType<typeof sql>) => (await database.one<{ n: number }>(statement))!.n

test('the hours of the drawn world are those of eight finished days, ending with its last', async () => {
  const span = await database.one(sql`
    select min(${DAY}) as first, max(${DAY}) as last, count(distinct bucket_at) as hours from video_metric_hourly h`)
  expect(span).toEqual({ first: addDays(world.through, -7), last: world.through, hours: 8 * 24 })
})

test('a day’s last hour has the day’s own totals, and its hours add up to its increments', async () => {
  const [days, wrong] = [
    await count(
      sql`select count(*) as n from video_metric_hourly h where extract(hour from h.bucket_at at time zone 'Asia/Shanghai') = 23`,
    ),
    await database.rows(sql`
      select h.video_id, ${DAY} as day from video_metric_hourly h
      join video_metric_daily d on d.video_id = h.video_id and d.stat_date = ${DAY}
      group by 1, 2, d.play_count, d.like_count, d.comment_count, d.share_count, d.play_delta, d.like_delta
      having (array_agg(h.play_count order by h.bucket_at desc))[1] <> d.play_count
        or (array_agg(h.like_count order by h.bucket_at desc))[1] <> d.like_count
        or (array_agg(h.share_count order by h.bucket_at desc))[1] <> d.share_count
        or sum(h.play_delta) <> d.play_delta or sum(h.like_delta) <> d.like_delta`),
  ]
  expect(days).toBeGreaterThan(50)
  expect(wrong).toEqual([])
})

test('their increments are what the snapshots give, and the roll-up is their sum', async () => {
  const sums = () =>
    database.one(
      sql`select md5(string_agg(h::text, ';' order by bucket_at, video_id)) as sum from video_metric_hourly h`,
    )
  const before = await sums()
  await database.rows(sql`select refresh_hourly_deltas((select array_agg(id) from video), '-infinity')`)
  expect(await sums()).toEqual(before)
  const [facts, rollup] = [
    await count(sql`select sum(play_delta)::bigint as n from video_metric_hourly`),
    await count(sql`select sum(plays)::bigint as n from agg_partner_slice_hourly`),
  ]
  expect(rollup).toBe(facts)
  expect(facts).toBeGreaterThan(0)
})
