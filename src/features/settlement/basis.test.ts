import sql from 'sql-template-tag'
import { expect, test } from 'vitest'
import { openSettlement } from '../../../tests/settlement.ts'
import { world } from '../../../tests/world.ts'

const { run, earn, build, bring, call, account, upload, ask, post } = await openSettlement()
const { A } = world.partners
const basisOf = async (as: Parameters<typeof call>[0], id: string) =>
  (await call(as, 'GET', `/statements/${id}`)).data.basis

test('a line says what it was counted by, on the page and in the file alike', async () => {
  const capped = await earn('2022-01-03', 10_000, { video: '1', isFinal: false })
  await run(
    sql`update accrual set base_micro = 102670000, cap_cut_micro = 2670000, cut_by = 'video', quality_ppm = 1200000, is_final = true where id = ${capped}`,
  )
  await earn('2022-01-04', 769, { video: '2', hold: 'risk' })
  const few = await earn('2022-01-05', 0, { video: '3', isFinal: false })
  await run(sql`update accrual set zero_reason = 'below_minimum', cpm_e4 = null, is_final = true where id = ${few}`)
  const id = await build('2022-01-01')
  const { data } = await call('adminOther', 'GET', `/lines?statementId=${id}`)
  expect(data.list).toMatchObject([
    { price: 800_000, quality: 1_200_000, cutFen: -267, amountFen: 10_000 },
    { price: null, quality: null, cutFen: -769, amountFen: 0 },
    { price: null, quality: null, cutFen: 0, amountFen: 0 },
  ])
  const file = (await ask('GET', `/api/settlements/lines/export.csv?statementId=${id}`, { as: 'adminOther' })).body
  const [head, first] = file.split('\r\n').map((row) => row.split(','))
  const at = (name: string) => first![head!.indexOf(name)]
  expect([at('千次单价（元）'), at('质量系数'), at('封顶与暂扣（元）')]).toEqual(['0.80', '120.0%', '-2.67'])
})

test('a share of income is told by its rate, to those who may know it', async () => {
  await earn('2022-02-03', 500, { product: 'wl' })
  const id = await build('2022-02-01', { product: 'wl' })
  const [line] = (await call('adminOther', 'GET', `/lines?statementId=${id}`)).data.list
  expect(line).toMatchObject({ partnerRate: 1_000_000, price: null, quality: null, cutFen: 0 })
  await earn('2022-02-03', 500)
  const own = await build('2022-02-01')
  await bring(own, 'pending_confirm')
  const [seen] = (await call('partnerA', 'GET', `/lines?statementId=${own}`)).data.list
  expect(seen.price).toBe(800_000)
  expect(seen).not.toHaveProperty('partnerRate')
})

test('a statement names its plans, its last day and the account it goes to; what was paid keeps its account', async () => {
  await earn('2022-03-09', 50_000)
  const id = await build('2022-03-01')
  expect(await basisOf('adminOther', id)).toEqual({ planNumbers: [1], through: '2022-03-09', account: null })
  await account(A, 'waiting')
  expect((await basisOf('adminOther', id)).account).toEqual({
    bankName: '招商银行',
    numberEnd: '6688',
    isVerified: false,
  })
  await run(sql`update bank_account set state = 'verified' where partner_id = ${A}`)
  await bring(id, 'payable')
  const { data } = await post('adminOther', '/payout-batches', { product: 'sm4', statementIds: [id], exclude: [] })
  expect(data.payouts).toBe(1)
  await run(sql`update bank_account set state = 'replaced' where partner_id = ${A}`)
  await run(sql`
    insert into bank_account (partner_id, holder, bank_name, number_sealed, number_end, state)
    values (${A}, '青柚文化', '平安银行', 'x', '1234', 'verified')`)
  expect((await basisOf('partnerA', id)).account).toEqual({ bankName: '招商银行', numberEnd: '6688', isVerified: true })
  await earn('2022-04-09', 50_000)
  expect((await basisOf('adminOther', await build('2022-04-01'))).account.numberEnd).toBe('1234')
})

test('upstream’s bill of the month stands beside it, for those who reconcile and of the partner alone', async () => {
  const works = await run(sql`
    select platform, platform_item_id as item, id::text, partner_id::text as partner from video
    where partner_id in (${A}, ${world.partners.B}) order by partner_id = ${A} desc, id`)
  const [one, two] = works.filter(({ partner }: { partner: string }) => partner === A)
  const foreign = works.find(({ partner }: { partner: string }) => partner !== A)
  for (const { id } of [one, two]) await earn('2022-05-05', 1_000, { product: 'wl', video: id })
  const id = await build('2022-05-01', { product: 'wl' })
  expect((await basisOf('adminOther', id)).bill).toBeNull()
  const rows = [
    [one, '10.00'],
    [two, '7.50'],
    [foreign, '99.00'],
  ].map(([work, amount]) => ['2022-05-05', work.platform, work.item, amount].join(','))
  const { data } = await upload(
    'adminOther',
    '/upstream-bills?period=2022-05-01',
    'may.csv',
    ['计费日期,平台,平台作品ID,收入', ...rows].join('\n'),
  )
  expect((await basisOf('adminOther', id)).bill).toEqual({ billId: data.billId, differenceMicro: -2_500_000, open: 1 })
  // A plan of plays has no bill.
  await earn('2022-05-05', 900)
  expect(await basisOf('adminOther', await build('2022-05-01'))).not.toHaveProperty('bill')
})
