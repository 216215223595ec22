import sql from 'sql-template-tag'
import { beforeEach, describe, expect, test } from 'vitest'
import { openServer } from '../../../tests/http/app.ts'
import { type Actor, world } from '../../../tests/world.ts'
import { parseExact, unitsOf } from './decimal.ts'
import { readRow } from './read.ts'

const { ask, database } = await openServer()
const UNION = '77000001'

const row = {
  id: '1001_1',
  orderId: '1001',
  orderTime: '2026-10-05 10:00:00',
  modifyTime: '2026-10-05 10:01:00',
  skuId: '9',
  skuName: '保温杯',
  price: '129.00',
  commissionRate: '10.00',
  finalRate: '90.00',
  estimateCosPrice: '129.00',
  estimateFee: '11.61',
  validCode: 16,
  subUnionId: `p${world.partners.A}`,
}
let token = ''
async function send(...orders: unknown[]) {
  token ||= (
    await ask('POST', '/api/tokens', {
      as: 'adminOther',
      body: { name: 'jd', scopes: ['ingest.write'], expiresInDays: 30 },
    })
  ).json().data.token
  const answer = await ask('POST', '/ingest/v1/jd-orders', { token, body: { unionId: UNION, orders } })
  return { status: answer.statusCode, data: answer.json().data }
}
const get = async (as: Actor, url: string) => {
  const answer = await ask('GET', url, { as })
  return { status: answer.statusCode, data: answer.json().data, body: answer.body }
}
const upload = (as: Actor, content: string, accountId: string) =>
  ask('POST', `/api/jd-orders/imports?accountId=${accountId}`, {
    as,
    body: Buffer.from(
      `--edge\r\ncontent-disposition: form-data; name="file"; filename="orders.csv"\r\ncontent-type: text/csv\r\n\r\n${content}\r\n--edge--\r\n`,
    ),
    headers: { 'content-type': 'multipart/form-data; boundary=edge' },
  })
const stored = (rowId = row.id) =>
  database.one<Record<string, any>>(
    sql`select o.* from jd_order o join union_account a on a.id = o.account_id where a.union_id = ${UNION} and row_id = ${rowId}`,
  )

let accountId = ''
beforeEach(async () => {
  for (const table of ['jd_daily', 'jd_fee_line', 'jd_order_history', 'jd_order_import', 'jd_order', 'union_account'])
    await database.pool.query(`truncate ${table} cascade`)
  accountId = (await database.one<{ id: string }>(
    sql`insert into union_account (alias, union_id) values ('测试', ${UNION}) returning id::text`,
  ))!.id
})

describe('amounts', () => {
  test.each([
    ['0.615', 62],
    ['1.005', 101],
    ['-1.005', -101],
    ['0.001', 0],
    ['123456789012.99', 12_345_678_901_299],
    ['12', 1_200],
  ])('%s yuan is %d fen, by its digits', (text, fen) => expect(unitsOf(text, 2)).toBe(fen))

  test.each(['', '1e3', '1,000', '.5', 'NaN', '--1'])('%j is no amount', (text) =>
    expect(unitsOf(text, 2)).toBeUndefined(),
  )

  test('JSON keeps its numbers as written, and texts as they are', () => {
    expect(parseExact('{"id":123456789012345678,"fee":0.10,"name":"a \\"1.50\\" b","n":[-2,3.0]}')).toEqual({
      ...{ id: '123456789012345678', fee: '0.10', name: 'a "1.50" b', n: ['-2', '3.0'] },
    })
  })

  test('a decimal that has been a float is refused; a whole number is not', () => {
    expect(readRow({ ...row, estimateFee: 11.61 })).toMatchObject({ field: 'estimateFee', code: 'MONEY' })
    expect(readRow({ ...row, estimateFee: 11 })).toMatchObject({ fields: { estimateFee: 1_100 } })
  })
})

describe('taking in', () => {
  test('the newer one stands, the same again says nothing', async () => {
    expect((await send(row)).data).toMatchObject({ created: 1, changed: 0, unchanged: 0 })
    expect((await send(row)).data).toMatchObject({ created: 0, changed: 0, unchanged: 1 })
    const older = { ...row, modifyTime: '2026-10-05 09:00:00', validCode: 3 }
    expect((await send(older)).data).toMatchObject({ changed: 0, unchanged: 1 })
    expect(await stored()).toMatchObject({ state: 'paid', fee_fen: 1_161, partner_fen: 813 })
    const newer = { ...row, modifyTime: '2026-10-06 09:00:00', validCode: 3 }
    expect((await send(newer)).data).toMatchObject({ changed: 1 })
    expect(await stored()).toMatchObject({ state: 'invalid', fee_fen: 0, report_date: '2026-10-06' })
    const versions = await database.rows(sql`select raw from jd_order_history order by id`)
    expect(versions).toHaveLength(2)
    expect(versions[0]).toMatchObject({ raw: { estimateFee: '11.61' } })
  })

  test('within one delivery the newest of a row stands', async () => {
    const newer = { ...row, modifyTime: '2026-10-06 09:00:00', validCode: 17, actualFee: '10.00' }
    expect((await send(newer, row)).data).toMatchObject({ created: 1 })
    expect(await stored()).toMatchObject({ state: 'finished', fee_fen: 1_000 })
  })

  test('a bad row is refused alone, with its place and reason', async () => {
    const { data } = await send({ ...row, price: 1.5 }, { ...row, id: '1001_2', orderTime: 'gestern' }, row)
    expect(data).toMatchObject({ rows: 3, created: 1, refused: 2 })
    expect(data.problems).toMatchObject([
      { row: 0, field: 'price', code: 'MONEY' },
      { row: 1, field: 'orderTime', code: 'TIME' },
    ])
  })

  test('a code nobody knows is shown and is worth nothing', async () => {
    await send({ ...row, validCode: 31 })
    expect(await stored()).toMatchObject({ state: 'unknown', valid_code: 31, fee_fen: 0 })
    const list = (await get('adminOther', '/api/jd-orders?state=unknown')).data.list
    expect(list).toMatchObject([{ state: 'unknown', validCode: 31 }])
  })

  test('an account nobody knows takes nothing', async () => {
    await database.rows(sql`update union_account set enabled = false`)
    expect((await send(row)).status).toBe(422)
  })
})

describe('split orders', () => {
  const parent = { ...row, id: '100_1', orderId: '100', validCode: 2, modifyTime: '2026-10-05 12:00:00' }
  const child = (orderId: string, fee: string) => ({
    ...{ ...row, id: `${orderId}_1`, orderId, parentId: '100', validCode: 17, modifyTime: '2026-10-05 12:00:00' },
    ...{ actualCosPrice: '50.00', actualFee: fee, finishTime: '2026-10-05 12:00:00' },
  })
  test('a parent and two children are two rows of worth and one purchase; the parent is never counted', async () => {
    await send({ ...parent, validCode: 16, modifyTime: '2026-10-05 11:00:00' })
    await send(parent, child('101', '4.50'), child('102', '7.11'))
    const { data } = await get('adminOther', '/api/jd-orders/summary')
    expect(data).toMatchObject({ orders: 1, rows: 3, actFeeFen: 1_161, estFeeFen: 2_322 })
    const [day] = await database.rows<Record<string, any>>(sql`select * from jd_daily where day = '2026-10-05'`)
    expect(day).toMatchObject({ orders: 1, first_fen: 1_161, current_fen: 1_161 })
    const id = (await stored('101_1'))!.id
    const detail = (await get('partnerA', `/api/jd-orders/${id}`)).data
    expect(detail.split.map(({ orderId }: { orderId: string }) => orderId).sort()).toEqual(['100', '102'])
  })
})

describe('whose they are', () => {
  test('by the video, else by the creator’s binding when it was ordered, else by the partner named', async () => {
    const { id: video, owner } = (await database.one<{ id: string; owner: string }>(
      sql`select id::text, partner_id::text as owner from video where partner_id = ${world.partners.B} order by id limit 1`,
    ))!
    const binding = (await database.one<{ creator: string; partner: string; at: string }>(
      sql`select creator_id::text as creator, partner_id::text as partner, bind_time + interval '1 hour' as at from creator_binding order by id limit 1`,
    ))!
    await send(
      { ...row, id: 'v', subUnionId: `p${world.partners.A}_c1_v${video}` },
      { ...row, id: 'c', subUnionId: `p${world.partners.D}_c${binding.creator}`, orderTime: binding.at },
      { ...row, id: 'p', subUnionId: `p${world.partners.C}` },
      { ...row, id: 'x', subUnionId: 'campaign' },
    )
    expect((await stored('v'))!.partner_id).toBe(Number(owner))
    expect((await stored('c'))!.partner_id).toBe(Number(binding.partner))
    expect((await stored('p'))!.partner_id).toBe(Number(world.partners.C))
    expect((await stored('x'))!.partner_id).toBeNull()
  })

  test('a partner sees its own rows and its own share; ours does not exist for it', async () => {
    await send(row, { ...row, id: '1002_1', orderId: '1002', subUnionId: `p${world.partners.B}` })
    const mine = await get('partnerA', '/api/jd-orders')
    expect(mine.data.list).toMatchObject([{ orderId: '1001', partnerFen: 813 }])
    for (const name of ['feeFen', 'estFeeFen', 'commissionRate', 'accountName', 'partnerName'])
      expect(mine.data.list[0]).not.toHaveProperty(name)
    expect((await get('partnerA', '/api/jd-orders?sort=feeFen')).status).toBe(400)
    expect((await get('adminOther', '/api/jd-orders?sort=feeFen')).status).toBe(200)
    expect((await get('partnerA', '/api/jd-orders?accountId=1')).status).toBe(400)
    expect((await get('adminOther', '/api/jd-orders?accountId=1')).status).toBe(200)
    const detail = await get('partnerA', `/api/jd-orders/${mine.data.list[0].id}`)
    expect(detail.body).not.toMatch(/"ours"|"versions"|feeFen|estimateFee/)
    const ours = await get('adminOther', `/api/jd-orders/${mine.data.list[0].id}`)
    expect(ours.data).toMatchObject({ order: { ours: { estFeeFen: 1_161 } }, lines: [{ feeFen: 1_161 }] })
    expect(ours.data.versions).toHaveLength(1)
  })

  test('a row looked up again moves with its money, once', async () => {
    await send({ ...row, subUnionId: 'p999999' })
    const id = String((await stored())!.id)
    await database.rows(sql`update jd_order set sub_union_id = ${`p${world.partners.A}`}`)
    const again = () => ask('POST', '/api/jd-orders/reattribute', { as: 'adminOther', body: { target: { ids: [id] } } })
    expect((await again()).json().data.done).toBe(1)
    expect((await again()).json().data.done).toBe(0)
    const lines = await database.rows(sql`select partner_id, fee_fen, partner_fen from jd_fee_line order by id`)
    expect(lines).toEqual([
      { partner_id: null, fee_fen: 1_161, partner_fen: 0 },
      { partner_id: null, fee_fen: -1_161, partner_fen: 0 },
      { partner_id: 1, fee_fen: 1_161, partner_fen: 813 },
    ])
    const foreign = { target: { ids: [id, world.missingId] } }
    expect((await ask('POST', '/api/jd-orders/reattribute', { as: 'adminOther', body: foreign })).statusCode).toBe(404)
  })
})

describe('files', () => {
  const csv = `行编号,订单号,下单时间,更新时间,商品编号,订单状态码,预估佣金,子渠道\r\n5_1,5,2026-10-05 10:00:00,2026-10-05 10:00:00,9,16,1.25,p1\r\n6_1,6,gestern,2026-10-05 10:00:00,9,16,1.25,p1\r\n`
  test('a file is looked at first and taken in once', async () => {
    const report = (await upload('coo', csv, accountId)).json().data
    expect(report).toMatchObject({ rows: 2, good: 1, refused: 1, problems: [{ row: 3, field: 'orderTime' }] })
    expect(await stored('5_1')).toBeUndefined()
    const apply = () => ask('POST', `/api/jd-orders/imports/${report.id}/apply`, { as: 'coo' })
    expect((await apply()).json().data).toEqual({ created: 1, changed: 0, unchanged: 0 })
    expect((await apply()).json().data.reason).toBe('APPLIED')
    expect(await stored('5_1')).toMatchObject({ fee_fen: 125, partner_fen: 88 })
  })
  test.each([
    ['', 'MISSING_COLUMN'],
    ['行编号,订单号,订单号\r\n1,2,3', 'DOUBLE_HEADER'],
  ])('%j is refused: %s', async (content, reason) => {
    expect((await upload('coo', content, accountId)).json().data.reason).toBe(reason)
  })
})
