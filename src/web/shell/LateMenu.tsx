import type { FloatingPosition } from '@mantine/core'
import { type ReactElement, type ReactNode, Suspense, type SyntheticEvent, useRef, useState } from 'react'
import { late, latePart } from '../late.ts'
import styles from './Shell.module.css'

const Dropdown = latePart('Dropdown')

interface LateMenuProps {
  /** The menu's name. */
  label: string
  position: FloatingPosition
  width?: number
  offset?: number
  /** Opens on hover too. */
  onHover?: boolean
  /** The button; it takes these properties. */
  button(properties: ButtonProperties): ReactElement
  /** The items, of the late part. */
  children: ReactNode
}

interface ButtonProperties {
  'aria-haspopup': 'menu'
  'aria-expanded': boolean
  onClick(): void
  onFocus(): void
  onMouseDown(event: SyntheticEvent): void
  onTouchStart(event: SyntheticEvent): void
}

/** How long the pointer may be on its way between a button and its menu. */
const LEAVE_MS = 150

/** A button with a menu whose code comes when someone first reaches for it. */
export function LateMenu({ button, onHover, children, ...menu }: LateMenuProps) {
  const [isOpen, setOpen] = useState(false)
  const leaving = useRef<ReturnType<typeof setTimeout>>(undefined)
  // A press on the button while the menu is open is not "outside": it would close it and the click open it again.
  const keepOpen = (event: SyntheticEvent) => isOpen && event.stopPropagation()
  return (
    <span
      className={styles.anchor}
      onPointerEnter={({ pointerType }) => {
        void late()
        clearTimeout(leaving.current)
        if (onHover && pointerType === 'mouse') setOpen(true)
      }}
      onPointerLeave={({ pointerType }) => {
        if (onHover && pointerType === 'mouse') leaving.current = setTimeout(() => setOpen(false), LEAVE_MS)
      }}
    >
      {button({
        'aria-haspopup': 'menu',
        'aria-expanded': isOpen,
        onClick: () => setOpen(onHover || !isOpen),
        onFocus: () => void late(),
        onMouseDown: keepOpen,
        onTouchStart: keepOpen,
      })}
      {isOpen && (
        <Suspense>
          <Dropdown {...menu} onClose={() => setOpen(false)}>
            {children}
          </Dropdown>
        </Suspense>
      )}
    </span>
  )
}
