import { expect, test } from 'vitest'
import { findAxeViolations, openPage, PHONE, settle, sidewaysScroll, signIn, url } from './harness.ts'

const REQUEST = '018f2c7e-0000-7000-8000-0123456789ab'

test('a receipt says what the address may say, leads on, and shows nothing that somebody wrote into it', async () => {
  const page = await openPage()
  await signIn(page, 'admin')
  await page.goto(`${url}/result/success?of=campaign&id=1&rows=1200&kept=3&at=2026-11-20T02:03:04Z&note=你中奖了`)
  await page.getByRole('heading', { level: 1, name: '提交成功' }).waitFor()
  await expect.poll(() => page.getByText('2026-11-20 10:03').count()).toBe(2)
  await page.getByText('1,200', { exact: true }).waitFor()
  expect(await page.getByText('你中奖了').count()).toBe(0)
  expect(await findAxeViolations(page)).toEqual([])
  await page.getByRole('button', { name: '查看任务' }).click()
  await page.waitForURL(
    (now) => now.pathname === '/dashboard/distribute_videos' && now.searchParams.get('batchId') === '1',
  )

  await page.goto(`${url}/result/error?of=campaign&reason=DEADLINE&requestId=${REQUEST}`)
  await page.getByRole('heading', { level: 1, name: '提交失败' }).waitFor()
  await page.getByText('截止日期不正确').waitFor()
  await page.getByText(REQUEST).waitFor()
  expect(await findAxeViolations(page)).toEqual([])
  await page.getByRole('button', { name: '返回修改' }).click()
  await page.waitForURL((now) => now.pathname === '/form/step')
  expect(page.complaints).toEqual([])
  await page.context().close()
})

test('an address without a page is the 404, and 403, 404 and 500 open by their paths, on a desk and in a hand', async () => {
  const page = await openPage({ language: 'en-US', theme: 'dark' })
  await signIn(page, 'supplier')
  await page.goto(`${url}/no/such/page`)
  await page.getByText('Whoops, this page is gone.').waitFor()
  await page.getByText('/no/such/page').waitFor()
  for (const size of [{ width: 1440, height: 900 }, PHONE]) {
    await page.setViewportSize(size)
    for (const [code, words] of [
      ['403', 'Access to this resource on the server is denied.'],
      ['404', 'Whoops, this page is gone.'],
      ['500', 'Internal server error'],
    ]) {
      await page.goto(`${url}/exception/${code}?requestId=${REQUEST}`)
      await page.getByText(words!).waitFor()
      await page.getByRole('button', { name: 'Copy the request id' }).waitFor()
      await settle(page)
      expect(await findAxeViolations(page)).toEqual([])
      expect(await sidewaysScroll(page)).toBe(0)
    }
  }
  await page.getByRole('button', { name: 'Back to the workplace' }).click()
  await page.waitForURL((now) => now.pathname === '/dashboard/workplace')
  expect(page.complaints).toEqual([])
  await page.context().close()
})
