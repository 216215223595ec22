import { shortDay } from '../format/time.ts'
import { useApp } from '../hooks/app.ts'
import styles from './plainLine.module.css'
import { niceTop } from './scale.ts'

interface PlainLineProps {
  days: readonly string[]
  values: readonly (number | null)[]
  color: string
  height: number
  description: string
  short(value: number): string
  exact(value: number | null): string
}

/** At most this many points are drawn here; longer courses need the chart library's axis and tooltip. */
export const PLAIN_POINTS = 14
const LINES = 4

/** A short course of one series as plain SVG and HTML, so that the page it stands on needs no chart library. */
export function PlainLine({ days, values, color, height, description, short, exact }: PlainLineProps) {
  const { language } = useApp()
  const top = niceTop(Math.max(0, ...values.filter((value) => value !== null)), LINES)
  const at = (index: number) => (days.length < 2 ? 50 : (index / (days.length - 1)) * 100)
  const points = values.flatMap((value, index) =>
    value === null ? [] : [{ day: days[index]!, value, x: at(index), y: 100 - (value / top) * 100 }],
  )
  const line = points.map(({ x, y }) => `${x} ${y}`).join('L')
  const steps = Array.from({ length: LINES + 1 }, (_, step) => (top / LINES) * (LINES - step))
  const every = Math.ceil(days.length / 8)
  return (
    <div className={styles.chart} style={{ height }} role="img" aria-label={description}>
      <div className={styles.scale} aria-hidden>
        {steps.map((value) => (
          <span key={value}>{short(value)}</span>
        ))}
      </div>
      <div className={styles.plot} aria-hidden>
        {steps.map((value, step) => (
          <hr key={value} style={{ top: `${(step / LINES) * 100}%` }} />
        ))}
        <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden>
          <path d={`M${line}L${points.at(-1)?.x ?? 0} 100L${points[0]?.x ?? 0} 100Z`} fill={color} opacity={0.08} />
          <path d={`M${line}`} fill="none" stroke={color} strokeWidth={2} vectorEffect="non-scaling-stroke" />
        </svg>
        {points.map(({ day, value, x, y }) => (
          <i
            key={day}
            title={`${shortDay(day, language)} ${exact(value)}`}
            style={{ left: `${x}%`, top: `${y}%`, background: color }}
          />
        ))}
        {days.map((day, index) =>
          (days.length - 1 - index) % every === 0 ? (
            <span
              key={day}
              data-minor={((days.length - 1 - index) / every) % 2 === 1 || undefined}
              style={{ left: `${at(index)}%` }}
            >
              {shortDay(day, language)}
            </span>
          ) : null,
        )}
      </div>
    </div>
  )
}
