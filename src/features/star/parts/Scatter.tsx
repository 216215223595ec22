import { ChartFrame, type Format, type FrameProps } from '../../../kit/chart/ChartFrame.tsx'
import { PALETTE } from '../../../kit/chart/palette.ts'
import { niceTop, withoutZeros } from '../../../kit/chart/scale.ts'
import { Tip } from '../../../kit/chart/Tip.tsx'
import { useMarks } from '../../../kit/chart/useMarks.ts'
import { useWidth } from '../../../kit/chart/useWidth.ts'
import { useApp } from '../../../kit/hooks/app.ts'
import styles from './star.module.css'

interface Axis {
  name: string
  format: Format
}
interface ScatterProps extends FrameProps {
  pointsName: string
  /** On a log scale: a few works have most of the plays. */
  x: Axis
  y: Axis
  points: readonly { id: string; title: string; x: number; y: number }[]
  /** What the picture says. */
  description: string
  height: number
  onOpen(id: string): void
}

const LEFT = 56
const BOTTOM = 40
const LINES = 4
/** Beside the outermost dots, in powers of ten. */
const AIR = 0.12
/** 1, 3, 10, 30 …: even steps of a log scale, near enough. */
const ROUND = Array.from({ length: 11 }, (_, power) => [10 ** power, 3 * 10 ** power]).flat()

/** Things by two figures: a dot each, opened by pointer or keyboard. */
export function Scatter(props: ScatterProps) {
  const { points, pointsName, x, y, height, description, onOpen } = props
  const { theme } = useApp()
  const { ref, width } = useWidth<HTMLDivElement>(560)
  const marks = useMarks(points.length)
  const logs = points.map((one) => Math.log10(Math.max(1, one.x)))
  const low = Math.min(...logs) - AIR
  const high = Math.max(...logs) + AIR
  const ticks = ROUND.filter((value) => Math.log10(value) >= low && Math.log10(value) <= high)
  const top = niceTop(Math.max(...points.map((one) => one.y)), LINES)
  const plot = { width: width - LEFT - 8, height: height - BOTTOM }
  const leftOf = (value: number) => LEFT + ((Math.log10(Math.max(1, value)) - low) / (high - low)) * plot.width
  const topOf = (value: number) => (1 - value / top) * plot.height
  const linesOf = (at: number) => [
    { name: x.name, value: x.format.exact(points[at]!.x) },
    { name: y.name, value: y.format.exact(points[at]!.y) },
  ]
  const shown = marks.shown
  return (
    <ChartFrame
      {...props}
      description={description}
      table={{
        columns: [{ name: pointsName }, { name: x.name, figure: x.format }, { name: y.name, figure: y.format }],
        rows: points.map((one) => ({ key: one.id, cells: [one.title, one.x, one.y] })),
      }}
    >
      <div ref={ref} className={styles.scatter} style={{ height }} data-marks>
        <div aria-hidden>
          {Array.from({ length: LINES + 1 }, (_, step) => (top / LINES) * step).map((value) => (
            <span key={value} className={styles.yTick} style={{ top: topOf(value), width: LEFT - 8 }}>
              {withoutZeros(y.format.short(value))}
              <i style={{ left: LEFT, width: plot.width }} />
            </span>
          ))}
          {ticks.map((value) => (
            <span key={value} className={styles.xTick} style={{ left: leftOf(value), top: plot.height + 4 }}>
              {withoutZeros(x.format.short(value))}
            </span>
          ))}
          <em className={styles.axes} style={{ top: plot.height + 22 }}>
            {`↑ ${y.name}  → ${x.name}`}
          </em>
        </div>
        {points.map((one, at) => (
          <button
            key={one.id}
            type="button"
            className={styles.dot}
            {...marks.propsOf(at)}
            aria-label={[one.title, ...linesOf(at).map(({ name, value }) => `${name} ${value}`)].join(' · ')}
            style={{ left: leftOf(one.x), top: topOf(one.y), color: PALETTE[theme][0] }}
            onClick={() => onOpen(one.id)}
          />
        ))}
        {shown !== null && (
          <Tip
            title={points[shown]!.title}
            lines={linesOf(shown)}
            x={(leftOf(points[shown]!.x) / width) * 100}
            y={(topOf(points[shown]!.y) / height) * 100}
          />
        )}
      </div>
    </ChartFrame>
  )
}
