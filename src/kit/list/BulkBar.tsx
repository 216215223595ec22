import { IconX } from '@tabler/icons-react'
import { exactCount } from '../format/number.ts'
import { useText } from '../hooks/app.ts'
import styles from './list.module.css'
import { listText } from './text.ts'
import type { Action } from './types.ts'

/** The most rows one bulk action takes. */
export const MAX_SELECTED = 1_000

interface BulkBarProps {
  count: number
  total: number | null
  actions: Action[]
  isCollecting: boolean
  onSelectAll(): void
  onClear(): void
}

/** What can be done with the selected rows, on a dark bar above the paging. */
export function BulkBar({ count, total, actions, isCollecting, onSelectAll, onClear }: BulkBarProps) {
  const words = useText(listText)
  const reach = Math.min(total ?? 0, MAX_SELECTED)
  return (
    <div className={styles.bulkPlace}>
      <section className={styles.bulk} aria-label={words.bulkBar}>
        <span role="status">{words.selected(exactCount(count))}</span>
        {count < reach && (
          <button type="button" className={styles.bulkAll} disabled={isCollecting} onClick={onSelectAll}>
            {(total ?? 0) > MAX_SELECTED ? words.selectFirst(exactCount(reach)) : words.selectAll(exactCount(reach))}
          </button>
        )}
        <hr />
        {actions.map((action) => (
          <button key={action.label} type="button" onClick={action.run}>
            {action.icon}
            {action.label}
          </button>
        ))}
        <hr />
        <button type="button" aria-label={words.clearSelection} onClick={onClear}>
          <IconX size={16} stroke={1.6} aria-hidden />
        </button>
      </section>
    </div>
  )
}
