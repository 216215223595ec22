import { useApp, useText } from '../hooks/app.ts'
import { ChartFrame, type Format, type FrameProps } from './ChartFrame.tsx'
import { PALETTE } from './palette.ts'
import styles from './radar.module.css'
import { Tip } from './Tip.tsx'
import { chartText } from './text.ts'
import { useMarks } from './useMarks.ts'

interface RadarProps extends FrameProps {
  /** What the compared ones are. */
  itemsName: string
  /** Three or more; each is scaled to its own highest value. */
  axes: readonly { key: string; name: string; highest: number; format: Format }[]
  /** Four at most; one value per axis. */
  items: readonly { key: string; name: string; values: readonly (number | null)[] }[]
  height: number
}

const RADIUS = 32

/** A few things compared by several figures of different scales: the outer ring is the highest value of each. */
export function Radar(props: RadarProps) {
  const { itemsName, axes, items, height } = props
  const { theme } = useApp()
  const words = useText(chartText)
  const marks = useMarks(axes.length)
  const colors = PALETTE[theme]
  const at = (axis: number, share: number): [x: number, y: number] => {
    const angle = (axis / axes.length) * 2 * Math.PI - Math.PI / 2
    return [50 + Math.cos(angle) * RADIUS * share, 50 + Math.sin(angle) * RADIUS * share]
  }
  const shareOf = (axis: number, value: number | null) => {
    const highest = axes[axis]!.highest
    return value === null || highest <= 0 ? 0 : Math.min(1, Math.max(0, value / highest))
  }
  const ring = (share: number) =>
    axes
      .map((_, axis) =>
        at(axis, share)
          .map((n) => n.toFixed(2))
          .join(' '),
      )
      .join('L')
  const shown = marks.shown
  const valuesOf = (axis: number) =>
    items.map(({ name, values }, index) => ({
      name,
      value: axes[axis]!.format.exact(values[axis] ?? null),
      color: colors[index],
    }))
  return (
    <ChartFrame
      {...props}
      legend={items.map(({ name }, index) => ({ name, color: colors[index]!, shape: 'line' }))}
      isLegendBelow
      table={{
        // Each row is of a kind of its own: its figures are written here.
        columns: [{ name: itemsName }, ...items.map(({ name }) => ({ name }))],
        rows: axes.map(({ key, name, format }, axis) => ({
          key,
          cells: [name, ...items.map(({ values }) => format.exact(values[axis] ?? null))],
        })),
      }}
      description={axes
        .map(
          ({ name }, axis) =>
            `${name}: ${valuesOf(axis)
              .map((line) => `${line.name} ${line.value}`)
              .join(words.comma)}`,
        )
        .join('; ')}
    >
      <div className={styles.place} style={{ height }}>
        <div className={styles.square} data-marks>
          <svg viewBox="0 0 100 100" aria-hidden>
            {[0.25, 0.5, 0.75, 1].map((share) => (
              <path key={share} d={`M${ring(share)}Z`} className={styles.grid} />
            ))}
            {axes.map(({ key }, axis) => (
              <path key={key} d={`M50 50L${at(axis, 1).join(' ')}`} className={styles.grid} />
            ))}
            {items.map(({ key, values }, index) => (
              <g key={key} color={colors[index]}>
                <path
                  d={`M${axes
                    .map((_, axis) =>
                      at(axis, shareOf(axis, values[axis] ?? null))
                        .map((n) => n.toFixed(2))
                        .join(' '),
                    )
                    .join('L')}Z`}
                  className={styles.shape}
                />
                {axes.map(({ key: axisKey }, axis) => {
                  const [x, y] = at(axis, shareOf(axis, values[axis] ?? null))
                  return <circle key={axisKey} cx={x} cy={y} r={axis === shown ? 1.4 : 0.8} fill="currentColor" />
                })}
              </g>
            ))}
          </svg>
          {axes.map(({ key, name }, axis) => {
            const [x, y] = at(axis, 1.26)
            return (
              <button
                key={key}
                type="button"
                className={styles.axis}
                {...marks.propsOf(axis)}
                data-side={x < 45 ? 'start' : x > 55 ? 'end' : undefined}
                style={{ left: `${x}%`, top: `${y}%` }}
                aria-label={`${name}: ${valuesOf(axis)
                  .map((line) => `${line.name} ${line.value}`)
                  .join(words.comma)}`}
              >
                {name}
              </button>
            )
          })}
          {shown !== null && (
            <Tip title={axes[shown]!.name} lines={valuesOf(shown)} x={at(shown, 0.6)[0]} y={at(shown, 0.6)[1]} />
          )}
        </div>
      </div>
    </ChartFrame>
  )
}
