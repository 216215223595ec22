import { Button } from '@mantine/core'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { List, Page } from '../../../core/contract.ts'
import { MAX_PAGE_SIZE } from '../../../core/listQuery.ts'
import { exactCount } from '../../format/number.ts'
import { useApp, useText } from '../../hooks/app.ts'
import { lateText } from '../late/text.ts'
import styles from '../list.module.css'
import { askList } from '../useList.ts'
import type { More } from '../useMore.ts'
import type { AnyRow } from '../useTableModel.ts'

/** The most rows one page holds. */
const MAX_LOADED = 10_000

interface LongMoreProps {
  list: List
  /** What the first rows were asked with. */
  ask: Record<string, string>
  /** Names the question and the moment its first rows are of. */
  of: string
  at: number
  first: Page<AnyRow>
  held: More | undefined
  onMore(more: More): void
}

/** Loads on when the end of the table comes into sight, and by a button for whoever does not scroll. */
export function LongMore({ list, ask, of, at, first, held, onMore }: LongMoreProps) {
  const app = useApp()
  const words = useText(lateText)
  const place = useRef<HTMLDivElement>(null)
  const running = useRef<AbortController>(null)
  const [failed, setFailed] = useState<string>()
  const loaded = first.list.length + (held?.rows.length ?? 0)
  const cursor = held ? held.cursor : first.nextCursor
  const isFull = loaded >= MAX_LOADED
  const load = useCallback(
    async (start: Pick<More, 'rows' | 'cursor'>, until: number) => {
      running.current?.abort()
      const control = new AbortController()
      const { signal } = control
      running.current = control
      const { current: _, ...question } = ask
      let { rows, cursor } = start
      setFailed(undefined)
      try {
        while (cursor && rows.length < until) {
          const search = { ...question, pageSize: String(MAX_PAGE_SIZE), total: 'none', cursor }
          const page: Page<AnyRow> = await askList(app, list, search, { signal, quiet: true })
          rows = [...rows, ...page.list]
          cursor = page.nextCursor
        }
        if (!signal.aborted) onMore({ of, at, rows, cursor })
      } catch (error) {
        if (!signal.aborted) setFailed((error as Error).message)
      } finally {
        if (running.current === control) running.current = null
      }
    },
    [app, list, ask, of, at, onMore],
  )
  const loadOn = () => {
    const rows = held?.rows ?? []
    if (cursor && !isFull && !running.current) void load({ rows, cursor }, rows.length + 1)
  }
  // The first rows came anew: as many as were there are fetched again behind them, and then take their place at once.
  const isOld = !!held && held.at !== at
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each answer of the first rows
  useEffect(() => {
    if (isOld) void load({ rows: [], cursor: first.nextCursor }, held.rows.length)
  }, [isOld, at])
  useEffect(() => () => running.current?.abort(), [])
  useEffect(() => {
    const watch = new IntersectionObserver(([entry]) => entry?.isIntersecting && !failed && loadOn(), {
      rootMargin: '1200px',
    })
    if (place.current) watch.observe(place.current)
    return () => watch.disconnect()
  })
  return (
    <div ref={place} className={styles.loadOn}>
      <span role="status">
        {isFull && cursor
          ? words.loadedMost(exactCount(MAX_LOADED))
          : cursor
            ? words.loaded(exactCount(loaded))
            : words.loadedAll}
      </span>
      {failed && <span role="alert">{failed}</span>}
      {cursor && !isFull && (
        <Button size="compact-xs" variant="subtle" onClick={loadOn}>
          {words.loadMore}
        </Button>
      )}
    </div>
  )
}
