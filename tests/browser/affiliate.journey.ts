import { expect, test } from 'vitest'
import { findAxeViolations, openPage, settle, signIn, url } from './harness.ts'

const PAGES = ['accounts', 'links', 'coupons', 'coupon-codes', 'orders', 'income', 'daily', 'bills']

test('an operator follows an order from its row to its bill', async () => {
  const page = await openPage()
  await signIn(page, 'admin')
  await page.goto(`${url}/affiliate/orders?state=finished`)
  await settle(page)
  await page.getByRole('button', { name: '详情', exact: true }).first().click()
  await settle(page)
  await expect.poll(() => page.getByText('入账记录').count()).toBeGreaterThan(0)
  expect(await findAxeViolations(page)).toEqual([])
  await page.goto(`${url}/affiliate/bills?status=adjusted`)
  await settle(page)
  await page.getByRole('button', { name: '详情', exact: true }).first().click()
  await settle(page)
  await expect.poll(() => page.getByText('初版之后的变动').count()).toBe(1)
  expect(page.complaints).toEqual([])
})

test('pasted cookies are shown by name and length alone', async () => {
  const page = await openPage()
  await signIn(page, 'admin')
  await page.goto(`${url}/affiliate/accounts?source=cookie`)
  await settle(page)
  await page
    .getByRole('button', { name: /更多.*|.*更多/ })
    .first()
    .click()
  await page.getByRole('menuitem', { name: '更新 Cookie' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox').fill('pin=jd_backlot_shop; thor=not-to-be-seen')
  const preview = dialog.locator('table')
  await expect.poll(() => preview.textContent()).toContain('thor')
  expect(await preview.textContent()).not.toContain('not-to-be-seen')
  expect(await findAxeViolations(page)).toEqual([])
})

test.each(PAGES)('%s is complete in the dark', async (path) => {
  const page = await openPage({ theme: 'dark' })
  await signIn(page, 'admin')
  await page.goto(`${url}/affiliate/${path}`)
  await settle(page)
  expect(await findAxeViolations(page)).toEqual([])
  expect(page.complaints).toEqual([])
})

test('a partner reads its own orders and share, and has no door to the accounts', async () => {
  const page = await openPage()
  await signIn(page, 'partner')
  await page.goto(`${url}/affiliate/orders`)
  await settle(page)
  await expect.poll(() => page.getByText('我的分成').count()).toBe(1)
  expect(await page.getByText('实际佣金').count()).toBe(0)
  await page.goto(`${url}/affiliate/accounts`)
  await settle(page)
  expect(page.url()).not.toContain('/affiliate/accounts')
})
