import styles from './risk.module.css'

const HEIGHTS = [4, 6, 8, 10]

/** A risk level: colour, word and a glyph of four bars that reads without colour. */
export function Level({ severity }: { severity: string }) {
  const filled = 4 - Number(severity.slice(1))
  return (
    <span className={styles.level} data-level={severity}>
      <svg width={14} height={10} viewBox="0 0 14 10" aria-hidden>
        {HEIGHTS.map((height, at) => (
          <rect
            key={height}
            x={at * 3.6}
            y={10 - height}
            width={2.4}
            height={height}
            rx={0.6}
            fill="currentColor"
            opacity={at < filled ? 1 : 0.3}
          />
        ))}
      </svg>
      {severity.toUpperCase()}
    </span>
  )
}
