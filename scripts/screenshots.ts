/**
 * `npm run screenshots -- --url http://127.0.0.1:8080`: photographs every screen of a running demo, in both languages and
 * themes, on a desk and in a hand, into docs/screenshots. `--only data_list,login` takes some; `--compare` writes nothing and
 * names the pictures that look different from the stored ones, days, times and ids left out of account.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Page, Request } from 'playwright-core'
import { type Route, routes } from '../src/core/access.ts'
import { openPages } from '../src/core/can.ts'
import { wordOf } from '../src/core/menuText.ts'
import { TOUR_KEY } from '../src/web/tour/tour.ts'
import { launchChromium } from '../tests/browser/chromium.ts'
import { hiddenPages } from '../tests/browser/hiddenPages.ts'
import { requestsOf } from '../tests/browser/requests.ts'
import { differences, photograph, type Rect, volatileRects } from './pictures.ts'

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
const PASSWORD = 'backlot-demo'
const ADMIN = { accessRoles: 'admin', accessKey: 'admin', accessState: null } as const
const LANGUAGES = { zh: 'zh-CN', en: 'en-US' } as const
const titleOf = ({ word }: Route): string =>
  Object.values(LANGUAGES)
    .map((language) => wordOf(language, word))
    .join(' · ')
const all = [
  { name: 'login', path: '/login', title: '登录 · Sign in' },
  ...openPages(routes, ADMIN).map((route) => ({ name: route.name!, path: route.path, title: titleOf(route) })),
  ...(await hiddenPages(url, PASSWORD)).map(({ name, path }) => {
    const route = routes.find((one) => one.name === name)
    return { name, path, title: route ? titleOf(route) : '结算单 · Statement' }
  }),
]
const screens = all.filter(({ name }) => !flags.only || flags.only.split(',').includes(name))
const SIZES = { 1440: { width: 1440, height: 900 }, 390: { width: 390, height: 844 } }
/** How often a page is looked at, how many times in a row nothing may be under way, and when it is taken as it is. */
const LOOK_MS = 100
const CALM_LOOKS = 4
const CALM_LIMIT_MS = 20_000

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
    const waiting = requestsOf(page)
    let isSignedIn = false
    for (const { name, path } of screens) {
      if (path !== '/login' && !isSignedIn) {
        await signIn(page)
        isSignedIn = true
      }
      for (const [width, size] of Object.entries(SIZES)) {
        await page.setViewportSize(size)
        await page.goto(`${url}${path}`)
        await stand(page, waiting)
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
writeFileSync(join(out, 'README.md'), gallery())
const bytes = readdirSync(out).reduce((sum, file) => sum + readFileSync(join(out, file)).length, 0)
console.log(`${taken.size} pictures taken; ${out} holds ${(bytes / 1_000_000).toFixed(1)} MB`)

/** All pictures as one page, a screen after the other. */
function gallery(): string {
  const sections = all.map(({ name, title }) => {
    const rows = ['light', 'dark'].map((theme) => {
      const cells = Object.keys(LANGUAGES).flatMap((language) =>
        Object.entries({ 1440: 420, 390: 120 }).map(
          ([width, shown]) => `<img src="${name}-${theme}-${language}-${width}.webp" width="${shown}" alt="">`,
        ),
      )
      return cells.join(' ')
    })
    return `## ${title}\n\n${rows.join('\n\n')}\n`
  })
  return `# Every screen\n\nAs an administrator sees them in the demo world: Chinese and English, light and dark, on a desk and in a hand. Taken by \`npm run screenshots\`, compared by \`npm run screenshots -- --compare\`.\n\n${sections.join('\n')}`
}

async function signIn(page: Page): Promise<void> {
  await page.goto(`${url}/login`)
  await page.getByRole('textbox', { name: /用户名|User ?name/i }).fill('admin')
  await page
    .getByLabel(/^(密码|Password)/)
    .first()
    .fill(PASSWORD)
  await page.getByRole('button', { name: /^(登录|login)$/i }).click()
  await page.waitForURL(/workplace/)
}

/** Resolves when the page has had its data, fonts and pictures for a while. */
async function stand(page: Page, waiting: Set<Request>): Promise<void> {
  await page.getByRole('heading').first().waitFor()
  const end = performance.now() + CALM_LIMIT_MS
  for (let calm = 0; calm < CALM_LOOKS && performance.now() < end; calm++) {
    await page.waitForTimeout(LOOK_MS)
    if (waiting.size > 0 || (await page.locator('[aria-busy=true]').count()) > 0) calm = -1
  }
  await page.evaluate(() => document.fonts.ready)
}

async function keep(file: string, picture: Buffer, volatile: () => Promise<Rect[]>): Promise<void> {
  taken.add(file)
  const path = join(out, file)
  if (!flags.compare) return writeFileSync(path, picture)
  if (!existsSync(path)) {
    different.push(`${file}: new`)
    return
  }
  const [share = 1] = await differences(bench, readFileSync(path), picture, await volatile())
  if (share * 1000 > Number(flags.allow)) different.push(`${file}: ${(share * 100).toFixed(2)} %`)
}
