/** The next round number that `lines` equal steps divide well. */
export function niceTop(highest: number, lines: number): number {
  if (highest <= 0) return lines
  const unit = 10 ** Math.floor(Math.log10(highest / lines))
  const step = [1, 2, 2.5, 3, 4, 5, 6, 8, 10].find((factor) => factor * unit * lines >= highest) ?? 10
  return Math.max(lines, step * unit * lines)
}

/** Round figures, about `lines` steps apart in whole numbers, from one at or below `low` to one at or above `high`. */
export function niceSteps(low: number, high: number, lines: number): number[] {
  const step = Math.ceil(niceTop(high - low, lines) / lines)
  const from = Math.floor(low / step)
  const to = Math.max(Math.ceil(high / step), from + 1)
  return Array.from({ length: to - from + 1 }, (_, at) => (from + at) * step)
}

/** Round steps need no decimals: `25.0 万` → `25 万`. */
export const withoutZeros = (text: string): string => text.replace(/(\.\d*?)0+(?!\d)/, '$1').replace(/\.(?!\d)/, '')

export interface Stack {
  key: string
  name: string
  /** One value per bar. */
  values: readonly number[]
}

/** The series with the largest sums, and the sum of the others as one more where there is more than one other. */
export function topSeries(series: readonly Stack[], most: number, restName: (count: number) => string): Stack[] {
  const sum = ({ values }: Stack) => values.reduce((total, value) => total + value, 0)
  const ranked = [...series].sort((a, b) => sum(b) - sum(a) || (a.key < b.key ? -1 : 1))
  if (ranked.length <= most + 1) return ranked
  const rest = ranked.slice(most)
  return [
    ...ranked.slice(0, most),
    {
      key: 'rest',
      name: restName(rest.length),
      values: rest[0]!.values.map((_, at) => rest.reduce((total, one) => total + (one.values[at] ?? 0), 0)),
    },
  ]
}

export interface Rect {
  x: number
  y: number
  width: number
  height: number
}

/**
 * Rectangles for values (largest first, all positive) that fill an area, each as near to a square as rows allow
 * (the squarified treemap).
 */
export function squarify(values: readonly number[], area: Rect): Rect[] {
  const total = values.reduce((sum, value) => sum + value, 0)
  const scale = total > 0 ? (area.width * area.height) / total : 0
  const rects: Rect[] = []
  let left = { ...area }
  let at = 0
  while (at < values.length) {
    const side = Math.min(left.width, left.height)
    let count = 1
    while (
      at + count < values.length &&
      worst(values, at, count + 1, side, scale) <= worst(values, at, count, side, scale)
    )
      count++
    const row = values.slice(at, at + count).map((value) => value * scale)
    const rowArea = row.reduce((sum, value) => sum + value, 0)
    const depth = side > 0 ? rowArea / side : 0
    let offset = 0
    for (const one of row) {
      const length = depth > 0 ? one / depth : 0
      rects.push(
        left.width >= left.height
          ? { x: left.x, y: left.y + offset, width: depth, height: length }
          : { x: left.x + offset, y: left.y, width: length, height: depth },
      )
      offset += length
    }
    left =
      left.width >= left.height
        ? { ...left, x: left.x + depth, width: left.width - depth }
        : { ...left, y: left.y + depth, height: left.height - depth }
    at += count
  }
  return rects
}

/** The most stretched rectangle of a row, 1 being a square. */
function worst(values: readonly number[], at: number, count: number, side: number, scale: number): number {
  let sum = 0
  for (let i = at; i < at + count; i++) sum += values[i]! * scale
  const [large, small] = [values[at]! * scale, values[at + count - 1]! * scale]
  return Math.max((side * side * large) / (sum * sum), (sum * sum) / (side * side * small))
}
