import type { Page } from 'playwright-core'

export interface Rect {
  x: number
  y: number
  width: number
  height: number
}

/** Where days, times, long ids and what is left until a time stand on a page: a demo world always ends yesterday. */
export const volatileRects = (page: Page): Promise<Rect[]> =>
  page.evaluate(() => {
    const VOLATILE =
      /\d{4}-\d\d(-\d\d)?|\d\d?-\d\d|\d\d:\d\d|\d{9,}|[A-Z][a-z]{2} \d{1,2}|\d+ ?(天|小时|分|d\b|h\b|min)/g
    const found: Rect[] = []
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const range = document.createRange()
    while (walker.nextNode()) {
      const node = walker.currentNode as Text
      for (const { 0: match, index } of node.data.matchAll(VOLATILE)) {
        range.setStart(node, index)
        range.setEnd(node, index + match.length)
        for (const { x, y, width, height } of range.getClientRects()) found.push({ x, y, width, height })
      }
    }
    return found
  })

/** Lossy enough for all pictures together to stay below 25 MB; text is sharp. */
const QUALITY = 82

/** The window, or the whole page, as WebP, which the browser writes itself. */
export async function photograph(page: Page, isWhole = false): Promise<Buffer> {
  const inspector = await page.context().newCDPSession(page)
  const clip = isWhole ? { ...(await inspector.send('Page.getLayoutMetrics')).cssContentSize, scale: 1 } : undefined
  const { data } = await inspector.send('Page.captureScreenshot', {
    format: 'webp',
    quality: QUALITY,
    ...(clip ? { clip, captureBeyondViewport: true } : {}),
  })
  await inspector.detach()
  return Buffer.from(data, 'base64')
}

/**
 * The share of two pictures that looks different, for each of the places asked (the whole of them unless told); 1 where
 * their sizes differ. Both are drawn at a third of their size, so that the smoothing of an edge is no difference, and a
 * point counts when brightness or colour moved visibly.
 */
export const differences = (
  bench: Page,
  before: Buffer,
  after: Buffer,
  without: readonly Rect[],
  places?: readonly Rect[],
): Promise<number[]> =>
  bench.evaluate(
    async ([first, second, covered, asked]) => {
      const SCALE = 3
      const VISIBLE = 24
      // No function in here may have a name: what compiles this file would mark it with a helper the page lacks.
      const [one, other] = await Promise.all(
        [first, second].map(async (base64) =>
          createImageBitmap(await (await fetch(`data:image/webp;base64,${base64}`)).blob()),
        ),
      )
      const whole = { x: 0, y: 0, width: one!.width, height: one!.height }
      return (asked ?? [whole]).map(({ x, y, width, height }) => {
        if (one!.width !== other!.width || (!asked && one!.height !== other!.height)) return 1
        const [left, right] = [one!, other!].map((picture) => {
          const [columns, rows] = [Math.round(width / SCALE), Math.round(height / SCALE)]
          const context = new OffscreenCanvas(columns, rows).getContext('2d')!
          context.imageSmoothingQuality = 'high'
          context.drawImage(picture, x, y, width, height, 0, 0, columns, rows)
          for (const one of covered)
            context.fillRect(one.x / SCALE - 3, one.y / SCALE - 2, one.width / SCALE + 6, one.height / SCALE + 4)
          return context.getImageData(0, 0, columns, rows).data
        })
        let different = 0
        for (let at = 0; at < left!.length; at += 4) {
          const [red, green, blue] = [0, 1, 2].map((channel) => left![at + channel]! - right![at + channel]!)
          const brightness = 0.3 * red! + 0.59 * green! + 0.11 * blue!
          if (Math.abs(brightness) > VISIBLE || Math.abs(red! - blue!) > 2 * VISIBLE) different++
        }
        return different / (left!.length / 4)
      })
    },
    [before.toString('base64'), after.toString('base64'), without, places] as const,
  )
