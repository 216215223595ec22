import type { ReactNode } from 'react'
import { Banner } from './Banner.tsx'
import styles from './login.module.css'

export interface Brand {
  name: string
  mark: ReactNode
  footer: string
  /** Empty: the built-in ones. */
  slogans: readonly { title: string; body: string }[]
}

interface LoginFrameProps {
  title: string
  subtitle: string
  /** Language and theme, top right. */
  tools: ReactNode
  brand: Brand
  children: ReactNode
}

/** The page of somebody who is not signed in: the banner, and one form. */
export function LoginFrame({ title, subtitle, tools, brand, children }: LoginFrameProps) {
  return (
    <div className={styles.page}>
      <Banner {...brand} />
      <div className={styles.side}>
        {tools}
        <main className={styles.main}>
          <h1 className={styles.title}>{title}</h1>
          <p className={styles.subtitle}>{subtitle}</p>
          {children}
        </main>
        <footer className={styles.footer}>{brand.footer}</footer>
      </div>
    </div>
  )
}
