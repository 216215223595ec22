import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createServer, type ViteDevServer } from 'vite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { galleryText } from '../../src/web/gallery/text.ts'
import { DESKTOP, findAxeViolations, openPage, PHONE, url } from './harness.ts'
import { changedPieces } from './kitPictures.ts'

let server: ViteDevServer
let gallery: string

beforeAll(async () => {
  server = await createServer({ server: { port: 0, strictPort: false }, logLevel: 'error' })
  await server.listen()
  gallery = new URL('/kit', server.resolvedUrls!.local[0]!).href
})
afterAll(() => server.close())

test('the development server shows every piece, in both themes and languages, on a desk and in a hand, and each looks as it did', async () => {
  const bench = await openPage()
  const changed: string[] = []
  for (const language of ['zh-CN', 'en-US'] as const) {
    for (const theme of ['light', 'dark'] as const) {
      const page = await openPage({ language, theme, host: new URL(gallery).origin })
      await page.clock.setFixedTime('2026-11-21T04:00:00Z')
      await page.goto(gallery)
      await page.getByRole('heading', { level: 1, name: galleryText[language].title, exact: true }).waitFor()
      await page.getByText(galleryText[language].titles[0]!).first().waitFor()
      for (const viewport of [DESKTOP, PHONE]) {
        await page.setViewportSize(viewport)
        // Its loading states never end, so there is nothing to wait for but the layout.
        await expect
          .poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth))
          .toBeLessThanOrEqual(0)
        // Several lists stand on this one page, and each calls its paging by the same name.
        const found = await findAxeViolations(page)
        expect(found.filter((one) => !one.startsWith('landmark-unique'))).toEqual([])
        changed.push(...(await changedPieces(page, bench, `${theme}-${language.slice(0, 2)}-${viewport.width}`)))
      }
      // One of its pieces breaks, to show what stands in its place; the browser reports that.
      expect(page.complaints.filter((one) => !one.includes('CallError: sample'))).toEqual([])
      await page.context().close()
    }
  }
  // A change that is meant takes the pictures anew: PICTURES=take npx vitest run -c vitest.browser.config.ts kit
  expect(changed).toEqual([])
}, 180_000)

test('the product has no such page: neither in its files nor behind its server', async () => {
  const files = readdirSync('dist/web', { recursive: true, withFileTypes: true }).filter((one) => one.isFile())
  expect(files.map(({ name }) => name)).toContain('index.html')
  expect(files.map(({ name }) => name)).not.toContain('kit.html')
  const holds = (words: string) =>
    files.some(
      ({ parentPath, name }) =>
        /\.(js|html)$/.test(name) && readFileSync(join(parentPath, name), 'utf8').includes(words),
    )
  expect(holds('投稿数据后台')).toBe(true)
  expect(holds(galleryText['zh-CN'].titles[1]!)).toBe(false)
  const index = await (await fetch(url)).text()
  for (const path of ['/kit', '/kit.html', '/gallery/main.tsx']) {
    const answer = await fetch(url + path)
    if (answer.ok) expect(await answer.text()).toBe(index)
    else expect(answer.status).toBe(404)
  }
})
