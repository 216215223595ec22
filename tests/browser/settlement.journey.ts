import { readFileSync } from 'node:fs'
import { parse } from 'csv-parse/sync'
import type { Download, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { yuanOf } from '../../src/core/money.ts'
import { money } from '../../src/kit/format/number.ts'
import { findAxeViolations, openPage, PHONE, settle, sidewaysScroll, signIn, url, type Visit } from './harness.ts'

const ROOM = '/dashboard/settlement/settlement_sm4'

/** What the interface answers to the account signed in on the page. */
async function ask(page: Page, path: string): Promise<any> {
  const token = await page.evaluate(() => localStorage.getItem('token'))
  const answer = await fetch(`${url}/api/settlements/${path}`, { headers: { authorization: `Bearer ${token}` } })
  const { data, code } = (await answer.json()) as { data: any; code: number }
  expect(code).toBe(200)
  return data
}
const detail = (page: Page, id: string) => ask(page, `statements/${id}`)

async function openStatement(page: Visit, id: string): Promise<void> {
  await page.goto(`${url}${ROOM}?statement=${id}`)
  await page.getByRole('heading', { level: 1, name: /^结算单/ }).waitFor()
  await settle(page)
}

/** Presses a verb, answers its question where it asks one, and waits until the statement stands so. */
async function move(page: Visit, verb: string, state: string, isAsked = true): Promise<void> {
  await page.getByRole('main').getByRole('button', { name: verb, exact: true }).click()
  if (isAsked) await page.getByRole('dialog').getByRole('button', { name: verb, exact: true }).click()
  await page.getByRole('heading', { level: 1 }).getByText(state, { exact: true }).waitFor()
  await settle(page)
}

async function rowsOf(file: Download): Promise<Record<string, string>[]> {
  return parse(readFileSync((await file.path())!), { bom: true, columns: true }) as Record<string, string>[]
}
const plain = (figure: string | undefined): string => (figure ?? '').replace(/[¥,\t]/g, '').replace('−', '-')

test('a partner disputes a line, the rest is locked, invoiced and paid, and every figure on the way is the same', async () => {
  const partner = await openPage()
  await signIn(partner, 'partner')
  await partner.goto(`${url}${ROOM}`)
  const waiting = partner.getByRole('row').filter({ hasText: '待合作方确认' })
  await waiting.getByRole('button', { name: /^SM4/ }).click()
  await partner.getByRole('heading', { level: 1, name: /^结算单 SM4/ }).waitFor()
  await settle(partner)
  const id = new URL(partner.url()).searchParams.get('statement')!
  const before = (await detail(partner, id)).statement
  await partner.getByText(money(before.netFen), { exact: true }).first().waitFor()

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

  const operator = await openPage()
  await signIn(operator, 'ops')
  await openStatement(operator, childId)
  await operator.getByRole('button', { name: '答复异议', exact: true }).click()
  const answer = operator.getByRole('dialog', { name: '答复异议' })
  await answer.getByPlaceholder('元，最多两位小数').fill('1.25')
  await answer.getByRole('textbox', { name: '答复', exact: true }).fill('复核后按平台截图补差额')
  await answer.getByRole('button', { name: '答复异议', exact: true }).click()
  await operator.getByRole('heading', { level: 1 }).getByText('待审核', { exact: true }).waitFor()
  const answered = (await detail(operator, childId)).statement
  expect(answered.grossFen + answered.adjustFen).toBe(child.grossFen + child.adjustFen + 125)

  await openStatement(operator, id)
  await move(operator, '锁账', '已锁账')

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
  const [bank] = await Promise.all([operator.waitForEvent('download'), bankFile.click()])
  const transfer = (await rowsOf(bank)).find((row) => row.打款单号 === payout.no)!
  expect(plain(transfer['金额（元）'])).toBe(yuanOf(payout.amountFen))

  const result = `打款单号,金额（元）,结果,银行流水号\r\n${payout.no},${yuanOf(payout.amountFen)},成功,CMB20261120001\r\n`
  await operator
    .getByRole('main')
    .locator('input[type=file]')
    .setInputFiles({ name: '银行结果.csv', mimeType: 'text/csv', buffer: Buffer.from(result) })
  await operator.getByText('已到账 1 笔，失败 0 笔').waitFor()

  // Paid: the page, the list's file and the interface say the same to the fen.
  await openStatement(partner, id)
  await partner.getByRole('heading', { level: 1 }).getByText('已打款', { exact: true }).waitFor()
  const paid = (await detail(partner, id)).statement
  expect(paid.netFen).toBe(rest.netFen)
  await partner.goto(`${url}${ROOM}?state=paid`)
  const row = partner.getByRole('row').filter({ hasText: paid.no })
  await row.waitFor()
  await settle(partner)
  const head = await partner.locator('thead th').allTextContents()
  const shown = plain(
    (await row.locator('th, td').allTextContents())[head.findIndex((name) => name.startsWith('应付'))],
  )
  expect(shown).toBe(yuanOf(paid.netFen))
  await partner.getByRole('button', { name: '导出', exact: true }).click()
  const [file] = await Promise.all([
    partner.waitForEvent('download'),
    partner.getByRole('dialog').getByRole('button', { name: '导出', exact: true }).click(),
  ])
  const written = (await rowsOf(file)).find((one) => Object.values(one).some((value) => plain(value) === paid.no))!
  expect(plain(Object.entries(written).find(([name]) => name.startsWith('应付'))![1])).toBe(yuanOf(paid.netFen))
  expect((await ask(partner, `sm4?state=paid`)).list.find((one: any) => one.no === paid.no).netFen).toBe(paid.netFen)
  expect([...partner.complaints, ...operator.complaints]).toEqual([])
  await partner.context().close()
  await operator.context().close()
}, 180_000)

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
