import '@mantine/core/styles/Group.layer.css'
import '@mantine/core/styles/Pagination.layer.css'
import { ActionIcon, NativeSelect, Pagination, TextInput, Tooltip } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useState } from 'react'
import { PAGE_SIZES } from '../../core/listQuery.ts'
import { exactCount } from '../format/number.ts'
import { useText } from '../hooks/app.ts'
import styles from './list.module.css'
import { ALL_ROWS } from './listSearch.ts'
import { listText } from './text.ts'

/** Rows that can be paged by number; the server refuses deeper offsets. */
export const REACH = 10_000

interface PagerProps {
  current: number
  pageSize: number
  total: number | null
  isExact: boolean
  /** Rows on this page. */
  shown: number
  nextCursor: string | null
  /** The cursor that led to a page past the reach; undefined when this visit has not been there. */
  cursorOf(page: number): string | undefined
  onPage(page: number, cursor?: string): void
  onPageSize(size: number): void
  isCompact: boolean
}

export function Pager(props: PagerProps) {
  const { current, pageSize, total, isExact, shown, onPage, onPageSize, isCompact } = props
  const words = useText(listText)
  const isLong = pageSize === ALL_ROWS
  const first = (current - 1) * pageSize + 1
  const pages = Math.max(1, Math.ceil((total ?? 0) / pageSize))
  const reachable = Math.min(pages, Math.floor(REACH / pageSize) + 1)
  const isDeep = current > reachable
  const previous = () => onPage(current - 1, current - 1 > reachable ? props.cursorOf(current - 1) : undefined)
  const next = () => onPage(current + 1, current + 1 > reachable ? (props.nextCursor ?? undefined) : undefined)
  const canGoBack = current > 1 && (current - 1 <= reachable || !!props.cursorOf(current - 1))
  const canGoOn = current < pages && (current + 1 <= reachable || !!props.nextCursor)
  const arrows = (
    <>
      <ActionIcon size={28} aria-label={words.previous} disabled={!canGoBack} onClick={previous}>
        <IconChevronLeft size={16} stroke={1.6} />
      </ActionIcon>
      <span className="tabular">
        {exactCount(current)} / {exactCount(pages)}
      </span>
      <ActionIcon size={28} aria-label={words.next} disabled={!canGoOn} onClick={next}>
        <IconChevronRight size={16} stroke={1.6} />
      </ActionIcon>
    </>
  )
  return (
    <nav className={styles.pager} aria-label={words.pages}>
      <span className="tabular">
        {!isCompact && shown > 0 ? words.total(exactCount(first), exactCount(first + shown - 1)) : words.totalOnly}
        {!isExact && words.about}
        <b>{total === null ? '…' : exactCount(total)}</b>
        {words.totalUnit}
      </span>
      <div className={styles.pages}>
        {isLong ? null : isCompact || isDeep || (current === reachable && pages > reachable) ? (
          arrows
        ) : (
          <Pagination
            total={reachable}
            value={Math.min(current, reachable)}
            onChange={(page) => onPage(page)}
            siblings={1}
          />
        )}
        {!isCompact && !isLong && pages > reachable && (
          <Tooltip label={words.deep(exactCount(REACH))} multiline maw={260}>
            <span className={styles.deep}>{exactCount(pages)}</span>
          </Tooltip>
        )}
        {!isCompact && !isLong && reachable > 7 && <Jump reachable={reachable} onPage={onPage} />}
        {!isCompact && (
          <NativeSelect
            size="xs"
            fz={13}
            aria-label={words.perPageLabel}
            value={String(pageSize)}
            onChange={(event) => onPageSize(Number(event.currentTarget.value))}
            data={[...new Set([...PAGE_SIZES, pageSize])]
              .filter((size) => size !== ALL_ROWS)
              .sort((a, b) => a - b)
              .concat(ALL_ROWS)
              .map((size) => ({ value: String(size), label: words.perPage(size) }))}
          />
        )}
      </div>
    </nav>
  )
}

function Jump({ reachable, onPage }: { reachable: number; onPage(page: number): void }) {
  const words = useText(listText)
  const [typed, setTyped] = useState('')
  return (
    <TextInput
      size="xs"
      w={64}
      inputMode="numeric"
      aria-label={words.jump}
      placeholder={words.jumpHint}
      value={typed}
      onChange={(event) => setTyped(event.currentTarget.value.normalize('NFKC').replace(/\D/g, '').slice(0, 6))}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || !typed) return
        onPage(Math.min(reachable, Math.max(1, Number(typed))))
        setTyped('')
      }}
    />
  )
}
