import { expect, test } from 'vitest'
import { yuanOf } from '../../src/core/money.ts'
import { figureIn, fileOf, rowsOf } from './figures.ts'
import { findAxeViolations, openPage, PHONE, settle, sidewaysScroll, signIn, url, type Visit } from './harness.ts'
import { accrualsAlike, ownAlike, paidAlike, periodAlike } from './roomFigures.ts'
import { ask, openStatement, ROOM, sameEverywhere } from './statementFigures.ts'

const detail = (page: Visit, id: string) => ask(page, `statements/${id}`)
/** The ledger's balances by account. */
const balances = async (page: Visit): Promise<Record<string, number>> =>
  Object.fromEntries((await ask(page, 'ledger')).balances.map((one: any) => [one.account, one.amountFen]))

/** Presses a verb, answers its question where it asks one, and waits until the statement stands so. */
async function move(page: Visit, verb: string, state: string, isAsked = true): Promise<void> {
  await page.getByRole('main').getByRole('button', { name: verb, exact: true }).click()
  if (isAsked) await page.getByRole('dialog').getByRole('button', { name: verb, exact: true }).click()
  await page.getByRole('heading', { level: 1 }).getByText(state, { exact: true }).waitFor()
  await settle(page)
}

test('a partner disputes a line, the rest is locked, invoiced and paid, and every figure on the way is the same', async () => {
  const partner = await openPage()
  await signIn(partner, 'partner')
  await partner.goto(`${url}${ROOM}`)
  const waiting = partner.getByRole('row').filter({ hasText: '待合作方确认' })
  await waiting.getByRole('button', { name: /^SM4/ }).click()
  await partner.getByRole('heading', { level: 1, name: /^结算单 SM4/ }).waitFor()
  await settle(partner)
  const id = new URL(partner.url()).searchParams.get('statement')!
  // From the estimate's lines to the statement, and every form of it.
  const before = await sameEverywhere(partner, id)
  await accrualsAlike(partner, before)
  await ownAlike(partner)

  for (const theme of ['dark', 'light']) {
    await partner.evaluate((chosen) => localStorage.setItem('arco-theme', chosen), theme)
    await openStatement(partner, id)
    expect(await findAxeViolations(partner)).toEqual([])
  }
  await partner.setViewportSize(PHONE)
  await settle(partner)
  expect(await sidewaysScroll(partner)).toBe(0)
  await partner.setViewportSize({ width: 1440, height: 900 })

  // One line is disputed; the others are confirmed at once.
  const lines = partner.getByRole('region', { name: '明细' })
  const { list } = await ask(partner, `lines?statementId=${id}&pageSize=50`)
  const amounts: number[] = list.map((line: any) => line.amountFen)
  await lines
    .getByRole('checkbox')
    .nth(amounts.indexOf(Math.max(...amounts)))
    .check()
  await partner.getByRole('button', { name: '提出异议', exact: true }).click()
  const dispute = partner.getByRole('dialog', { name: '提出异议' })
  await dispute.getByRole('combobox', { name: '原因' }).click()
  await partner.getByRole('option', { name: '播放数不符' }).click()
  await dispute.getByRole('textbox', { name: '说明' }).fill('有效播放与平台后台截图不一致，请复核')
  await settle(partner)
  expect(await findAxeViolations(partner)).toEqual([])
  await dispute.getByRole('button', { name: '提出异议', exact: true }).click()
  await partner.getByRole('heading', { level: 1 }).getByText('已确认', { exact: true }).waitFor()
  await settle(partner)
  const { statement: rest, related } = await detail(partner, id)
  const childId = related.find((one: any) => one.state === 'disputed').statementId
  const child = (await detail(partner, childId)).statement
  expect(rest.grossFen + child.grossFen).toBe(before.grossFen)
  expect(rest.lineCount + child.lineCount).toBe(before.lineCount)
  expect(child.lineCount).toBe(1)
  for (const one of [id, childId]) await sameEverywhere(partner, one)
  await ownAlike(partner)

  const operator = await openPage()
  await signIn(operator, 'ops')
  await periodAlike(operator, before.period)
  await openStatement(operator, childId)
  await operator.getByRole('button', { name: '答复异议', exact: true }).click()
  const answer = operator.getByRole('dialog', { name: '答复异议' })
  await answer.getByPlaceholder('元，最多两位小数').fill('1.25')
  await answer.getByRole('textbox', { name: '答复', exact: true }).fill('复核后按平台截图补差额')
  await answer.getByRole('button', { name: '答复异议', exact: true }).click()
  await operator.getByRole('heading', { level: 1 }).getByText('待审核', { exact: true }).waitFor()
  const answered = (await detail(operator, childId)).statement
  expect(answered.grossFen + answered.adjustFen).toBe(child.grossFen + child.adjustFen + 125)
  await sameEverywhere(operator, childId)

  // The lock writes the ledger: the partner is owed what the statement says.
  const open = await balances(operator)
  await openStatement(operator, id)
  await move(operator, '锁账', '已锁账')
  const owed = await balances(operator)
  expect(owed.partner_payable! - open.partner_payable!).toBe(rest.carryFen - rest.netFen)
  const locked = await sameEverywhere(partner, id)
  expect(locked).toMatchObject({ netFen: rest.netFen, grossFen: rest.grossFen, state: 'locked' })
  await ownAlike(partner)
  await periodAlike(operator, before.period)

  await openStatement(partner, id)
  await partner.getByRole('button', { name: '上传发票', exact: true }).click()
  const invoice = partner.getByRole('dialog', { name: '上传发票' })
  await invoice.getByRole('textbox', { name: '发票号码' }).fill('24440000000000000042')
  await invoice.getByRole('textbox', { name: '开票日期' }).fill('2026-11-18')
  await invoice.locator('input[type=file]').setInputFiles({
    name: '发票.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from('%PDF-1.4\n%%EOF\n'),
  })
  await invoice.getByText('发票.pdf').waitFor()
  await invoice.getByRole('button', { name: /^确/ }).click()
  await invoice.waitFor({ state: 'detached' })

  await openStatement(operator, id)
  await move(operator, '金额与抬头无误，收票', '已收票', false)
  await move(operator, '转待打款', '待打款', false)

  await operator.goto(`${url}${ROOM}?tab=payouts`)
  await operator.getByRole('button', { name: '新建打款批次' }).click()
  await operator.getByRole('dialog').getByRole('button', { name: '新建打款批次' }).click()
  const bankFile = operator.getByRole('button', { name: '银行文件', exact: true }).first()
  await bankFile.waitFor()
  await settle(operator)
  // Those without a verified account stay, with the reason.
  await operator.getByRole('dialog').locator('table').waitFor()
  await operator.keyboard.press('Escape')
  await operator.getByRole('dialog').waitFor({ state: 'detached' })
  const { statement: sent, payout } = await detail(operator, id)
  expect(sent.state).toBe('paying')
  const transfer = (await rowsOf(await fileOf(operator, bankFile))).find((row) => row.打款单号 === payout.no)!
  expect(figureIn(transfer, '金额')).toBe(yuanOf(payout.amountFen))
  expect(payout.amountFen).toBe(locked.netFen)
  const under = await balances(operator)

  const result = `打款单号,金额（元）,结果,银行流水号\r\n${payout.no},${yuanOf(payout.amountFen)},成功,CMB20261120001\r\n`
  await operator
    .getByRole('main')
    .locator('input[type=file]')
    .setInputFiles({ name: '银行结果.csv', mimeType: 'text/csv', buffer: Buffer.from(result) })
  await operator.getByText('已到账 1 笔，失败 0 笔').waitFor()

  // Paid: gone from the bank, and every form of the statement says the same to the fen.
  const gone = await balances(operator)
  expect(gone.bank! - under.bank!).toBe(-payout.amountFen)
  expect(gone.payout_transit! - under.payout_transit!).toBe(payout.amountFen)
  const paid = await sameEverywhere(partner, id)
  expect(paid).toMatchObject({ netFen: rest.netFen, checksum: locked.checksum, state: 'paid' })
  for (const page of [partner, operator]) await paidAlike(page, payout)
  await ownAlike(partner)
  await periodAlike(operator, before.period)
  expect([...partner.complaints, ...operator.complaints]).toEqual([])
  await partner.context().close()
  await operator.context().close()
}, 360_000)

test('upstream’s bill: one row is disputed, one accepted, and the same file again says so', async () => {
  const page = await openPage()
  await signIn(page, 'ops')
  await page.goto(`${url}/dashboard/settlement/settlement_wl?tab=reconcile`)
  await page
    .locator('table')
    .getByRole('button', { name: /^douyin-bill/ })
    .click()
  await page.getByRole('heading', { level: 1, name: /^对账差异/ }).waitFor()
  await settle(page)
  expect(await findAxeViolations(page)).toEqual([])
  const total = page.getByText(/^第 1–20 条/)
  const open = Number(/共 (\d+) 条/.exec((await total.textContent())!)![1])
  for (const [verb, name] of [
    ['异议', '向上游提出异议'],
    ['接受', '以上游为准'],
  ] as const) {
    const row = page.getByRole('row').nth(1)
    await row.getByRole('checkbox').check()
    await page.getByRole('region', { name: '批量操作' }).getByRole('button', { name: verb, exact: true }).click()
    const form = page.getByRole('dialog', { name })
    await form.getByRole('textbox').fill('已与上游核对')
    await form.getByRole('button', { name, exact: true }).click()
    await form.waitFor({ state: 'detached' })
    await settle(page)
  }
  await page.getByText(`共 ${open - 2} 条`).waitFor()

  await page.getByRole('button', { name: '返回账单列表' }).click()
  for (const title of ['账单已读取', '这个文件已经上传过']) {
    await page.getByRole('button', { name: '上传上游账单' }).click()
    const form = page.getByRole('dialog', { name: '上传上游账单' })
    await form.getByLabel('账期').fill('2026-10')
    await form.locator('input[type=file]').setInputFiles({
      name: '上游十月.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from('计费日期,平台作品ID,收入\r\n2026-10-03,7300000000000000001,8.50\r\n'),
    })
    await form.getByRole('button', { name: '上传上游账单', exact: true }).click()
    const report = page.getByRole('dialog', { name: title })
    await report.getByText('¥8.50').waitFor()
    await settle(page)
    expect(await findAxeViolations(page)).toEqual([])
    await report.getByRole('button', { name: '关闭' }).last().click()
    await report.waitFor({ state: 'detached' })
  }
  expect(page.complaints).toEqual([])
  await page.context().close()
})
