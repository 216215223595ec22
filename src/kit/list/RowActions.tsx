import { Menu } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { type SyntheticEvent, useState } from 'react'
import { useText } from '../hooks/app.ts'
import styles from './list.module.css'
import { listText } from './text.ts'
import type { Action } from './types.ts'

/** One verb in words, the others behind ⋯. `name` tells a screen reader whose actions these are. */
export function RowActions({ name, actions }: { name: string; actions: Action[] }) {
  const words = useText(listText)
  const [first, ...others] = actions
  if (!first) return null
  return (
    <>
      <button type="button" className={styles.verb} data-danger={first.isDanger || undefined} onClick={first.run}>
        {first.label}
      </button>
      {others.length > 0 && <MoreActions label={words.moreOf(name)} actions={others} />}
    </>
  )
}

/** The menu is made when it is opened, for a table has one in every row. */
function MoreActions({ label, actions }: { label: string; actions: Action[] }) {
  const [isOpen, setOpen] = useState(false)
  // A press on the button while the menu is open is not "outside": it would close it and the click open it again.
  const keepOpen = (event: SyntheticEvent) => isOpen && event.stopPropagation()
  return (
    <span className={styles.more}>
      <button
        type="button"
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
        onMouseDown={keepOpen}
        onTouchStart={keepOpen}
      >
        <IconDots size={16} stroke={1.6} />
      </button>
      {isOpen && (
        <Menu opened onChange={setOpen} position="bottom-end" offset={4}>
          <Menu.Target>
            <span className={styles.spot} aria-hidden />
          </Menu.Target>
          <Menu.Dropdown aria-label={label}>
            {actions.map((action) => (
              <Menu.Item
                key={action.label}
                color={action.isDanger ? 'red' : undefined}
                leftSection={action.icon}
                onClick={action.run}
              >
                {action.label}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
    </span>
  )
}
