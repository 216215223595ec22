import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { findAxeViolations, openPage, PHONE, sidewaysScroll, signIn, url, type Visit } from './harness.ts'

const PATH = '/dashboard/statistics'
const HOURS = /^(观看时段热力|When people watch)$/

async function open(page: Visit, account: string, search = ''): Promise<void> {
  await signIn(page, account)
  await page.goto(`${url}${PATH}${search}`)
  await page
    .getByRole('columnheader', { name: '播放占比' })
    .or(page.getByRole('columnheader', { name: 'Share of plays' }))
    .waitFor()
  // The last to arrive of what the page draws.
  await page.getByRole('figure', { name: HOURS }).waitFor()
}

const number = (text: string | null) => Number(text?.replace(/[^\d-]/g, ''))

/** The plays column: the totals first, then the rows. */
async function playsOf(page: Visit): Promise<[total: number, ...rows: number[]]> {
  const cells = await page
    .getByRole('region', { name: /^按.+统计$/ })
    .locator('tbody tr td:nth-of-type(2)')
    .allTextContents()
  return cells.map(number) as [number, ...number[]]
}

test('a partner changes range and dimension, takes the file and goes on to the submissions', async () => {
  const page = await openPage()
  await open(page, 'partner')
  await page.getByRole('button', { name: /^维度/ }).click()
  await expect
    .poll(() => page.getByRole('menuitemradio').allTextContents())
    .toEqual(['平台', '类目', '内容体裁', '结算产品'])
  await page.getByRole('menuitemradio', { name: '类目' }).click()
  await page.waitForURL((now) => now.searchParams.get('dimension') === 'category')
  await page.getByRole('button', { name: /^日期/ }).click()
  // While the new figures are on their way the old ones stay.
  const sevenDays = page.waitForResponse((answer) => {
    const { pathname, searchParams } = new URL(answer.url())
    const days = Date.parse(searchParams.get('to') ?? '') - Date.parse(searchParams.get('from') ?? '')
    return pathname === '/api/statistics' && searchParams.get('dimension') === 'category' && days === 6 * 86_400_000
  })
  await page.getByRole('button', { name: '近 7 日' }).click()
  await page.waitForURL((now) => now.searchParams.get('range') === 'last7')
  await sevenDays
  await page.getByText('正在刷新…').waitFor({ state: 'hidden' })
  await page.getByRole('heading', { name: '按类目统计' }).waitFor()
  await page.getByRole('button', { name: /^日期 ?近 7 日/ }).waitFor()

  const [total, ...rows] = await playsOf(page)
  expect(total).toBeGreaterThan(0)
  expect(rows.reduce((sum, plays) => sum + plays, 0)).toBe(total)
  const tile = page.getByRole('list', { name: '期间概览' }).getByRole('listitem').first()
  expect(number(await tile.locator('div[title]').first().getAttribute('title'))).toBe(total)
  expect(rows).toEqual([...rows].sort((a, b) => b - a))
  await page.getByRole('columnheader', { name: '播放量' }).getByRole('button').click()
  await page.waitForURL((now) => now.searchParams.get('sort') === 'plays:asc')
  expect((await playsOf(page)).slice(1)).toEqual([...rows].sort((a, b) => a - b))

  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: '导出', exact: true }).click(),
  ])
  expect(file.suggestedFilename()).toMatch(/^statistics_category_.*\.csv$/)
  const lines = readFileSync(await file.path(), 'utf8')
    .trimEnd()
    .split('\r\n')
  expect(lines).toHaveLength(rows.length + 2)
  expect(lines.at(-1)).toMatch(new RegExp(`^合计,${total},`))

  const [picture] = await Promise.all([
    page.waitForEvent('download'),
    page
      .getByRole('figure', { name: /^类目 × 平台/ })
      .getByRole('button', { name: '下载图片' })
      .click(),
  ])
  expect(
    readFileSync(await picture.path())
      .subarray(1, 4)
      .toString(),
  ).toBe('PNG')

  await page
    .getByRole('region', { name: /^按.+统计$/ })
    .getByRole('rowheader')
    .getByRole('button')
    .first()
    .click()
  await page.waitForURL(
    ({ pathname, searchParams }) =>
      pathname === '/dashboard/data' &&
      /^(\d+|none)$/.test(searchParams.get('categoryId') ?? '') &&
      /^\d{4}-\d\d-\d\d\.\.\d{4}-\d\d-\d\d$/.test(searchParams.get('statDate') ?? ''),
  )
  await page.goBack()
  await page.getByRole('heading', { name: '按类目统计' }).waitFor()
  expect(page.complaints).toEqual([])
  await page.context().close()
})

test('an administrator compares partners; the link of one does not open the comparison to a partner', async () => {
  const page = await openPage()
  await open(page, 'admin', '?dimension=partner&granularity=week')
  await page.getByRole('heading', { name: '按合作方统计' }).waitFor()
  const trend = page.getByRole('figure', { name: '趋势 · 按周' })
  await trend.getByRole('button', { name: '以表格显示' }).click()
  await expect.poll(() => trend.locator('table').count()).toBe(1)
  expect(page.complaints).toEqual([])
  await page.context().close()

  const other = await openPage()
  await open(other, 'partner', '?dimension=partner&from=2026-02-30&to=2026-03-01')
  await other.getByRole('heading', { name: '按平台统计' }).waitFor()
  await expect
    .poll(() => other.getByRole('status').allTextContents())
    .toEqual(expect.arrayContaining(['链接中的日期无效，已改为近 30 日', '链接中的维度对你的账号不可用，已改为平台']))
  expect(other.complaints).toEqual([])
  await other.context().close()
})

test('days before all data say when there is any, and lead there', async () => {
  const page = await openPage()
  await signIn(page, 'coo')
  await page.goto(`${url}${PATH}?from=2020-01-01&to=2020-01-31`)
  await page.getByText(/^可查询的数据从 \d{4}-\d\d-\d\d 到/).waitFor()
  expect(await findAxeViolations(page)).toEqual([])
  await page.getByRole('button', { name: '查看最近 30 个数据日' }).click()
  await page
    .getByRole('columnheader', { name: '播放占比' })
    .or(page.getByRole('columnheader', { name: 'Share of plays' }))
    .waitFor()
  expect(page.complaints).toEqual([])
  await page.context().close()
})

describe.each(['light', 'dark'] as const)('in %s', (theme) => {
  test.each([
    ['on a desk', {}],
    ['in a hand', { viewport: PHONE }],
  ])('%s nothing offends axe and nothing scrolls sideways', async (_, size) => {
    const page = await openPage({ theme, language: 'en-US', ...size })
    await open(page, 'admin', '?dimension=category')
    expect(await findAxeViolations(page)).toEqual([])
    expect(await sidewaysScroll(page)).toBe(0)
    const words = await page
      .locator('main h1, main h2, main b, main thead, main button')
      .evaluateAll((all) => all.filter((one) => !one.closest('tbody')).map((one) => one.textContent ?? ''))
    expect(words.filter((word) => /[一-龥]/.test(word))).toEqual([])
    await page.getByRole('button', { name: /^Period/ }).click()
    await page.getByRole('button', { name: 'Last 90 days' }).waitFor()
    expect(await findAxeViolations(page)).toEqual([])
    expect(page.complaints).toEqual([])
    await page.context().close()
  })
})
