/**
 * `npm run bench:browser`: what the console costs in the hand, in a real browser against the built server with a drawn world:
 * first load, filter, tab switch and scrolling, at the machine's speed and at a quarter of it. Draws its world first, under
 * .cache; `-- --videos 120000` for one ten times as large. Needs `npm run build`. Writes docs/bench.md.
 */
import { type ChildProcess, execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { cpus, loadavg } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import type { Browser, Page } from 'playwright-core'
import { freePort } from '../src/server/db/embedded/cluster.ts'
import { launchChromium } from '../tests/browser/chromium.ts'
import { launch } from '../tests/ground/launch.ts'
import { writeSection } from './section.ts'

const { values: flags } = parseArgs({
  options: { videos: { type: 'string', default: '12000' }, rounds: { type: 'string', default: '7' } },
})
const ROUNDS = Number(flags.rounds)
/** How much slower the processor is made. */
const SLOWDOWNS = [1, 4] as const
const LONG_ROWS = 10_000
const SCROLL_MS = 4_000

declare global {
  interface Window {
    seen: { lcp: number; cls: number; blockedMs: number }
    /** Calls back when the frame that shows what is in the document now has been painted. */
    painted(then: (at: number) => void): void
    /** How long the last thing took that somebody asked for. */
    shown: Promise<number>
  }
}

interface Landing {
  kB: number
  allKB: number
  requests: number
  lcp: number
  cls: number
  blockedMs: number
}
interface Figures {
  landing: Landing[]
  loginKB: number
  filterMs: number[]
  tabMs: number[]
  fps: number
  slowestFrameMs: number
}

const { server, url } = await startServer()
const browser = await launchChromium()
try {
  const token = await signIn()
  const found: Figures[] = []
  for (const slowdown of SLOWDOWNS) {
    const landing: Landing[] = []
    for (let round = 0; round < ROUNDS; round++) landing.push(await land(browser, token, slowdown))
    found.push({
      landing,
      loginKB: await walkIn(browser, slowdown),
      filterMs: await filter(browser, token, slowdown),
      tabMs: await switchTabs(browser, token, slowdown),
      ...(await scroll(browser, token, slowdown)),
    })
    console.log(`${slowdown}×`, JSON.stringify(found.at(-1)))
  }
  report(found)
} finally {
  await browser.close()
  server.kill('SIGTERM')
}

async function startServer(): Promise<{ server: ChildProcess; url: string }> {
  const dataDir = resolve(`.cache/bench-browser-${flags.videos}`)
  mkdirSync(dataDir, { recursive: true })
  const { DATABASE_URL: _, DATABASE_READ_URL: __, ...environment } = process.env
  const env = { ...environment, DATA_DIR: dataDir, DEMO: '0' }
  const drawn = join(dataDir, 'drawn')
  if (!existsSync(drawn)) {
    const seed = ['--import', 'tsx', 'scripts/seed.ts', '--videos', flags.videos, '--days', '60']
    execFileSync('node', seed, { stdio: 'inherit', env })
    writeFileSync(drawn, '')
  }
  const port = await freePort()
  const { child, ready } = launch(['dist/server/main.js'], { DATA_DIR: dataDir, DEMO: '0', PORT: String(port) })
  await ready
  return { server: child, url: `http://127.0.0.1:${port}` }
}

async function signIn(): Promise<string> {
  const answer = await fetch(`${url}/api/user/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'admin', password: 'backlot-demo' }),
  })
  if (!answer.ok) throw new Error(await answer.text())
  return (await answer.json()).data.accessTicket
}

/** A page with nothing in its cache; with a token it is signed in. */
async function openPage(browser: Browser, slowdown: number, token?: string): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'zh-CN' })
  const page = await context.newPage()
  const inspector = await context.newCDPSession(page)
  await inspector.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  // Compilers of TypeScript name functions by a helper of their own.
  await page.addInitScript('globalThis.__name = (one) => one')
  await page.addInitScript((ticket) => {
    localStorage.setItem('tour', 'done')
    if (ticket) localStorage.setItem('token', ticket)
    window.seen = { lcp: 0, cls: 0, blockedMs: 0 }
    const watch = (type: string, note: (entry: any) => void) =>
      new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true })
    watch('largest-contentful-paint', ({ startTime }) => {
      window.seen.lcp = startTime
    })
    watch('layout-shift', ({ value, hadRecentInput }) => {
      if (!hadRecentInput) window.seen.cls += value
    })
    watch('longtask', ({ duration }) => {
      window.seen.blockedMs += Math.max(0, duration - 50)
    })
    window.painted = (then) =>
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel()
        port1.onmessage = () => then(performance.now())
        port2.postMessage(0)
      })
  }, token)
  return page
}

async function stand(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await page.waitForFunction(() => !document.querySelector('main [aria-busy=true]'))
}

/** Bytes of scripts that had come by a moment, in kB; what the shell fetches once a page stands is apart. */
function scriptsBy(page: Page, until: number, withLate: boolean): Promise<number> {
  return page.evaluate(
    ([end, all]) => {
      const scripts = (performance.getEntriesByType('resource') as PerformanceResourceTiming[]).filter(
        ({ name, responseEnd }) => /\.js$/.test(name) && responseEnd <= end && (all || !name.includes('/late-')),
      )
      return scripts.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0) / 1000
    },
    [until, withLate] as const,
  )
}

/** The workplace, opened by somebody who is signed in. */
async function land(browser: Browser, token: string, slowdown: number): Promise<Landing> {
  const page = await openPage(browser, slowdown, token)
  await page.goto(`${url}/dashboard/workplace`)
  await stand(page)
  // Long enough for what comes late: it must not move what stands, nor hold up who is at it.
  await page.waitForTimeout(2_500)
  const { seen, requests } = await page.evaluate(() => ({
    seen: window.seen,
    requests: performance.getEntriesByType('resource').length + 1,
  }))
  const landing = {
    ...seen,
    requests,
    kB: await scriptsBy(page, seen.lcp, false),
    allKB: await scriptsBy(page, Number.MAX_VALUE, true),
  }
  await page.context().close()
  return landing
}

/** Scripts from the login screen until the workplace stands. */
async function walkIn(browser: Browser, slowdown: number): Promise<number> {
  const page = await openPage(browser, slowdown)
  await page.goto(`${url}/login`)
  await page.getByRole('textbox', { name: '用户名' }).fill('admin')
  await page.getByLabel('密码', { exact: true }).fill('backlot-demo')
  await page.keyboard.press('Enter')
  await page.waitForURL((now) => now.pathname === '/dashboard/workplace')
  await stand(page)
  const kB = await scriptsBy(page, await page.evaluate(() => performance.now()), false)
  await page.context().close()
  return kB
}

/** From the server's last byte to the frame with the new rows, of the data list narrowed to one platform and back. */
async function filter(browser: Browser, token: string, slowdown: number): Promise<number[]> {
  const page = await openPage(browser, slowdown, token)
  await page.goto(`${url}/dashboard/data`)
  await stand(page)
  const search = page.getByRole('main').getByRole('searchbox')
  const times: number[] = []
  for (let round = -2; round < ROUNDS; round++) {
    await search.fill(['的', '一', '小', '有', '不', '人', '大', '在', '上'][(round + 2) % 9]!)
    // Watched for before the key goes down, or a slow page has answered before anyone looks.
    await page.evaluate(() => {
      window.shown = new Promise<number>((done) => {
        performance.clearResourceTimings()
        const body = document.querySelector('main tbody')!
        const answered = () =>
          (performance.getEntriesByType('resource') as PerformanceResourceTiming[]).find(({ name }) =>
            /\/api\/data\?/.test(name),
          )?.responseEnd
        const watch = new MutationObserver(() => {
          const end = answered()
          if (end === undefined) return
          watch.disconnect()
          window.painted((at) => done(at - end))
        })
        watch.observe(body, { childList: true, subtree: true, characterData: true })
      })
    })
    await search.press('Enter')
    const time = await page.evaluate(() => window.shown)
    if (round >= 0) times.push(time)
    await stand(page)
  }
  await page.context().close()
  return times
}

/** From the key to the frame with the other tab, workplace and data list in turn, both kept. */
async function switchTabs(browser: Browser, token: string, slowdown: number): Promise<number[]> {
  const page = await openPage(browser, slowdown, token)
  await page.goto(`${url}/dashboard/workplace`)
  await stand(page)
  await page.getByRole('banner').getByRole('button', { name: '页面配置' }).click()
  const drawer = page.getByRole('dialog', { name: '页面配置' })
  await drawer.getByRole('switch', { name: '多页签' }).click({ force: true })
  await page.keyboard.press('Escape')
  await drawer.waitFor({ state: 'detached' })
  await page.getByRole('navigation', { name: '主菜单' }).locator('a[href="/dashboard/data"]').click()
  await stand(page)
  const times: number[] = []
  for (let round = -2; round < 2 * ROUNDS; round++) {
    await page.evaluate(() => {
      window.shown = new Promise<number>((done) => {
        const title = () => [...document.querySelectorAll('main h1')].find((one) => one.getClientRects().length > 0)
        const before = title()
        const press = ({ code, timeStamp }: KeyboardEvent) => {
          if (code !== 'KeyJ') return
          removeEventListener('keydown', press, true)
          const look = () => (title() === before ? requestAnimationFrame(look) : window.painted(tell))
          const tell = (at: number) => done(at - timeStamp)
          queueMicrotask(look)
        }
        addEventListener('keydown', press, true)
      })
    })
    await page.keyboard.press('Alt+j')
    const time = await page.evaluate(() => window.shown)
    if (round >= 0) times.push(time)
    await page.waitForTimeout(300)
  }
  await page.context().close()
  return times
}

/** Frames a second while ten thousand rows run by, twenty screens a second. */
async function scroll(browser: Browser, token: string, slowdown: number) {
  const page = await openPage(browser, 1, token)
  await page.goto(`${url}/dashboard/data?pageSize=all`)
  await stand(page)
  while (!(await isFull(page))) {
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
    await page.waitForTimeout(50)
  }
  await page.evaluate(() => scrollTo(0, 0))
  const inspector = await page.context().newCDPSession(page)
  await inspector.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  await page.waitForTimeout(1_000)
  const gaps = await page.evaluate(
    (lasts) =>
      new Promise<number[]>((done) => {
        const found: number[] = []
        let [first, before] = [0, 0]
        const step = (at: number) => {
          if (before) found.push(at - before)
          first ||= at
          before = at
          if (at - first >= lasts) return done(found)
          scrollBy(0, 300)
          requestAnimationFrame(step)
        }
        requestAnimationFrame(step)
      }),
    SCROLL_MS,
  )
  await page.context().close()
  const sum = gaps.reduce((all, gap) => all + gap, 0)
  return { fps: (1000 * gaps.length) / sum, slowestFrameMs: Math.max(...gaps) }
}

function isFull(page: Page): Promise<boolean> {
  return page.evaluate(
    (rows) =>
      [...document.querySelectorAll('main [role=status]')].some(
        ({ textContent }) => textContent === '已全部加载' || textContent?.includes(rows.toLocaleString('en')),
      ),
    LONG_ROWS,
  )
}

function report([full, slow]: Figures[]): void {
  const told = (values: number[], digits: number) => {
    const sorted = values.toSorted((a, b) => a - b)
    const [first, middle, last] = [sorted[0]!, sorted[Math.floor(sorted.length / 2)]!, sorted.at(-1)!]
    return `${middle.toFixed(digits)} (${first.toFixed(digits)}–${last.toFixed(digits)})`
  }
  const of = (name: keyof Landing, digits: number) => (figures: Figures) =>
    told(
      figures.landing.map((one) => one[name]),
      digits,
    )
  const lines: [what: string, aim: string, (figures: Figures) => string][] = [
    ['workplace: scripts before its largest paint, kB', '≤ 165', of('kB', 1)],
    ['the same with charts, menus, tips and messages', '≤ 300', of('allKB', 1)],
    ['scripts from the login screen to the workplace, kB', '', ({ loginKB }) => loginKB.toFixed(1)],
    ['requests', '≤ 20', of('requests', 0)],
    ['layout shift', '≤ 0.01', of('cls', 4)],
    ['blocked in all, ms', '≤ 500 at a quarter', of('blockedMs', 0)],
    ['largest paint, ms', '≤ 1,600 at a quarter', of('lcp', 0)],
    ['list filter: rows painted after the answer, ms', '≤ 100', ({ filterMs }) => told(filterMs, 0)],
    ['tab switch, ms', '≤ 50', ({ tabMs }) => told(tabMs, 0)],
    [`${LONG_ROWS.toLocaleString('en')} rows scrolled, frames a second`, '≥ 55', ({ fps }) => fps.toFixed(1)],
    ['slowest frame of those, ms', '', ({ slowestFrameMs }) => slowestFrameMs.toFixed(0)],
  ]
  const isOther = flags.videos !== '12000'
  writeSection(
    isOther ? `browser ${flags.videos}` : 'browser',
    `## In the hand${isOther ? `, with ${Number(flags.videos).toLocaleString('en')} videos` : ''}

Written by \`npm run bench:browser${isOther ? ` -- --videos ${flags.videos}` : ''}\`, ${new Date().toISOString().slice(0, 10)}, on ${cpus().length} cores (${cpus()[0]!.model}), Node ${process.version},
Chromium ${browser.version()} without a graphics processor, the load of the machine at its end ${loadavg()[0]!.toFixed(1)}; ${Number(flags.videos).toLocaleString('en')} videos. Browser, server and database share
the machine. Middle (smallest–largest) of ${ROUNDS} with an empty cache; the processor as it is, and slowed down four times.

| figure | aim | as it is | at a quarter |
|---|---|---|---|
${lines.map(([what, aim, tell]) => `| ${what} | ${aim} | ${tell(full!)} | ${tell(slow!)} |`).join('\n')}`,
  )
}
