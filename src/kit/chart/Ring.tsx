import { useApp, useText } from '../hooks/app.ts'
import { PALETTE } from './palette.ts'
import styles from './ring.module.css'
import { chartText } from './text.ts'

interface RingProps {
  /** At most six, the largest first; coloured in the palette's order. */
  parts: readonly { name: string; value: number }[]
  /** What the whole is, in the middle. */
  whole: { name: string; value: string }
  /** A fraction of the whole, in words. */
  share(fraction: number): string
}

const RADIUS = 42
/** The gap between parts, in hundredths of the ring. */
const GAP = 0.6

/** Parts of a whole as a ring, as wide as its place. A list or table beside it says the same in words. */
export function Ring({ parts, whole, share }: RingProps) {
  const { theme } = useApp()
  const words = useText(chartText)
  const total = parts.reduce((sum, { value }) => sum + value, 0)
  const sizeOf = (value: number) => (total > 0 ? value / total : 0)
  const gap = parts.length > 1 ? GAP : 0
  let before = 0
  return (
    <div className={styles.ring}>
      <svg
        viewBox="0 0 100 100"
        role="img"
        aria-label={parts.map(({ name, value }) => words.share(name, share(sizeOf(value)))).join('; ') || whole.name}
      >
        <g transform="rotate(-90 50 50)" fill="none" strokeWidth={14}>
          {parts.map(({ name, value }, index) => {
            const start = before
            before += sizeOf(value)
            return (
              <circle
                key={name}
                cx={50}
                cy={50}
                r={RADIUS}
                pathLength={100}
                stroke={PALETTE[theme][index % PALETTE[theme].length]!}
                // A part thinner than the gap is still drawn.
                strokeDasharray={`${Math.max(sizeOf(value) * 100 - gap, 0.3)} 100`}
                strokeDashoffset={-start * 100}
              />
            )
          })}
        </g>
      </svg>
      <div className={styles.middle}>
        <small>{whole.name}</small>
        {whole.value}
      </div>
    </div>
  )
}
