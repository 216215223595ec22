import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { create, type Font } from 'fontkitten'

export interface Point {
  x: number
  y: number
  onCurve: boolean
  /** The last one of its contour. */
  endContour: boolean
}
/** An outline in thousandths of the font's size. */
export interface Glyph {
  points: readonly Point[]
  advance: number
}

const PACKAGE = '@fontsource-variable/noto-sans-sc'
const { resolve } = createRequire(import.meta.url)

/** Which part of the font holds a character: the parts are cut by ranges, as browsers load them. */
const parts = (): [name: string, from: number, through: number][] =>
  Object.entries(
    JSON.parse(readFileSync(resolve(`${PACKAGE}/unicode.json`), 'utf8')) as Record<string, string>,
  ).flatMap(([name, ranges]) =>
    ranges.split(',').map((range): [string, number, number] => {
      const [from, through = from] = range.replace('U+', '').split('-')
      return [name.replace(/[[\]]/g, ''), Number.parseInt(from!, 16), Number.parseInt(through!, 16)]
    }),
  )

/** What the font's reader knows of an outline before it is drawn. */
interface Decoded {
  numberOfContours: number
  points?: Point[]
  components?: { glyphID: number; dx: number; dy: number }[]
}
interface Inner {
  _variationProcessor: { transformPoints(id: number, points: { x: number; y: number }[]): void }
  getGlyph(id: number): { advanceWidth: number; _decode(): Decoded | undefined }
}

/** A frame where the font has no picture of a character, as of an emoji: text that is copied still holds the character. */
const FRAME: Glyph = {
  advance: 1000,
  points: [
    ...[
      [120, -60],
      [120, 820],
      [880, 820],
      [880, -60],
    ],
    ...[
      [180, 0],
      [820, 0],
      [820, 760],
      [180, 760],
    ],
  ].map(([x, y], at) => ({ x: x!, y: y!, onCurve: true, endContour: at % 4 === 3 })),
}

/** Reads the glyphs of one weight (100–900) of Noto Sans SC; what was read is kept. */
export class Face {
  static #parts: ReturnType<typeof parts> | undefined
  readonly #weight: number
  readonly #fonts = new Map<string, Font & Inner>()
  readonly #glyphs = new Map<string, Glyph>()

  constructor(weight: number) {
    this.#weight = weight
  }

  glyphOf(character: string): Glyph {
    const known = this.#glyphs.get(character)
    if (known) return known
    const glyph = this.#read(character.codePointAt(0)!) ?? FRAME
    this.#glyphs.set(character, glyph)
    return glyph
  }

  #read(code: number): Glyph | undefined {
    Face.#parts ??= parts()
    for (const [name, from, through] of Face.#parts) {
      if (code < from || code > through) continue
      const font = this.#open(name)
      const { id } = font.glyphForCodePoint(code)
      if (id === 0) continue
      return { points: outlineOf(font, id, 0, 0), advance: font.getGlyph(id).advanceWidth }
    }
    return undefined
  }

  #open(name: string): Font & Inner {
    const known = this.#fonts.get(name)
    if (known) return known
    const bytes = readFileSync(resolve(`${PACKAGE}/files/noto-sans-sc-${name}-wght-normal.woff2`))
    // The reader's own way to a weight forgets that the file is packed; opened anew with the weight it does not.
    const thin = create(bytes) as unknown as {
      constructor: new (stream: unknown, weights: number[]) => Font & Inner
      stream: { constructor: new (bytes: Uint8Array) => unknown }
    }
    const font = new thin.constructor(new thin.stream.constructor(new Uint8Array(bytes)), [this.#weight])
    this.#fonts.set(name, font)
    return font
  }
}

/** The points of a glyph at the font's weight: packed outlines come thin, and are moved here. */
function outlineOf(font: Inner, id: number, dx: number, dy: number): Point[] {
  const decoded = font.getGlyph(id)._decode()
  if (!decoded) return []
  if (decoded.components) {
    const { components } = decoded
    const offsets = phantoms(components.map((part) => ({ x: part.dx, y: part.dy })))
    font._variationProcessor.transformPoints(id, offsets)
    return components.flatMap(({ glyphID }, at) => outlineOf(font, glyphID, dx + offsets[at]!.x, dy + offsets[at]!.y))
  }
  const points = (decoded.points ?? []).map(({ x, y, onCurve, endContour }) => new Movable(x, y, onCurve, endContour))
  if (points.length === 0) return []
  font._variationProcessor.transformPoints(id, phantoms(points))
  return points.map(({ x, y, onCurve, endContour }) => ({
    ...{ onCurve, endContour },
    x: Math.round(x + dx),
    y: Math.round(y + dy),
  }))
}

class Movable implements Point {
  x: number
  y: number
  onCurve: boolean
  endContour: boolean
  constructor(x: number, y: number, onCurve: boolean, endContour: boolean) {
    this.x = x
    this.y = y
    this.onCurve = onCurve
    this.endContour = endContour
  }
  copy(): Movable {
    return new Movable(this.x, this.y, this.onCurve, this.endContour)
  }
}

/** With the four points that stand for a glyph's metrics; those come from the font's table of widths. */
const phantoms = (points: readonly { x: number; y: number }[]): Movable[] => [
  ...points.map((point) => (point instanceof Movable ? point : new Movable(point.x, point.y, true, true))),
  ...Array.from({ length: 4 }, () => new Movable(0, 0, false, true)),
]
