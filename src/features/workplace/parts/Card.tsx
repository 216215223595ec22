import { type ReactNode, useId } from 'react'
import styles from './workplace.module.css'

/** A titled card of the workplace. */
export function Card({ title, tools, children }: { title: string; tools?: ReactNode; children: ReactNode }) {
  const id = useId()
  return (
    <section className={`card ${styles.card}`} aria-labelledby={id}>
      <div className={styles.head}>
        <h2 id={id}>{title}</h2>
        {tools}
      </div>
      {children}
    </section>
  )
}
