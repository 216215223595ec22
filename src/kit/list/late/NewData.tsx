import { Button, VisuallyHidden } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { Page } from '../../../core/contract.ts'
import { useApp, useText } from '../../hooks/app.ts'
import { usePage } from '../../hooks/page.ts'
import styles from '../list.module.css'
import type { TableView } from '../tableView.ts'
import { listText } from '../text.ts'
import { askList } from '../useList.ts'
import type { AnyRow } from '../useTableModel.ts'
import { lateText } from './text.ts'

const EVERY_MS = 60_000
const SIGNS = ['pointermove', 'pointerdown', 'keydown', 'scroll'] as const

interface NewDataProps {
  view: TableView
  ask: Record<string, string>
  /** What is shown, and since when. */
  page: Page<AnyRow>
  at: number
  onRefresh(): void
}

/**
 * Says that the list is not what the server has any more; nothing moves until somebody wants it. It asks for the count and
 * the first row once a minute, while the tab is in sight and somebody is at it: an abandoned screen asks nothing and keeps
 * no session alive.
 */
export function NewData({ view, ask, page, at, onRefresh }: NewDataProps) {
  const app = useApp()
  const words = useText(lateText)
  const { refresh } = useText(listText)
  const { isActive } = usePage()
  const { list, shown } = view
  const isThere = useRef(true)
  useEffect(() => {
    const note = () => {
      isThere.current = true
    }
    for (const sign of SIGNS) addEventListener(sign, note, { passive: true })
    return () => {
      for (const sign of SIGNS) removeEventListener(sign, note)
    }
  }, [])
  const { data: now, dataUpdatedAt } = useQuery({
    queryKey: [list.key, 'news', ask, app.language],
    queryFn: async ({ signal }) => {
      if (!isThere.current) return null
      isThere.current = false
      const { cursor: _, ...question } = ask
      return askList(app, list, { ...question, current: '1', pageSize: '1' }, { signal, quiet: true })
    },
    enabled: isActive,
    refetchInterval: EVERY_MS,
    staleTime: EVERY_MS,
    gcTime: 0,
    retry: false,
  })
  // Further on the first row is not in sight, and above a hundred thousand rows the count is an estimate that wanders.
  const isFirst = ask.current === '1'
  const isCounted = page.totalIsExact && now?.totalIsExact
  const signOf = ({ list: [row], total, dataThrough }: Page<AnyRow>) =>
    JSON.stringify([
      dataThrough,
      isCounted && total,
      isFirst && row && [row[list.rowId], ...shown.map((name) => row[name])],
    ])
  const isNew = !!now && dataUpdatedAt > at && signOf(now as Page<AnyRow>) !== signOf(page)
  return (
    <>
      <VisuallyHidden role="status">{isNew ? words.newData : ''}</VisuallyHidden>
      {isNew && (
        <div className={styles.newPlace}>
          <Button
            size="xs"
            radius="xl"
            leftSection={<IconRefresh size={14} stroke={1.8} aria-hidden />}
            onClick={onRefresh}
          >
            {words.newData} · {refresh}
          </Button>
        </div>
      )}
    </>
  )
}
