import sql from 'sql-template-tag'
import { beforeEach, describe, expect, test } from 'vitest'
import { openServer } from '../../../tests/http/app.ts'
import { type Actor, world } from '../../../tests/world.ts'
import { jobContext } from '../../server/jobs/context.ts'
import { FIELD_NAMES } from './fields.ts'
import { readOrder } from './read.ts'
import { star } from './server.ts'

const { ask, database } = await openServer()

const order = {
  star_id: '1690000000001',
  order_id: '7600000000000000001',
  demand_name: '冬日热饮',
  item_id: '7300000000000000001',
  title: '咖啡店的一天',
  author_name: '阿泽',
  settlement_type: 'CPM',
  order_status: 'FINISHED',
  price: 1_234_500,
  cpm: 2_450,
  play: 500_000,
  like: 12,
  finish_rate: 3_290,
  five_s_play_rate: 6_100,
  pos_rate: 6_000,
  neg_rate: 500,
  hot_words: ['好用', '价格'],
  create_time: 1_793_000_000,
  update_time: '2026-11-01 09:00',
}
const api = () => 'api' as const

interface Answer {
  status: number
  data: any
  reason?: string
}
async function call(
  as: Actor | { token: string },
  method: 'GET' | 'POST',
  url: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const who = typeof as === 'string' ? { as } : { token: as.token }
  const answer = await ask(method, url, { ...who, ...(body !== undefined && { body }), headers })
  const { data } = answer.json()
  return { status: answer.statusCode, data, reason: data?.reason }
}
const upload = (as: Actor, content: string | Buffer) => {
  const body = Buffer.concat([
    Buffer.from(
      '--edge\r\ncontent-disposition: form-data; name="file"; filename="orders.csv"\r\ncontent-type: text/csv\r\n\r\n',
    ),
    Buffer.isBuffer(content) ? content : Buffer.from(content),
    Buffer.from('\r\n--edge--\r\n'),
  ])
  return call(as, 'POST', '/api/data-star/imports', body, { 'content-type': 'multipart/form-data; boundary=edge' })
}
const tokens = new Map<Actor, string>()
async function tokenOf(as: Actor): Promise<string> {
  const body = { name: 'star', scopes: ['ingest.write'], expiresInDays: 30 }
  const token = tokens.get(as) ?? (await call(as, 'POST', '/api/tokens', body)).data.token
  tokens.set(as, token)
  return token
}
const ingest = async (orders: unknown[], as: Actor = 'adminKeyAdmin') =>
  call({ token: await tokenOf(as) }, 'POST', '/ingest/v1/star-orders', { orders })
const rowOf = (orderId = order.order_id) =>
  database.one<Record<string, any>>(sql`select * from star_order where order_id = ${orderId}`)

beforeEach(() => database.rows(sql`delete from star_order`))

describe('who may', () => {
  const endpoints = [
    ['GET', '/api/data-star'],
    ['GET', '/api/data-star/export.csv'],
    ['GET', '/api/data-star/summary'],
    ['GET', '/api/data-star/options'],
    ['GET', '/api/data-star/1'],
    ['POST', '/api/data-star/1/follow'],
    ['POST', '/api/data-star/follow'],
    ['POST', '/api/data-star/imports'],
    ['POST', '/api/data-star/imports/1/apply'],
  ] as const
  test.each(endpoints)('%s %s: the keys admin and godot; no other administrator', async (method, url) => {
    const statusOf = async (as: Actor) => (await ask(method, url, { as })).statusCode
    for (const other of ['adminOther', 'coo', 'leader', 'partnerA', 'supplierA'] as const)
      expect(await statusOf(other), other).toBe(403)
    for (const key of ['adminKeyAdmin', 'godot'] as const) expect([401, 403], key).not.toContain(await statusOf(key))
  })

  test('a token brings orders only for an owner who may read them', async () => {
    expect((await ingest([order], 'adminOther')).status).toBe(403)
    expect(await rowOf()).toBeUndefined()
    expect((await ingest([order], 'godot')).status).toBe(200)
    expect(await rowOf()).toBeDefined()
  })
})

describe('reading', () => {
  test('the API’s rates are hundredths of a percent, its prices fen', () => {
    expect(readOrder(order, api)).toMatchObject({
      finish_rate: 329_000,
      five_s_play_rate: 610_000,
      price: 1_234_500,
      update_time: '2026-11-01T01:00:00.000Z',
    })
  })

  test.each([
    ['price', '12.345', 'MONEY'],
    ['price', '-1', 'MONEY'],
    ['play', '1.2万', 'COUNT'],
    ['play', '-3', 'COUNT'],
    ['finish_rate', 'many', 'RATE'],
    ['order_status', 'RECEIVING', 'CHOICE'],
    ['settlement_type', '', 'REQUIRED'],
    ['create_time', '2026-02-30', 'TIME'],
    ['create_time', 'yesterday', 'TIME'],
    ['item_id', 2 ** 62, 'TEXT'],
  ])('refuses %s = %j with %s', (field, value, code) => {
    expect(readOrder({ ...order, [field]: value }, () => 'people')).toMatchObject({ field, code })
  })

  test.each([
    ['price', '1,234.50', 123_450],
    ['price', '¥１２３', 12_300],
    ['play', '1,234', 1_234],
    ['play', '—', null],
    ['finish_rate', '32.9%', 329_000],
    ['finish_rate', '32.9', 329_000],
    ['order_status', '待接收', 'RECEIVEING'],
    ['settlement_type', '一口价', 'FIXED_PRICE'],
    ['hot_words', '好用、价格,好用', ['好用', '价格']],
  ])('people may write %s as %j', (field, value, read) => {
    expect(readOrder({ ...order, [field]: value }, () => 'people')).toMatchObject({ [field]: read })
  })

  test('an order without a video has no figures', () => {
    expect(readOrder({ ...order, item_id: '' }, api)).toMatchObject({
      play: null,
      cpm: null,
      finish_rate: null,
      hot_words: [],
    })
  })
})

describe('deliveries', () => {
  test('the same order again updates it, the same data again changes nothing, older data is left', async () => {
    const told = async (more: object) => (await ingest([{ ...order, ...more }])).data
    expect(await told({})).toMatchObject({ rows: 1, created: 1, changed: 0, unchanged: 0, refused: 0 })
    expect(await told({})).toMatchObject({ created: 0, changed: 0, unchanged: 1 })
    const { id } = (await rowOf())!
    await call('godot', 'POST', `/api/data-star/${id}/follow`, { followState: 'following', version: 1 })
    expect(await told({ price: 99, update_time: '2026-11-02 09:00' })).toMatchObject({ changed: 1 })
    expect(await rowOf()).toMatchObject({ id, price_fen: 99, follow_state: 'following' })
    expect(await told({ price: 5, update_time: '2026-10-01 09:00' })).toMatchObject({ changed: 0, unchanged: 1 })
    expect((await rowOf())!.price_fen).toBe(99)
  })

  test('a bad row is refused alone and named', async () => {
    const { data } = await ingest([order, { ...order, order_id: '2', price: 'much' }, 7, order])
    expect(data).toMatchObject({ rows: 4, created: 1, refused: 3 })
    expect(data.problems.map(({ row, field, code }: any) => [row, field, code])).toEqual([
      [1, 'price', 'MONEY'],
      [2, 'star_id', 'REQUIRED'],
      [3, 'order_id', 'DOUBLE'],
    ])
  })

  test('is joined with its video, also with one that arrives later', async () => {
    const known = (await database.one<{ id: string; itemId: string }>(
      sql`select id::text, platform_item_id as "itemId" from video where platform = 'douyin' order by id limit 1`,
    ))!
    await ingest([
      { ...order, item_id: known.itemId },
      { ...order, order_id: '2', item_id: '7399000000000000009' },
    ])
    expect(String((await rowOf())!.video_id)).toBe(known.id)
    expect((await rowOf('2'))!.video_id).toBeNull()
    await database.rows(sql`insert into video (platform, platform_item_id) values ('douyin', '7399000000000000009')`)
    await star.jobs![0]!.run(jobContext(database, {} as never), {})
    expect((await rowOf('2'))!.video_id).not.toBeNull()
  })
})

describe('a file', () => {
  const head = '星图账户,订单ID,视频ID,视频,结算方式,订单状态,订单金额,千次播放成本,播放,完播率,下单时间,数据更新时间'
  const line = (orderId: string, more = '一口价,已完成,"12,345.00",24.5,503877,32.9%') =>
    `169,${orderId},7300000000000000001,咖啡,${more},2026-10-01 10:00,2026-11-01 09:00`
  const csv = (...lines: string[]) => [head, ...lines].join('\r\n')

  test('is looked at first, and taken in once, by the one who sent it', async () => {
    const report = await upload(
      'adminKeyAdmin',
      csv(line('11'), line('12'), line('12'), line('13', '一口价,完成,1,1,1,1%')),
    )
    expect(report.data).toMatchObject({ encoding: 'utf-8', rows: 4, created: 2, changed: 0, refused: 2 })
    expect(report.data.problems.map(({ row, field, code }: any) => [row, field, code])).toEqual([
      [4, 'order_id', 'DOUBLE'],
      [5, 'order_status', 'CHOICE'],
    ])
    expect(await rowOf('11')).toBeUndefined()
    const apply = (as: Actor) => call(as, 'POST', `/api/data-star/imports/${report.data.id}/apply`)
    expect((await apply('godot')).status).toBe(404)
    expect((await apply('adminKeyAdmin')).data).toEqual({ created: 2, changed: 0, unchanged: 0 })
    expect(await rowOf('11')).toMatchObject({
      price_fen: 1_234_500,
      finish_rate_ppm: 329_000,
      order_status: 'FINISHED',
    })
    expect((await apply('adminKeyAdmin')).reason).toBe('APPLIED')
  })

  test('of the star API’s names has its units, also in GB18030', async () => {
    const content = `${FIELD_NAMES.join(',')}\n${FIELD_NAMES.map((field) => {
      const value = (order as Record<string, unknown>)[field]
      return Array.isArray(value) ? `"${value.join(',')}"` : (value ?? '')
    }).join(',')}\n`
    expect((await upload('godot', content)).data).toMatchObject({ rows: 1, created: 1, refused: 0 })
    const chinese = Buffer.from([0xb6, 0xa9, 0xb5, 0xa5])
    const mixed = Buffer.concat([
      Buffer.from(
        'star_id,order_id,settlement_type,order_status,price,create_time,update_time,title\n1,2,CPM,ONGOING,100,1793000000,1793000000,',
      ),
      chinese,
    ])
    const report = await upload('godot', mixed)
    expect(report.data).toMatchObject({ encoding: 'gb18030', created: 1 })
    await call('godot', 'POST', `/api/data-star/imports/${report.data.id}/apply`)
    expect(await rowOf('2')).toMatchObject({ title: '订单', price_fen: 100 })
  })

  test.each([
    ['a,b\n1,2\n', 'MISSING_COLUMN'],
    [csv(), 'EMPTY'],
    [`${head},订单金额\n`, 'DOUBLE_HEADER'],
    [csv('"never closed'), 'MALFORMED'],
    [Buffer.from([0xff, 0xff, 0x2c]), 'ENCODING'],
  ])('%#: says what it is not', async (content, reason) => {
    expect(await upload('adminKeyAdmin', content)).toMatchObject({ status: 422, reason })
  })
})

describe('figures', () => {
  test('GMV of finished and running orders; averages of sums; months', async () => {
    const make = (at: number, more: object) => ({ ...order, order_id: `9${at}`, ...more })
    await ingest([
      make(1, { price: 1_000_000, play: 100_000, finish_rate: 5_000, create_time: '2026-10-05 10:00' }),
      make(2, {
        price: 3_000_000,
        play: 900_000,
        finish_rate: 1_000,
        order_status: 'ONGOING',
        create_time: '2026-11-05 10:00',
      }),
      make(3, { price: 9_000_000, item_id: null, order_status: 'CANCELED' }),
      make(4, { price: 500_000, item_id: null, order_status: 'ONGOING', create_time: '2026-11-06 10:00' }),
    ])
    const { data } = await call('godot', 'GET', '/api/data-star/summary')
    expect(data).toMatchObject({ orders: 4, gmvFen: 4_500_000, cpmFen: 4_000, finishRate: 140_000 })
    // The mean of means would be 6,667 and 300,000.
    expect(data.months).toEqual([
      { month: '2026-10', gmvFen: 1_000_000, orders: 1 },
      { month: '2026-11', gmvFen: 3_500_000, orders: 2 },
    ])
    expect(data.points).toHaveLength(2)
    const rows = (await call('godot', 'GET', '/api/data-star?sort=playCount:asc')).data.list
    expect(rows[0]).toMatchObject({ playCount: null, cpmFen: null, finishRate: null })
    const filtered = (await call('godot', 'GET', '/api/data-star?orderStatus=ONGOING&priceFen=1000000..')).data.list
    expect(filtered.map(({ orderId }: any) => orderId)).toEqual(['92'])
    expect(filtered[0].orderStatus).toBe('ONGOING')
  })

  test('follow-up: stale is told, many at once, a missing one stops all', async () => {
    await ingest([order, { ...order, order_id: '2' }])
    const ids = (await call('godot', 'GET', '/api/data-star')).data.list.map(({ id }: any) => id)
    const follow = (version: number) =>
      call('godot', 'POST', `/api/data-star/${ids[0]}/follow`, { followState: 'following', version })
    expect((await follow(1)).data).toEqual({ version: 2 })
    expect(await follow(1)).toMatchObject({ status: 409, reason: 'STALE' })
    const many = (wanted: string[]) =>
      call('godot', 'POST', '/api/data-star/follow', { target: { ids: wanted }, followState: 'reviewed' })
    expect(await many([...ids, world.missingId])).toMatchObject({ status: 404, reason: 'ROWS_NOT_FOUND' })
    expect((await many(ids)).data).toEqual({ done: 2, refused: [] })
    expect((await rowOf('2'))!.follow_state).toBe('reviewed')
  })
})
