import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { afterAll, inject } from 'vitest'

export const url = inject('url')
export const PASSWORD = 'backlot-demo'
export const DESKTOP = { width: 1440, height: 900 }
export const PHONE = { width: 390, height: 844 }

const CHROMIUM = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']
const QUIET = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

let browser: Browser | undefined

afterAll(async () => {
  await browser?.close()
  browser = undefined
})

export interface Visit extends Page {
  /** What the page complained of: uncaught errors, console errors, requests to other hosts, broken content policy. */
  complaints: string[]
}

/** Opens a page in a fresh context, in Chinese and light unless told otherwise. */
export async function openPage(
  options: BrowserContextOptions & { language?: 'zh-CN' | 'en-US'; theme?: 'light' | 'dark' } = {},
): Promise<Visit> {
  const executablePath = process.env.CHROMIUM ?? CHROMIUM.find(existsSync)
  if (!executablePath)
    throw new Error('no Chromium: npm test installs it on Debian, elsewhere set CHROMIUM to its path')
  browser ??= await chromium.launch({ executablePath, args: QUIET })
  const { language = 'zh-CN', theme = 'light', ...rest } = options
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
  page.on('pageerror', (error) => page.complaints.push(`error: ${error.message}`))
  page.on('console', (message) => {
    // A refused request is part of some journeys; the page says so itself.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      page.complaints.push(`console: ${message.text()}`)
  })
  page.on('request', (request) => {
    if (!/^(data|blob):/.test(request.url()) && new URL(request.url()).origin !== url)
      page.complaints.push(`foreign host: ${request.url()}`)
  })
  return page
}

/** Signs in through the login screen and waits for the shell. */
export async function signIn(page: Page, account: string, path = '/login'): Promise<void> {
  await page.goto(`${url}${path}`)
  await page.getByRole('textbox', { name: /用户名|User ?name/i }).fill(account)
  await page
    .getByLabel(/^(密码|Password)/)
    .first()
    .fill(PASSWORD)
  await page.getByRole('button', { name: /^(登录|Log ?in|login)$/i }).click()
  await page.waitForURL((now) => now.pathname !== '/login')
  await page.getByRole('heading', { level: 1 }).first().waitFor()
}

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

/** How far the page can be scrolled sideways, in pixels. */
export function sidewaysScroll(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
}
