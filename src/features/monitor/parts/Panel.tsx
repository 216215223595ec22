import { type ReactNode, useId } from 'react'
import styles from './monitor.module.css'

interface PanelProps {
  title: string
  note?: ReactNode
  tools?: ReactNode
  children: ReactNode
}

/** A titled card of the monitor. */
export function Panel({ title, note, tools, children }: PanelProps) {
  const id = useId()
  return (
    <section className={`card ${styles.panel}`} aria-labelledby={id}>
      <div className={styles.head}>
        <h2 id={id}>{title}</h2>
        {note && <span className={styles.note}>{note}</span>}
        {tools && <span className={styles.tools}>{tools}</span>}
      </div>
      {children}
    </section>
  )
}
