import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { findAxeViolations, openPage, PHONE, settle, sidewaysScroll, signIn, url, type Visit } from './harness.ts'

const ROOT = '/dashboard/hot_rank'

async function open(page: Visit, account: string, path: string): Promise<void> {
  await signIn(page, account)
  await page.goto(`${url}${ROOT}/${path}`)
  await page.locator('table').first().waitFor()
}

test('a partner reads the board, finds its own, opens a work and goes on to the submissions', async () => {
  const page = await openPage()
  await open(page, 'partner', 'play_count_rank')
  const table = page.getByRole('table', { name: '播放量榜，按名次' })
  const ranks = await table.locator('tbody tr td:first-child').allTextContents()
  expect(ranks).toHaveLength(50)
  expect(ranks.map(Number)).toEqual([...ranks.map(Number)].sort((a, b) => a - b))
  expect(ranks[0]).toBe('1')
  await page.getByText('上榜门槛').waitFor()

  await page.getByRole('navigation').getByRole('button').filter({ hasText: /^2$/ }).click()
  await page.waitForURL((now) => now.searchParams.get('current') === '2' && !!now.searchParams.get('snapshotId'))
  await page.getByText('第 51–100 条').waitFor()
  await page.goBack()

  await page.getByRole('button', { name: '只看我的' }).click()
  await page.getByRole('radio', { name: '是' }).click()
  await page.keyboard.press('Enter')
  await page.waitForURL((now) => now.searchParams.get('mine') === 'true')
  await settle(page)
  const mine = await table.locator('tbody tr').count()
  await expect.poll(() => table.locator('tbody').getByText('我的', { exact: true }).count()).toBe(mine)

  await table.getByRole('button', { name: /^查看/ }).first().click()
  await page.getByRole('dialog').locator('table').waitFor()
  expect(await findAxeViolations(page)).toEqual([])
  await page.getByRole('button', { name: '在投稿数据中查看' }).click()
  await page.waitForURL((now) => now.pathname === '/dashboard/data' && !!now.searchParams.get('open'))
  expect(page.complaints).toEqual([])
  await page.context().close()
})

test('a supplier changes board, scope and day, reads the rules and takes the file', async () => {
  const page = await openPage()
  await open(page, 'supplier', 'today_rank')
  await page.getByText(/^今日榜单尚未生成/).waitFor()
  await page.getByRole('radiogroup', { name: '榜单', exact: true }).getByText('播放量榜', { exact: true }).click()
  await page.waitForURL((now) => now.pathname === `${ROOT}/play_count_rank`)
  await page.getByRole('radiogroup', { name: '榜单范围' }).getByText('平台榜').click()
  await page.waitForURL((now) => now.searchParams.get('scope') === 'platform:douyin')
  await page.getByRole('radiogroup', { name: '榜单范围' }).getByText('总榜').click()
  await page.getByRole('radiogroup', { name: '统计窗口' }).getByText('近 7 日').click()
  await page.waitForURL((now) => now.searchParams.get('window') === '7' && !now.searchParams.get('scope'))
  await page.getByRole('button', { name: '榜单规则 v1' }).click()
  await page.getByRole('dialog').getByText('25 × 播放').waitFor()
  expect(await findAxeViolations(page)).toEqual([])
  await page.getByRole('button', { name: '知道了' }).click()
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: '导出榜单' }).click(),
  ])
  const lines = readFileSync(await file.path(), 'utf8')
    .trimEnd()
    .split('\r\n')
  expect(lines).toHaveLength(101)
  expect(lines[0]).not.toMatch(/收益|合作方/)
  await page.goto(`${url}${ROOT}/play_count_rank?date=2020-01-01`)
  await page.getByText('无该日榜单').waitFor()
  expect(await findAxeViolations(page)).toEqual([])
  await page.getByRole('button', { name: '回到最新榜单' }).last().click()
  await page.locator('table').first().waitFor()
  expect(page.complaints).toEqual([])
  await page.context().close()
})

describe.each(['light', 'dark'] as const)('in %s', (theme) => {
  test('on a desk and in a hand nothing offends axe, nothing scrolls sideways, no Chinese is left in English', async () => {
    const page = await openPage({ theme, language: 'en-US' })
    await signIn(page, 'admin')
    for (const board of ['today_rank', 'play_count_rank', 'history_play_count_rank'])
      for (const size of [{ width: 1440, height: 900 }, PHONE]) {
        await page.setViewportSize(size)
        await page.goto(`${url}${ROOT}/${board}`)
        await page.getByText('To get on the board').waitFor()
        await page.getByText('Movement', { exact: true }).waitFor()
        expect(await findAxeViolations(page)).toEqual([])
        expect(await sidewaysScroll(page)).toBe(0)
        const words = await page.locator('main h1, main h2, main thead, main label, main dt').allTextContents()
        expect(words.filter((word) => /[一-龥]/.test(word))).toEqual([])
      }
    expect(page.complaints).toEqual([])
    await page.context().close()
  })
})
