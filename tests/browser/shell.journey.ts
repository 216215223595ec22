import { expect, test } from 'vitest'
import { loginText } from '../../src/features/session/screenText.ts'
import defaults from '../../src/web/settings.json' with { type: 'json' }
import { findAxeViolations, openPage, PASSWORD, settle, signIn, url, type Visit } from './harness.ts'

const stored = (page: Visit, key: string): Promise<string | null> =>
  page.evaluate((name) => localStorage.getItem(name), key)

test('the login: its words, its refusals, the welcome, what it keeps and what a sign-out clears', async () => {
  const words = loginText['zh-CN']
  const page = await openPage()
  await page.goto(`${url}/`)
  await page.waitForURL((now) => now.pathname === '/login')
  for (const [at, { title }] of words.slogans.entries()) {
    await page.getByRole('button', { name: words.slide(at + 1) }).click()
    await page.getByText(title, { exact: true }).waitFor()
  }
  expect(words.slogans).toHaveLength(3)
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await page.getByText('用户名不能为空').waitFor()
  await page.getByText('密码不能为空').waitFor()
  for (const [button, title] of [
    ['忘记密码', words.forgotTitle],
    ['注册账号', words.registerTitle],
  ]) {
    await page.getByRole('button', { name: button! }).click()
    const help = page.getByRole('dialog', { name: title! })
    await help.getByRole('button', { name: words.gotIt }).click()
    await help.waitFor({ state: 'detached' })
  }
  await page.getByRole('textbox', { name: '用户名' }).fill('coo')
  await page.getByLabel('密码', { exact: true }).fill('not-the-password')
  await page.getByRole('checkbox', { name: '记住密码' }).check()
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await page.getByRole('alert').filter({ hasText: /\S/ }).first().waitFor()
  expect([await stored(page, 'token'), await stored(page, 'ticket')]).toEqual([null, null])
  await page.getByLabel('密码', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await page.getByText(words.welcome, { exact: true }).waitFor()
  await page.waitForURL((now) => now.pathname === '/dashboard/workplace')
  expect(await stored(page, 'token')).toBe(await stored(page, 'ticket'))
  expect(await stored(page, 'token')).toMatch(/^[\w-]{43}$/)

  await page
    .getByRole('banner')
    .getByRole('button', { name: /运营负责人/ })
    .click()
  for (const name of ['用户中心', '用户设置']) await page.getByRole('menuitem', { name }).waitFor()
  await page.getByRole('menuitem', { name: '登出登录' }).click()
  await page.waitForURL((now) => now.pathname === '/login')
  expect([await stored(page, 'token'), await stored(page, 'ticket')]).toEqual([null, null])
  await expect.poll(() => page.getByRole('textbox', { name: '用户名' }).inputValue()).toBe('coo')
  expect(page.complaints).toEqual([])
  await page.context().close()
})

test('the navbar and the settings drawer: each control does what it says, at once, until the page is loaded again', async () => {
  const page = await openPage({ permissions: ['clipboard-read', 'clipboard-write'] })
  await signIn(page, 'admin')
  await settle(page)
  const bar = page.getByRole('banner')
  await bar.getByRole('button', { name: '点击切换为暗黑模式' }).click()
  await expect.poll(() => page.locator('body').getAttribute('arco-theme')).toBe('dark')
  await bar.getByRole('button', { name: '点击切换为亮色模式' }).click()
  await expect.poll(() => page.locator('body').getAttribute('arco-theme')).toBeNull()
  await bar.getByRole('button', { name: '点击切换全屏模式' }).click()
  await bar.getByRole('button', { name: '点击退出全屏模式' }).click()
  await bar.getByRole('button', { name: /^消息通知/ }).click()
  for (const tab of ['消息', '通知', '待办']) await page.getByRole('tab', { name: new RegExp(`^${tab}`) }).waitFor()
  for (const name of ['清空', '全部已读']) await page.getByRole('button', { name, exact: true }).waitFor()
  await page.getByRole('button', { name: '查看更多', exact: true }).last().click()
  await page.waitForURL((now) => now.pathname === '/messages')
  await page.getByRole('navigation', { name: '当前位置' }).getByRole('link', { name: '工作台' }).click()
  await page.waitForURL((now) => now.pathname === '/dashboard/workplace')

  await bar.getByRole('button', { name: '语言' }).click()
  await page.getByRole('menu').getByText('English', { exact: true }).click()
  await page.getByText('Switch to English').waitFor()
  expect(await stored(page, 'arco-locale')).toBe('en-US')

  await bar.getByRole('button', { name: 'Settings', exact: true }).click()
  const drawer = page.getByRole('dialog', { name: 'Settings' })
  await drawer.waitFor()
  const width = async () => (await drawer.boundingBox())!.width
  await expect.poll(width).toBe(300)
  const set = (label: string) => drawer.getByRole('switch', { name: label, exact: true }).click({ force: true })
  await set('Color Weak')
  await expect.poll(() => page.locator('html').evaluate((one) => getComputedStyle(one).filter)).toBe('invert(0.8)')
  await set('Color Weak')
  await set('Tab Bar')
  await page.getByText('Tab Bar').first().waitFor()
  await set('Footer')
  expect(await page.locator('footer').filter({ hasText: 'Backlot' }).count()).toBe(0)
  await drawer.getByRole('textbox', { name: 'Menu Width (px)' }).fill('260')
  const indent = () => page.locator('main').evaluate((one) => getComputedStyle(one.parentElement!).paddingLeft)
  await expect.poll(indent).toBe('260px')
  await drawer.getByRole('button', { name: 'Theme colour #722ED1' }).click()
  await set('Navbar')
  await drawer.getByRole('button', { name: 'Copy Settings' }).click()
  await page.getByText('Copy succeeded, please paste to file src/web/settings.json.').waitFor()
  const copied = JSON.parse(await page.evaluate(() => navigator.clipboard.readText()))
  expect(Object.keys(copied)).toEqual(Object.keys(defaults))
  expect(copied).toMatchObject({ tabBar: true, footer: false, navbar: false, menuWidth: 260, themeColor: '#722ED1' })
  await drawer.getByRole('button', { name: 'Close', exact: true }).last().click()
  await drawer.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Settings', exact: true }).waitFor()
  expect(await findAxeViolations(page)).toEqual([])
  await page.reload()
  await bar.getByRole('button', { name: 'Settings', exact: true }).waitFor()
  expect(page.complaints).toEqual([])
  await page.context().close()
})
