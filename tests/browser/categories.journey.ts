import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { findAxeViolations, openPage, PHONE, sidewaysScroll, signIn, url, type Visit } from './harness.ts'

const PATH = '/dashboard/statistics_content_category'

async function open(page: Visit, search = ''): Promise<void> {
  await signIn(page, 'admin')
  await page.goto(`${url}${PATH}${search}`)
  await page.locator('table').first().waitFor()
  await page.getByRole('heading', { name: /^(异动|Movers)/ }).waitFor()
}

const number = (text: string | null) => Number(text?.replace(/[^\d-]/g, ''))

test('an administrator expands a category, takes the file and goes on to its submissions', async () => {
  const page = await openPage()
  await open(page)
  const rows = page.locator('tbody tr')
  const [total, ...plays] = (await rows.locator('td:nth-of-type(1)').allTextContents()).map(number)
  expect(total).toBeGreaterThan(0)
  expect(plays.reduce((sum, one) => sum + one, 0)).toBe(total)
  const before = await rows.count()
  await page.getByRole('button', { name: /^展开/ }).first().click()
  await page.waitForURL((now) => now.searchParams.has('open'))
  await page.getByRole('button', { name: /^收起「/ }).waitFor()
  await expect.poll(() => rows.count()).toBeGreaterThan(before)

  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: '导出', exact: true }).click(),
  ])
  expect(file.suggestedFilename()).toMatch(/^statistics_content_category_.*\.csv$/)
  expect(
    readFileSync(await file.path(), 'utf8')
      .trimEnd()
      .split('\r\n')
      .at(-1),
  ).toMatch(new RegExp(`^合计,,${total},`))

  await page.getByRole('figure', { name: '类目版图' }).getByRole('button', { name: '以表格显示' }).click()
  await page.getByRole('figure', { name: '类目版图' }).locator('table').waitFor()

  await page
    .getByRole('rowheader')
    .getByRole('button', { name: /^(?!展开|收起)/ })
    .first()
    .click()
  await page.waitForURL((now) => now.pathname === '/dashboard/data' && now.searchParams.has('statDate'))
  expect(page.complaints).toEqual([])
  await page.context().close()
})

test('categories are added, refused at the field, merged and deleted', async () => {
  const page = await openPage()
  await open(page)
  await page.getByRole('button', { name: '管理类目' }).click()
  const drawer = page.getByRole('dialog', { name: '管理类目' })
  const add = async (zh: string, en: string) => {
    await drawer.getByRole('button', { name: '新增一级类目' }).click()
    const form = page.getByRole('dialog', { name: '新增类目' })
    await form.getByRole('textbox', { name: '名称', exact: true }).fill(zh)
    await form.getByRole('textbox', { name: '英文名称' }).fill(en)
    await form.getByRole('button', { name: '确定' }).click()
    return form
  }
  await (await add('旅拍', 'Travel photography')).waitFor({ state: 'hidden' })
  const again = await add('旅拍', 'Another')
  await again.getByText('同一上级下已有「旅拍」').waitFor()
  await again.getByRole('button', { name: '取消' }).click()
  await (await add('航拍', 'Aerial')).waitFor({ state: 'hidden' })
  expect(await findAxeViolations(page)).toEqual([])

  const item = (name: string) => drawer.getByRole('listitem').filter({ hasText: name })
  await item('航拍').getByRole('button', { name: /航拍/ }).click()
  await page.getByRole('menuitem', { name: '合并到…' }).click()
  const merge = page.getByRole('dialog', { name: '合并「航拍」' })
  await merge.getByRole('combobox', { name: '目标类目' }).fill('旅拍')
  await page.getByRole('option', { name: '旅拍' }).click()
  await merge.getByRole('textbox', { name: '原因' }).fill('重复类目')
  await merge.getByRole('button', { name: '确定' }).click()
  await drawer.getByText('并入：航拍').waitFor()

  await (await add('延时摄影', 'Time lapse')).waitFor({ state: 'hidden' })
  await item('延时摄影')
    .getByRole('button', { name: /延时摄影/ })
    .click()
  await page.getByRole('menuitem', { name: '删除' }).click()
  await page.getByRole('dialog', { name: '删除「延时摄影」？' }).getByRole('button', { name: '删除' }).click()
  await item('延时摄影').waitFor({ state: 'detached' })
  expect(page.complaints).toEqual([])
  await page.context().close()
})

describe.each(['light', 'dark'] as const)('in %s', (theme) => {
  test.each([
    ['on a desk', {}],
    ['in a hand', { viewport: PHONE }],
  ])('%s nothing offends axe and nothing scrolls sideways', async (_, size) => {
    const page = await openPage({ theme, language: 'en-US', ...size })
    await open(page)
    expect(await findAxeViolations(page)).toEqual([])
    expect(await sidewaysScroll(page)).toBe(0)
    const words = await page
      .locator('main h1, main h2, main h3, main figcaption, main thead, main button[title]')
      .evaluateAll((all) => all.filter((one) => !one.closest('ol, tbody')).map((one) => one.textContent ?? ''))
    expect(words.filter((word) => /[一-龥]/.test(word))).toEqual([])
    expect(page.complaints).toEqual([])
    await page.context().close()
  })
})
