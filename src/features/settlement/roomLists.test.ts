import { parse } from 'csv-parse/sync'
import sql from 'sql-template-tag'
import { expect, test } from 'vitest'
import { openSettlement } from '../../../tests/settlement.ts'
import { world } from '../../../tests/world.ts'

const { run, earn, build, bring, account, call, post, ask } = await openSettlement()
const PRODUCTS = ['wl', 'sm4'] as const
const PERIOD = '2026-09-01'

await account()
for (const [at, product] of PRODUCTS.entries()) {
  await run(sql`
    insert into adjustment (product_code, partner_id, line_type, amount_fen, origin_period, reason, state)
    select ${product}, ${world.partners.A}, 'bonus', n, ${PERIOD}, '活动奖励', 'approved' from generate_series(1, ${at + 2}::int) n`)
  await earn(PERIOD, 10_000, { product })
  const id = await build(PERIOD, { product })
  await bring(id, 'payable')
  expect((await post('adminOther', '/payout-batches', { product, statementIds: [id], exclude: [] })).data.payouts).toBe(
    1,
  )
}

/** What a list holds: the ids of its rows, its count and the rows of its file, as one account gets them. */
async function held(as: Parameters<typeof call>[0], path: string) {
  const { data } = await call(as, 'GET', path)
  const file = parse((await ask('GET', `/api/settlements${path}/export.csv`, { as })).body, { bom: true }) as string[][]
  return { rows: data.list as Record<string, string>[], total: data.total as number, written: file.slice(1) }
}

test.each([
  ['wl', 2],
  ['sm4', 3],
] as const)('the adjustments of %s are its own: rows, count and file', async (product, expected) => {
  const { rows, total, written } = await held('adminOther', `/${product}/adjustments`)
  const own = await run(sql`select id::text from adjustment where product_code = ${product} order by 1`)
  expect(rows.map(({ adjustmentId }) => adjustmentId).sort()).toEqual(own.map(({ id }) => id))
  expect([rows.length, total, written.length]).toEqual([expected, expected, expected])
})

test.each(PRODUCTS)('the payouts of %s are its own: rows, count and file', async (product) => {
  const { rows, total, written } = await held('adminOther', `/${product}/payouts`)
  const [own] = await run(sql`
    select o.no from payout o join payout_batch b on b.id = o.batch_id where b.product_code = ${product}`)
  expect(rows.map(({ no }) => no)).toEqual([own.no])
  expect([total, written.length]).toEqual([1, 1])
})

test.each(['adjustments', 'payouts'])(
  'an account of plan 4 finds the split’s %s empty, and its own full',
  async (list) => {
    expect((await held('cooMatch', `/wl/${list}`)).total).toBe(0)
    expect((await held('cooMatch', `/sm4/${list}`)).total).toBeGreaterThan(0)
  },
)
