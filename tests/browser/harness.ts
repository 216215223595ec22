import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Browser, BrowserContextOptions, Page, Request } from 'playwright-core'
import { afterAll, inject } from 'vitest'
import { launchChromium } from './chromium.ts'
import { requestsOf } from './requests.ts'

/** Of this worker's own server: no two files that run at once share a world. */
export const url = inject('urls')[Number(process.env.VITEST_POOL_ID) - 1]!
export const PASSWORD = 'backlot-demo'
export const DESKTOP = { width: 1440, height: 900 }
export const PHONE = { width: 390, height: 844 }

/** By what they were started with. */
const browsers = new Map<string, Promise<Browser>>()

afterAll(async () => {
  for (const browser of browsers.values()) await (await browser).close()
  browsers.clear()
})

export interface Visit extends Page {
  /** What the page complained of: uncaught errors, console errors, requests to other hosts, broken content policy. */
  complaints: string[]
  /** Requests under way. */
  waiting: Set<Request>
}

/** Opens a page in a fresh context, in Chinese and light unless told otherwise. */
export async function openPage(
  options: BrowserContextOptions & {
    language?: 'zh-CN' | 'en-US'
    theme?: 'light' | 'dark'
    /** The one host it may ask. */
    host?: string
    /** What the browser is started with besides. */
    flags?: readonly string[]
  } = {},
): Promise<Visit> {
  const { language = 'zh-CN', theme = 'light', host = url, flags = [], ...rest } = options
  const started = flags.join(' ')
  if (!browsers.has(started)) browsers.set(started, launchChromium(flags))
  const browser = await browsers.get(started)!
  const context = await browser.newContext({
    viewport: DESKTOP,
    reducedMotion: 'reduce',
    timezoneId: 'America/Los_Angeles',
    ...rest,
  })
  await context.addInitScript(
    (chosen) => {
      for (const [key, value] of chosen) if (!localStorage.getItem(key!)) localStorage.setItem(key!, value!)
    },
    [
      ['arco-locale', language],
      ['arco-theme', theme],
    ],
  )
  const page = (await context.newPage()) as Visit
  page.complaints = []
  page.waiting = requestsOf(page)
  page.on('pageerror', (error) => page.complaints.push(`error: ${error.message}`))
  page.on('console', (message) => {
    // A refused request is part of some journeys; the page says so itself.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      page.complaints.push(`console: ${message.text()}`)
  })
  page.on('request', (request) => {
    if (!/^(data|blob):/.test(request.url()) && new URL(request.url()).origin !== new URL(host).origin)
      page.complaints.push(`foreign host: ${request.url()}`)
  })
  return page
}

/** Signs in through the login screen and waits for the shell. */
export async function signIn(page: Page, account: string, path = '/login', host = url): Promise<void> {
  await page.goto(`${host}${path}`)
  await page.getByRole('textbox', { name: /用户名|User ?name/i }).fill(account)
  await page
    .getByLabel(/^(密码|Password)/)
    .first()
    .fill(PASSWORD)
  await page.getByRole('button', { name: /^(登录|Log ?in|login)$/i }).click()
  await page.waitForURL((now) => now.pathname !== '/login')
  await page.getByRole('heading', { level: 1 }).first().waitFor()
}

/** What is being fetched; a tab that is kept behind stays as it was left, be that in the middle of a fetch. */
const BUSY = '[aria-busy=true]:not([style*="display: none"] *)'

/** Waits until everything the page asked for has come and is drawn. */
export async function settle(page: Visit): Promise<void> {
  for (let calm = 0; calm < 3; calm++) {
    await page.evaluate(
      () => new Promise<void>((drawn) => requestAnimationFrame(() => requestAnimationFrame(() => drawn()))),
    )
    const isBusy = page.waiting.size > 0 || (await page.locator(BUSY).count()) > 0
    if (!isBusy) continue
    calm = -1
    if (page.waiting.size > 0) await oneEnds(page)
  }
}

const oneEnds = (page: Page): Promise<void> =>
  new Promise((resolve) => {
    page.once('requestfinished', () => resolve())
    page.once('requestfailed', () => resolve())
  })

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** What axe finds wrong on the page: rule and the first places, empty when nothing is. */
export async function findAxeViolations(page: Page): Promise<string[]> {
  await page.evaluate(axeSource)
  return page.evaluate(async () => {
    const { violations } = await (window as any).axe.run(document, { resultTypes: ['violations'] })
    return violations.map(
      (one: any) =>
        `${one.id}: ${one.nodes
          .slice(0, 3)
          .map((node: any) => node.target.join(' '))
          .join(' | ')}`,
    )
  })
}

/** How far the page can be scrolled sideways, in pixels, once it is drawn: a new width is laid out frames later. */
export async function sidewaysScroll(page: Visit): Promise<number> {
  await settle(page)
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
}
