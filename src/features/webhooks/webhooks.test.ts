import { createHmac } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import sql from 'sql-template-tag'
import { afterAll, describe, expect, test } from 'vitest'
import { openSettlement } from '../../../tests/settlement.ts'
import { type Actor, world } from '../../../tests/world.ts'
import type { Notice } from '../../core/notice.ts'
import { features } from '../../server/features.ts'
import { jobContext } from '../../server/jobs/context.ts'
import { sendNotices } from '../../server/messages/messages.ts'
import { setOutbound } from '../../server/outbound/outbound.ts'
import { KEPT } from './contract.ts'
import { deliver } from './deliver.ts'

const { run, earn, build, bring, ask, database } = await openSettlement()

interface Heard {
  path: string
  headers: Record<string, string>
  body: string
}
const heard: Heard[] = []
let status = 200
const receiver = createServer(async (request, answer) => {
  let body = ''
  for await (const chunk of request) body += chunk
  heard.push({ path: request.url!, headers: request.headers as Record<string, string>, body })
  answer.writeHead(status).end()
})
await new Promise<void>((done) => receiver.listen(0, '127.0.0.1', done))
const host = `127.0.0.1:${(receiver.address() as AddressInfo).port}`
setOutbound({ allowed: [host] })
afterAll(() => {
  setOutbound({})
  receiver.closeAllConnections()
  receiver.close()
})

const start = new Date()
const at = (minutes: number) => new Date(+start + minutes * 60_000)
const tick = (now = new Date()) => deliver.run(jobContext(database, {} as never, now, features), {})
const of = (path: string) => heard.filter((one) => one.path === `/${path}`)
const call = async (as: Actor, method: 'GET' | 'PUT' | 'POST' | 'DELETE', path = '', body?: object) => {
  const answer = await ask(method, `/api/webhook${path}`, { as, ...(body && { body }) })
  const { data, msg } = answer.json()
  return { status: answer.statusCode, data, msg }
}
const save = (as: Actor, more: object = {}) =>
  call(as, 'PUT', '', {
    ...{ url: `http://${host}/${as}`, kinds: ['settlement'], events: [], isOn: true, version: null, ...more },
  })
const log = async (as: Actor) => (await call(as, 'GET', '/deliveries')).data.list
const notice = (userId: string, bizType = 'settlement', more: Partial<Notice> = {}): Notice => ({
  ...{ to: { userIds: [userId] }, type: 'notice', bizType, link: '/messages' },
  words: { 'zh-CN': { title: '标题', content: '内容' }, 'en-US': { title: 'Title', content: 'Content' } },
  ...more,
})

/** The check of docs/open-api.md, by its words. */
function isSigned({ headers, body }: Heard, secret: string): boolean {
  const expected = createHmac('sha256', secret).update(`${headers['x-backlot-timestamp']}.${body}`).digest('hex')
  return headers['x-backlot-signature'] === `v1=${expected}`
}

describe('a webhook', () => {
  test('is told the chosen kinds of the own messages, signed with the secret shown once', async () => {
    const { data } = await save('leader', { kinds: ['risk'] })
    expect(data.secret).toMatch(/^whs_[\w-]{43}$/)
    const { leader, coo } = world.users
    await sendNotices(database, null, notice(leader, 'risk'), notice(leader, 'article'), notice(coo, 'risk'))
    await sendNotices(
      database,
      null,
      notice(leader, 'risk', { dedupKey: 'once' }),
      notice(leader, 'risk', { dedupKey: 'once' }),
    )
    await tick()
    expect(of('leader')).toHaveLength(2)
    const [first] = of('leader')
    expect(isSigned(first!, data.secret)).toBe(true)
    expect(isSigned({ ...first!, body: `${first!.body} ` }, data.secret)).toBe(false)
    expect(JSON.parse(first!.body)).toMatchObject({
      event: 'message.sent',
      data: { kind: 'risk', type: 'notice', link: '/messages', words: { 'en-US': { title: 'Title' } } },
    })
    expect(await log('leader')).toMatchObject([
      { event: 'message.sent', state: 'delivered', status: 200, attempts: 1 },
      { event: 'message.sent', state: 'delivered' },
    ])
    await tick()
    expect(of('leader')).toHaveLength(2)
    // Nowhere but in that one answer.
    expect(JSON.stringify((await call('leader', 'GET')).data)).not.toContain(data.secret)
    const { data: rotated } = await call('leader', 'POST', '/rotate')
    expect(rotated.secret).not.toBe(data.secret)
    expect((await call('leader', 'POST', '/test')).data).toEqual({ isDelivered: true, status: 200, trouble: null })
    expect([isSigned(of('leader')[2]!, rotated.secret), isSigned(of('leader')[2]!, data.secret)]).toEqual([true, false])
  })

  test('is told of statements its account may see, in their order', async () => {
    const events = ['statement.issued', 'statement.confirmed', 'statement.paid', 'statement.reversed']
    for (const as of ['partnerA', 'cooMismatch', 'cooMatch', 'adminOther'] as const)
      expect((await save(as, { kinds: [], events })).status, as).toBe(200)
    await earn('2024-05-01', 4_200)
    const id = await build('2024-05-01')
    await bring(id, 'confirmed')
    await earn('2024-05-01', 900, { product: 'wl' })
    const split = await build('2024-05-01', { product: 'wl' })
    await bring(split, 'pending_confirm')
    const { version } = (await run(sql`select version from statement where id = ${split}`))[0]
    const reason = { version, reason: 'built in error' }
    await ask('POST', `/api/settlements/statements/${split}/void`, { as: 'adminOther', body: reason })
    await tick()
    const told = (as: Actor) => of(as).map(({ body }) => [JSON.parse(body).event, JSON.parse(body).data.statementId])
    const sm4 = [
      ['statement.issued', id],
      ['statement.confirmed', id],
    ]
    expect(told('partnerA')).toEqual(sm4)
    expect(told('cooMatch')).toEqual(sm4)
    // Of another line; and a partner without a page of its product has nothing to hear.
    expect(told('cooMismatch')).toEqual([])
    expect((await save('partnerB', { kinds: [], events })).status).toBe(422)
    expect(told('adminOther')).toEqual([...sm4, ['statement.issued', split], ['statement.reversed', split]])
    expect(JSON.parse(of('partnerA')[0]!.body).data).toMatchObject({
      netFen: 4_200,
      product: 'sm4',
      partnerId: world.partners.A,
    })
  })

  test('that fails is asked again later and later, in order, and after a day switched off with a message', async () => {
    await save('supplierA', { kinds: ['distribution'] })
    const { supplier } = world.users
    status = 500
    await sendNotices(database, null, notice(supplier, 'distribution'), notice(supplier, 'distribution'))
    await tick(at(1))
    expect((await log('supplierA')).map(({ state, status }: any) => [state, status])).toEqual([
      ['waiting', null],
      ['waiting', 500],
    ])
    await tick(at(1.5))
    expect(of('supplierA')).toHaveLength(1)
    await tick(at(2.1))
    expect(of('supplierA')).toHaveLength(2)
    expect((await call('supplierA', 'GET')).data.webhook).toMatchObject({ state: 'failing' })
    status = 204
    await tick(at(10))
    expect(of('supplierA')).toHaveLength(4)
    expect((await call('supplierA', 'GET')).data.webhook).toMatchObject({ state: 'on', failingSince: null })

    status = 302
    await sendNotices(database, null, notice(supplier, 'distribution'))
    for (let minutes = 20; minutes <= 20 + 30 * 60; minutes += 60) await tick(at(minutes))
    const { webhook } = (await call('supplierA', 'GET')).data
    expect(webhook.state).toBe('given_up')
    expect((await log('supplierA'))[0]).toMatchObject({ state: 'dropped', status: 302 })
    const boxed = await run(sql`select words from message where receiver_id = ${supplier} and biz_type = 'webhook'`)
    expect(boxed).toHaveLength(1)
    await sendNotices(database, null, notice(supplier, 'distribution'))
    expect((await log('supplierA'))[0].state).toBe('dropped')

    status = 200
    const again = { kinds: ['distribution'], version: webhook.version }
    expect((await save('supplierA', again)).data).toEqual({ secret: null, version: webhook.version + 1 })
    expect((await save('supplierA', again)).status).toBe(409)
    await sendNotices(database, null, notice(supplier, 'distribution'))
    await tick()
    expect((await log('supplierA'))[0].state).toBe('delivered')
  })

  test('leads to no inside address, and holds nothing its account does not get', async () => {
    const refusals: [object, string][] = [
      [{ url: 'http://169.254.169.254/latest' }, '内网'],
      [{ url: 'http://2130706433/' }, '内网'],
      [{ url: 'ftp://example.com/' }, 'http'],
      [{ kinds: [], events: [] }, '至少'],
      [{ kinds: ['settlement'] }, '收不到'],
      [{ kinds: ['distribution'], events: ['statement.issued'] }, '收不到'],
    ]
    for (const [more, said] of refusals) {
      const { status, msg } = await save('supplierB', more)
      expect([status, msg]).toEqual([422, expect.stringContaining(said)])
    }
    expect((await save('supplierB', { kinds: ['distribution'] })).status).toBe(200)
    expect((await save('supplierB', { kinds: ['distribution'] })).status).toBe(409)
    setOutbound({})
    expect((await call('supplierB', 'POST', '/test')).data).toEqual({
      isDelivered: false,
      status: null,
      trouble: 'internal',
    })
    setOutbound({ allowed: [host] })
    expect((await call('supplierB', 'POST', '/test')).data.isDelivered).toBe(true)
    for (let i = 0; i < 4; i++) await call('supplierB', 'POST', '/test')
    expect((await call('supplierB', 'POST', '/test')).status).toBe(429)
  })

  test('keeps the newest deliveries; removed, nothing is left of it', async () => {
    const { leader } = world.users
    await sendNotices(database, null, ...Array.from({ length: KEPT + 5 }, () => notice(leader, 'risk')))
    await tick()
    await tick()
    const kept = await run(sql`select state, count(*) from webhook_delivery where user_id = ${leader} group by 1`)
    expect(kept).toEqual([{ state: 'delivered', count: KEPT }])
    expect((await call('leader', 'DELETE')).data).toEqual({ done: true })
    expect((await call('leader', 'DELETE')).status).toBe(404)
    expect([(await call('leader', 'GET')).data.webhook, await log('leader')]).toEqual([null, []])
    for (const path of ['/rotate', '/test']) expect((await call('leader', 'POST', path)).status).toBe(404)
  })
})
