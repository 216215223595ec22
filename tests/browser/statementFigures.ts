import { readFileSync } from 'node:fs'
import { readXlsx } from 'hucre'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { yuanOf } from '../../src/core/money.ts'
import { decimal } from '../../src/kit/format/csv.ts'
import { exactCount } from '../../src/kit/format/number.ts'
import { pagesOf } from '../pdf.ts'
import { barsOf, type Cells, exported, figureIn, fileOf, plain, rowsIn } from './figures.ts'
import { settle, url, type Visit } from './harness.ts'

export const ROOM = '/dashboard/settlement/settlement_sm4'

/** What the interface answers to the account signed in on the page. */
export async function ask(page: Page, path: string): Promise<any> {
  const token = await page.evaluate(() => localStorage.getItem('token'))
  const answer = await fetch(`${url}/api/settlements/${path}`, { headers: { authorization: `Bearer ${token}` } })
  const { data, code } = (await answer.json()) as { data: any; code: number }
  expect(code, path).toBe(200)
  return data
}

/** Every row of a list, page by page. */
export async function askAll(page: Page, list: string, query: string): Promise<any[]> {
  const rows: any[] = []
  for (let current = 1; ; current++) {
    const { list: found, total } = await ask(page, `${list}?${query}&pageSize=100&current=${current}`)
    rows.push(...found)
    if (found.length === 0 || rows.length >= total) return rows
  }
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)
/** As a page and a file write an amount, and the workbook a number. */
const yuan = (micro: number | null): string => (micro === null ? '—' : decimal(micro, 6, 2))
const digits = (amount: string): string => yuanOf(Math.round(Number(plain(amount)) * 100))

export async function openStatement(page: Visit, id: string): Promise<void> {
  await page.goto(`${url}${ROOM}?statement=${id}`)
  await page.getByRole('heading', { level: 1, name: /^结算单/ }).waitFor()
  await settle(page)
}

/**
 * A statement as the interface tells it, after its sums, its page with tiles, waterfall and every line, its PDF, its
 * workbook, its row in the list and in the list's file have all been found to say the same, to the fen.
 */
export async function sameEverywhere(page: Visit, id: string): Promise<any> {
  const { statement, byType } = await ask(page, `statements/${id}`)
  const lines = await askAll(page, 'lines', `statementId=${id}&sort=lineNo:asc`)
  expect(lines).toHaveLength(statement.lineCount)
  const { grossFen, deductFen, adjustFen, carryFen, taxFen, netFen } = statement
  expect(sum(lines.map(({ amountFen }) => amountFen))).toBe(grossFen + deductFen + adjustFen + carryFen)
  expect(grossFen + deductFen + adjustFen + carryFen - taxFen).toBe(netFen)
  for (const { lineType, lines: count, amountFen } of byType) {
    const ofType = lines.filter((line) => line.lineType === lineType)
    expect([ofType.length, sum(ofType.map((line) => line.amountFen))]).toEqual([count, amountFen])
  }
  await onPage(page, statement, lines)
  await inFiles(page, statement, lines)
  await inList(page, statement)
  return statement
}

async function onPage(page: Visit, statement: any, lines: any[]): Promise<void> {
  await openStatement(page, statement.statementId)
  const { estimateFen, grossFen, movedFen, deductFen, adjustFen, carryFen, taxFen, netFen, isSplitOff } = statement
  const beside = page.getByRole('complementary', { name: '应付金额' })
  expect(plain(await beside.locator('p').nth(1).innerText())).toBe(yuanOf(netFen))

  const built = grossFen + movedFen
  const changes = {
    ...(estimateFen !== 0 && { 最终核定: built - estimateFen }),
    ...{ 转出争议单: -movedFen, 扣减: deductFen, 调整: adjustFen, 上期结转: carryFen, 代扣税费: -taxFen },
  }
  const first = estimateFen !== 0 ? { 预估收益: estimateFen } : isSplitOff ? { 争议转入: built } : { 最终金额: built }
  const bars = { ...first, ...Object.fromEntries(Object.entries(changes).filter(([, fen]) => fen !== 0)), 应付: netFen }
  const drawn = Object.entries(await barsOf(page, '从预估到应付'))
  expect(drawn.map(([name, figure]) => [name, plain(figure)])).toEqual(
    Object.entries(bars).map(([name, fen]) => [name, yuanOf(fen)]),
  )

  const region = page.getByRole('region', { name: '明细' })
  const shown: Cells[] = []
  for (;;) {
    shown.push(...(await rowsIn(region.getByRole('table'))))
    const next = page.getByRole('button', { name: '下一页' })
    if ((await next.count()) === 0 || (await next.isDisabled())) break
    await next.click()
    await settle(page)
  }
  expect(
    shown.map((row) => ['计费播放', '单价/千次', '系数', '封顶与暂扣', '应付'].map((name) => plain(row[name]))),
  ).toEqual(
    lines.map(({ plays, price, quality, cutFen, amountFen }) => [
      plain(exactCount(plays)),
      yuan(price),
      quality === null ? '—' : decimal(quality, 6, 2),
      cutFen === null ? '—' : yuanOf(cutFen),
      yuanOf(amountFen),
    ]),
  )
  expect(shown.map((row) => row.计算说明)).toEqual(lines.map(({ explanation }) => explanation))
  const foot = await page.locator('footer b').allInnerTexts()
  expect(foot.map(plain)).toEqual([yuanOf(deductFen), yuanOf(netFen)])

  // The first line opens into its days, which come to it to the millionth.
  const [line] = lines
  const { days } = await ask(page, `statements/${statement.statementId}/line?lineNo=${line.lineNo}`)
  if (days.length === 0) return
  expect(sum(days.map(({ amountMicro }: any) => amountMicro))).toBe(line.amountMicro)
  await openStatement(page, statement.statementId)
  await region.getByRole('button', { expanded: false }).first().click()
  const table = page.getByRole('region', { name: '逐日明细' }).getByRole('table')
  await table.waitFor()
  expect((await rowsIn(table)).map((row) => plain(row.金额))).toEqual(
    days.map(({ amountMicro }: any) => yuan(amountMicro)),
  )
}

async function inFiles(page: Visit, statement: any, lines: any[]): Promise<void> {
  const { grossFen, deductFen, adjustFen, carryFen, taxFen, netFen } = statement
  const sums = {
    最终金额: grossFen,
    扣减: deductFen,
    调整: adjustFen,
    结转: carryFen,
    税费: taxFen === 0 ? 0 : -taxFen,
    应付: netFen,
  }
  const pdf = await fileOf(page, page.getByRole('button', { name: 'PDF', exact: true }))
  const words = pagesOf(readFileSync((await pdf.path())!)).flat()
  const summary = words.slice(words.indexOf('金额汇总'))
  for (const [name, fen] of Object.entries(sums)) expect(plain(summary[summary.indexOf(name) + 1])).toBe(yuanOf(fen))
  const details = words.slice(words.indexOf('结算明细'), words.lastIndexOf('说明'))
  expect(details.filter((word) => /^-?[\d,]+\.\d\d$/.test(word)).map(plain)).toEqual(
    lines.map(({ amountFen }) => yuanOf(amountFen)),
  )

  const book = await fileOf(page, page.getByRole('button', { name: '明细 XLSX', exact: true }))
  const [sheet, notes] = (await readXlsx(readFileSync((await book.path())!))).sheets
  const [names, ...rows] = sheet!.rows
  const written = rows.map((row) =>
    Object.fromEntries(names!.map((name, at) => [String(name), row[at] == null ? '' : String(row[at])])),
  )
  expect(
    written.map((row) => [
      figureIn(row, '行号'),
      figureIn(row, '计费播放'),
      digits(figureIn(row, '金额')),
      row.计算说明,
    ]),
  ).toEqual(
    lines.map(({ lineNo, plays, amountFen, explanation }) => [
      String(lineNo),
      plays === null ? '' : String(plays),
      yuanOf(amountFen),
      explanation,
    ]),
  )
  expect(
    written.map((row) => [figureIn(row, '千次单价'), figureIn(row, '封顶与暂扣')].map((one) => one && digits(one))),
  ).toEqual(
    lines.map(({ price, cutFen }) => [price === null ? '' : yuan(price), cutFen === null ? '' : yuanOf(cutFen)]),
  )
  for (const [name, fen] of Object.entries(sums)) {
    const note = notes!.rows.find(([label]) => label === name)
    expect(plain(String(note![1])), name).toBe(yuanOf(fen))
  }
}

const AMOUNTS = {
  ...{ 应付: 'netFen', 最终金额: 'grossFen', 扣减: 'deductFen', 调整: 'adjustFen', 结转: 'carryFen', 税费: 'taxFen' },
} as const

async function inList(page: Visit, statement: any): Promise<void> {
  await page.goto(`${url}${ROOM}?keyword=${statement.no}`)
  const row = page.getByRole('row').filter({ hasText: statement.no })
  await row.first().waitFor()
  await settle(page)
  const told = (await ask(page, `sm4?keyword=${statement.no}`)).list.find(({ no }: any) => no === statement.no)
  const shown = (await rowsIn(page.getByRole('grid'))).find((one) => Object.values(one).includes(statement.no))!
  const written = (await exported(page)).find((one) => one.结算单号 === statement.no)!
  for (const [name, key] of Object.entries({ ...AMOUNTS, 预估金额: 'estimateFen' })) {
    expect(told[key], name).toBe(statement[key])
    expect(figureIn(written, name), name).toBe(yuanOf(statement[key]))
  }
  for (const name of Object.keys(AMOUNTS)) expect(figureIn(shown, name), name).toBe(figureIn(written, name))
  for (const [name, key] of Object.entries({ 视频数: 'videoCount', 计费播放: 'plays' })) {
    expect(told[key], name).toBe(statement[key])
    expect(figureIn(written, name), name).toBe(String(statement[key]))
  }
}
