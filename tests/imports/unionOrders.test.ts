import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { freshDatabase, world } from '../world.ts'
import { importsOn } from './bring.ts'

const { database } = await freshDatabase()
const { as, upload, check, undo, refusals, bring } = importsOn(database)
const [admin, operator] = [await as('adminOther'), await as('cooMatch')]
const { A } = world.partners

await database.rows(sql`truncate union_account cascade`)
for (const [alias, unionId, lineId] of [
  ['甲号', '1000000001', null],
  ['乙号', '1000000002', world.lines.second],
  ['同名', '1000000003', null],
  ['同名', '1000000004', null],
] as const)
  await database.rows(
    sql`insert into union_account (alias, union_id, business_line_id) values (${alias}, ${unionId}, ${lineId})`,
  )

const HEADER = '联盟账号,行编号,订单号,下单时间,更新时间,商品编号,商品名称,订单状态码,预估佣金,实际佣金,子渠道'
const row = (account: string, id: string, modified: string, code: number, est: string, act = '', sub = `p${A}`) =>
  `${account},${id}_1,${id},2026-11-02 10:00:00,2026-11-${modified},100012043978,保温杯,${code},${est},${act},${sub}`
const orders = () =>
  database.rows<{ id: string; state: string; fen: number; partner: string | null }>(sql`
    select row_id as id, state, fee_fen as fen, partner_id::text as partner from jd_order order by row_id`)
/** What the day books say of all orders, to us and to the partner. */
const booked = () =>
  database.one<{ fen: number; part: number }>(sql`
    select coalesce(sum(fee_fen), 0)::int as fen, coalesce(sum(partner_fen), 0)::int as part from jd_fee_line`)
const daily = () => database.one<{ fen: number }>(sql`select coalesce(sum(current_fen), 0)::int as fen from jd_daily`)

const FIRST = [
  HEADER,
  row('甲号', '11', '02 10:01:00', 16, '10.00'),
  row('1000000002', '12', '02 10:01:00', 15, '5.00'),
]
const LATER = [
  HEADER,
  row('1000000001', '11', '05 09:00:00', 17, '10.00', '9.50'),
  row('甲号', '13', '05 09:00:00', 16, '1.00'),
]

describe('union orders from a file', () => {
  it('go in once, by account and row; the newest word stands; an undo books out what they were worth', async () => {
    const checked = await check(admin, await upload(admin, 'unionOrders', FIRST))
    expect([checked.counts, await orders()]).toMatchObject([{ fresh: 2, changed: 0, refused: 0 }, []])
    const first = await bring(admin, 'unionOrders', FIRST)
    expect(await orders()).toEqual([
      { id: '11_1', state: 'paid', fen: 1000, partner: A },
      { id: '12_1', state: 'pending', fen: 0, partner: A },
    ])
    expect((await bring(admin, 'unionOrders', FIRST)).counts).toMatchObject({ fresh: 0, changed: 0, unchanged: 2 })
    expect((await booked())!.fen).toBe(1000)

    const later = await bring(admin, 'unionOrders', LATER)
    expect(later.counts).toMatchObject({ fresh: 1, changed: 1 })
    expect([(await booked())!.fen, (await daily())!.fen]).toEqual([1050, 1050])
    // Somebody said more of the order since: the earlier file cannot be taken back alone.
    await expect(undo(admin, first)).rejects.toMatchObject({ reason: 'TOUCHED' })

    expect((await undo(admin, later)).status).toBe('undone')
    expect(await orders()).toEqual([
      { id: '11_1', state: 'paid', fen: 1000, partner: A },
      { id: '12_1', state: 'pending', fen: 0, partner: A },
      { id: '13_1', state: 'unknown', fen: 0, partner: A },
    ])
    expect([(await booked())!.fen, (await daily())!.fen]).toEqual([1000, 1000])
    expect((await bring(admin, 'unionOrders', LATER)).counts).toMatchObject({ changed: 2, refused: 0 })
    expect((await booked())!.fen).toBe(1050)
    const logged = await database.rows(sql`select 1 from audit_log where action = 'jdOrder.revert'`)
    expect(logged).toHaveLength(1)
  })

  it('that are wrong say why, row by row; the others go in', async () => {
    const done = await bring(admin, 'unionOrders', [
      HEADER,
      row('甲号', '11', '09 09:00:00', 16, '10.00'),
      row('没有的号', '21', '02 10:01:00', 16, '1.00'),
      row('同名', '22', '02 10:01:00', 16, '1.00'),
      row('甲号', '23', '02 10:01:00', 16, '一块'),
      row('甲号', '24', '02 10:01:00', 16, '1.00'),
      row('甲号', '24', '03 10:01:00', 17, '1.00', '1.00'),
      row('甲号', '25', '02 25:01:00', 16, '1.00'),
    ])
    expect(await refusals(admin, done)).toEqual([
      ...['2 STATE_BACK', '3 ACCOUNT_NOT_FOUND', '4 ACCOUNT_AMBIGUOUS', '5 MONEY', '6 TWICE', '8 TIME'],
    ])
    expect(done.counts).toMatchObject({ fresh: 1, refused: 6 })
    expect((await orders()).find(({ id }) => id === '11_1')).toMatchObject({ state: 'finished', fen: 950 })
  })

  it('of another line’s account are as of none; leaders and suppliers have no such file', async () => {
    const file = [HEADER, row('1000000002', '31', '02 10:01:00', 16, '1.00')]
    const foreign = await check(operator, await upload(operator, 'unionOrders', file))
    expect(await refusals(operator, foreign)).toEqual(['2 ACCOUNT_NOT_FOUND'])
    const own = await as('cooMismatch')
    expect((await check(own, await upload(own, 'unionOrders', file))).counts).toMatchObject({ fresh: 1 })
    for (const actor of ['leader', 'supplierA'] as const)
      await expect(upload(await as(actor), 'unionOrders', file)).rejects.toMatchObject({ reason: 'FORBIDDEN' })
  })
})
