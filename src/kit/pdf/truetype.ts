import type { Glyph } from './glyphs.ts'

/**
 * A TrueType font of the given outlines in their order, after an empty one: what a PDF needs of a font and no more. One em
 * is a thousand units.
 */
export function truetypeOf(glyphs: readonly Glyph[], ascent: number, descent: number): Buffer {
  const bodies = [Buffer.alloc(0), ...glyphs.map(bodyOf)]
  const loca = Buffer.alloc((bodies.length + 1) * 4)
  const hmtx = Buffer.alloc(bodies.length * 4)
  let at = 0
  for (const [id, body] of bodies.entries()) {
    loca.writeUInt32BE(at, id * 4)
    at += body.length
    const glyph = glyphs[id - 1]
    hmtx.writeUInt16BE(Math.round(glyph?.advance ?? 1000), id * 4)
    hmtx.writeInt16BE(glyph ? boxOf(glyph)[0] : 0, id * 4 + 2)
  }
  loca.writeUInt32BE(at, bodies.length * 4)

  const head = Buffer.alloc(54)
  head.writeUInt32BE(0x0001_0000, 0)
  head.writeUInt32BE(0x5f0f_3cf5, 12)
  head.writeUInt16BE(3, 16)
  head.writeUInt16BE(1000, 18)
  for (const [index, value] of [-1000, -1000, 2000, 2000].entries()) head.writeInt16BE(value, 36 + index * 2)
  head.writeUInt16BE(6, 46)
  head.writeInt16BE(2, 48)
  head.writeInt16BE(1, 50)

  const hhea = Buffer.alloc(36)
  hhea.writeUInt32BE(0x0001_0000, 0)
  hhea.writeInt16BE(ascent, 4)
  hhea.writeInt16BE(descent, 6)
  hhea.writeUInt16BE(2000, 10)
  hhea.writeInt16BE(1, 18)
  hhea.writeUInt16BE(bodies.length, 34)

  const maxp = Buffer.alloc(32)
  maxp.writeUInt32BE(0x0001_0000, 0)
  maxp.writeUInt16BE(bodies.length, 4)
  maxp.writeUInt16BE(Math.max(1, ...glyphs.map(({ points }) => points.length)), 6)
  maxp.writeUInt16BE(Math.max(1, ...glyphs.map(({ points }) => endsOf(points).length)), 8)
  maxp.writeUInt16BE(2, 14)

  return wrapped({ glyf: Buffer.concat(bodies), head, hhea, hmtx, loca, maxp })
}

const endsOf = (points: Glyph['points']): number[] =>
  points.flatMap(({ endContour }, index) => (endContour ? [index] : []))

function boxOf({ points }: Glyph): [number, number, number, number] {
  const xs = points.map(({ x }) => x)
  const ys = points.map(({ y }) => y)
  return points.length ? [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)] : [0, 0, 0, 0]
}

/** A simple glyph, every coordinate in full: the stream it goes into is packed. */
function bodyOf(glyph: Glyph): Buffer {
  const { points } = glyph
  if (points.length === 0) return Buffer.alloc(0)
  const ends = endsOf(points)
  const flagsAt = 10 + ends.length * 2 + 2
  const size = flagsAt + points.length * 5
  const body = Buffer.alloc(size + ((4 - (size % 4)) % 4))
  body.writeInt16BE(ends.length, 0)
  for (const [index, value] of boxOf(glyph).entries()) body.writeInt16BE(value, 2 + index * 2)
  for (const [index, end] of ends.entries()) body.writeUInt16BE(end, 10 + index * 2)
  let [x, y] = [0, 0]
  for (const [index, point] of points.entries()) {
    body[flagsAt + index] = point.onCurve ? 1 : 0
    const at = flagsAt + points.length + index * 2
    body.writeInt16BE(point.x - x, at)
    body.writeInt16BE(point.y - y, at + points.length * 2)
    ;[x, y] = [point.x, point.y]
  }
  return body
}

function wrapped(tables: Record<string, Buffer>): Buffer {
  const names = Object.keys(tables).sort()
  const head = Buffer.alloc(12 + names.length * 16)
  head.writeUInt32BE(0x0001_0000, 0)
  head.writeUInt16BE(names.length, 4)
  const power = Math.floor(Math.log2(names.length))
  head.writeUInt16BE(2 ** power * 16, 6)
  head.writeUInt16BE(power, 8)
  head.writeUInt16BE(names.length * 16 - 2 ** power * 16, 10)
  const bodies: Buffer[] = []
  let at = head.length
  for (const [index, name] of names.entries()) {
    const table = tables[name]!
    const padded = Buffer.concat([table, Buffer.alloc((4 - (table.length % 4)) % 4)])
    let sum = 0
    for (let word = 0; word < padded.length; word += 4) sum = (sum + padded.readUInt32BE(word)) >>> 0
    head.write(name, 12 + index * 16, 'latin1')
    head.writeUInt32BE(sum, 16 + index * 16)
    head.writeUInt32BE(at, 20 + index * 16)
    head.writeUInt32BE(table.length, 24 + index * 16)
    bodies.push(padded)
    at += padded.length
  }
  return Buffer.concat([head, ...bodies])
}
