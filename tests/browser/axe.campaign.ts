import type { Route } from 'playwright-core'
import { afterAll, describe, expect, test } from 'vitest'
import { type Role, routes } from '../../src/core/access.ts'
import { openPages } from '../../src/core/can.ts'
import { DESKTOP, findAxeViolations, openPage, PASSWORD, PHONE, settle, signIn, url, type Visit } from './harness.ts'
import { hiddenPages } from './hiddenPages.ts'

/** Some screens alone: `AXE_SCREENS=/dashboard/data,/dashboard/users npm run campaign:axe`. */
const ONLY = process.env.AXE_SCREENS?.split(',')
/** An administrator sees every screen; these see some of them in another shape. */
const PEOPLE: readonly { account: string; role: Role; state: string | null }[] = [
  { account: 'admin', role: 'admin', state: null },
  { account: 'leader', role: 'leader', state: null },
  { account: 'partner', role: 'partner', state: 'sm4' },
  { account: 'supplier', role: 'supplier', state: null },
]
const LOOKS = (['zh-CN', 'en-US'] as const).flatMap((language) =>
  (['light', 'dark'] as const).flatMap((theme) =>
    [DESKTOP, PHONE].map((viewport) => ({ language, theme, viewport, width: viewport.width })),
  ),
)

const hidden = await hiddenPages(url, PASSWORD)

const screensOf = ({ account, role, state }: (typeof PEOPLE)[number]): string[] =>
  [
    ...openPages(routes, { accessRoles: role, accessKey: account, accessState: state }),
    ...(role === 'admin' ? hidden : hidden.filter(({ name }) => name === 'messages')),
  ]
    .map(({ path }) => path)
    .filter((path) => !ONLY || ONLY.includes(path.split('?')[0]!))

type State = 'loaded' | 'empty' | 'failed' | 'mended' | 'open' | 'shell'
const looked: Record<State, number> = { loaded: 0, empty: 0, failed: 0, mended: 0, open: 0, shell: 0 }
let violations = 0
afterAll(() => {
  const all = Object.values(looked).reduce((sum, count) => sum + count, 0)
  console.log(`axe: ${all} looks (${JSON.stringify(looked)}), ${violations} violations`)
})

/** What the shell itself asks goes through: without it there would be no page to look at. */
const isShell = (path: string) => /^\/api\/(user|settings|message)/.test(path)

/** Every list is empty, as on the first day. */
async function emptied(route: Route): Promise<void> {
  const answer = await route.fetch()
  if (!answer.headers()['content-type']?.includes('json')) return route.fulfill({ response: answer })
  const body = await answer.json()
  if (Array.isArray(body.data?.list)) Object.assign(body.data, { list: [], total: 0, nextCursor: null })
  return route.fulfill({ response: answer, json: body })
}

const refused = (route: Route): Promise<void> =>
  route.fulfill({
    status: 503,
    json: { status: 'fail', code: 503, msg: 'campaign', data: { reason: 'BUSY', requestId: 'campaign' } },
  })

async function answerWith(page: Visit, answer: (route: Route) => Promise<void>): Promise<void> {
  await page.route(`${url}/api/**`, (route) =>
    isShell(new URL(route.request().url()).pathname) || route.request().method() !== 'GET'
      ? route.continue()
      : answer(route),
  )
}

async function go(page: Visit, path: string): Promise<void> {
  await page.goto(`${url}${path}`)
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await settle(page)
}

/** Opens the drawer of the first row, or else the first menu or dialog of the page; false where there is none. */
async function openSomething(page: Visit): Promise<boolean> {
  const details = page.locator('main').getByRole('button', { name: /^(详情|Details)/ })
  const other = page.locator('main [aria-haspopup=dialog]:enabled, main [aria-haspopup=menu]:enabled')
  const opener = (await details.count()) > 0 ? details.first() : other.first()
  if (!(await opener.isVisible())) return false
  await opener.click()
  await page.locator('[role=dialog], [role=menu]').first().waitFor()
  await settle(page)
  return true
}

describe.each(PEOPLE)('$account', (person) => {
  test.concurrent.each(LOOKS)('$language, $theme, $width', async (look) => {
    const page = await openPage(look)
    await signIn(page, person.account)
    const found: Record<string, string[]> = {}
    for (const path of screensOf(person)) {
      const check = async (state: State) => {
        looked[state]++
        const faults = await findAxeViolations(page)
        violations += faults.length
        if (faults.length > 0) found[`${path} ${state}`] = faults
      }
      await go(page, path)
      await check('loaded')
      if (await openSomething(page)) await check('open')
      await answerWith(page, emptied)
      await go(page, path)
      await check('empty')
      await page.unrouteAll({ behavior: 'wait' })
      await answerWith(page, refused)
      await go(page, path)
      await check('failed')
      await page.unrouteAll({ behavior: 'wait' })
      const retry = page.locator('main').getByRole('button', { name: /^(重试|Try again)$/ })
      if ((await retry.count()) > 0) {
        await retry.first().click()
        await settle(page)
        await check('mended')
      }
    }
    expect(found).toEqual({})
    await page.context().close()
  })
})

test.concurrent.each(LOOKS)('the shell: $language, $theme, $width', async (look) => {
  const page = await openPage(look)
  const found: Record<string, string[]> = {}
  const check = async (what: string) => {
    await settle(page)
    looked.shell++
    const faults = await findAxeViolations(page)
    violations += faults.length
    if (faults.length > 0) found[what] = faults
  }
  await page.goto(`${url}/login`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await check('login')
  await page.getByRole('textbox', { name: /用户名|User ?name/i }).fill('nobody')
  await page
    .getByLabel(/^(密码|Password)/)
    .first()
    .fill(PASSWORD)
  await page.keyboard.press('Enter')
  await page.getByRole('alert').filter({ hasText: /\S/ }).first().waitFor()
  await check('login, refused')
  await signIn(page, 'admin')
  const banner = page.getByRole('banner')
  const shows = async (what: string, open: () => Promise<void>, opened: string) => {
    await open()
    await page.locator(opened).first().waitFor()
    await check(what)
    await page.keyboard.press('Escape')
    await page.locator(opened).first().waitFor({ state: 'hidden' })
  }
  const dialog = '[role=dialog]'
  // The shell listens to keys once its first screen stands.
  const palette = async () => {
    await expect
      .poll(
        async () => {
          await page.keyboard.press('Control+k')
          return page.locator(dialog).count()
        },
        { timeout: 30_000 },
      )
      .toBe(1)
  }
  await shows('palette', palette, dialog)
  await shows('keys', () => page.keyboard.press('?'), dialog)
  await shows('messages', () => banner.locator('[aria-haspopup=dialog]').click(), dialog)
  await shows('user menu', () => banner.getByRole('button').last().click(), '[role=menu]')
  if (look.width === PHONE.width) await shows('menu', () => banner.getByRole('button').first().click(), dialog)
  else await shows('settings', () => banner.getByRole('button', { name: /^(页面配置|Settings)$/ }).click(), dialog)
  await go(page, '/no-such-page')
  await check('not found')
  expect(found).toEqual({})
  await page.context().close()
})
