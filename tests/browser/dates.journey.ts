import { expect, test } from 'vitest'
import { findAxeViolations, openPage, settle, signIn, url } from './harness.ts'

test('a list is filtered by typed days alone; what is no day is told and not applied', async () => {
  const page = await openPage()
  await signIn(page, 'admin')
  await page.goto(`${url}/dashboard/data`)
  await settle(page)
  await page.getByRole('button', { name: '发布时间' }).first().press('Enter')
  const begin = page.getByRole('textbox', { name: '开始日期' })
  await begin.waitFor()
  await begin.fill('2026-02-30')
  await begin.press('Enter')
  await page.getByText('请输入日期，如 2026-11-22、11-22、今天').waitFor()
  expect(new URL(page.url()).searchParams.has('publishedAt')).toBe(false)
  await begin.fill('２０２６年１月２日')
  await begin.press('Tab')
  await expect.poll(() => begin.inputValue()).toBe('2026-01-02')
  const end = page.getByRole('textbox', { name: '结束日期' })
  await end.pressSequentially('2026-3-4')
  expect(await findAxeViolations(page)).toEqual([])
  await end.press('Enter')
  await page.waitForURL((now) => now.searchParams.get('publishedAt') === '2026-01-02..2026-03-04')
  expect(page.complaints).toEqual([])
  await page.context().close()
})

test('a day of a form is chosen from the month by the keyboard, in both languages', async () => {
  const page = await openPage()
  await signIn(page, 'admin')
  await page.goto(`${url}/list/search-table`)
  await page.getByRole('button', { name: '新建', exact: true }).click()
  const form = page.getByRole('dialog').first()
  const field = form.getByRole('textbox', { name: '订单日期' })
  await field.fill('2026-11-22')
  await field.press('Alt+ArrowDown')
  const month = page.getByRole('dialog', { name: '订单日期：日历' })
  const focused = () => page.evaluate(() => (document.activeElement as HTMLElement).dataset.day)
  await month.locator('[data-day="2026-11-22"]:focus').waitFor()
  await settle(page)
  expect(await findAxeViolations(page)).toEqual([])
  const steps = [
    ['ArrowRight', '2026-11-23'],
    ['ArrowUp', '2026-11-16'],
    ['End', '2026-11-22'],
    ['Home', '2026-11-16'],
    ['PageDown', '2026-12-16'],
    ['Shift+PageUp', '2025-12-16'],
    ['PageDown', '2026-01-16'],
  ] as const
  for (const [key, day] of steps) {
    await page.keyboard.press(key)
    await month.locator(`[data-day="${day}"]:focus`).waitFor()
    expect(await focused()).toBe(day)
  }
  await page.keyboard.press('Enter')
  await month.waitFor({ state: 'detached' })
  await expect.poll(() => field.inputValue()).toBe('2026-01-16')
  // Escape closes the month and leaves the form, and the day, as they are.
  await field.press('Alt+ArrowDown')
  await month.locator('[data-day="2026-01-16"]:focus').waitFor()
  await page.keyboard.press('Escape')
  await month.waitFor({ state: 'detached' })
  await expect.poll(() => field.inputValue()).toBe('2026-01-16')
  // What cannot be read keeps the form.
  await field.fill('soon')
  await form.getByRole('textbox', { name: '名称' }).first().press('Enter')
  await form.getByText('请输入日期，如 2026-11-22、11-22、今天').waitFor()
  expect(page.complaints).toEqual([])
  await page.context().close()
})
