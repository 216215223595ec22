import sql from 'sql-template-tag'
import { beforeAll, expect, test } from 'vitest'
import { openSettlement } from '../../../tests/settlement.ts'
import { world } from '../../../tests/world.ts'

const { run, earn, build, stateOf, post, call, upload } = await openSettlement()
const PERIOD = '2026-09-01'
/** Platform ids of the first videos, by their own. */
const itemOf: Record<string, { item: string; platform: string; partner: string }> = {}
beforeAll(async () => {
  for (const row of await run(sql`
    select id::text, platform_item_id as item, platform, partner_id::text as partner from video
    where partner_id = ${world.partners.A} order by video.id limit 4`))
    itemOf[Object.keys(itemOf).length] = row
  const ids = await run(
    sql`select id::text from video where partner_id = ${world.partners.A} order by video.id limit 4`,
  )
  for (const nr of [0, 1, 2]) await earn('2026-09-05', 1_000 * (nr + 1), { product: 'wl', video: ids[nr].id })
})
const row = (nr: number, amount: string, day = '2026-09-05') => {
  const { item, platform } = itemOf[nr]!
  return [day, platform, item, amount].join(',')
}
const HEAD = '计费日期,平台,平台作品ID,收入'
const send = (rows: string[], name = 'bill.csv', as: 'adminOther' | 'cooMismatch' = 'adminOther') =>
  upload(as, `/upstream-bills?period=${PERIOD}`, name, [HEAD, ...rows].join('\n'))

test('a file is laid beside ours row by row; the same file again is the first bill', async () => {
  // The first is the same, the second differs by 5.00, the third is ours alone, the fourth upstream's alone.
  const rows = [row(0, '10.00'), row(1, '25.000000'), row(3, '7')]
  const { data } = await send(rows)
  expect(data).toMatchObject({
    ...{ isRepeated: false, rows: 3, fileMicro: 42_000_000, oursMicro: 60_000_000 },
    counts: { same: 1, differs: 1, missing_here: 1, missing_there: 1 },
  })
  expect((await send(rows, 'renamed.csv')).data).toMatchObject({ billId: data.billId, isRepeated: true })
  const list = (await call('adminOther', 'GET', `/upstream-rows?billId=${data.billId}&isOpen=true`)).data.list
  expect(list.map((one: any) => [one.difference, one.differenceMicro])).toEqual([
    ['differs', 5_000_000],
    ['missing_here', 7_000_000],
    ['missing_there', -30_000_000],
  ])
  const bill = (await call('adminOther', 'GET', '/upstream-bills')).data.list[0]
  expect(bill).toMatchObject({ open: 3, differenceMicro: -18_000_000 })

  // Upstream accepted: each row is a correction at the rate of its day (55 %), in the open period, once.
  const act = (rowNos: number[], action: string, version: number) =>
    post('adminOther', `/upstream-bills/${data.billId}/act`, { version, rowNos, action, note: '按上游口径' })
  const accepted = await act([list[0].rowNo, list[1].rowNo], 'accepted', 1)
  expect(accepted.data).toMatchObject({ acted: 2, adjustments: 2, amountFen: 275 + 385 })
  expect((await act([list[0].rowNo], 'accepted', 1)).status).toBe(409)
  expect((await act([list[0].rowNo], 'accepted', 2)).reason).toBe('ROWS_SETTLED')
  expect((await act([list[2].rowNo], 'disputed', 2)).data).toMatchObject({ acted: 1, adjustments: 0 })
  const made = await run(
    sql`select amount_fen as fen, line_type as type, state, origin_period::text as origin from adjustment order by id`,
  )
  // Without a statement yet anything is more than a fifth, so a second person decides.
  expect(made).toEqual([
    { fen: 275, type: 'correction', state: 'proposed', origin: PERIOD },
    { fen: 385, type: 'correction', state: 'proposed', origin: PERIOD },
  ])
  const waiting = (await call('adminKeyAdmin', 'GET', '/wl/adjustments')).data.list
  for (const { adjustmentId } of waiting)
    await post('adminKeyAdmin', `/adjustments/${adjustmentId}/decide`, { version: 1, isApproved: true, note: null })
  const id = await build(PERIOD, { product: 'wl' })
  expect(await stateOf(id)).toMatchObject({ gross: 6_000, adjust: 660 })
})

test.each([
  ['FILE_TRUNCATED', ['2026-09-05,douyin']],
  ['BILL_ROW', ['2026-10-05,douyin,123,1.00']],
  ['BILL_ROW', ['2026-09-31,douyin,123,1.00']],
  ['BILL_ROW', ['2026-09-05,douyin,123,1.2万']],
  ['BILL_ROW', ['2026-09-05,douyin,123,1.1234567']],
  ['BILL_ROW', ['2026-09-05,elsewhere,123,1.00']],
  ['BILL_ROW_TWICE', ['2026-09-05,douyin,123,1.00', '2026-09-05,douyin,123,1.00']],
  ['FILE_TRUNCATED', ['2026-09-05,douyin,123,1.00', '合计,,,2.00']],
])('refused whole: %s %j', async (reason, rows) => {
  expect((await send(rows)).reason).toBe(reason)
})

test('columns missing, twice, another currency, no text at all, another encoding', async () => {
  const sent = (content: string | Buffer) => upload('adminOther', `/upstream-bills?period=${PERIOD}`, 'x.csv', content)
  expect((await sent('计费日期,收入\n2026-09-05,1')).reason).toBe('FILE_HEADER')
  expect((await sent(`${HEAD},收入\n2026-09-05,douyin,1,1,1`)).reason).toBe('FILE_DOUBLE_HEADER')
  expect((await sent(`${HEAD},币种\n2026-09-05,douyin,1,1,USD`)).reason).toBe('CURRENCY')
  expect((await sent(Buffer.from([1, 0, 2, 0, 0, 0, 255]))).reason).toBe('FILE_NOT_TABLE')
  expect((await sent(Buffer.from([0x61, 0x80, 0xff, 0x0a]))).reason).toBe('FILE_ENCODING')
  const wide = Buffer.concat([
    Buffer.from([0xff, 0xfe]),
    Buffer.from(`${HEAD}\n2026-09-05,douyin,991,1.5\n合计,,,1.5\n`, 'utf16le'),
  ])
  expect((await sent(wide)).data).toMatchObject({ rows: 1, fileMicro: 1_500_000 })
})

test('whoever sees some partners alone holds no bill of all against them', async () => {
  expect((await send([row(0, '10.00')], 'line.csv', 'cooMismatch')).status).toBe(403)
  expect((await call('cooMismatch', 'GET', '/upstream-bills')).data.list).toEqual([])
  expect((await call('partnerA', 'GET', '/upstream-bills')).status).toBe(403)
})
