import { describe, expect, test } from 'vitest'
import { routes } from '../../src/core/access.ts'
import { openPages } from '../../src/core/can.ts'
import { findAxeViolations, openPage, PASSWORD, PHONE, settle, sidewaysScroll, signIn, url } from './harness.ts'

const themes = ['light', 'dark'] as const

describe.each(themes)('in %s', (theme) => {
  test('login, data, an open video, users, an open account, the settings and an open menu have nothing axe would object to', async () => {
    const page = await openPage({ theme })
    await page.goto(`${url}/login`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    expect(await findAxeViolations(page)).toEqual([])
    await signIn(page, 'admin')
    expect(await findAxeViolations(page)).toEqual([])
    for (const path of ['/dashboard/data', '/dashboard/users']) {
      await page.goto(`${url}${path}`)
      await page.locator('table').first().waitFor()
      expect(await findAxeViolations(page)).toEqual([])
      await page.locator('table').getByRole('button', { name: '详情', exact: true }).first().click()
      await page.getByRole('dialog').getByRole('tab').first().waitFor()
      await settle(page)
      expect(await findAxeViolations(page)).toEqual([])
    }
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: '页面配置' }).click()
    const settings = page.getByRole('dialog', { name: '页面配置' })
    await settings.waitFor()
    expect(await findAxeViolations(page)).toEqual([])
    await page.keyboard.press('Escape')
    await settings.waitFor({ state: 'detached' })
    await page.getByRole('banner').getByRole('button').last().click()
    await page.getByRole('menu').waitFor()
    await settle(page)
    expect(await findAxeViolations(page)).toEqual([])
    expect(page.complaints).toEqual([])
    await page.context().close()
  })
})

/** Every page an administrator finds in the menu, and those behind other doors. */
const pages = [
  ...openPages(routes, { accessRoles: 'admin', accessKey: 'admin', accessState: null }),
  { path: '/messages' },
].map(({ path }) => path)

test('every page in dark: nothing axe would object to, nothing the console complains of', async () => {
  const page = await openPage({ theme: 'dark' })
  await signIn(page, 'admin')
  const found: Record<string, string[]> = {}
  for (const path of pages) {
    await page.goto(`${url}${path}`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await settle(page)
    const faults = [...(await findAxeViolations(page)), ...page.complaints.splice(0)]
    if (faults.length > 0) found[path] = faults
  }
  expect(found).toEqual({})
  await page.context().close()
}, 300_000)

/** A desk at 200 %. */
const ZOOMED = { width: 720, height: 450 }

test('every page in a hand and in English: nothing scrolls sideways, here or on a desk at 200 %, offends axe, or was left in Chinese', async () => {
  const page = await openPage({ viewport: PHONE, language: 'en-US' })
  await signIn(page, 'admin')
  const found: Record<string, unknown[]> = {}
  for (const path of pages) {
    await page.goto(`${url}${path}`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await settle(page)
    const words = await page
      .locator('nav, h1, h2, h3, thead th, button, label, [role=tab], footer')
      .evaluateAll((all) =>
        all
          .filter((one) => !one.closest('tbody, main li, [data-content], [data-marks]'))
          .map((one) => `${one.textContent} ${one.getAttribute('aria-label') ?? ''}`),
      )
    // What people wrote (titles, names) stays as it is; 中文 is the language's own name.
    const faults = [
      ...(await findAxeViolations(page)),
      ...words.filter((word) => /[一-龥]/.test(word) && !/沈知秋|中文/.test(word)),
      ...((await sidewaysScroll(page)) === 0 ? [] : ['scrolls sideways']),
    ]
    await page.setViewportSize(ZOOMED)
    if ((await sidewaysScroll(page)) > 0) faults.push('scrolls sideways at 200 %')
    await page.setViewportSize(PHONE)
    if (faults.length > 0) found[path] = faults
  }
  expect(found).toEqual({})
  await page.context().close()
}, 300_000)

test.each([
  { name: 'the first page after login', path: '/dashboard/workplace', requests: 18, first: 165_000, all: 215_000 },
  { name: 'the data list', path: '/dashboard/data', requests: 20, first: 230_000, all: 275_000 },
])('$name is small and comes from one host', async ({ path, requests, first, all }) => {
  const login = await fetch(`${url}/api/user/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'admin', password: PASSWORD }),
  })
  const { accessTicket } = (await login.json()).data
  const page = await openPage()
  await page.addInitScript((token) => localStorage.setItem('token', token), accessTicket)
  const loaded: { path: string; bytes: number; kind: string }[] = []
  page.on('requestfinished', async (request) => {
    const { responseBodySize } = await request.sizes()
    loaded.push({ path: new URL(request.url()).pathname, bytes: responseBodySize, kind: request.resourceType() })
  })
  await page.goto(`${url}${path}`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await settle(page)
  const scripts = loaded.filter(({ kind }) => kind === 'script')
  const sum = (some: typeof scripts) => some.reduce((bytes, one) => bytes + one.bytes, 0)
  // Menus, tips and messages come after the screen stands.
  const before = scripts.filter((one) => !one.path.includes('/late-'))
  // The count of messages is asked for again whenever the stream says so: somebody else's doing.
  const own = loaded.filter((one) => !one.path.endsWith('/unread-count'))
  console.log(`${path}: ${own.length} requests, ${sum(before) / 1000} kB of scripts, ${sum(scripts) / 1000} in all`)
  expect(page.complaints).toEqual([])
  expect(own.length).toBeLessThanOrEqual(requests)
  expect(sum(before)).toBeLessThanOrEqual(first)
  expect(sum(scripts)).toBeLessThanOrEqual(all)
  await page.context().close()
})
