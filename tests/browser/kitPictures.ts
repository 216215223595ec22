import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { differences, photograph, type Rect } from '../../scripts/pictures.ts'

/** `PICTURES=take` writes them anew, after a change that is meant. */
const isTaking = process.env.PICTURES === 'take'
const FOLDER = 'docs/kit'
/** The share of one piece that may look different, at a third of its size: what the edge of a letter needs, and no more. */
const ALLOWED = 0.002

/**
 * The pieces of the kit that look different from their stored picture, each with the share of it that does. Letters of
 * other fonts, or drawn by another browser, look different everywhere, so where the machine's are not those of the pictures
 * nothing is compared.
 */
export async function changedPieces(page: Page, bench: Page, form: string): Promise<string[]> {
  await page.getByRole('region', { name: 'LineChart' }).locator('[role=img] svg').first().waitFor()
  await stopMoving(page)
  const [picture, pieces, fonts] = [await still(page), await page.evaluate(placesOfPieces), await fontsOf(page)]
  const [path, fontsPath] = [join(FOLDER, `${form}.webp`), join(FOLDER, 'machine.txt')]
  if (isTaking) {
    mkdirSync(FOLDER, { recursive: true })
    writeFileSync(path, picture)
    writeFileSync(fontsPath, fonts)
    return []
  }
  if (!existsSync(path)) return [`${form}: no picture`]
  if (fonts !== readFileSync(fontsPath, 'utf8')) {
    console.warn(`${form}: another browser or other fonts than those of the pictures, so they are not compared`)
    return []
  }
  const shares = await differences(bench, readFileSync(path), picture, [], pieces)
  return pieces.flatMap(({ name }, at) =>
    shares[at]! > ALLOWED ? [`${form} ${name}: ${(shares[at]! * 100).toFixed(1)} %`] : [],
  )
}

/** Nothing moves, and rows out of sight are drawn too. */
const stopMoving = (page: Page) =>
  page.addStyleTag({
    content:
      '*, ::before, ::after { animation: none !important; transition: none !important } [role=row] { content-visibility: visible !important }',
  })

/** The page once two pictures in a row are the same: charts draw when they know their width. */
async function still(page: Page): Promise<Buffer> {
  for (let before = await photograph(page, true); ; ) {
    const after = await photograph(page, true)
    if (after.equals(before)) return after
    before = after
  }
}

function placesOfPieces(): (Rect & { name: string })[] {
  return [...document.querySelectorAll('main section')].map((piece) => {
    const { x, y, width, height } = piece.getBoundingClientRect()
    return { name: piece.querySelector('h2')?.textContent ?? '', x: x + scrollX, y: y + scrollY, width, height }
  })
}

/** The browser, and how wide words of both languages and code are: tells one set of fonts from another. */
const fontsOf = async (page: Page): Promise<string> => {
  const widths = await page.evaluate(() => {
    const pen = document.createElement('canvas').getContext('2d')!
    return [getComputedStyle(document.body).fontFamily, 'monospace', 'sans-serif']
      .flatMap((family) => [`400 32px ${family}`, `600 32px ${family}`])
      .map((font) => {
        pen.font = font
        return ['投稿数据后台，播放量', 'Submission data 0123456789'].map((words) =>
          pen.measureText(words).width.toFixed(2),
        )
      })
      .join('\n')
  })
  return `Chromium ${page.context().browser()!.version()}\n${widths}\n`
}
