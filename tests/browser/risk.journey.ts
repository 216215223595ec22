import { expect, test } from 'vitest'
import { findAxeViolations, openPage, PHONE, sidewaysScroll, signIn, url, type Visit } from './harness.ts'

const PATH = '/dashboard/risk_videos'

async function openDesk(page: Visit, account: string): Promise<void> {
  await signIn(page, account)
  await page.goto(`${url}${PATH}`)
  // The menu's blocks have headings of their own.
  await page.locator('main h2').first().waitFor()
}

test('a reviewer decides twenty cases with the keyboard alone', async () => {
  const page = await openPage()
  await openDesk(page, 'admin')
  const title = page.locator('main h2').first()
  const current = page.locator('button[aria-current="true"]')
  const submit = page.getByRole('button', { name: '提交并下一条' })
  let decided = 0
  for (let looked = 0; decided < 20 && looked < 40; looked++) {
    await current.waitFor()
    await submit.waitFor()
    const before = await title.textContent()
    // In the hands of a colleague: on to the next.
    if (await submit.isDisabled()) {
      await page.keyboard.press('j')
      await page.waitForFunction((old) => document.querySelector('main h2')?.textContent !== old, before)
      continue
    }
    await page.keyboard.press('9')
    await page.getByRole('button', { pressed: true }).first().waitFor()
    const answer = page.waitForResponse((response) => response.url().endsWith('/decide'))
    await page.keyboard.press('Enter')
    expect((await answer).status()).toBe(200)
    decided += 1
    await page.waitForFunction((old) => document.querySelector('main h2')?.textContent !== old, before)
  }
  expect(decided).toBe(20)
  const undone = page.waitForResponse((response) => response.url().endsWith('/undo'))
  await page.keyboard.press('u')
  expect((await undone).status()).toBe(200)
  await page.keyboard.press('?')
  await page.getByRole('dialog', { name: '键盘快捷键' }).waitFor()
  expect(page.complaints).toEqual([])
  await page.context().close()
})

test('a partner reads its own case, without what is inside', async () => {
  const page = await openPage()
  await signIn(page, 'partner')
  await page.goto(`${url}${PATH}?state=decided`)
  await page.locator('table').waitFor()
  for (const head of ['处理人', '置信度', '优先级', '来源'])
    expect(await page.getByRole('columnheader', { name: head }).count()).toBe(0)
  await page.locator('table').getByRole('button', { name: '详情', exact: true }).first().click()
  const drawer = page.getByRole('dialog')
  await drawer.getByRole('heading', { level: 2 }).waitFor()
  expect(await findAxeViolations(page)).toEqual([])
  await page.context().close()
})

test.each([
  ['on a desk, light', {}],
  ['on a desk, dark', { theme: 'dark' as const }],
  ['in a hand', { viewport: PHONE }],
])('%s nothing offends axe and nothing scrolls sideways', async (_, look) => {
  const page = await openPage({ language: 'en-US', ...look })
  await openDesk(page, 'coo')
  expect(await findAxeViolations(page)).toEqual([])
  expect(await sidewaysScroll(page)).toBe(0)
  await page.getByRole('main').getByText('Statistics', { exact: true }).click()
  await page.getByRole('heading', { name: 'Reviewers' }).waitFor()
  expect(await findAxeViolations(page)).toEqual([])
  expect(await sidewaysScroll(page)).toBe(0)
  expect(page.complaints).toEqual([])
  await page.context().close()
})

test('an administrator previews a rule before it is saved', async () => {
  const page = await openPage()
  await signIn(page, 'admin')
  await page.goto(`${url}/list/card`)
  await page.getByRole('button', { name: '调整 播放异常飙升' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '预览近 30 日' }).click()
  await page.getByRole('dialog').getByRole('status').waitFor()
  expect(await findAxeViolations(page)).toEqual([])
  expect(page.complaints).toEqual([])
  await page.context().close()
})
