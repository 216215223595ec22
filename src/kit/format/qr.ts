/**
 * A QR code (ISO/IEC 18004) of a text: byte mode, error correction level M, the smallest of versions 1 to 15.
 * Own code since the picture of a secret is drawn here and nowhere else, and is needed in this one form only.
 */

/** Per version, from 1: error correction codewords of a block, and blocks, at level M. */
const CHECKS = [10, 16, 26, 18, 24, 16, 18, 22, 22, 26, 30, 22, 22, 24, 24]
const BLOCKS = [1, 1, 1, 2, 2, 4, 4, 4, 5, 5, 5, 8, 9, 9, 10]
const MASKS: readonly ((x: number, y: number) => boolean)[] = [
  (x, y) => (x + y) % 2 === 0,
  (_, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
]

/** The rows of the code, true where dark, without the quiet zone; null of a text too long for version 15. */
export function qrOf(text: string): boolean[][] | null {
  const bytes = new TextEncoder().encode(text)
  const version = CHECKS.findIndex((_, at) => bytes.length + (at < 9 ? 2 : 3) <= capacityOf(at + 1)) + 1
  if (version === 0) return null
  const stream = interleave(dataOf(bytes, version), version)
  const { dark, fixed } = frameOf(version)
  placeData(dark, fixed, stream)
  const drawn = MASKS.map((isMasked, mask) => {
    const rows = dark.map((row, y) => row.map((isDark, x) => isDark !== (!fixed[y]![x] && isMasked(x, y))))
    writeFormat(rows, mask)
    return rows
  })
  return drawn.reduce((best, rows) => (penaltyOf(rows) < penaltyOf(best) ? rows : best))
}

/** Codewords of a version, data and error correction together. */
function codewordsOf(version: number): number {
  const across = version < 2 ? 0 : Math.floor(version / 7) + 2
  const patterns = across === 0 ? 0 : (25 * across - 10) * across - 55
  return Math.floor(((16 * version + 128) * version + 64 - patterns - (version < 7 ? 0 : 36)) / 8)
}

const capacityOf = (version: number): number => codewordsOf(version) - CHECKS[version - 1]! * BLOCKS[version - 1]!

function dataOf(bytes: Uint8Array, version: number): number[] {
  const binary = (value: number, width: number): string => value.toString(2).padStart(width, '0')
  const head = `0100${binary(bytes.length, version < 10 ? 8 : 16)}`
  // Mode, length and the terminator of four zeros always end on a whole byte.
  const bits = `${head}${[...bytes].map((byte) => binary(byte, 8)).join('')}0000`
  const data = bits.match(/.{8}/g)!.map((eight) => Number.parseInt(eight, 2))
  const capacity = capacityOf(version)
  for (let pad = 0xec; data.length < capacity; pad ^= 0xec ^ 0x11) data.push(pad)
  return data
}

/** Splits into blocks, adds the error correction of each, and takes codewords of all blocks in turn. */
function interleave(data: number[], version: number): number[] {
  const blocks = BLOCKS[version - 1]!
  const checks = CHECKS[version - 1]!
  const short = Math.floor(data.length / blocks)
  const shorts = blocks - (data.length % blocks)
  const divisor = divisorOf(checks)
  const parts = Array.from({ length: blocks }, (_, at) => {
    const from = at * short + Math.max(0, at - shorts)
    return data.slice(from, from + short + (at < shorts ? 0 : 1))
  })
  const turns = (lists: number[][], length: number): number[] =>
    Array.from({ length }, (_, at) => lists.flatMap((list) => list[at] ?? [])).flat()
  return [
    ...turns(parts, short + 1),
    ...turns(
      parts.map((part) => remainderOf(part, divisor)),
      checks,
    ),
  ]
}

/** The product in GF(2⁸) modulo x⁸ + x⁴ + x³ + x² + 1. */
function times(a: number, b: number): number {
  let product = 0
  for (let bit = 7; bit >= 0; bit--) {
    product = (product << 1) ^ ((product >>> 7) * 0x11d)
    product ^= ((b >>> bit) & 1) * a
  }
  return product
}

/** The Reed-Solomon generator polynomial, without its leading one. */
function divisorOf(degree: number): number[] {
  const result: number[] = [...new Array<number>(degree - 1).fill(0), 1]
  let root = 1
  for (let step = 0; step < degree; step++) {
    for (let at = 0; at < degree; at++) result[at] = times(result[at]!, root) ^ (result[at + 1] ?? 0)
    root = times(root, 2)
  }
  return result
}

function remainderOf(data: number[], divisor: number[]): number[] {
  const result = new Array<number>(divisor.length).fill(0)
  for (const byte of data) {
    const factor = byte ^ result.shift()!
    result.push(0)
    for (const [at, coefficient] of divisor.entries()) result[at]! ^= times(coefficient, factor)
  }
  return result
}

/** Finders, timing, alignment and version; `fixed` where data never goes. */
function frameOf(version: number): { dark: boolean[][]; fixed: boolean[][] } {
  const size = version * 4 + 17
  const grid = () => Array.from({ length: size }, () => new Array<boolean>(size).fill(false))
  const dark = grid()
  const fixed = grid()
  const set = (x: number, y: number, isDark: boolean) => {
    if (x < 0 || y < 0 || x >= size || y >= size) return
    dark[y]![x] = isDark
    fixed[y]![x] = true
  }
  const rings = (x: number, y: number, reach: number, light: readonly number[]) => {
    for (let dy = -reach; dy <= reach; dy++)
      for (let dx = -reach; dx <= reach; dx++)
        set(x + dx, y + dy, !light.includes(Math.max(Math.abs(dx), Math.abs(dy))))
  }
  for (let at = 0; at < size; at++) {
    set(6, at, at % 2 === 0)
    set(at, 6, at % 2 === 0)
  }
  const last = size - 7
  const places = alignmentOf(version, size)
  for (const x of places)
    for (const y of places) {
      const isFinder = (x === 6 && y === 6) || (x === 6 && y === last) || (x === last && y === 6)
      if (!isFinder) rings(x, y, 2, [1])
    }
  rings(3, 3, 4, [2, 4])
  rings(size - 4, 3, 4, [2, 4])
  rings(3, size - 4, 4, [2, 4])
  // The places of the format, written once the mask is known.
  for (let at = 0; at < 9; at++) {
    if (at !== 6) {
      set(8, at, false)
      set(at, 8, false)
    }
    if (at < 8) {
      set(size - 1 - at, 8, false)
      set(8, size - 1 - at, false)
    }
  }
  if (version >= 7) {
    const bits = (version << 12) | checked(version, 12, 0x1f25)
    for (let at = 0; at < 18; at++) {
      const isDark = ((bits >>> at) & 1) === 1
      const [near, far] = [Math.floor(at / 3), size - 11 + (at % 3)]
      set(far, near, isDark)
      set(near, far, isDark)
    }
  }
  return { dark, fixed }
}

function alignmentOf(version: number, size: number): number[] {
  if (version === 1) return []
  const across = Math.floor(version / 7) + 2
  const step = Math.floor((version * 8 + across * 3 + 5) / (across * 4 - 4)) * 2
  return [6, ...Array.from({ length: across - 1 }, (_, at) => size - 7 - at * step)]
}

/** The remainder of a BCH code: `value` shifted by `degree`, divided by the polynomial. */
function checked(value: number, degree: number, polynomial: number): number {
  let rest = value
  for (let step = 0; step < degree; step++) rest = (rest << 1) ^ ((rest >>> (degree - 1)) * polynomial)
  return rest
}

/** Column pairs from the right, up and down in turn, past the vertical timing line. */
function placeData(dark: boolean[][], fixed: boolean[][], stream: number[]): void {
  const size = dark.length
  let bit = 0
  let isUp = true
  for (let right = size - 1; right > 0; right -= 2) {
    if (right === 6) right--
    for (let step = 0; step < size; step++) {
      const y = isUp ? size - 1 - step : step
      for (const x of [right, right - 1]) {
        if (fixed[y]![x]) continue
        dark[y]![x] = (((stream[bit >>> 3] ?? 0) >>> (7 - (bit & 7))) & 1) === 1
        bit++
      }
    }
    isUp = !isUp
  }
}

/** The level (M is 00) and the mask, twice, and the one module that is always dark. */
function writeFormat(rows: boolean[][], mask: number): void {
  const size = rows.length
  const bits = ((mask << 10) | checked(mask, 10, 0x537)) ^ 0x5412
  for (let at = 0; at < 15; at++) {
    const isDark = ((bits >>> at) & 1) === 1
    const down = at < 6 ? at : at < 8 ? at + 1 : size - 15 + at
    const across = at < 8 ? size - 1 - at : at === 8 ? 7 : 14 - at
    rows[down]![8] = isDark
    rows[8]![across] = isDark
  }
  rows[size - 8]![8] = true
}

/** How hard a picture is to read: long runs, blocks, what looks like a finder, and an uneven share of dark. */
function penaltyOf(rows: boolean[][]): number {
  const size = rows.length
  let penalty = 0
  let darks = 0
  const columns = rows.map((_, x) => rows.map((row) => row[x]!))
  for (const lines of [rows, columns])
    for (const line of lines) {
      const text = line.map(Number).join('')
      for (const [run] of text.matchAll(/0{5,}|1{5,}/g)) penalty += run.length - 2
      penalty += [...text.matchAll(/(?=10111010000|00001011101)/g)].length * 40
    }
  for (let y = 0; y < size; y++)
    for (let x = 0; x < size; x++) {
      const one = rows[y]![x]!
      if (one) darks++
      const isBlock =
        x > 0 && y > 0 && rows[y - 1]![x] === one && rows[y]![x - 1] === one && rows[y - 1]![x - 1] === one
      if (isBlock) penalty += 3
    }
  return penalty + Math.floor(Math.abs((darks * 20) / (size * size) - 10)) * 10
}
