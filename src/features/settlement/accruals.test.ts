import sql, { type Sql } from 'sql-template-tag'
import { beforeEach, describe, expect, test } from 'vitest'
import { openServer } from '../../../tests/http/app.ts'
import { world } from '../../../tests/world.ts'
import { addDays, dayOf, startOf } from '../../core/time.ts'
import { randomOf } from '../../server/db/demo/random.ts'
import { openFiles } from '../../server/files/files.ts'
import { jobContext } from '../../server/jobs/context.ts'
import { cpmPlan, splitPlan } from './example.ts'
import { buildAccruals } from './server/build.ts'

const { ask, database, dataDir } = await openServer()
const run = (statement: Sql) => database.rows<any>(statement)
const build = (day: string) =>
  buildAccruals(jobContext(database, openFiles(dataDir), new Date(+startOf(day) + 12 * 3_600_000)))

const { A, B } = world.partners
const token = `blt_${'s'.repeat(43)}`
await run(sql`
  insert into api_token (user_id, name, prefix, token_hash, scopes, expires_at)
  values (${world.users.ops}, 'test', 'blt_test', sha256(convert_to(${token}, 'UTF8')), '{ingest.write}', now() + interval '1 day')`)

let items = 0
/** A work of a creator of this test's own, for each call another. */
async function work({
  partner = A as string,
  product = 'wl',
  published = '2026-08-01',
  creator = 1,
  excluded = null as string | null,
} = {}) {
  const itemId = `money${++items}`
  const [row] = await run(sql`
    insert into video (platform, platform_item_id, title, creator_id, partner_id, product_code, published_at, settlement_excluded_reason)
    values ('douyin', ${itemId}, ${itemId}, ${creator}, ${partner}, ${product}, ${startOf(published)}, ${excluded}) returning id::text`)
  return { id: row.id as string, itemId }
}
let batches = 0
const bill = async (rows: Record<string, unknown>[], more = {}, isOnTime = true) => {
  const answer = await ask('POST', '/ingest/v1/bills', {
    token,
    body: {
      batchId: `bill${++batches}`,
      source: 'upstream',
      rows: rows.map((row) => ({ platform: 'douyin', ...row })),
      ...more,
    },
  })
  expect(answer.statusCode, answer.body).toBe(200)
  // As if each had come the day after it was earned.
  if (isOnTime) await run(sql`update income_row set received_at = earn_date + interval '1 day' where revision = 1`)
  return answer.json().data
}
/** Cumulative effective plays of a work on days, and its finish rate. */
async function plays(videoId: string, figures: Record<string, number>, finish: number | null = 300_000) {
  for (const [day, count] of Object.entries(figures)) {
    await run(sql`select ensure_metric_partitions(${day}::date, ${day}::date)`)
    await run(sql`
      insert into video_metric_daily (video_id, stat_date, play_count, effective_play_count, finish_rate_ppm, updated_at)
      values (${videoId}, ${day}::date, ${count}, ${count}, ${finish}, ${startOf(addDays(day, 1))})
      on conflict (video_id, stat_date) do update set effective_play_count = excluded.effective_play_count, finish_rate_ppm = excluded.finish_rate_ppm`)
    await run(sql`insert into metric_day (stat_date) values (${day}::date) on conflict do nothing`)
  }
}
const publish = async (
  product: 'wl' | 'sm4',
  params: object,
  from = '2026-01-01',
  before: string | null = null,
  number = 1,
) =>
  (
    await run(sql`
    insert into product_version (product_code, number, state, params, valid_from, valid_before)
    values (${product}, ${number}, 'published', ${JSON.stringify(params)}::jsonb, ${from}::date, ${before}::date) returning id::text`)
  )[0].id as string
/** Lines of works as text: day, type, base, amount. */
const lines = async (...videoIds: string[]) =>
  run(sql`
    select video_id::text as video, earn_date::text as day, line_type as type, base_micro as base, amount_micro as amount, creator_micro as creator,
      partner_id::text as partner, is_final as "isFinal", hold_reason as hold, zero_reason as zero, cap_cut_micro as cut, cut_by as "cutBy",
      origin_period::text as period, product_version_id::text as version, plays_from as "from", plays_to as "to"
    from accrual where video_id = any(${videoIds}::bigint[]) order by video_id, earn_date, id`)
const wholeTable = async () =>
  (
    await run(
      sql`select md5(string_agg((to_jsonb(a) - 'updated_at')::text, ';' order by earn_date, id)) as sum, count(*) as n from accrual a`,
    )
  )[0]

beforeEach(async () => {
  await run(sql`truncate product_version, partner_rate, accrual, accrual_dirty, income_row cascade`)
  await run(
    sql`delete from video_metric_daily where video_id in (select id from video where platform_item_id like 'money%')`,
  )
  await run(sql`delete from accrual_dirty`)
})

describe('the split product', () => {
  /**
   * By hand. The partner gets 55 % of the base and the creator 40 % of that; partner B has 60 % and 30 %. Types 1, 7, 8 count
   * ads; 2, 3, 7, 8 count (gmv − refund) × ratio. Micro-yuan, half up on the size at each step.
   */
  const GOLDEN: [
    partner: string,
    type: number,
    ads: string,
    gmv: string,
    refund: string,
    ratio: number,
    base: number,
    amount: number,
    creator: number,
  ][] = [
    // 100 × 55 % = 55; × 40 % = 22
    [A, 1, '100.00', '0', '0', 0, 100_000_000, 55_000_000, 22_000_000],
    [A, 1, '0.01', '0', '0', 0, 10_000, 5_500, 2_200],
    // 1 × 0.55 = 0.55 → 1; 1 × 0.4 = 0.4 → 0
    [A, 1, '0.000001', '0', '0', 0, 1, 1, 0],
    // 12,345,678 × 0.55 = 6,790,122.9; 6,790,123 × 0.4 = 2,716,049.2
    [A, 1, '12.345678', '0', '0', 0, 12_345_678, 6_790_123, 2_716_049],
    // 199 × 12 % = 23.88
    [A, 2, '0', '199.00', '0', 120_000, 23_880_000, 13_134_000, 5_253_600],
    // (199 − 99.50) × 12 % = 11.94
    [A, 2, '0', '199.00', '99.50', 120_000, 11_940_000, 6_567_000, 2_626_800],
    // 3.50 + (20 − 5) × 10 % = 5.00
    [A, 7, '3.5', '20.00', '5.00', 100_000, 5_000_000, 2_750_000, 1_100_000],
    // 9,990,000 × 0.333333 = 3,329,996.67 → 3,329,997; + 250,000; × 0.55 = 1,968,998.35; × 0.4 = 787,599.2
    [A, 8, '0.25', '9.99', '0', 333_333, 3_579_997, 1_968_998, 787_599],
    // Type 2 does not count ads.
    [A, 2, '5.00', '10.00', '0', 50_000, 500_000, 275_000, 110_000],
    // Type 1 does not count payments.
    [A, 1, '1.00', '100.00', '0', 500_000, 1_000_000, 550_000, 220_000],
    // Taken back upstream: the same with the sign.
    [A, 1, '-2.00', '0', '0', 0, -2_000_000, -1_100_000, -440_000],
    [A, 1, '-0.000001', '0', '0', 0, -1, -1, 0],
    // 10 × 55 % = 5.5
    [A, 3, '0', '100.00', '0', 100_000, 10_000_000, 5_500_000, 2_200_000],
    // B: 100 × 60 % = 60; × 30 % = 18
    [B, 1, '100.00', '0', '0', 0, 100_000_000, 60_000_000, 18_000_000],
    // 12,345,678 × 0.6 = 7,407,406.8; 7,407,407 × 0.3 = 2,222,222.1
    [B, 1, '12.345678', '0', '0', 0, 12_345_678, 7_407_407, 2_222_222],
    [B, 2, '0', '0.03', '0', 1_000_000, 30_000, 18_000, 5_400],
    // 10,000 × 0.000001 = 0.01 → 0; 3 × 0.6 = 1.8 → 2; 2 × 0.3 = 0.6 → 1
    [B, 7, '0.000003', '0.01', '0', 1, 3, 2, 1],
    // 999,999,999,999 × 0.6 = 599,999,999,999.4; × 0.3 = 179,999,999,999.7
    [B, 8, '999999.999999', '0', '0', 0, 999_999_999_999, 599_999_999_999, 180_000_000_000],
    // (12,345.67 − 345.67) × 7.5 % = 900
    [B, 3, '0', '12345.67', '345.67', 75_000, 900_000_000, 540_000_000, 162_000_000],
    // 0.5 × 60 % = 0.3; × 30 % = 0.09
    [B, 8, '0.40', '1.00', '0', 100_000, 500_000, 300_000, 90_000],
  ]

  test('twenty rows computed by hand', async () => {
    await publish('wl', splitPlan)
    await run(
      sql`insert into partner_rate (partner_id, product_code, rate_ppm, creator_rate_ppm, valid_from, state) values (${B}, 'wl', 600000, 300000, '2026-01-01', 'approved')`,
    )
    const works = await Promise.all(GOLDEN.map(([partner]) => work({ partner })))
    const answer = await bill(
      GOLDEN.map(([, settleType, adIncome, gmv, refundGmv, upstreamRatioPpm], at) => ({
        ...{
          platformItemId: works[at]!.itemId,
          earnDate: '2026-08-01',
          settleType,
          adIncome,
          gmv,
          refundGmv,
          upstreamRatioPpm,
        },
      })),
    )
    expect(answer).toMatchObject({ accepted: 20, created: 20, refused: 0 })
    await build('2026-08-02')
    for (const [at, [partner, , , , , , base, amount, creator]] of GOLDEN.entries())
      expect(await lines(works[at]!.id), String(at + 1)).toMatchObject([
        { base, amount, creator, partner, type: 'normal', isFinal: false },
      ])
  })

  test('what gives nothing has no line; a work left out has one with 0 and why; nobody’s work has none', async () => {
    await publish('wl', splitPlan)
    const [nothing, excluded, orphan] = [await work(), await work({ excluded: '任务开始前发布' }), await work()]
    await run(sql`update video set partner_id = null where id = ${orphan.id}`)
    await bill([
      {
        platformItemId: nothing.itemId,
        earnDate: '2026-08-01',
        settleType: 3,
        gmv: '50.00',
        refundGmv: '50.00',
        upstreamRatioPpm: 100_000,
      },
      { platformItemId: excluded.itemId, earnDate: '2026-08-01', settleType: 1, adIncome: '10.00' },
      { platformItemId: orphan.itemId, earnDate: '2026-08-01', settleType: 1, adIncome: '10.00' },
    ])
    await build('2026-08-02')
    expect(await lines(nothing.id, orphan.id)).toEqual([])
    expect(await lines(excluded.id)).toMatchObject([{ base: 10_000_000, amount: 0, creator: 0, zero: 'excluded' }])
    await run(sql`update video set settlement_excluded_reason = null where id = ${excluded.id}`)
    await run(sql`update video set partner_id = ${A} where id = ${orphan.id}`)
    await build('2026-08-02')
    expect(await lines(excluded.id, orphan.id)).toMatchObject([
      { amount: 5_500_000, zero: null },
      { amount: 5_500_000 },
    ])
  })

  test('inside the final days a refund makes the line smaller; after them it is a line of its own (worked example 3)', async () => {
    await publish('wl', { ...splitPlan, partnerRatePpm: 1_000_000 })
    const { id, itemId } = await work({ published: '2026-10-01' })
    const row = {
      platformItemId: itemId,
      earnDate: '2026-10-10',
      settleType: 2,
      gmv: '1200.00',
      upstreamRatioPpm: 100_000,
    }
    await bill([{ ...row, refundGmv: '100.00' }])
    await build('2026-10-11')
    expect(await lines(id)).toMatchObject([{ amount: 110_000_000, isFinal: false }])
    await bill([{ ...row, refundGmv: '200.00' }])
    await build('2026-10-12')
    expect(await lines(id)).toMatchObject([{ amount: 100_000_000, isFinal: false }])
    await build('2026-10-17')
    expect(await lines(id)).toMatchObject([{ amount: 100_000_000, isFinal: true }])
    await bill([{ ...row, refundGmv: '500.00' }])
    await build('2026-11-25')
    expect(await lines(id)).toMatchObject([
      { type: 'normal', amount: 100_000_000 },
      { type: 'refund', amount: -30_000_000, isFinal: true, period: '2026-10-01' },
    ])
    await bill([{ ...row, refundGmv: '450.00' }])
    await build('2026-11-26')
    expect((await lines(id)).at(-1)).toMatchObject({ type: 'correction', amount: 5_000_000 })
  })

  test('a day’s rows lie partner by partner, however its works came in', async () => {
    await publish('wl', splitPlan)
    const works = []
    for (let at = 0; at < 12; at++) works.push(await work({ partner: at % 2 ? A : B }))
    await bill(
      works.map(({ itemId }) => ({
        platformItemId: itemId,
        earnDate: '2026-08-01',
        settleType: 1,
        adIncome: '1.00',
      })),
    )
    await build('2026-08-03')
    const rows = await run(
      sql`select partner_id::text as partner from accrual where earn_date = '2026-08-01' order by ctid`,
    )
    expect(rows.map(({ partner }) => partner)).toEqual([...Array(6).fill(A), ...Array(6).fill(B)])
  })

  test('a row that comes after its day was final is paid back', async () => {
    await publish('wl', splitPlan)
    const { id, itemId } = await work()
    await bill([{ platformItemId: itemId, earnDate: '2026-08-01', settleType: 1, adIncome: '1.00' }], {}, false)
    await build('2026-09-01')
    expect(await lines(id)).toMatchObject([{ type: 'backpay', amount: 550_000, isFinal: true, period: '2026-08-01' }])
  })

  test('excluded after the end, the line is taken back as a violation; a new owner gets what the old one gives', async () => {
    await publish('wl', splitPlan)
    const [bad, moved] = [await work(), await work()]
    await bill(
      [bad, moved].map(({ itemId }) => ({
        platformItemId: itemId,
        earnDate: '2026-08-01',
        settleType: 1,
        adIncome: '1.00',
      })),
    )
    await build('2026-08-20')
    await run(sql`update video set settlement_excluded_reason = '搬运' where id = ${bad.id}`)
    await run(sql`update video set partner_id = ${B} where id = ${moved.id}`)
    await build('2026-08-21')
    expect(await lines(bad.id)).toMatchObject([
      { type: 'normal', amount: 550_000 },
      { type: 'violation', amount: -550_000, zero: 'excluded' },
    ])
    expect((await lines(moved.id)).map(({ type, amount, partner }) => [type, amount, partner])).toEqual([
      ['normal', 550_000, A],
      ['conflict', 550_000, B],
      ['conflict', -550_000, A],
    ])
  })

  test('rates that change in a month: each line keeps its own version (worked example 6)', async () => {
    const [v3, v4] = [
      await publish('wl', splitPlan, '2026-01-01', '2026-11-16', 3),
      await publish('wl', { ...splitPlan, partnerRatePpm: 500_000 }, '2026-11-16', null, 4),
    ]
    const { id, itemId } = await work({ published: '2026-11-01' })
    await bill(
      ['2026-11-15', '2026-11-16'].map((earnDate) => ({
        platformItemId: itemId,
        earnDate,
        settleType: 1,
        adIncome: '100.00',
      })),
    )
    await build('2026-11-17')
    expect(await lines(id)).toMatchObject([
      { day: '2026-11-15', amount: 55_000_000, version: v3 },
      { day: '2026-11-16', amount: 50_000_000, version: v4 },
    ])
  })

  test('a work stays for life with whom its creator was bound to when it was published (worked example 4)', async () => {
    await publish('wl', splitPlan)
    const [creator] = await run(
      sql`insert into creator (platform, platform_uid, nickname) values ('douyin', 'mover', 'mover') returning id::text`,
    )
    await run(sql`
      insert into creator_binding (creator_id, partner_id, bind_time, unbind_time)
      values (${creator.id}, ${A}, '2026-01-01', '2026-11-10 00:00+08'), (${creator.id}, ${B}, '2026-11-10 00:00+08', null)`)
    const sent = [
      ['money-edge-1', '2026-11-09T23:59:59+08:00'],
      ['money-edge-2', '2026-11-10T00:00:00+08:00'],
    ] as const
    const answer = await ask('POST', '/ingest/v1/videos', {
      token,
      body: {
        ...{ batchId: 'edge', source: 'upstream' },
        rows: sent.map(([platformItemId, publishedAt]) => ({
          platform: 'douyin',
          platformItemId,
          publishedAt,
          creatorUid: 'mover',
        })),
      },
    })
    expect(answer.statusCode).toBe(200)
    await bill(
      sent.map(([platformItemId]) => ({ platformItemId, earnDate: '2026-11-12', settleType: 1, adIncome: '1.00' })),
    )
    await build('2026-11-13')
    const found = await run(sql`
      select v.platform_item_id as item, a.partner_id::text as partner from accrual a join video v on v.id = a.video_id
      where v.platform_item_id like 'money-edge%' order by 1`)
    expect(found).toEqual([
      { item: 'money-edge-1', partner: A },
      { item: 'money-edge-2', partner: B },
    ])
  })

  test('a day ends at midnight in Shanghai (worked example 5)', () => {
    expect(dayOf(new Date('2026-11-19T16:00:00Z'))).toBe('2026-11-20')
    expect(dayOf(new Date('2026-11-19T15:59:59.999Z'))).toBe('2026-11-19')
  })

  test('bad rows are refused alone, each with its reason', async () => {
    const { itemId } = await work()
    const row = { platformItemId: itemId, earnDate: '2026-08-01', settleType: 2 }
    const answer = await bill([
      { ...row, gmv: '12.345' },
      { ...row, gmv: 12.34 },
      { ...row, currency: 'USD' },
      { ...row, gmv: '1.00', refundGmv: '1.01' },
      { ...row, settleType: 4 },
      { ...row, upstreamRatioPpm: 1_000_001 },
      { ...row, platformItemId: 'nobody-knows' },
      { ...row, gmv: '1,234.00' },
      { ...row, gmv: '12.34' },
    ])
    expect(answer).toMatchObject({ accepted: 1, refused: 8 })
    expect(answer.refusals.map(({ field, code }: { field: string; code: string }) => `${field} ${code}`)).toEqual([
      'gmv NOT_YUAN',
      'gmv NOT_YUAN',
      'currency BAD_CHOICE',
      'refundGmv REFUND_OVER',
      'settleType BAD_CHOICE',
      'upstreamRatioPpm BAD_CHOICE',
      'platformItemId UNKNOWN_VIDEO',
      'gmv NOT_YUAN',
    ])
  })

  test('the same batch again, and the same rows in another, change nothing; the file and row are kept', async () => {
    await publish('wl', splitPlan)
    const { id, itemId } = await work()
    const rows = [{ platformItemId: itemId, earnDate: '2026-08-01', settleType: 1, adIncome: '1.00', sourceRow: 17 }]
    await bill(rows, { batchId: 'twice', sourceFile: 'bill-0801.csv' })
    expect(await bill(rows, { batchId: 'twice', sourceFile: 'bill-0801.csv' })).toMatchObject({ duplicate: true })
    expect(await bill(rows)).toMatchObject({ duplicate: false, created: 0, changed: 0, unchanged: 1 })
    await build('2026-08-02')
    const before = await wholeTable()
    await build('2026-08-02')
    expect(await wholeTable()).toEqual(before)
    expect(
      await run(sql`select source_file as file, source_row as row, revision from income_row where video_id = ${id}`),
    ).toEqual([{ file: 'bill-0801.csv', row: 17, revision: 1 }])
  })
})

describe('the plan by plays', () => {
  /** Published so that the settle window reaches into September. */
  const LATE = '2026-08-20'

  /**
   * By hand. ¥0.80 per 1000 plays up to 100,000 and ¥1.00 above, from 1,000 plays on, 30 days; at most ¥100 a work and ¥130 a
   * creator and month; finish rate below 18 % × 0.8, from 42 % × 1.2. One play at ¥0.80/1000 is 800 micro.
   */
  test('twenty lines computed by hand', async () => {
    await publish('sm4', { ...cpmPlan, capPerCreatorFen: 13_000 })
    const sm4 = { product: 'sm4' }
    const v1 = await work({ ...sm4, creator: 1 })
    const v2 = await work({ ...sm4, creator: 1 })
    const v3 = await work({ ...sm4, creator: 2 })
    const v4 = await work({ ...sm4, creator: 2 })
    const v5 = await work({ ...sm4, creator: 3, excluded: '合同未覆盖该账号' })
    const v6 = await work({ ...sm4, creator: 3, published: '2026-07-05' })
    const day = (number: number) => `2026-08-0${number}`
    await plays(v1.id, { [day(1)]: 900, [day(2)]: 1_001, [day(3)]: 990, [day(4)]: 20_000, [day(5)]: 50_000 })
    await plays(v2.id, { [day(1)]: 10_000, [day(2)]: 100_000, [day(3)]: 150_000, [day(4)]: 160_000 }, 500_000)
    await plays(v3.id, { [day(1)]: 1_000, [day(2)]: 1_001, [day(3)]: 1_003 }, 100_000)
    await plays(v3.id, { [day(4)]: 1_003 }, 200_000)
    await plays(v3.id, { [day(5)]: 1_003 }, null)
    await plays(
      v4.id,
      { [day(1)]: 99_999, [day(2)]: 100_000, [day(3)]: 100_001, [day(4)]: 103_334, [day(5)]: 90_000 },
      420_000,
    )
    await plays(v5.id, { [day(1)]: 5_000, [day(2)]: 5_000 })
    await plays(v6.id, { '2026-07-31': 2_000, [day(3)]: 5_000, [day(4)]: 9_000 })
    await build('2026-08-06')

    const found = await lines(v1.id, v2.id, v3.id, v4.id, v5.id, v6.id)
    const names = new Map([v1, v2, v3, v4, v5, v6].map(({ id }, at) => [id, `v${at + 1}`]))
    expect(found.map((line) => [names.get(line.video), line.day, line.base, line.amount, line.cutBy])).toEqual([
      // 900 is below the minimum; 1,001 × 800 all at once; 990 takes it back; 20,000 × 800; 30,000 × 800 = 24,000,000, of which the creator has 14,000,000 left
      ['v1', day(2), 800_800, 800_800, null],
      ['v1', day(3), -800_800, -800_800, null],
      ['v1', day(4), 16_000_000, 16_000_000, null],
      ['v1', day(5), 24_000_000, 14_000_000, 'creator'],
      // 10,000 × 800 × 1.2; 100,000 × 800 × 1.2 = 96,000,000; (80,000,000 + 50,000 × 1,000) × 1.2 = 156,000,000, at most 100,000,000; + 10,000 × 1,000 × 1.2
      ['v2', day(1), 9_600_000, 9_600_000, null],
      ['v2', day(2), 86_400_000, 86_400_000, null],
      ['v2', day(3), 60_000_000, 4_000_000, 'video'],
      ['v2', day(4), 12_000_000, 0, 'video'],
      // 1,000 × 800 × 0.8; + 1 × 640; + 2 × 640; the better finish rate prices all again: 802,400 − 641,920
      ['v3', day(1), 640_000, 640_000, null],
      ['v3', day(2), 640, 640, null],
      ['v3', day(3), 1_280, 1_280, null],
      ['v3', day(4), 160_480, 160_480, null],
      // 99,999 × 800 × 1.2; the last play of the lower tier, the first of the upper; 83,334,000 × 1.2 = 100,000,800, at most 100,000,000; 90,000 × 800 × 1.2 = 86,400,000
      ['v4', day(1), 95_999_040, 95_999_040, null],
      ['v4', day(2), 960, 960, null],
      ['v4', day(3), 1_200, 1_200, null],
      ['v4', day(4), 3_999_600, 3_998_800, 'video'],
      ['v4', day(5), -13_600_800, -13_600_000, 'video'],
      // Left out: what it would have been, and 0.
      ['v5', day(1), 4_000_000, 0, null],
      // Its thirtieth day is 3 August.
      ['v6', '2026-07-31', 1_600_000, 1_600_000, null],
      ['v6', day(3), 2_400_000, 2_400_000, null],
    ])
    expect(found).toHaveLength(20)
  })

  test('cumulative, so that days do not drift (worked example 2)', async () => {
    await publish('sm4', { ...cpmPlan, minPlays: 0 })
    const [{ id }, small] = [await work({ product: 'sm4' }), await work({ product: 'sm4', creator: 2 })]
    await plays(id, { '2026-08-01': 123, '2026-08-02': 1_001, '2026-08-03': 990 })
    await plays(
      small.id,
      Object.fromEntries(Array.from({ length: 10 }, (_, at) => [addDays('2026-08-01', at), 123 * (at + 1)])),
    )
    await build('2026-08-11')
    expect((await lines(id)).map(({ amount }) => amount)).toEqual([98_400, 702_400, -8_800])
    const [{ micro, fen }] = await run(sql`
      select sum(amount_micro) as micro, half_up(sum(amount_micro), 10000) as fen from accrual where video_id = ${small.id}`)
    expect([Number(micro), fen]).toEqual([984_000, 98])
  })

  test('the budget of a month cuts in the order of earning, and begins anew with the next', async () => {
    await publish('sm4', { ...cpmPlan, minPlays: 0, budgetFen: 1_000 })
    const works = [
      await work({ product: 'sm4', creator: 1, published: LATE }),
      await work({ product: 'sm4', creator: 2, partner: B, published: LATE }),
    ]
    await plays(works[0]!.id, { '2026-08-30': 10_000, '2026-09-01': 20_000 })
    await plays(works[1]!.id, { '2026-08-29': 4_000, '2026-08-30': 9_000 })
    await build('2026-09-02')
    // 3.20 on the 29th; 8.00 on the 30th, of which 6.80 are left; then nothing. September: 8.00 again.
    expect((await lines(...works.map(({ id }) => id))).map(({ day, amount, cutBy }) => [day, amount, cutBy])).toEqual([
      ['2026-08-30', 6_800_000, 'budget'],
      ['2026-09-01', 8_000_000, null],
      ['2026-08-29', 3_200_000, null],
      ['2026-08-30', 0, 'budget'],
    ])
  })

  test('in whatever order days come in and however often they are corrected, the lines are the same', async () => {
    const random = randomOf(46, 1)
    await publish('sm4', { ...cpmPlan, minPlays: 500, capPerCreatorFen: 2_000, budgetFen: 5_000 })
    const ids = [
      await work({ product: 'sm4', creator: 1, published: LATE }),
      await work({ product: 'sm4', creator: 1, published: LATE }),
      await work({ product: 'sm4', creator: 2, published: LATE }),
    ].map(({ id }) => id)
    const facts = ids.flatMap((id) => {
      let count = 0
      return Array.from({ length: 12 }, (_, at) => {
        count += random.int(-200, 5_000)
        return {
          id,
          day: addDays('2026-08-26', at),
          count: Math.max(0, count),
          finish: random.pick([100_000, 300_000, 500_000]),
        }
      })
    })
    const said = async () =>
      (await lines(...ids)).map(({ video, day, base, amount, cutBy }) => [video, day, base, amount, cutBy])
    for (const fact of facts) await plays(fact.id, { [fact.day]: fact.count }, fact.finish)
    await build('2026-09-07')
    const expected = await said()
    await run(sql`truncate accrual`)
    await run(sql`delete from video_metric_daily where video_id = any(${ids}::bigint[])`)
    const shuffled = facts.map((fact) => ({ fact, at: random.next() })).sort((a, b) => a.at - b.at)
    for (const [at, { fact }] of shuffled.entries()) {
      await plays(fact.id, { [fact.day]: random.int(0, 9_000) }, null)
      if (at % 9 === 0) await build('2026-09-07')
    }
    for (const { fact } of shuffled) await plays(fact.id, { [fact.day]: fact.count }, fact.finish)
    await build('2026-09-07')
    // Of the first days the lines were final meanwhile: their sums are what they are, in more lines.
    const sums = async () =>
      run(sql`
        select video_id::text as video, earn_date::text as day, sum(base_micro)::bigint as base, sum(amount_micro)::bigint as amount from accrual
        where video_id = any(${ids}::bigint[]) group by 1, 2 having sum(amount_micro) <> 0 or sum(base_micro) <> 0 order by 1, 2`)
    expect(await sums()).toEqual(
      expected
        .map(([video, day, base, amount]) => ({ video, day, base, amount }))
        .sort((a, b) => (a.video + a.day < b.video + b.day ? -1 : 1)),
    )
    const before = await wholeTable()
    await run(sql`insert into accrual_dirty select distinct 'sm4', earn_date from accrual on conflict do nothing`)
    await build('2026-09-07')
    expect(await wholeTable()).toEqual(before)
  })
})

describe('income that waits', () => {
  test('is in no bill until its release, then comes as a settled dispute of its month (worked example 9)', async () => {
    await publish('wl', splitPlan)
    const { id, itemId } = await work({ published: '2026-10-01' })
    await bill(
      ['2026-10-20', '2026-10-21'].map((earnDate) => ({
        platformItemId: itemId,
        earnDate,
        settleType: 1,
        adIncome: '1.00',
      })),
    )
    await build('2026-10-30')
    const claimable = async () =>
      (
        await run(
          sql`select count(*)::integer as n from accrual where video_id = ${id} and is_final and hold_reason is null and statement_id is null`,
        )
      )[0].n
    expect(await claimable()).toBe(2)
    const [found] = await run(sql`
      insert into risk_case (video_id, source, label, severity, sla_due_at) values (${id}, 'manual', 'other', 'p1', '2026-11-04') returning id::text`)
    const [event] = await run(
      sql`insert into risk_event (case_id, kind, to_state) values (${found.id}, 'opened', 'pending') returning id::text`,
    )
    await run(
      sql`insert into income_hold (video_id, case_id, created_at, began_event) values (${id}, ${found.id}, '2026-11-03', ${event.id})`,
    )
    expect(await claimable()).toBe(0)
    expect(await lines(id)).toMatchObject([{ hold: 'risk' }, { hold: 'risk' }])
    // Lines that are built meanwhile wait as well.
    await bill([{ platformItemId: itemId, earnDate: '2026-10-22', settleType: 1, adIncome: '1.00' }])
    await build('2026-11-04')
    expect((await lines(id)).map(({ hold }) => hold)).toEqual(['risk', 'risk', 'risk'])
    await run(sql`
      insert into statement (no, product_code, partner_id, period, state) values ('S-9', 'wl', ${A}, '2026-10-01', 'pending_confirm')`)
    await run(sql`update income_hold set released_at = '2026-12-02' where case_id = ${found.id}`)
    expect(await claimable()).toBe(3)
    expect((await lines(id)).slice(0, 2)).toMatchObject([
      { type: 'dispute', hold: null, period: '2026-10-01' },
      { type: 'dispute', hold: null, period: '2026-10-01' },
    ])
  })
})

describe('building', () => {
  /** A day of bills and a month of plays, nothing built yet. */
  async function facts(): Promise<void> {
    await publish('wl', splitPlan)
    await publish('sm4', { ...cpmPlan, minPlays: 0, capPerCreatorFen: 1_000 })
    const works = [await work(), await work({ partner: B })]
    await bill(
      works.map(({ itemId }) => ({ platformItemId: itemId, earnDate: '2026-08-01', settleType: 1, adIncome: '9.99' })),
    )
    for (const partner of [A, B]) {
      const { id } = await work({ product: 'sm4', partner })
      await plays(id, { '2026-08-01': 4_000, '2026-08-02': 9_000, '2026-08-03': 8_000 })
    }
  }
  /** Of August, where the world has no figures of its own. */
  const rows = async () =>
    run(sql`
      select product_code, partner_id, earn_date::text as day, line_type, base_micro, amount_micro, is_final, cut_by from accrual
      where earn_date < ${world.from}::date order by product_code, partner_id, earn_date, amount_micro`)
  const at = new Date('2026-08-20T04:00:00Z')

  test('by four at once is building once', async () => {
    await facts()
    await build('2026-08-20')
    const expected = await rows()
    expect(expected.length).toBe(8)
    await run(sql`truncate accrual`)
    await run(sql`insert into accrual_dirty values ('wl', '2026-08-01'), ('sm4', '2026-08-01')`)
    await Promise.all([1, 2, 3, 4].map(() => build('2026-08-20')))
    expect(await rows()).toEqual(expected)
  })

  test('broken off at any statement leaves whole days, and is taken up where it was', { timeout: 60_000 }, async () => {
    await facts()
    await build('2026-08-20')
    const expected = await rows()
    let statements = 0
    for (let last = 1; ; last++) {
      await run(sql`truncate accrual`)
      await run(
        sql`insert into accrual_dirty values ('wl', '2026-08-01'), ('sm4', '2026-08-01') on conflict do nothing`,
      )
      const ctx = jobContext(database, openFiles(dataDir), at)
      let left = last
      const breaking: typeof ctx = {
        ...ctx,
        transaction: (work) =>
          ctx.transaction((db, inner) => {
            const rows: typeof db.rows = (statement) => {
              if (--left === 0) throw new Error('broken off')
              return db.rows(statement)
            }
            const one: typeof db.one = async (statement) => (await rows<any>(statement))[0]
            return work({ rows, one }, inner)
          }),
      }
      const outcome = await buildAccruals(breaking).then(
        () => 'done',
        (error: Error) => error.message,
      )
      if (outcome === 'done') break
      expect(outcome).toBe('broken off')
      statements = last
      // A product is there wholly or not at all.
      const counts = await run(
        sql`select count(*)::integer as n from accrual where earn_date < ${world.from}::date group by product_code`,
      )
      expect(counts.every(({ n }) => n === 2 || n === 6)).toBe(true)
      await build('2026-08-20')
      expect(await rows()).toEqual(expected)
    }
    expect(statements).toBeGreaterThan(12)
  })
})
