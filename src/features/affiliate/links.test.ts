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
const run = (name: string, now: Date) =>
  affiliate.jobs!.find((job) => job.name === name)!.run(jobContext(database, files, now), {})
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
