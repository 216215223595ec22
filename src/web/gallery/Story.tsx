import type { ReactNode } from 'react'
import styles from './gallery.module.css'

interface StoryProps {
  /** The piece's name in the code. */
  name: string
  /** Side by side instead of one below the other. */
  isRow?: boolean
  children: ReactNode
}

/** One piece of the kit in all its states. */
export function Story({ name, isRow, children }: StoryProps) {
  return (
    <section className={styles.story} aria-labelledby={`story-${name}`}>
      <h2 id={`story-${name}`}>{name}</h2>
      <div className={isRow ? styles.row : styles.column}>{children}</div>
    </section>
  )
}

/** A state with its name above it. */
export function Shown({ state, children }: { state: string; children: ReactNode }) {
  return (
    <div className={styles.shown}>
      <p className={styles.state}>{state}</p>
      {children}
    </div>
  )
}
