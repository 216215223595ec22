import { ActionIcon, Menu } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
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
      {others.length > 0 && (
        <Menu position="bottom-end" offset={4}>
          <Menu.Target>
            <ActionIcon size={28} aria-label={words.moreOf(name)}>
              <IconDots size={16} stroke={1.6} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            {others.map((action) => (
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
    </>
  )
}
