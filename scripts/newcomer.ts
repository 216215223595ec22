/**
 * `npm run newcomer`: the first minutes of somebody who has only just heard of Backlot: clone, start, sign in, bring a file
 * in, find the top video, export it. Counts what a person does (clicks, fields, keys, files) and the seconds of each station,
 * and writes them into docs/bench.md. `--file F` brings in that file instead of the template the product offers, `--platform`
 * and `--year` say what it does not; `--url` takes a running demo and leaves out clone and start.
 */
import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { parse } from 'csv-parse/sync'
import type { Locator, Page } from 'playwright-core'
import { writeSection } from '../bench/section.ts'
import { freePort } from '../src/server/db/embedded/cluster.ts'
import { launchChromium } from '../tests/browser/chromium.ts'

const { values: flags } = parseArgs({
  options: {
    url: { type: 'string' },
    file: { type: 'string' },
    platform: { type: 'string', default: '其他' },
    year: { type: 'string' },
  },
})

interface Station {
  name: string
  actions: number
  seconds: number
}
const stations: Station[] = []
let actions = 0

/** What a person does counts; what is waited for does not. */
const hand = {
  click: (place: Locator) => {
    actions += 1
    return place.click()
  },
  type: (place: Locator, words: string) => {
    actions += 1
    return place.fill(words)
  },
  press: (place: Locator, key: string) => {
    actions += 1
    return place.press(key)
  },
  bring: (place: Locator, path: string) => {
    actions += 1
    return place.setInputFiles(path)
  },
  command: () => {
    actions += 1
  },
}

async function station<T>(name: string, run: () => Promise<T>): Promise<T> {
  const [before, began] = [actions, performance.now()]
  const result = await run()
  const one = { name, actions: actions - before, seconds: (performance.now() - began) / 1000 }
  stations.push(one)
  console.log(`${name}: ${one.actions} actions, ${one.seconds.toFixed(1)} s`)
  return result
}

const folder = mkdtempSync(join(tmpdir(), 'backlot-newcomer-'))
let stopServer = async () => {}
try {
  const url = flags.url ?? (await setUp())
  await walk(url)
  report()
} finally {
  await stopServer()
  rmSync(folder, { recursive: true, force: true })
}

/** Clones what is committed here and starts it as the README says; resolves to its address. */
async function setUp(): Promise<string> {
  const clone = join(folder, 'backlot')
  await station('clone', async () => {
    hand.command()
    const { status, stderr } = spawnSync('git', ['clone', '--quiet', resolve('.'), clone], { encoding: 'utf8' })
    if (status !== 0) throw new Error(stderr)
  })
  return station('start: install, build, database, demo world', async () => {
    hand.command()
    const port = await freePort()
    const { DATABASE_URL: _, DATABASE_READ_URL: __, DATA_DIR: ___, ...environment } = process.env
    const server = spawn('npm', ['start'], {
      cwd: clone,
      env: { ...environment, PORT: String(port) },
      stdio: ['ignore', 'pipe', 'inherit'],
      shell: process.platform === 'win32',
      // A group of its own: npm passes no signal on.
      detached: process.platform !== 'win32',
    })
    const ended = new Promise<void>((done) => server.once('exit', () => done()))
    stopServer = async () => {
      process.kill(process.platform === 'win32' ? server.pid! : -server.pid!, 'SIGTERM')
      await ended
    }
    const address = `http://127.0.0.1:${port}`
    await new Promise<void>((ready, fail) => {
      server.once('exit', (code) => fail(new Error(`npm start ended with ${code}`)))
      server.stdout.on('data', (chunk: Buffer) => chunk.toString().includes(address) && ready())
    })
    return address
  })
}

async function walk(url: string): Promise<void> {
  const browser = await launchChromium()
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, locale: 'zh-CN' })
    const button = (name: string | RegExp) => page.getByRole('main').getByRole('button', { name, exact: true })
    await station('sign in', async () => {
      hand.command()
      await page.goto(url)
      await hand.type(page.getByRole('textbox', { name: '用户名' }), 'admin')
      await hand.type(page.getByLabel('密码', { exact: true }), 'backlot-demo')
      await hand.click(page.getByRole('button', { name: '登录', exact: true }))
      await page.waitForURL((now) => now.pathname === '/dashboard/workplace')
      await page.getByRole('heading', { level: 1 }).waitFor()
    })
    await station(`bring in ${flags.file ? 'the file' : 'the template the page offers'}`, async () => {
      await hand.click(page.getByRole('navigation', { name: '主菜单' }).locator('a[href="/imports"]'))
      const template = button('下载模板')
      await template.waitFor()
      await hand.bring(page.locator('input[type=file]'), flags.file ?? (await fetched(page, template)))
      await button('检查文件').waitFor()
      const platform = page.getByRole('combobox', { name: '所有行的平台' })
      if (flags.file && (await platform.inputValue()) === '') {
        await hand.click(platform)
        await hand.click(page.getByRole('option', { name: flags.platform, exact: true }))
      }
      if (flags.year) await hand.type(page.getByLabel('年份'), flags.year)
      await hand.click(button('检查文件'))
      await hand.click(button(/^导入 [\d,]+ 行$/))
      await page.getByText('导入完成').waitFor({ timeout: 300_000 })
    })
    const title = await station('find the top video', async () => {
      await hand.click(page.getByRole('main').getByRole('button', { name: /查看/ }).last())
      await page.waitForURL((now) => now.searchParams.get('sort') === 'playCount:desc')
      const first = page.locator('[data-row] [data-column=title]').first()
      await first.waitFor()
      return (await first.locator('[title]').first().getAttribute('title'))!
    })
    await station('export it', async () => {
      const search = page.getByRole('main').getByRole('searchbox').first()
      await hand.type(search, title)
      await hand.press(search, 'Enter')
      await page.waitForURL((now) => now.searchParams.get('keyword') === title)
      await hand.click(button('导出'))
      const dialog = page.getByRole('dialog')
      await dialog.getByText(/^将导出 [\d,]+ 行$/).waitFor()
      const file = await fetched(page, dialog.getByRole('button', { name: '导出', exact: true }))
      const rows = parse(readFileSync(file), { bom: true }) as string[][]
      if (!rows.slice(1).some((row) => row.includes(title))) throw new Error(`${title} is not in the file`)
    })
  } finally {
    await browser.close()
  }
}

async function fetched(page: Page, opener: Locator): Promise<string> {
  const [download] = await Promise.all([page.waitForEvent('download'), hand.click(opener)])
  const path = join(folder, download.suggestedFilename())
  await download.saveAs(path)
  return path
}

function report(): void {
  const line = ({ name, actions: done, seconds }: Station) => `| ${name} | ${done} | ${seconds.toFixed(1)} |`
  const sum = {
    name: '**all**',
    actions: stations.reduce((before, one) => before + one.actions, 0),
    seconds: stations.reduce((before, one) => before + one.seconds, 0),
  }
  console.log(line(sum))
  writeSection(
    'newcomer',
    `## A newcomer’s first minutes

Written by \`npm run newcomer${flags.file ? ` -- --file ${basename(flags.file)}` : ''}\`, ${new Date().toISOString().slice(0, 10)}, Node ${process.version}. From nothing but Node and git to a file in the
hand, by script: an action is a command, a click, a field filled in, a key or a file chosen; the seconds are those the product
takes, a person thinks besides.${flags.url ? ' A demo that ran already.' : ''}

| station | actions | seconds |
|---|---|---|
${[...stations, sum].map(line).join('\n')}`,
  )
}
