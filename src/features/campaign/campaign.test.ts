import fc from 'fast-check'
import sql from 'sql-template-tag'
import { beforeEach, describe, expect, test } from 'vitest'
import { openDistribution } from '../../../tests/distribution.ts'
import { type Actor, world } from '../../../tests/world.ts'
import { freezeSelection } from '../../core/bulk.ts'
import { emptyDraft, fourDecimals, queryOf, termsOf } from './draft.ts'
import { type Candidate, planOf, type Receiver } from './plan.ts'

const { ask, database } = await openDistribution()
const { A, B } = world.suppliers
const good = (
  await database.rows<{ id: string }>(sql`
    select v.id::text from video v join partner p on p.id = v.partner_id
    where v.risk_state = 'none' and v.visibility = 'public' and p.status = 'active' and coalesce(p.contract_end, '2099-01-01') > '2027-01-01'
    order by v.id`)
).map(({ id }) => id)
const day = (offset: number): string => new Date(Date.now() + (8 + 24 * offset) * 3_600_000).toISOString().slice(0, 10)
const terms = {
  name: '十一月第一批',
  mode: 'all',
  supplierIds: [A, B],
  platforms: ['douyin'],
  region: 'cn',
  rightsFrom: day(0),
  rightsTo: day(20),
  allowEdit: true,
  requiredTags: ['#好物'],
  forbiddenWords: [],
  priceModel: 'none',
  deadline: day(7),
}
const send = (source: object, more: object = {}, as: Actor = 'adminOther') =>
  ask(as, 'POST', '/api/campaigns', { source, terms: { ...terms, ...more } })
const look = (source: object, more: object = {}) =>
  ask('adminOther', 'POST', '/api/campaigns/preview', { source, terms: { ...terms, ...more } })
const countOf = async (where = sql`true`): Promise<number> =>
  (await database.one<{ n: number }>(sql`select count(*) as n from distribution where ${where}`))!.n

beforeEach(async () => {
  await database.rows(sql`truncate distribution, dist_batch cascade`)
  await database.rows(sql`update supplier set daily_quota = 100, is_paused = false`)
})

describe('sending', () => {
  test('does what the preview said, and tells each supplier until it has answered all', async () => {
    const source = { ids: good.slice(0, 5) }
    const preview = (await look(source)).data
    expect(preview).toMatchObject({ videos: 5, rows: 10, reasons: [] })
    const made = (await send(source)).data
    expect(made).toMatchObject(preview)
    expect(await countOf()).toBe(10)
    const todo = await database.rows<{ id: string }>(sql`
      select receiver_id::text as id from message where type = 'todo' and biz_id = ${`${made.batchId}-${A}`} and done_at is null`)
    expect(todo.map(({ id }) => id)).toEqual([world.users.supplier])
    const ids = (await ask('supplierA', 'GET', '/api/distribute-videos')).data.list.map(
      ({ distId }: { distId: string }) => distId,
    )
    await ask('supplierA', 'POST', '/api/distribute-videos/accept', { target: { ids: ids.slice(1) } })
    const open = () =>
      database.one<{ n: number }>(sql`
        select count(*) as n from message where type = 'todo' and biz_id = ${`${made.batchId}-${A}`} and done_at is null`)
    expect((await open())!.n).toBe(1)
    await ask('supplierA', 'POST', '/api/distribute-videos/reject', { target: { ids: [ids[0]] }, reason: '档期已满' })
    expect((await open())!.n).toBe(0)
  })

  test('keeps out what may not be sent, each with its reason, and sends the rest', async () => {
    const [risky, hidden, unowned, over, fine] = good.slice(-5) as [string, string, string, string, string]
    await database.rows(sql`update video set risk_state = 'pending' where id = ${risky}`)
    await database.rows(sql`update video set visibility = 'private' where id = ${hidden}`)
    await database.rows(sql`update video set partner_id = null where id = ${unowned}`)
    await database.rows(sql`
      insert into partner (code, name, team_id, business_line_id, contract_end) values ('over', '已到期', 1, 1, ${day(10)}::date)`)
    await database.rows(
      sql`update video set partner_id = (select id from partner where code = 'over') where id = ${over}`,
    )
    const { data } = await send({ ids: [risky, hidden, unowned, over, fine] })
    const reasons = Object.fromEntries(
      data.refused.map(({ videoId, reason }: { videoId: string; reason: string }) => [videoId, reason]),
    )
    expect(reasons).toEqual({ [risky]: 'RISK', [hidden]: 'NOT_PUBLIC', [unowned]: 'NO_OWNER', [over]: 'CONTRACT_OVER' })
    expect(data.rows).toBe(2)
    const again = await send({ ids: [fine] })
    expect(again).toMatchObject({ status: 422, reason: 'NOTHING_TO_SEND' })
    expect((await look({ ids: [fine] })).data.reasons).toEqual([{ reason: 'LIVE_HERE', count: 2 }])
    await database.rows(sql`update distribution set status = 'rejected'`)
    expect((await send({ ids: [fine] })).data.rows).toBe(2)
    expect(await countOf(sql`round = 2`)).toBe(2)
  })

  test('is an administrator’s alone, and sends nothing when one video does not exist', async () => {
    expect((await send({ ids: good.slice(0, 1) }, {}, 'coo')).status).toBe(403)
    expect((await send({ ids: good.slice(0, 1) }, {}, 'supplierA')).status).toBe(403)
    const missing = await send({ ids: [good[0], world.missingId] })
    expect(missing).toMatchObject({ status: 404, reason: 'ROWS_NOT_FOUND' })
    expect(await countOf()).toBe(0)
    expect((await send({ ids: good.slice(0, 1) })).status).toBe(200)
  })

  test('takes a frozen filter and a collection', async () => {
    const draft = {
      ...emptyDraft(day(0), 'x'),
      filter: {
        platform: ['douyin', 'kuaishou', 'bilibili', 'xigua', 'toutiao', 'wechat_channels'],
        categoryId: null,
        partnerId: world.partners.A,
        contentType: null,
        publishedFrom: '2026-01-01',
        publishedTo: '2026-12-31',
        minPlays: '1',
      },
    }
    const frozen = await ask('adminOther', 'POST', freezeSelection.path, { listKey: 'data', query: queryOf(draft) })
    expect(frozen.status).toBe(200)
    const { data } = await look({ selection: frozen.data.id })
    expect(data.videos).toBe(frozen.data.count)
    expect(data.videos).toBeGreaterThan(0)
    expect((await look({ collectionId: world.missingId })).reason).toBe('COLLECTION_NOT_FOUND')
    const collection = await database.one<{ id: string; n: number }>(sql`
      select collection_id::text as id, count(*) as n from collection_item group by 1 order by 2 desc limit 1`)
    expect((await look({ collectionId: collection!.id })).data.videos).toBe(collection!.n)
  })

  test.each([
    ['RIGHTS_PERIOD', { rightsTo: day(-1) }],
    ['RIGHTS_PERIOD', { rightsFrom: '2026-02-30' }],
    ['DEADLINE', { deadline: day(21) }],
    ['DEADLINE', { deadline: day(-1) }],
    ['PRICE', { priceModel: 'cpm' }],
    ['PRICE', { priceModel: 'none', unitPriceE4: 5 }],
    ['SUPPLIER_NOT_FOUND', { supplierIds: [world.missingId] }],
  ])('refuses terms that do not go together: %s', async (reason, more) => {
    expect(await send({ ids: good.slice(0, 1) }, more)).toMatchObject({ status: 422, reason })
    expect((await send({ ids: good.slice(0, 1) })).status).toBe(200)
  })
})

describe('quotas and exclusivity', () => {
  test('a quota of today is never exceeded, also by ten who send at once', async () => {
    await database.rows(sql`update supplier set daily_quota = 7 where id = ${A}`)
    const parts = Array.from({ length: 10 }, (_, at) => good.slice(at * 2, at * 2 + 2))
    await Promise.all(parts.map((ids) => send({ ids }, { supplierIds: [A] })))
    expect(await countOf()).toBe(7)
    expect((await look({ ids: good.slice(30, 31) }, { supplierIds: [A] })).data.reasons).toEqual([
      { reason: 'QUOTA', count: 1 },
    ])
    await database.rows(sql`update distribution set created_at = created_at - interval '1 day'`)
    expect((await send({ ids: good.slice(30, 31) }, { supplierIds: [A] })).status).toBe(200)
  })

  test('of suppliers offered one video exclusively at once, one has it, twenty times over', async () => {
    for (let round = 0; round < 20; round++) {
      const ids = [good[round]!]
      const answers = await Promise.all(
        [A, B, A, B].map((supplier) => send({ ids }, { mode: 'exclusive', supplierIds: [supplier] })),
      )
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
      expect(await countOf(sql`video_id = ${ids[0]}`)).toBe(1)
    }
    const other = await look({ ids: good.slice(0, 1) }, { supplierIds: [A, B] })
    expect(other.data.reasons).toEqual([{ reason: 'TAKEN_EXCLUSIVELY', count: 1 }])
  })

  test('what one supplier has already is not given exclusively to another', async () => {
    await send({ ids: good.slice(0, 1) }, { supplierIds: [A] })
    const { data } = await look({ ids: good.slice(0, 1) }, { mode: 'exclusive', supplierIds: [B] })
    expect(data.reasons).toEqual([{ reason: 'PLACED_ELSEWHERE', count: 1 }])
  })

  test('a paused supplier gets nothing, the other its own', async () => {
    await database.rows(sql`update supplier set is_paused = true where id = ${B}`)
    const { data } = await send({ ids: good.slice(0, 3) })
    expect(
      data.suppliers.map(({ rows, refusal }: { rows: number; refusal: string | null }) => [rows, refusal]),
    ).toEqual([
      [3, null],
      [0, 'SUPPLIER_PAUSED'],
    ])
  })
})

describe('an even split', () => {
  const candidate = fc.record({
    categoryId: fc.constantFrom('1', '2', null),
    liveAt: fc.subarray(['1', '2', '3']),
    refusal: fc.constantFrom(null, null, null, 'RISK' as const),
  })
  const receiver = fc.record({
    quotaLeft: fc.option(fc.nat(12)),
    refusal: fc.constantFrom(null, null, 'SUPPLIER_PAUSED' as const),
    strength: fc.constantFrom(new Map([['1', 9]]), new Map<string, number>()),
  })

  test('gives each video at most once, keeps quotas, and accounts for every video', () => {
    fc.assert(
      fc.property(fc.array(candidate, { maxLength: 40 }), fc.tuple(receiver, receiver, receiver), (drawn, three) => {
        const videos: Candidate[] = drawn.map((one, at) => ({
          ...one,
          videoId: String(at),
          title: '',
          isExclusive: false,
        }))
        const receivers: Receiver[] = three.map((one, at) => ({ ...one, id: String(at + 1), name: '' }))
        const { rows, refused } = planOf(videos, receivers, 'split')
        expect(new Set(rows.map(({ videoId }) => videoId)).size).toBe(rows.length)
        for (const { id, quotaLeft, refusal } of receivers) {
          const mine = rows.filter(({ supplierId }) => supplierId === id)
          if (refusal) expect(mine).toEqual([])
          if (quotaLeft !== null) expect(mine.length).toBeLessThanOrEqual(quotaLeft)
        }
        if (receivers.some(({ refusal }) => !refusal)) expect(rows.length + refused.length).toBe(videos.length)
        for (const { videoId, supplierId } of rows) expect(videos[+videoId]!.liveAt).not.toContain(supplierId)
      }),
      { numRuns: 500, seed: 20261120 },
    )
  })

  test('is even, and of equals the stronger in the category gets it', () => {
    const videos = Array.from(
      { length: 9 },
      (_, at): Candidate => ({
        videoId: String(at),
        title: '',
        categoryId: '1',
        refusal: null,
        liveAt: [],
        isExclusive: false,
      }),
    )
    const of = (id: string, n: number): Receiver => ({
      id,
      name: '',
      refusal: null,
      quotaLeft: null,
      strength: new Map([['1', n]]),
    })
    const { rows } = planOf(videos, [of('1', 0), of('2', 5), of('3', 1)], 'split')
    expect(rows.map(({ supplierId }) => supplierId).join('')).toBe('231231231')
  })
})

test('what is typed is read exactly', () => {
  expect(['0.0001', '12', '12.34', '0', '1.23456', '1e3', '-1'].map(fourDecimals)).toEqual([
    1,
    120_000,
    123_400,
    undefined,
    undefined,
    undefined,
    undefined,
  ])
  const draft = { ...emptyDraft('2026-11-20', 'x'), priceModel: 'share' as const, share: '30', tags: '#a，#b #a' }
  expect(termsOf(draft)).toMatchObject({ sharePpm: 300_000, unitPriceE4: null, requiredTags: ['#a', '#b'] })
})
