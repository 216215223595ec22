import sql from 'sql-template-tag'
import { beforeEach, describe, expect, test } from 'vitest'
import { october, octoberBills, octoberSums } from '../../../tests/affiliate/october.ts'
import { openServer } from '../../../tests/http/app.ts'
import { type Actor, ctxFor, world } from '../../../tests/world.ts'
import { jobContext } from '../../server/jobs/context.ts'
import { monthClose } from './contractBills.ts'
import { frozenDayAt } from './jobs.ts'
import { type JdRow, readRow } from './read.ts'
import { affiliate } from './server.ts'
import { takeOrders } from './sql/book.ts'

const { ask, database } = await openServer()
const files = (await ctxFor(database, 'adminOther')).files
const shanghai = (time: string): Date => new Date(`${time.replace(' ', 'T')}+08:00`)
const run = (name: string, now: Date) =>
  affiliate.jobs!.find((job) => job.name === name)!.run(jobContext(database, files, now), {})
const get = async (as: Actor, url: string) => {
  const answer = await ask('GET', url, { as })
  return { status: answer.statusCode, data: answer.json().data }
}
const take = (now: Date, ...raws: Record<string, unknown>[]) =>
  database.transaction((db) =>
    takeOrders(
      db,
      accountId,
      raws.map((raw) => readRow(raw) as JdRow),
      now,
    ),
  )
const close = async (as: Actor, now: Date, body: object) => {
  const verb = affiliate.verbs!.find(({ endpoint }) => endpoint === monthClose)!
  const ctx = await ctxFor(database, as, { now })
  return ctx.transaction((inner) => verb.run({ ...inner, now }, { body } as never))
}

const ONLY_PAID = ['2026-10-10', '2026-10-12', '2026-10-25', '2026-10-26', '2026-10-28']
let accountId = ''
/** The month as it happens: each message is taken in when it is told, bills freeze at eleven. */
async function live(): Promise<void> {
  for (const told of october) {
    const now = shanghai(told.modifyTime)
    await run('affiliate-freeze', now)
    await take(now, told)
  }
  await run('affiliate-freeze', shanghai('2026-11-02 11:30:00'))
}

beforeEach(async () => {
  await database.pool.query(
    'truncate jd_month_close, jd_daily, jd_fee_line, jd_order_history, jd_order_import, jd_order cascade',
  )
  await database.pool.query('truncate union_account cascade')
  accountId = (await database.one<{ id: string }>(
    sql`insert into union_account (alias, union_id, partner_share_ppm) values ('主账号', '77', 700000) returning id::text`,
  ))!.id
})

test('a bill stands from eleven o’clock in Shanghai', () => {
  expect(frozenDayAt(shanghai('2026-10-02 10:59:59'))).toBe('2026-09-30')
  expect(frozenDayAt(shanghai('2026-10-02 11:00:00'))).toBe('2026-10-01')
})

describe('October, computed by hand', () => {
  test('every bill, its adjustments and what its orders are worth now', async () => {
    await live()
    const { data } = await get('adminOther', '/api/jd-bills?orderDate=2026-10-01..2026-10-31&pageSize=100')
    const bills = await database.rows<Record<string, any>>(
      sql`select day || ' ' || coalesce(partner_id::text, '-') as key, * from jd_daily where day < '2026-11-01' order by day`,
    )
    const found = bills
      // On some days orders only finished or were paid: nothing a bill could say.
      .filter(({ day }) => !ONLY_PAID.includes(day))
      .map((bill) => [
        bill.key,
        {
          orders: bill.orders,
          all: [bill.first_fen, bill.change_fen, bill.clawback_fen, bill.current_fen],
          share: [
            ...[bill.first_partner_fen, bill.change_partner_fen],
            ...[bill.clawback_partner_fen, bill.current_partner_fen],
          ],
          status: data.list.find(({ id }: { id: string }) => id === String(bill.id)).status,
        },
      ])
    expect(Object.fromEntries(found)).toEqual(octoberBills)
  })

  test('the list’s figures are the sums of the bills, and a partner’s are its own share', async () => {
    await live()
    const { firstFen, netFen, shares, changeFen, clawbackFen } = octoberSums
    const month = 'orderDate=2026-10-01..2026-10-31'
    const sums = (await get('adminOther', `/api/jd-bills/summary?${month}`)).data
    expect(sums).toMatchObject({ firstFen, netFen, currentFen: netFen, adjustFen: changeFen + clawbackFen })
    expect(sums).toMatchObject({ netPartnerFen: shares[world.partners.A]! + shares[world.partners.B]! })
    const own = (await get('partnerA', `/api/jd-bills/summary?${month}`)).data
    expect(own).toMatchObject({ netPartnerFen: shares[world.partners.A], netFen: null, firstFen: null })
    const daily = (await get('partnerB', '/api/jd-daily/summary?reportDate=2026-10-01..2026-10-31')).data
    expect(daily).toMatchObject({ netPartnerFen: shares[world.partners.B], netFen: null })
  })

  test('books, orders and days say the same, and a tampered row raises a todo until it is put right', async () => {
    await live()
    const { data } = await get('adminOther', '/api/jd-bills/reconcile')
    expect(data.accounts).toMatchObject([{ isEven: true, ordersFen: 5795, booksFen: 5795, daysFen: 5795 }])
    const todos = () =>
      database.rows(sql`select 1 from message where type = 'todo' and biz_type = 'affiliate' and status = 0`)
    await database.rows(sql`update jd_order set est_fee_fen = est_fee_fen + 1 where row_id = '16_1'`)
    await run('affiliate-reconcile', new Date())
    expect((await todos()).length).toBeGreaterThan(0)
    await database.rows(sql`update jd_order set est_fee_fen = est_fee_fen - 1 where row_id = '16_1'`)
    await run('affiliate-reconcile', new Date())
    expect(await todos()).toHaveLength(0)
  })

  test('the report says the same by either date', async () => {
    await live()
    const report = async (as: Actor, query: string) =>
      (await get(as, `/api/jd-income?from=2026-10-01&to=2026-10-31&unit=month&${query}`)).data
    const placed = await report('adminOther', 'basis=order&by=partner')
    // Nine purchases; O2, O10 and O4’s parent are not valid, 402 is a violation, but 401 keeps the purchase 400 valid.
    expect(placed.totals).toMatchObject({ orders: 9, validOrders: 7, platformFen: 5095 - 2229 - 988 })
    const shareOf = (id: string) => placed.rows.find(({ key }: { key: string }) => key === `2026-10|${id}`).partnerFen
    expect([shareOf(world.partners.A), shareOf(world.partners.B)]).toEqual([2229, 988])
    const paid = await report('adminOther', 'basis=settle&by=account')
    expect(paid.totals).toMatchObject({ settledFen: octoberSums.settledFen, validOrders: 3 })
    const own = await report('partnerA', 'basis=order&by=sku')
    expect(own.totals).toMatchObject({ partnerFen: 2229 })
    expect(own.totals).not.toHaveProperty('platformFen')
    expect(
      (await get('partnerA', '/api/jd-income?from=2026-10-01&to=2026-10-31&basis=order&by=partner&unit=total')).status,
    ).toBe(400)
    const file = await ask(
      'GET',
      '/api/jd-income/file.csv?from=2026-10-01&to=2026-10-31&basis=order&by=partner&unit=total',
      { as: 'adminOther' },
    )
    expect(file.body).toContain('合计,9,7,')
    expect(file.body).toContain('22.29')
  })

  test('a month closes once, when its bills stand, and its difference is booked on the day it is closed', async () => {
    await live()
    const body = { accountId, month: '2026-10', paidFen: octoberSums.paidFen, note: null }
    const now = shanghai('2026-11-02 12:00:00')
    await expect(close('adminOther', now, { ...body, month: '2026-11' })).rejects.toMatchObject({
      reason: 'MONTH_OPEN',
    })
    await expect(close('adminOther', now, { ...body, paidFen: 4000 })).rejects.toMatchObject({ reason: 'NOTE_NEEDED' })
    const ready = (await get('adminOther', '/api/jd-months')).data.list
    expect(ready.find(({ month }: { month: string }) => month === '2026-10')).toMatchObject({
      ...{ oursFen: octoberSums.settledFen, rows: 3, isReady: true, kind: null },
    })
    await close('adminOther', now, body)
    await expect(close('adminOther', now, body)).rejects.toMatchObject({ reason: 'MONTH_CLOSED' })
    const [booked] = await database.rows(sql`select day, close_fen, net_fen from jd_daily where close_fen <> 0`)
    expect(booked).toEqual({ day: '2026-11-02', close_fen: -2, net_fen: -2 })
    const final = (await get('adminOther', '/api/jd-bills?status=final&pageSize=100')).data.list
    expect(final.every(({ orderDate }: { orderDate: string }) => orderDate < '2026-11-01')).toBe(true)
    expect(final.length).toBeGreaterThanOrEqual(13)
    expect((await get('adminOther', '/api/jd-bills/reconcile')).data.accounts[0].isEven).toBe(true)
    await expect(close('cooMismatch', now, body)).rejects.toMatchObject({ reason: 'NOT_FOUND' })
  })
})

test('a bill that stands cannot be written to, not even by hand', async () => {
  await live()
  await expect(
    database.rows(sql`insert into jd_fee_line (account_id, order_date, bill_date, kind, fee_fen, partner_fen, at)
      values (${accountId}, '2026-10-01', '2026-10-01', 'change', 1, 0, now())`),
  ).rejects.toThrow(/stands/)
  await expect(database.rows(sql`update jd_fee_line set fee_fen = 0`)).rejects.toThrow(/not rewritten/)
  await expect(database.rows(sql`delete from jd_fee_line`)).rejects.toThrow(/not rewritten/)
})

test('a month told twice is booked once', async () => {
  await live()
  const before = await database.rows(sql`select count(*)::integer as n, sum(fee_fen)::bigint as fen from jd_fee_line`)
  await take(shanghai('2026-11-02 12:00:00'), ...october)
  expect(await database.rows(sql`select count(*)::integer as n, sum(fee_fen)::bigint as fen from jd_fee_line`)).toEqual(
    before,
  )
})
