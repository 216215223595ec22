import type { ReactNode } from 'react'
import { STATUS } from '../theme/tokens.ts'
import styles from './cell.module.css'
import type { Tone } from './types.ts'

const COLORS: Record<Tone, string> = {
  green: STATUS.live,
  blue: STATUS.progress,
  orange: STATUS.waiting,
  red: STATUS.failed,
  grey: STATUS.idle,
}

/** A state: 6-pixel dot and word. The word carries the meaning, the dot only repeats it. */
export function Status({ tone, children }: { tone: Tone; children: ReactNode }) {
  return (
    <span className={styles.status}>
      <i style={{ background: COLORS[tone] }} />
      {children}
    </span>
  )
}
