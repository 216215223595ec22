import { Menu } from '@mantine/core'
import { IconChevronUp, IconCopy, IconX } from '@tabler/icons-react'
import { exactCount } from '../../format/number.ts'
import { useText } from '../../hooks/app.ts'
import styles from '../list.module.css'
import type { Action } from '../types.ts'
import { lateText } from './text.ts'

/** Verbs shown in words; with more, the last ones are behind a menu. */
const SHOWN = 4

interface BulkBarProps {
  count: number
  total: number | null
  /** The most rows one bulk action takes. */
  most: number
  actions: Action[]
  isCollecting: boolean
  onSelectAll(): void
  onClear(): void
  /** Puts the selected rows of this page on the clipboard. */
  onCopy?: (() => void) | undefined
}

/** What can be done with the selected rows, on a dark bar above the paging. */
export function BulkBar({ count, total, most, actions, isCollecting, onSelectAll, onClear, onCopy }: BulkBarProps) {
  const words = useText(lateText)
  const fits = actions.length > SHOWN + 1 ? SHOWN : actions.length
  const reach = Math.min(total ?? 0, most)
  return (
    <div className={styles.bulkPlace}>
      <section className={styles.bulk} aria-label={words.bulkBar}>
        <span role="status">{words.selected(exactCount(count))}</span>
        {count < reach && (
          <button type="button" className={styles.bulkAll} disabled={isCollecting} onClick={onSelectAll}>
            {(total ?? 0) > most ? words.selectFirst(exactCount(reach)) : words.selectAll(exactCount(reach))}
          </button>
        )}
        <hr />
        {actions.slice(0, fits).map((action) => (
          <button key={action.label} type="button" onClick={action.run}>
            {action.icon}
            {action.label}
          </button>
        ))}
        {actions.length > fits && (
          <Menu position="top-end" offset={8}>
            <Menu.Target>
              <button type="button">
                {words.moreActions}
                <IconChevronUp size={14} stroke={1.6} aria-hidden />
              </button>
            </Menu.Target>
            <Menu.Dropdown>
              {actions.slice(fits).map((action) => (
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
        <hr />
        {onCopy && (
          <button type="button" aria-label={words.copyRows} title={words.copyRows} onClick={onCopy}>
            <IconCopy size={16} stroke={1.6} aria-hidden />
          </button>
        )}
        <button type="button" aria-label={words.clearSelection} onClick={onClear}>
          <IconX size={16} stroke={1.6} aria-hidden />
        </button>
      </section>
    </div>
  )
}
