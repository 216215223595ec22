import { expect, test } from 'vitest'
import { findAxeViolations, openPage, PHONE, sidewaysScroll, signIn, url } from './harness.ts'

const PATH = '/dashboard/data_star'

test('star data opens to the keys admin and godot; another administrator is led away and has no menu entry', async () => {
  for (const account of ['admin', 'godot'] as const) {
    const page = await openPage()
    await signIn(page, account)
    await page.goto(`${url}${PATH}`)
    await page.getByRole('heading', { level: 1, name: '星图数据' }).waitFor()
    await page.locator('table').getByRole('row').nth(3).waitFor()
    expect(await findAxeViolations(page)).toEqual([])
    expect(page.complaints).toEqual([])
    await page.context().close()
  }
  const other = await openPage()
  await signIn(other, 'ops')
  await other.getByRole('link', { name: '投稿数据' }).first().waitFor()
  expect(await other.getByRole('link', { name: '星图数据' }).count()).toBe(0)
  await other.goto(`${url}${PATH}`)
  await other.waitForURL((now) => now.pathname !== PATH && now.pathname !== '/login')
  expect(await other.getByRole('heading', { level: 1, name: '星图数据' }).count()).toBe(0)
  await other.context().close()
})

test('a file of orders: what is wrong with it is shown first, then the good rows go in and are followed up', async () => {
  const page = await openPage()
  await signIn(page, 'godot')
  await page.goto(`${url}${PATH}`)
  await page.getByRole('button', { name: '导入订单' }).click()
  const dialog = page.getByRole('dialog', { name: '导入星图订单' })
  const head = '星图账户,订单ID,任务名称,结算方式,订单状态,订单金额,下单时间,数据更新时间'
  const lines = [
    '169,88001,山茶花礼盒,一口价,进行中,"12,345.60",2026-11-01 10:00,2026-11-02 10:00',
    '169,88002,山茶花礼盒,一口价,进行中,12.345,2026-11-01 10:00,2026-11-02 10:00',
  ]
  await dialog.getByLabel('CSV 文件').setInputFiles({
    name: 'orders.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from([head, ...lines].join('\n')),
  })
  await dialog.getByText('金额最多两位小数').waitFor()
  await dialog.getByRole('button', { name: '确认导入' }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.goto(`${url}${PATH}?keyword=山茶花礼盒`)
  const row = page.getByRole('row').filter({ hasText: '山茶花礼盒' })
  await row.getByText('¥12,345.60').waitFor()
  // No video yet, so no figures: absent is not zero.
  await expect.poll(() => row.getByText('—').count()).toBeGreaterThanOrEqual(3)
  await row.getByRole('button', { name: '详情' }).click()
  const panel = page.getByRole('dialog').last()
  await panel.getByText('订单还没有视频').waitFor()
  await panel.getByRole('button', { name: '标为跟进中' }).click()
  await panel.getByText('跟进中', { exact: true }).waitFor()
  expect(page.complaints).toEqual([])
  await page.context().close()
})

test('star data in a hand, in English and dark', async () => {
  const page = await openPage({ viewport: PHONE, theme: 'dark', language: 'en-US' })
  await signIn(page, 'admin')
  await page.goto(`${url}${PATH}`)
  await page.getByRole('figure', { name: 'CPM against plays' }).waitFor()
  expect(await findAxeViolations(page)).toEqual([])
  expect(await sidewaysScroll(page)).toBe(0)
  await page.context().close()
})
