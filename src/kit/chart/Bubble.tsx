import { useApp, useText } from '../hooks/app.ts'
import styles from './bubble.module.css'
import { ChartFrame, type Format, type FrameProps } from './ChartFrame.tsx'
import { PALETTE } from './palette.ts'
import { withoutZeros } from './scale.ts'
import { Tip } from './Tip.tsx'
import { chartText } from './text.ts'
import { useMarks } from './useMarks.ts'
import { useWidth } from './useWidth.ts'

interface Axis {
  name: string
  format: Format
  /** What lies beyond is drawn here, and said as it is: one far away would press all others together. */
  most?: number
}
interface BubbleProps extends FrameProps {
  bubblesName: string
  x: Axis
  y: Axis
  size: Axis
  bubbles: readonly { key: string; name: string; x: number; y: number; size: number }[]
  /** What each quadrant around (0, 0) means: upper left, upper right, lower left, lower right. */
  quadrants: readonly [string, string, string, string]
  height: number
  onOpen?: (key: string) => void
}

const LARGEST = 26
const SMALLEST = 5
/** Room for labels of the axes. */
const LEFT = 52
const BOTTOM = 42

/** Things by two figures around zero, as large as a third: what its corner means stands in each quadrant. */
export function Bubble(props: BubbleProps) {
  const { bubblesName, x, y, size, quadrants, height, onOpen } = props
  const { theme } = useApp()
  const words = useText(chartText)
  const { ref, width } = useWidth<HTMLDivElement>(640)
  // The small ones last: they lie on the large and can be pointed at.
  const bubbles = props.bubbles.toSorted((a, b) => b.size - a.size)
  const marks = useMarks(bubbles.length)
  const largest = Math.max(1, ...bubbles.map((one) => one.size))
  const drawn = ({ most = Number.POSITIVE_INFINITY }: Axis, value: number) => Math.min(value, most)
  const spanX = spanOf(bubbles.map((one) => drawn(x, one.x)))
  const spanY = spanOf(bubbles.map((one) => drawn(y, one.y)))
  const plot = { width: width - LEFT, height: height - BOTTOM }
  const places = bubbles.map((one) => ({
    left: LEFT + shareIn(spanX, drawn(x, one.x)) * plot.width,
    top: (1 - shareIn(spanY, drawn(y, one.y))) * plot.height,
    radius: SMALLEST + Math.sqrt(Math.max(0, one.size) / largest) * (LARGEST - SMALLEST),
  }))
  const labelled = labelsThatFit(bubbles, places, width)
  const color = PALETTE[theme][0]
  const shown = marks.shown
  const zeroX = LEFT + shareIn(spanX, 0) * plot.width
  const zeroY = (1 - shareIn(spanY, 0)) * plot.height
  const linesOf = (at: number) => [
    { name: x.name, value: x.format.exact(bubbles[at]!.x) },
    { name: y.name, value: y.format.exact(bubbles[at]!.y) },
    { name: size.name, value: size.format.exact(bubbles[at]!.size) },
  ]
  const inWords = (at: number) =>
    `${bubbles[at]!.name} ${linesOf(at)
      .map(({ name, value }) => `${name} ${value}`)
      .join(words.comma)}`
  return (
    <ChartFrame
      {...props}
      table={{
        columns: [
          { name: bubblesName },
          { name: x.name, figure: x.format },
          { name: y.name, figure: y.format },
          { name: size.name, figure: size.format },
        ],
        rows: bubbles.map((one) => ({ key: one.key, cells: [one.name, one.x, one.y, one.size] })),
      }}
      description={bubbles
        .slice(0, 5)
        .map((_, at) => inWords(at))
        .join('; ')}
    >
      <div ref={ref} className={styles.area} style={{ height }} data-marks>
        <div className={styles.plot} style={{ left: LEFT, width: plot.width, height: plot.height }} aria-hidden>
          {quadrants.map((name, at) => (
            <span key={name} data-corner={at}>
              {name}
            </span>
          ))}
        </div>
        <hr className={styles.across} style={{ top: zeroY, left: LEFT }} aria-hidden />
        <hr className={styles.down} style={{ left: zeroX, height: plot.height }} aria-hidden />
        <div className={styles.scale} aria-hidden>
          {ticksOf(spanY).map((value) => (
            <span key={value} style={{ top: (1 - shareIn(spanY, value)) * plot.height, width: LEFT - 8 }}>
              {withoutZeros(y.format.short(value))}
            </span>
          ))}
          {ticksOf(spanX).map((value) => (
            <span key={value} data-x style={{ left: LEFT + shareIn(spanX, value) * plot.width, top: plot.height + 6 }}>
              {withoutZeros(x.format.short(value))}
            </span>
          ))}
          <em style={{ left: LEFT, right: 0, top: plot.height + 24 }}>{words.axes(x.name, y.name)}</em>
        </div>
        {bubbles.map((one, at) => {
          const { left, top, radius } = places[at]!
          return (
            <button
              key={one.key}
              type="button"
              className={styles.bubble}
              {...marks.propsOf(at)}
              aria-label={inWords(at)}
              style={{ left, top, width: radius * 2, height: radius * 2, color }}
              onClick={() => onOpen?.(one.key)}
            >
              {labelled.has(at) && <span style={{ left: radius * 2 + 3 }}>{one.name}</span>}
            </button>
          )
        })}
        {shown !== null && (
          <Tip
            title={bubbles[shown]!.name}
            lines={linesOf(shown)}
            x={(places[shown]!.left / width) * 100}
            y={(places[shown]!.top / height) * 100}
          />
        )}
      </div>
    </ChartFrame>
  )
}

type Span = readonly [low: number, high: number]

/** Holds all values and zero, with air at both ends. */
function spanOf(values: readonly number[]): Span {
  const low = Math.min(0, ...values)
  const high = Math.max(0, ...values)
  const air = (high - low || 1) * 0.1
  return [low - air, high + air]
}

const shareIn = ([low, high]: Span, value: number) => (value - low) / (high - low)

/** Three to six round values inside a span, zero among them. */
function ticksOf([low, high]: Span): number[] {
  const raw = (high - low) / 5
  const unit = 10 ** Math.floor(Math.log10(raw))
  const step = [1, 2, 5, 10].map((factor) => factor * unit).find((one) => one >= raw)!
  const ticks: number[] = []
  for (let at = Math.ceil(low / step); at * step <= high; at++) ticks.push(at === 0 ? 0 : at * step)
  return ticks
}

/** Names beside their bubbles, the largest first, where none lies on another. */
function labelsThatFit(
  bubbles: readonly { name: string }[],
  places: readonly { left: number; top: number; radius: number }[],
  width: number,
): Set<number> {
  const taken: { left: number; right: number; top: number }[] = []
  const fitting = new Set<number>()
  for (const [at, { left, top, radius }] of places.entries()) {
    const start = left + radius + 3
    const end = start + [...bubbles[at]!.name].reduce((sum, letter) => sum + (letter > '\u2e80' ? 12 : 7), 0)
    if (end > width || taken.some((one) => Math.abs(one.top - top) < 16 && one.left < end + 6 && start < one.right + 6))
      continue
    taken.push({ left: start, right: end, top })
    fitting.add(at)
  }
  return fitting
}
