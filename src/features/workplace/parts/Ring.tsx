import { PALETTE } from '../../../kit/chart/palette.ts'
import { exactCount, rate } from '../../../kit/format/number.ts'
import { useApp, useText } from '../../../kit/hooks/app.ts'
import { text } from '../text.ts'
import styles from './workplace.module.css'

export interface Part {
  name: string
  count: number
}

const SIZE = 136
const WIDTH = 24
const RADIUS = (SIZE - WIDTH) / 2
const ROUND = 2 * Math.PI * RADIUS
const GAP = 2

/** Shares as a ring with the total in its middle, from the top clockwise. */
export function Ring({ parts, total }: { parts: readonly Part[]; total: number }) {
  const { theme } = useApp()
  const words = useText(text)
  const description = parts.map(({ name, count }) => `${name} ${rate((count / total) * 1e6)}`).join(', ')
  let before = 0
  return (
    <div className={styles.ring}>
      <svg width={SIZE} height={SIZE} viewBox={`0 0 ${SIZE} ${SIZE}`} role="img" aria-label={words.ring(description)}>
        {parts.map(({ name, count }, at) => {
          const start = (before / total) * ROUND
          before += count
          const length = (count / total) * ROUND
          // A part thinner than the gap is still drawn.
          const drawn = parts.length > 1 ? Math.max(length - GAP, 0.5) : length
          return (
            <circle
              key={name}
              cx={SIZE / 2}
              cy={SIZE / 2}
              r={RADIUS}
              fill="none"
              stroke={PALETTE[theme][at]}
              strokeWidth={WIDTH}
              strokeDasharray={`${drawn} ${ROUND - drawn}`}
              strokeDashoffset={-start}
              transform={`rotate(-90 ${SIZE / 2} ${SIZE / 2})`}
            />
          )
        })}
      </svg>
      <div className={styles.middle}>
        <span>{words.total}</span>
        <b>{exactCount(total)}</b>
      </div>
    </div>
  )
}
