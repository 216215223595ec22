/**
 * `npm run screenshots -- http://127.0.0.1:8080`: photographs shell, login and the lists of a running demo, in both
 * languages and themes, on a desk and in a hand, into docs/screenshots.
 */
import { existsSync, mkdirSync } from 'node:fs'
import { chromium } from 'playwright-core'

const url = process.argv[2] ?? 'http://127.0.0.1:8080'
const only = process.argv[3]
const folder = process.env.SCREENSHOTS ?? 'docs/screenshots'
mkdirSync(folder, { recursive: true })

const pages = {
  login: '/login',
  shell: '/dashboard/workplace',
  data: '/dashboard/data',
  users: '/dashboard/users',
  imports: '/imports',
  statistics: '/dashboard/statistics',
  rank: '/dashboard/hot_rank/play_count_rank',
  risk: '/dashboard/risk_videos',
  collections: '/list/search-table',
}
const sizes = { 1440: { width: 1440, height: 900 }, 390: { width: 390, height: 844 } }

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? ['/usr/bin/chromium', '/usr/bin/google-chrome'].find(existsSync),
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--disable-background-networking',
    '--force-color-profile=srgb',
  ],
})
for (const [language, locale] of [
  ['zh', 'zh-CN'],
  ['en', 'en-US'],
] as const) {
  for (const theme of ['light', 'dark'] as const) {
    const context = await browser.newContext({ reducedMotion: 'reduce', locale, timezoneId: 'Asia/Shanghai' })
    await context.addInitScript(
      ([chosen, look]) => {
        localStorage.setItem('arco-locale', chosen!)
        localStorage.setItem('arco-theme', look!)
      },
      [locale, theme],
    )
    const page = await context.newPage()
    let isSignedIn = false
    for (const [name, path] of Object.entries(pages)) {
      if (only && name !== only) continue
      if (name !== 'login' && !isSignedIn) {
        await page.goto(`${url}/login`)
        await page.getByRole('textbox', { name: /用户名|User ?name/i }).fill('admin')
        await page
          .getByLabel(/^(密码|Password)/)
          .first()
          .fill('backlot-demo')
        await page.getByRole('button', { name: /^(登录|login)$/i }).click()
        await page.waitForURL(/workplace/)
        isSignedIn = true
      }
      for (const [width, size] of Object.entries(sizes)) {
        await page.setViewportSize(size)
        await page.goto(`${url}${path}`)
        await page.getByRole('heading').first().waitFor()
        await page.waitForLoadState('load')
        await page.waitForFunction(() => !document.querySelector('[aria-busy=true]'))
        await page.evaluate(() => document.fonts.ready)
        await page.screenshot({ path: `${folder}/${name}-${theme}-${language}-${width}.png` })
      }
    }
    await context.close()
  }
}
await browser.close()
