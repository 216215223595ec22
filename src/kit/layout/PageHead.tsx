import type { ReactNode } from 'react'
import styles from './layout.module.css'

interface PageHeadProps {
  title: ReactNode
  /** "As of when", beside the title. */
  note?: ReactNode
  /** Buttons at the right end. */
  children?: ReactNode
}

/** A page's title row: the one h1, as of when, and the page's own actions. */
export function PageHead({ title, note, children }: PageHeadProps) {
  return (
    <div className={styles.head}>
      <h1 className={styles.title}>{title}</h1>
      {note && <div className={styles.note}>{note}</div>}
      {children && <div className={styles.actions}>{children}</div>}
    </div>
  )
}
