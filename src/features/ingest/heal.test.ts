import fc from 'fast-check'
import sql from 'sql-template-tag'
import { expect, test } from 'vitest'
import { ctxFor, freshDatabase, world } from '../../../tests/world.ts'
import { addDays, startOf } from '../../core/time.ts'
import type { Verb } from '../../core/verb.ts'
import { openFiles } from '../../server/files/files.ts'
import { jobContext } from '../../server/jobs/context.ts'
import { ingest } from './server.ts'

const { database } = await freshDatabase()
/** The morning after the world's last day: all its hours may still be sent. */
const now = new Date(+startOf(addDays(world.through, 1)) - 3_600_000)
const ctx = await ctxFor(database, 'adminOther', { now })
const verbOf = (path: string): Verb => ingest.verbs!.find(({ endpoint }) => endpoint.path === path)!

async function settle(): Promise<void> {
  for (const { name, run } of ingest.jobs!)
    if (name !== 'drop-old-hours') await run(jobContext(database, openFiles('/tmp'), now), {})
  while ((await database.one<{ keys: number }>(sql`select rebuild_rollups() as keys`))!.keys) {
    // Until nothing is dirty.
  }
}

/** Everything that follows from the facts, and the facts; when something was written is left out. */
const SUMS: Record<string, string> = {
  agg_partner_slice_daily: 'r::text',
  agg_partner_daily: 'r::text',
  agg_line_slice_daily: 'r::text',
  agg_line_dimension_daily: 'r::text',
  agg_line_pair_daily: 'r::text',
  agg_partner_dimension_daily: 'r::text',
  agg_partner_slice_hourly: 'r::text',
  video_metric_daily: `(to_jsonb(r) - 'updated_at')::text`,
  video_metric_hourly: `(to_jsonb(r) - 'updated_at')::text`,
  video_stat: `(to_jsonb(r) - 'metric_updated_at')::text`,
}
async function fingerprint(): Promise<Record<string, string>> {
  const sums: Record<string, string> = {}
  for (const [table, text] of Object.entries(SUMS))
    sums[table] = (
      await database.pool.query(
        `select md5(coalesce(string_agg(${text}, ';' order by ${text}), '')) as sum from ${table} r`,
      )
    ).rows[0].sum
  return sums
}

const KEY = sql`v.platform, v.platform_item_id as "platformItemId"`
const COUNTS = sql`play_count as "playCount", like_count as "likeCount", comment_count as "commentCount",
  share_count as "shareCount", favorite_count as "favoriteCount"`
const dailyRows = (days: string[]) =>
  database.rows(sql`
    select ${KEY}, stat_date as "statDate", ${COUNTS}, effective_play_count as "effectivePlayCount",
      finish_rate_ppm as "finishRatePpm", est_income_fen as "estIncomeFen"
    from video_metric_daily m join video v on v.id = m.video_id where stat_date = any(${days}::date[]) order by v.id, stat_date`)
const hourlyRows = (days: string[]) =>
  database.rows(sql`
    select ${KEY}, to_char(bucket_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as "bucketAt", ${COUNTS}
    from video_metric_hourly h join video v on v.id = h.video_id
    where (bucket_at at time zone 'Asia/Shanghai')::date = any(${days}::date[])
      and bucket_at >= ${startOf(addDays(world.through, -7))} order by v.id, bucket_at`)

let batches = 0
async function send(path: string, rows: readonly unknown[]): Promise<void> {
  const body = { batchId: `b${++batches}`, source: 'test', rows }
  const answer = (await verbOf(path).run(ctx, { body } as never)) as unknown as { refused: number }
  expect(answer.refused).toBe(0)
}

/** Rows cut into batches and shuffled by a list of random numbers. */
function batchesOf(rows: readonly unknown[], dice: readonly number[], size: number): unknown[][] {
  const pile = rows.map((row, at) => ({ row, place: (dice[at % dice.length]! * (at + 7919)) % 10_007 }))
  const shuffled = pile.sort((a, b) => a.place - b.place).map(({ row }) => row)
  return Array.from({ length: Math.ceil(shuffled.length / size) }, (_, at) =>
    shuffled.slice(at * size, (at + 1) * size),
  )
}

test('any days, gone and sent again in any order, in any batches, twice, leave every sum as it was to the byte', async () => {
  await settle()
  const before = await fingerprint()
  const day = fc.integer({ min: 0, max: 39 }).map((back) => addDays(world.through, -back))
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(day, { minLength: 1, maxLength: 5 }),
      fc.array(fc.integer({ min: 1, max: 10_006 }), { minLength: 3, maxLength: 9 }),
      fc.integer({ min: 20, max: 400 }),
      fc.boolean(),
      async (days, dice, size, hoursFirst) => {
        const [daily, hourly] = [await dailyRows(days), await hourlyRows(days)]
        await database.rows(sql`delete from video_metric_daily where stat_date = any(${days}::date[])`)
        await database.rows(sql`delete from video_metric_hourly
          where (bucket_at at time zone 'Asia/Shanghai')::date = any(${days}::date[])
            and bucket_at >= ${startOf(addDays(world.through, -7))}`)
        const sent = [
          ...batchesOf(daily, dice, size).map((rows) => ['/ingest/v1/metrics', rows] as const),
          ...batchesOf(hourly, dice, size).map((rows) => ['/ingest/v1/hourly-metrics', rows] as const),
        ]
        if (hoursFirst) sent.reverse()
        for (const [path, rows] of [...sent, ...sent.toReversed()]) await send(path, rows)
        await settle()
        expect(await fingerprint()).toEqual(before)
      },
    ),
    { numRuns: 10, seed: 20261101 },
  )
}, 120_000)

test('what the batches write is what whole series say', async () => {
  const before = await fingerprint()
  await database.rows(sql`select refresh_metric_deltas((select array_agg(id) from video)),
    refresh_hourly_deltas((select array_agg(id) from video), '-infinity'), refresh_video_stat(null)`)
  expect(await fingerprint()).toEqual(before)
})

test('current figures of named videos, from their own rows, are those of the whole', async () => {
  const before = await fingerprint()
  // Named twice, unknown, without a snapshot of the newest day or without any: none of it may matter.
  for (const part of [0, 1, 2]) {
    const named = sql`(select array_agg(id order by id desc) || array_agg(id) || 0::bigint from video where id % 3 = ${part})`
    await database.rows(sql`update video_stat set play_count = -1, play_delta_1d = -1, play_delta_7d = -1, est_income_fen = -1,
        est_income_1d_fen = -1, like_count = -1, last_stat_date = null, quality_flag = 'ok'
      where video_id = any(${named}::bigint[]) and exists (select from video_metric_daily m where m.video_id = video_stat.video_id)`)
    await database.rows(sql`select refresh_video_stat(${named})`)
    expect(await fingerprint()).toEqual(before)
  }
})
