import { useApp, useText } from '../hooks/app.ts'
import styles from './chart.module.css'
import { PALETTE } from './palette.ts'
import { chartText } from './text.ts'

export interface Slice {
  key: string
  name: string
  value: number
  /** The exact value, in words. */
  exact: string
}

interface DonutProps {
  title: string
  /** At most six, the largest first. */
  slices: readonly Slice[]
  /** What the whole is, in the middle. */
  whole: { name: string; value: string }
  /** A fraction of the whole, in words. */
  share(fraction: number): string
}

const RADIUS = 42
/** The gap between slices, in hundredths of the ring. */
const GAP = 0.6

/** Parts of a whole as a ring; the list beside it says the same in words. */
export function Donut({ title, slices, whole, share }: DonutProps) {
  const { theme } = useApp()
  const words = useText(chartText)
  const total = slices.reduce((sum, { value }) => sum + value, 0)
  const parts = slices.map((slice, index) => ({
    ...slice,
    size: total > 0 ? slice.value / total : 0,
    before: total > 0 ? slices.slice(0, index).reduce((sum, { value }) => sum + value, 0) / total : 0,
    color: PALETTE[theme][index % PALETTE[theme].length]!,
  }))
  const gap = parts.length > 1 ? GAP : 0
  return (
    <figure className={styles.figure} aria-label={title}>
      <figcaption className={styles.head}>
        <b>{title}</b>
      </figcaption>
      <div className={styles.donut}>
        <div className={styles.ring}>
          <svg
            viewBox="0 0 100 100"
            role="img"
            aria-label={parts.map(({ name, size }) => words.share(name, share(size))).join('; ')}
          >
            <g transform="rotate(-90 50 50)" fill="none" strokeWidth={14}>
              {parts.map(({ key, size, before, color }) => (
                <circle
                  key={key}
                  cx={50}
                  cy={50}
                  r={RADIUS}
                  pathLength={100}
                  stroke={color}
                  strokeDasharray={`${Math.max(size * 100 - gap, 0.3)} 100`}
                  strokeDashoffset={-before * 100}
                />
              ))}
            </g>
          </svg>
          <div className={styles.middle}>
            <small>{whole.name}</small>
            {whole.value}
          </div>
        </div>
        <ul className={styles.slices}>
          {parts.map(({ key, name, size, exact, color }) => (
            <li key={key} title={`${name} ${exact}`}>
              <i style={{ background: color }} />
              <span className="ellipsis">{name}</span>
              <b>{share(size)}</b>
            </li>
          ))}
        </ul>
      </div>
    </figure>
  )
}
