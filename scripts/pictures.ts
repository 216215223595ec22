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

/**
 * The share of two pictures that looks different, 1 where their sizes differ. Both are drawn at a third of their size,
 * so that the smoothing of an edge is no difference, and a point counts when brightness or colour moved visibly.
 */
export const difference = (bench: Page, before: Buffer, after: Buffer, without: readonly Rect[]): Promise<number> =>
  bench.evaluate(
    async ([first, second, covered]) => {
      const SCALE = 3
      const VISIBLE = 24
      // No function in here may have a name: what compiles this file would mark it with a helper the page lacks.
      const drawn = [first, second].map(async (base64) => {
        const picture = await createImageBitmap(await (await fetch(`data:image/webp;base64,${base64}`)).blob())
        const width = Math.round(picture.width / SCALE)
        const height = Math.round(picture.height / SCALE)
        const context = new OffscreenCanvas(width, height).getContext('2d')!
        context.imageSmoothingQuality = 'high'
        context.drawImage(picture, 0, 0, width, height)
        for (const one of covered)
          context.fillRect(one.x / SCALE - 3, one.y / SCALE - 2, one.width / SCALE + 6, one.height / SCALE + 4)
        return context.getImageData(0, 0, width, height)
      })
      const [one, other] = [await drawn[0]!, await drawn[1]!]
      if (one.width !== other.width || one.height !== other.height) return 1
      let different = 0
      for (let at = 0; at < one.data.length; at += 4) {
        const [red, green, blue] = [0, 1, 2].map((channel) => one.data[at + channel]! - other.data[at + channel]!)
        const brightness = 0.3 * red! + 0.59 * green! + 0.11 * blue!
        if (Math.abs(brightness) > VISIBLE || Math.abs(red! - blue!) > 2 * VISIBLE) different++
      }
      return different / (one.data.length / 4)
    },
    [before.toString('base64'), after.toString('base64'), without] as const,
  )
