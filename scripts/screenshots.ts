/**
 * `npm run screenshots -- --url http://127.0.0.1:8080`: photographs every screen of a running demo, in both languages and
 * themes, on a desk and in a hand, into docs/screenshots. `--only data_list,login` takes some; `--compare` writes nothing and
 * names the pictures that look different from the stored ones, days, times and ids left out of account.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Page } from 'playwright-core'
import { routes } from '../src/core/access.ts'
import { openPages } from '../src/core/can.ts'
import { TOUR_KEY } from '../src/web/tour/tour.ts'
import { launchChromium } from '../tests/browser/chromium.ts'
import { difference, type Rect, volatileRects } from './pictures.ts'

const { values: flags } = parseArgs({
  options: {
    url: { type: 'string', default: 'http://127.0.0.1:8080' },
    out: { type: 'string', default: 'docs/screenshots' },
    only: { type: 'string' },
    compare: { type: 'boolean', default: false },
    /** The share of a picture that may look different, in per mille. */
    allow: { type: 'string', default: '2' },
  },
})
const { url, out } = flags
const ADMIN = { accessRoles: 'admin', accessKey: 'admin', accessState: null } as const
const screens = [
  { name: 'login', path: '/login' },
  ...openPages(routes, ADMIN).map(({ name, path }) => ({ name: name!, path })),
].filter(({ name }) => !flags.only || flags.only.split(',').includes(name))
const LANGUAGES = { zh: 'zh-CN', en: 'en-US' }
const SIZES = { 1440: { width: 1440, height: 900 }, 390: { width: 390, height: 844 } }
/** Lossy enough for all pictures together to stay below 25 MB; text is sharp. */
const QUALITY = 82

mkdirSync(out, { recursive: true })
const browser = await launchChromium(['--force-color-profile=srgb'])
/** Where stored and new pictures are laid side by side. */
const bench = await browser.newPage()
const taken = new Set<string>()
const different: string[] = []

for (const [language, locale] of Object.entries(LANGUAGES)) {
  for (const theme of ['light', 'dark']) {
    const context = await browser.newContext({ reducedMotion: 'reduce', locale, timezoneId: 'Asia/Shanghai' })
    await context.addInitScript(
      (stored) => {
        for (const [key, value] of stored) localStorage.setItem(key!, value!)
      },
      [
        ['arco-locale', locale],
        ['arco-theme', theme],
        [TOUR_KEY, 'done'],
      ],
    )
    const page = await context.newPage()
    let isSignedIn = false
    for (const { name, path } of screens) {
      if (path !== '/login' && !isSignedIn) {
        await signIn(page)
        isSignedIn = true
      }
      for (const [width, size] of Object.entries(SIZES)) {
        await page.setViewportSize(size)
        await page.goto(`${url}${path}`)
        await stand(page)
        await keep(`${name}-${theme}-${language}-${width}.webp`, await photograph(page), () => volatileRects(page))
      }
    }
    await context.close()
  }
}
await browser.close()
if (flags.compare) {
  console.log(`${taken.size} pictures, ${different.length} look different`)
  for (const line of different) console.log(line)
  process.exit(different.length === 0 ? 0 : 1)
}
// A whole set leaves nothing behind of screens that are no more.
if (!flags.only) for (const file of readdirSync(out)) if (!taken.has(file)) rmSync(join(out, file))
const bytes = readdirSync(out).reduce((sum, file) => sum + readFileSync(join(out, file)).length, 0)
console.log(`${taken.size} pictures taken; ${out} holds ${(bytes / 1_000_000).toFixed(1)} MB`)

async function signIn(page: Page): Promise<void> {
  await page.goto(`${url}/login`)
  await page.getByRole('textbox', { name: /用户名|User ?name/i }).fill('admin')
  await page
    .getByLabel(/^(密码|Password)/)
    .first()
    .fill('backlot-demo')
  await page.getByRole('button', { name: /^(登录|login)$/i }).click()
  await page.waitForURL(/workplace/)
}

/** Resolves when the page has its data, fonts and pictures. */
async function stand(page: Page): Promise<void> {
  await page.getByRole('heading').first().waitFor()
  await page.waitForLoadState('networkidle').catch(() => undefined)
  await page.waitForFunction(() => !document.querySelector('[aria-busy=true]'))
  await page.evaluate(() => document.fonts.ready)
}

/** The window as WebP, which the browser writes itself. */
async function photograph(page: Page): Promise<Buffer> {
  const inspector = await page.context().newCDPSession(page)
  const { data } = await inspector.send('Page.captureScreenshot', { format: 'webp', quality: QUALITY })
  await inspector.detach()
  return Buffer.from(data, 'base64')
}

async function keep(file: string, picture: Buffer, volatile: () => Promise<Rect[]>): Promise<void> {
  taken.add(file)
  const path = join(out, file)
  if (!flags.compare) return writeFileSync(path, picture)
  if (!existsSync(path)) {
    different.push(`${file}: new`)
    return
  }
  const share = await difference(bench, readFileSync(path), picture, await volatile())
  if (share * 1000 > Number(flags.allow)) different.push(`${file}: ${(share * 100).toFixed(2)} %`)
}
