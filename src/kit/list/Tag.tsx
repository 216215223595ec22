import type { ReactNode } from 'react'
import styles from './cell.module.css'
import type { Tone } from './types.ts'

/** A kind, 20 pixels high, on a tint (look §3). */
export function Tag({ tone, children }: { tone: Tone; children: ReactNode }) {
  const hue = tone === 'blue' ? 'brand' : tone === 'grey' ? 'gray' : tone
  return (
    <span
      className={styles.tag}
      style={{ color: `var(--mantine-color-${hue}-light-color)`, background: `var(--mantine-color-${hue}-light)` }}
    >
      {children}
    </span>
  )
}
