import { Drawer } from '@mantine/core'
import type { ReactNode } from 'react'
import styles from './drawer.module.css'

interface RowDrawerProps {
  /** What is open, for a screen reader. */
  name: string
  isOpen: boolean
  onClose(): void
  children: ReactNode
}

/** The 640-pixel drawer a row opens into. Its content is a `DrawerPage`. */
export function RowDrawer({ name, isOpen, onClose, children }: RowDrawerProps) {
  return (
    <Drawer.Root opened={isOpen} onClose={onClose} size={640} position="right">
      <Drawer.Overlay backgroundOpacity={0.28} />
      <Drawer.Content aria-label={name} classNames={{ inner: styles.inner, content: styles.content }}>
        {children}
      </Drawer.Content>
    </Drawer.Root>
  )
}

interface DrawerPageProps {
  /** Who or what this is; holds the close button at its end. */
  header: ReactNode
  /** Stays at the bottom: one primary action, at most. */
  footer?: ReactNode
  children: ReactNode
}

/** The inside of a drawer: fixed header, scrolling body, fixed footer. */
export function DrawerPage({ header, footer, children }: DrawerPageProps) {
  return (
    <div className={styles.page}>
      <div className={styles.header}>{header}</div>
      <div className={styles.body}>{children}</div>
      {footer && <div className={styles.footer}>{footer}</div>}
    </div>
  )
}
