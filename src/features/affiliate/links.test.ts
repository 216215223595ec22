import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import sql from 'sql-template-tag'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { startFakeUnion } from '../../../tests/fakeUnion.ts'
import { openServer } from '../../../tests/http/app.ts'
import { type Actor, ctxFor, world } from '../../../tests/world.ts'
import { diagramOf } from '../../core/flow.ts'
import { addDays, dayOf } from '../../core/time.ts'
import { jobContext } from '../../server/jobs/context.ts'
import { CODE_PATTERN, codeFlow } from './flow.ts'
import { affiliate } from './server.ts'
import { setUnionAddress } from './upstream/union.ts'

const { ask, database } = await openServer()
const fake = await startFakeUnion()
setUnionAddress(fake.url)
afterAll(() => fake.stop())
const files = (await ctxFor(database, 'adminOther')).files
const run = (name: string, now: Date, payload: Record<string, unknown> = {}) =>
  affiliate.jobs!.find((job) => job.name === name)!.run(jobContext(database, files, now), payload)
async function call(as: Actor, method: 'GET' | 'POST' | 'DELETE', url: string, body?: object) {
  const answer = await ask(method, url, { as, ...(body && { body }) })
  const { data } = answer.json()
  return { status: answer.statusCode, data, reason: data?.reason }
}
const today = dayOf(Date.now())
const { partners } = world

let accountId = ''
beforeEach(async () => {
  await database.pool.query('truncate union_account, coupon_code cascade')
  const body = {
    ...{ alias: '主', unionId: '7', siteId: null, positionId: '300', source: 'cookie', sharePpm: 700_000 },
    ...{ requiredCookies: [], remark: null },
  }
  accountId = (await call('adminOther', 'POST', '/api/jd-accounts', body)).data.id
  await call('adminOther', 'POST', `/api/jd-accounts/${accountId}/cookies`, {
    text: fake.cookies,
    saveUntried: false,
    version: 1,
  })
})

describe('links', () => {
  const body = (more: object = {}) => ({
    ...{ accountId, title: '保温杯', materialUrl: 'https://item.jd.com/1.html', couponUrl: null, clickUrl: null },
    ...{ partnerId: partners.A, videoId: null, ...more },
  })
  test('the union makes the long link; the sub id names partner, creator and work', async () => {
    const { data } = await call('adminOther', 'POST', '/api/jd-links', body())
    expect(data).toMatchObject({ subUnionId: `p${partners.A}`, hasLink: true })
    const work = (await database.one<{ id: string; creator: string }>(
      sql`select id::text, creator_id::text as creator from video where partner_id = ${partners.A} order by id limit 1`,
    ))!
    const made = await call('adminOther', 'POST', '/api/jd-links', body({ partnerId: null, videoId: work.id }))
    expect(made.data.subUnionId).toBe(`p${partners.A}_c${work.creator}_v${work.id}`)
    expect((await call('adminOther', 'POST', '/api/jd-links', body())).reason).toBe('LINK_KNOWN')
  })
  test.each([
    [{ materialUrl: 'https://item.taobao.com/1' }, 'NOT_JD'],
    [{ materialUrl: 'https://jd.com.evil.example/1' }, 'NOT_JD'],
    [{ clickUrl: 'https://evil.example/jd.com' }, 'NOT_JD'],
    [{ partnerId: world.missingId }, 'OWNER_NEEDED'],
    [{ partnerId: null, videoId: world.missingId }, 'WORK_NOT_FOUND'],
  ])('%j is refused: %s', async (more, reason) =>
    expect((await call('adminOther', 'POST', '/api/jd-links', body(more))).reason).toBe(reason),
  )
  test('a link has one token in use; a text that holds it is recognised', async () => {
    const { id } = (await call('adminOther', 'POST', '/api/jd-links', body())).data
    const add = (tokenText: string) =>
      call('adminOther', 'POST', `/api/jd-links/${id}/tokens`, {
        tokenText,
        template: '{title}：{token}',
        until: today,
      })
    expect((await add('￥first￥')).data.shareText).toBe('保温杯：￥first￥')
    await add('￥second￥')
    expect((await add('￥first￥')).reason).toBe('TOKEN_KNOWN')
    const { tokens } = (await call('adminOther', 'GET', `/api/jd-links/${id}`)).data
    expect(tokens.map(({ status }: { status: string }) => status)).toEqual(['active', 'disabled'])
    const parse = async (text: string) =>
      (await call('adminOther', 'POST', '/api/jd-tokens/parse', { text })).data.found
    expect(await parse('看看这个 ￥second￥ 打开')).toMatchObject({ linkId: id, status: 'active' })
    expect(await parse('￥someone else￥')).toBeNull()
    await run('affiliate-clock', new Date(Date.now() + 2 * 86_400_000))
    expect(await parse('￥second￥')).toMatchObject({ status: 'expired' })
  })
})

describe('the union’s own figures', () => {
  const yesterday = addDays(today, -1)
  const sync = (body: object, as: Actor = 'adminOther') => call(as, 'POST', `/api/jd-accounts/${accountId}/sync`, body)
  const runs = async () => (await call('adminOther', 'GET', `/api/jd-accounts/${accountId}/syncs`)).data.list
  /** Starts a run and does it, as the queue would. */
  async function follow(body: object) {
    const { data } = await sync(body)
    await run('affiliate-sync', new Date(), { accountId, runId: data.runId })
    return (await runs())[0]
  }
  const links = async (as: Actor) => (await call(as, 'GET', '/api/jd-links')).data.list as Record<string, unknown>[]

  test('clicks reach links, income and each partner’s own, uses their coupons and codes', async () => {
    for (const partnerId of [partners.A, partners.B]) {
      const more = { title: partnerId, clickUrl: null, couponUrl: null, videoId: null, partnerId }
      await call('adminOther', 'POST', '/api/jd-links', {
        ...{ accountId, materialUrl: 'https://item.jd.com/1.html', ...more },
      })
    }
    const terms = { ratePpm: null, thresholdFen: 1_000, quota: 50, perUser: 1, from: today, to: today, remark: null }
    await call('adminOther', 'POST', '/api/jd-coupon-codes', {
      ...{ code: 'WARM22', count: 1, partnerId: partners.A, kind: 'fixed', amountFen: 500, ...terms },
    })
    fake.clicks = [
      { date: today, subUnionId: `p${partners.A}`, clickNum: 40, visitorNum: 30 },
      { date: yesterday, subUnionId: `p${partners.A}`, clickNum: 60, visitorNum: 50 },
      { date: today, subUnionId: `p${partners.B}`, clickNum: 7, visitorNum: 7 },
      { date: today, subUnionId: 'bad id', clickNum: 1, visitorNum: 1 },
    ]
    fake.uses = [
      { date: today, code: 'WARM22', takeNum: 20, usedNum: 6, orderNum: 5, cosPrice: '645.00', commission: '58.05' },
    ]
    expect(await follow({ kind: 'figures', from: yesterday, to: today })).toMatchObject({
      ...{ status: 'done', steps: 2, stepsDone: 2, rows: 5, changed: 4, refused: 1 },
    })
    // Told again it changes nothing; told otherwise the later word stands.
    expect(await follow({ kind: 'figures' })).toMatchObject({ changed: 0, steps: 3 })
    fake.clicks[0]!.clickNum = 50
    expect(await follow({ kind: 'figures' })).toMatchObject({ changed: 1 })

    await database.rows(sql`
      insert into jd_order (account_id, row_id, order_id, ordered_at, modified_at, order_date, report_date, sku_id, valid_code, est_fee_fen,
        share_ppm, digest, partner_id, sub_union_id)
      values (${accountId}, '1', '1', now(), now(), ${today}, ${today}, '1', 16, 1000, 700000, 'x', ${partners.A}, ${`p${partners.A}`})`)
    const all = await links('adminOther')
    expect(all).toHaveLength(2)
    const own = await links('partnerA')
    expect(own).toHaveLength(1)
    expect(own[0]).toMatchObject({ clicks: 110, visitors: 80, orders: 1, conversion: 9_091, partnerFen: 700 })
    for (const name of ['feeFen', 'accountName', 'positionId']) expect(own[0], name).not.toHaveProperty(name)
    const foreign = all.find(({ title }) => title === partners.B)!
    expect((await call('partnerA', 'GET', `/api/jd-links/${foreign.id}`)).status).toBe(404)
    const { clicks, ...shown } = (await call('partnerA', 'GET', `/api/jd-links/${own[0]!.id}`)).data
    expect(clicks).toMatchObject({ total: 110, orders: 1 })
    expect(clicks.days.slice(-2)).toMatchObject([{ clicks: 60 }, { clicks: 50 }])
    expect(shown).not.toHaveProperty('accountName')

    const span = `from=${yesterday}&to=${today}`
    const income = async (as: Actor, by: string) =>
      (await call(as, 'GET', `/api/jd-income?${span}&basis=order&by=${by}&unit=total`)).data
    expect((await income('adminOther', 'account')).totals).toMatchObject({ clicks: 117, conversion: 8_547 })
    expect((await income('adminOther', 'partner')).rows).toMatchObject([{ clicks: 110, conversion: 9_091 }])
    expect((await income('partnerA', 'sku')).totals.clicks).toBe(110)
    expect((await income('partnerB', 'sku')).totals.clicks).toBe(7)
    const days = async (as: Actor) => (await call(as, 'GET', `/api/jd-income/days?${span}&basis=order`)).data.days
    expect(await days('adminOther')).toEqual([
      { day: yesterday, orders: 0, openFen: 0, certainFen: 0 },
      { day: today, orders: 1, openFen: 1_000, certainFen: 0 },
    ])
    expect((await days('partnerA'))[1].openFen).toBe(700)
    expect((await days('partnerB'))[1].openFen).toBe(0)

    const codes = async (as: Actor) => (await call(as, 'GET', '/api/jd-coupon-codes')).data.list
    expect(await codes('adminOther')).toMatchObject([
      { taken: 20, used: 6, remain: 30, orders: 5, baseFen: 64_500, feeFen: 5_805, subsidyFen: 3_000, roi: 1_935_000 },
    ])
    expect((await codes('partnerA'))[0]).not.toHaveProperty('feeFen')
    expect(await codes('partnerB')).toEqual([])
  })

  test('one run at a time, of so many days, and a lost one stands in nobody’s way', async () => {
    for (const [body, reason] of [
      [{ kind: 'orders', from: addDays(today, -7), to: today }, 'BAD_FILTER'],
      [{ kind: 'figures', from: addDays(today, -31), to: today }, 'BAD_FILTER'],
      [{ kind: 'figures', from: today, to: addDays(today, 1) }, 'BAD_FILTER'],
      [{ kind: 'coupons', from: today, to: today }, 'BAD_FILTER'],
      [{ kind: 'orders', from: today }, 'BAD_FILTER'],
    ] as const)
      expect((await sync(body)).reason, JSON.stringify(body)).toBe(reason)
    expect((await sync({ kind: 'orders', from: addDays(today, -6), to: today })).status).toBe(200)
    expect((await sync({ kind: 'figures' })).reason).toBe('SYNC_RUNNING')
    await database.rows(sql`update jd_sync_run set moved_at = now() - interval '16 minutes'`)
    expect((await sync({ kind: 'coupons' })).status).toBe(200)
    expect(await runs()).toMatchObject([
      { kind: 'coupons', status: 'waiting' },
      { kind: 'orders', status: 'failed', note: 'lost' },
    ])
    expect((await call('partnerA', 'GET', `/api/jd-accounts/${accountId}/syncs`)).status).toBe(403)
  })

  test('what the union says against it stands with the run; without a right to figures orders go on', async () => {
    fake.troubles = [403]
    expect(await follow({ kind: 'figures', from: today, to: today })).toMatchObject({
      ...{ status: 'failed', note: 'blocked', stepsDone: 0 },
    })
    expect(await follow({ kind: 'orders', from: today, to: today })).toMatchObject({ status: 'done', note: null })
    const health = await database.rows(sql`select health from union_account`)
    expect(health).toEqual([{ health: 'valid' }])
  })
})

test('coupons are asked about and say what they take off', async () => {
  const url = 'https://coupon.m.jd.com/1'
  const hour = 3_600_000
  const coupon = { link: url, yn: 1, quota: 100, discount: 9.9, num: 1000, remainNum: 250 }
  fake.coupons.set(url, { ...coupon, takeBeginTime: Date.now() - hour, takeEndTime: Date.now() + hour })
  const add = (urls: string[]) => call('adminOther', 'POST', '/api/jd-coupons', { accountId, urls })
  expect((await add([url, 'https://coupon.m.jd.com/2'])).data).toEqual({ added: 2, known: 0 })
  expect((await add([url])).data).toEqual({ added: 0, known: 1 })
  expect((await add(['https://evil.example/1'])).reason).toBe('NOT_JD')
  await run('affiliate-coupons', new Date())
  const { list } = (await call('adminOther', 'GET', '/api/jd-coupons')).data
  expect(list.find(({ couponUrl }: { couponUrl: string }) => couponUrl === url)).toMatchObject({
    ...{ status: 'active', discountFen: 990, thresholdFen: 10_000, remainRate: 250_000, isOdd: false },
  })
  expect((await call('adminOther', 'GET', '/api/jd-coupons/summary')).data).toMatchObject({
    total: 2,
    active: 1,
    ending: 1,
  })
})

describe('codes', () => {
  const body = (more: object = {}) => ({
    ...{
      code: null,
      count: 1,
      partnerId: partners.A,
      kind: 'fixed',
      amountFen: 500,
      ratePpm: null,
      thresholdFen: 1_000,
    },
    ...{ quota: null, perUser: 1, from: today, to: addDays(today, 3), remark: null, ...more },
  })
  const make = (more?: object) => call('adminOther', 'POST', '/api/jd-coupon-codes', body(more))
  test('many at random are all different and easy to read', async () => {
    const { codes } = (await make({ count: 200 })).data
    expect(new Set(codes).size).toBe(200)
    for (const code of codes) expect(code).toMatch(new RegExp(CODE_PATTERN))
  })
  test.each([
    [{ amountFen: 600 }, 'CODE_THRESHOLD'],
    [{ amountFen: null }, 'CODE_VALUE'],
    [{ code: 'ABC', count: 2 }, 'ONE_NAMED_CODE'],
    [{ code: 'A0C' }, 'INVALID'],
    [{ to: addDays(today, -1) }, 'BAD_FILTER'],
    [{ partnerId: world.missingId }, 'OWNER_NEEDED'],
  ])('%j is refused: %s', async (more, reason) => expect((await make(more)).reason).toBe(reason))
  test('a name is taken once, and staff hear by whom', async () => {
    expect((await make({ code: 'SNUW26' })).data.codes).toEqual(['SNUW26'])
    expect((await make({ code: 'SNUW26', partnerId: partners.B })).reason).toBe('CODE_TAKEN')
  })

  test('the flow as drawn is the flow as it is', () =>
    expect(readFileSync(new URL('../../../docs/flows/couponCode.md', import.meta.url), 'utf8')).toContain(
      diagramOf(codeFlow),
    ))

  test('random walks over the real verbs take declared ways alone', { timeout: 60_000 }, async () => {
    const look = async (id: string) =>
      (await database.one<{ status: keyof typeof reach; version: number }>(
        sql`select status, version from coupon_code where id = ${id}`,
      ))!
    const reach = Object.fromEntries(
      codeFlow.states.map((state) => [
        state,
        Object.values(codeFlow.actions).flatMap(({ from, to }) =>
          (from as readonly string[]).includes(state) ? [to] : [],
        ),
      ]),
    ) as Record<(typeof codeFlow.states)[number], string[]>
    const steps = fc.array(fc.constantFrom('activate', 'pause', 'disable', 'extend', 'clock'), {
      minLength: 1,
      maxLength: 8,
    })
    await fc.assert(
      fc.asyncProperty(steps, async (walk) => {
        const { codes } = (await make()).data
        const { id } = (await database.one<{ id: string }>(
          sql`select id::text from coupon_code where code = ${codes[0]}`,
        ))!
        for (const step of walk) {
          const before = await look(id)
          if (step === 'clock') await run('affiliate-clock', new Date(Date.now() + 40 * 86_400_000))
          else if (step === 'extend')
            await call('coo', 'POST', `/api/jd-coupon-codes/${id}/extend`, {
              to: addDays(today, 30),
              version: before.version,
            })
          else await call('coo', 'POST', `/api/jd-coupon-codes/${id}/move`, { action: step, version: before.version })
          const after = await look(id)
          expect([before.status, ...reach[before.status]]).toContain(after.status)
          if (after.status !== before.status) expect(after.version).toBe(before.version + 1)
        }
      }),
      { numRuns: 25, seed: 20_261_120 },
    )
  })
})
