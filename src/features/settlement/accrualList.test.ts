import sql, { type Sql } from 'sql-template-tag'
import { describe, expect, test } from 'vitest'
import { openServer } from '../../../tests/http/app.ts'
import { type Actor, world } from '../../../tests/world.ts'
import { parseListQuery } from '../../core/listQuery.ts'
import type { Db } from '../../core/verb.ts'
import { readPage } from '../../kit/sql/list.ts'
import { wlAccruals } from './contract/accruals.ts'
import { wlQuestion } from './sql/accruals.ts'

const { ask, database } = await openServer()
const run = (statement: Sql) => database.rows<any>(statement)
const get = async (as: Actor, path: string) => {
  const answer = await ask('GET', `/api/settlements/${path}`, { as })
  return { status: answer.statusCode, body: answer.body, data: answer.json().data }
}
const MONTH = '2026-10-01'
const [{ id: lineOfA, day }] = await run(sql`
  select id::text, earn_date::text as day from accrual where product_code = 'sm4' and partner_id = ${world.partners.A} order by amount_micro desc, id limit 1`)

describe('a list of accruals', () => {
  test('pages to its end by cursor, each line once, in every sort', async () => {
    const [{ n }] = await run(sql`select count(*)::integer as n from accrual where product_code = 'wl'`)
    for (const sort of ['earnDate:desc', 'amount:asc', 'base:desc']) {
      const seen = new Set<string>()
      let cursor = ''
      do {
        const { data } = await get(
          'adminOther',
          `wl/accruals?pageSize=200&sort=${sort}${cursor && `&cursor=${cursor}`}`,
        )
        for (const { id } of data.list) seen.add(id)
        cursor = data.nextCursor ?? ''
      } while (cursor)
      expect(seen.size, sort).toBe(n)
    }
  })

  test('finds by day, type, work, hold and end', async () => {
    const count = async (query: string) => (await get('adminOther', `sm4/accruals?${query}`)).data.total
    const [row] = await run(sql`
      select count(*) filter (where earn_date = ${day}::date)::integer as day, count(*) filter (where not is_final)::integer as open,
        count(*) filter (where zero_reason is not null)::integer as zero, count(*)::integer as all
      from accrual where product_code = 'sm4'`)
    expect(await count(`earnDate=${day}..${day}`)).toBe(row.day)
    expect(await count('isFinal=false')).toBe(row.open)
    expect(await count('lineType=normal,correction')).toBe(row.all)
    expect(await count('isHeld=true')).toBe(0)
    expect(await count(`partnerId=${world.partners.A}`)).toBeGreaterThan(0)
  })

  test('a partner sees its own lines of the plan and nothing that is not its business', async () => {
    const { data } = await get('partnerA', 'sm4/accruals?pageSize=200')
    const [{ n }] = await run(
      sql`select count(*)::integer as n from accrual where product_code = 'sm4' and partner_id = ${world.partners.A}`,
    )
    expect(data.total).toBe(n)
    expect(Object.keys(data.list[0]).filter((name) => /partner|margin|base|rate/i.test(name))).toEqual([])
    expect((await get('partnerA', `sm4/accruals?partnerId=${world.partners.A}`)).status).toBe(400)
    expect((await get('partnerA', 'wl/accruals')).status).toBe(403)
    expect((await get('partnerA', 'wl/overview')).status).toBe(403)
  })

  test('operators see the lines of their business line, in the products that are theirs', async () => {
    const partnersOf = async (as: Actor, product: string) =>
      [
        ...new Set(
          (await get(as, `${product}/accruals?pageSize=200`)).data.list.map(
            ({ partnerName }: { partnerName: string }) => partnerName,
          ),
        ),
      ].length
    expect(await partnersOf('adminOther', 'wl')).toBeGreaterThan(await partnersOf('cooMismatch', 'wl'))
    await run(sql`delete from user_product where user_id = ${world.users.coo_wl}`)
    expect((await get('cooMismatch', 'wl/accruals')).data.total).toBe(0)
    expect((await get('cooMismatch', 'wl/overview')).data).toMatchObject({ payableFen: 0, periods: [] })
    await run(sql`insert into user_product values (${world.users.coo_wl}, 'wl')`)
  })

  test('the file says what the page says, to the millionth', async () => {
    const { body } = await get2('adminOther', 'sm4/accruals/export.csv?sort=amount:desc')
    const { data } = await get('adminOther', 'sm4/accruals?sort=amount:desc&pageSize=200')
    const [header, ...rows] = body.trim().split('\r\n')
    expect(header).toContain('合作方收益（元）')
    const at = header!.split(',').indexOf('合作方收益（元）')
    const [{ sum }] = await run(sql`select sum(amount_micro)::bigint as sum from accrual where product_code = 'sm4'`)
    const micro = rows.map((row) => Math.round(Number(cells(row)[at]) * 1e6))
    expect(micro.slice(0, 200)).toEqual(data.list.map(({ amount }: { amount: number }) => amount))
    expect(micro.reduce((all, one) => all + one, 0)).toBe(sum)
  })
})

const get2 = (as: Actor, path: string) => ask('GET', `/api/settlements/${path}`, { as })
const cells = (row: string): string[] => row.match(/("([^"]|"")*"|[^,]*)(,|$)/g)!.map((one) => one.replace(/,$/, ''))

describe('where a line is from', () => {
  test('the snapshots it stands on', async () => {
    const { data } = await get('partnerA', `sm4/accruals/${lineOfA}`)
    expect(data.siblings).toMatchObject([{ id: lineOfA }])
    expect(data.snapshots[0]).toMatchObject({ day })
    const [{ plays }] = await run(sql`select plays_to as plays from accrual where id = ${lineOfA}`)
    expect(data.snapshots[0].effectivePlays).toBe(plays)
  })

  test('every revision of upstream’s row, with its file and row', async () => {
    const [{ id }] = await run(sql`select id::text from accrual where product_code = 'wl' order by id limit 1`)
    const { data } = await get('adminOther', `wl/accruals/${id}`)
    const [{ base }] = await run(sql`select base_micro as base from accrual where id = ${id}`)
    expect(data.rows).toMatchObject([
      { revision: 1, source: 'douyin-open', base, file: expect.stringMatching(/^bill-/), row: expect.any(Number) },
    ])
  })
})

describe('a month at a glance', () => {
  test('income, payable and margin add up, day by day and step by step', async () => {
    const { data } = await get('adminOther', `wl/overview?period=${MONTH}`)
    const steps = Object.fromEntries(
      data.waterfall.map(({ step, amountFen }: { step: string; amountFen: number }) => [step, amountFen]),
    )
    const { upstream, refunds, violations, corrections, adjustments, partners, margin } = steps
    expect(upstream + refunds + violations + corrections).toBe(data.incomeFen)
    expect(upstream + refunds + violations + corrections + adjustments + partners).toBe(margin)
    expect(-partners).toBe(data.payableFen)
    const sum = (name: 'incomeFen' | 'payableFen') =>
      data.days.reduce((all: number, one: Record<string, number>) => all + one[name]!, 0)
    // Days are rounded each on its own: at most half a fen a day apart.
    expect(Math.abs(sum('incomeFen') - data.incomeFen)).toBeLessThanOrEqual(data.days.length / 2)
    expect(Math.abs(sum('payableFen') - data.payableFen)).toBeLessThanOrEqual(data.days.length / 2)
    expect(data.periods[0]).toBe(MONTH)
  })

  test('the budget of the plan is told to those who see all of it', async () => {
    const { data } = await get('adminOther', `sm4/overview?period=${MONTH}`)
    expect(data.budget).toMatchObject({ budgetFen: 1_300_000, usedFen: data.payableFen })
    const { data: own } = await get('partnerA', `sm4/overview?period=${MONTH}`)
    expect(own).not.toHaveProperty('budget')
    expect(own.payableFen).toBeLessThan(data.payableFen)
    expect(own.payableFen).toBeGreaterThan(0)
  })
})

describe('few lines among millions', () => {
  /** How the keys of a page are found where no table is small enough to be read through. */
  const planOf = async (query: Record<string, string>): Promise<string> => {
    const asked: Sql[] = []
    const db = {
      ...database,
      rows: async (statement: Sql) => {
        asked.push(statement)
        return []
      },
      one: async () => ({ n: 0 }),
    } as unknown as Db
    const may = () => true
    const who = { scope: { kind: 'all' } as const, userId: '1', may }
    await readPage(wlQuestion({ db, query: parseListQuery(wlAccruals, may, { ...query, total: 'none' }), ...who }))
    return database.transaction(async (tx) => {
      for (const way of ['enable_seqscan', 'enable_bitmapscan', 'enable_sort'])
        await tx.rows({ text: `set local ${way} = off`, values: [] })
      const plan = await tx.rows<{ 'QUERY PLAN': string }>({
        text: `explain ${asked[0]!.text}`,
        values: asked[0]!.values,
      })
      return plan.map((line) => line['QUERY PLAN']).join('\n')
    })
  }

  test.each([
    ['held', { isHeld: 'true' }, /Filter: .*hold_reason/],
    ['refunds', { lineType: 'refund' }, /Filter: .*line_type <>/],
    ['of one partner', { partnerId: world.partners.A }, /Filter: .*partner_id/],
  ])('%s are a range of an index that has no others', async (_, query, passedOver) => {
    const plan = await planOf(query)
    expect(plan).toContain('Index Scan using accrual_2026')
    expect(plan).not.toContain('Seq Scan on accrual')
    expect(plan).not.toMatch(passedOver)
  })
})
