import { describe, expect, test } from 'vitest'
import { findAxeViolations, openPage, PHONE, sidewaysScroll, signIn, url } from './harness.ts'

const PAGES = {
  '/visualization/data-analysis': ['内容发布比例', 'Content publishing ratio'],
  '/visualization/multi-dimension-data-analysis': ['内容题材分布', 'Content type distribution'],
} as const

test.each(Object.entries(PAGES))(
  '%s: every figure can be read as a table; an author leads to the works',
  async (path, [chart]) => {
    const page = await openPage()
    await signIn(page, 'admin')
    await page.goto(`${url}${path}`)
    const figure = page.getByRole('figure', { name: chart })
    await figure.getByRole('button', { name: '以表格显示' }).click()
    await expect.poll(() => figure.getByRole('row').count()).toBeGreaterThan(3)
    const authors = page.getByRole('table', { name: '热门作者榜单' })
    if (path.endsWith('data-analysis') && (await authors.count())) {
      await authors.getByRole('button').first().click()
      await page.waitForURL(
        ({ pathname, searchParams }) => pathname === '/dashboard/data' && !!searchParams.get('creatorId'),
      )
    }
    expect(page.complaints).toEqual([])
    await page.context().close()
  },
)

describe.each(['light', 'dark'] as const)('in %s', (theme) => {
  test.each([
    ['on a desk', {}],
    ['in a hand', { viewport: PHONE }],
  ])('%s nothing offends axe and nothing scrolls sideways', async (_, size) => {
    const page = await openPage({ theme, language: 'en-US', ...size })
    await signIn(page, 'ops')
    for (const [path, [, chart]] of Object.entries(PAGES)) {
      await page.goto(`${url}${path}`)
      await page.getByRole('figure', { name: chart }).waitFor()
      expect(await findAxeViolations(page)).toEqual([])
      expect(await sidewaysScroll(page)).toBe(0)
      const words = await page.locator('main h1, main h2, main figcaption b, main dt').allTextContents()
      expect(words.filter((word) => /[一-龥]/.test(word))).toEqual([])
    }
    expect(page.complaints).toEqual([])
    await page.context().close()
  })
})
