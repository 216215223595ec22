// biome-ignore-all lint/a11y/noInteractiveElementToNoninteractiveRole: a gap between rows is no row
import { defaultRangeExtractor, useWindowVirtualizer } from '@tanstack/react-virtual'
import { type ComponentType, memo, type RefObject, useEffect, useLayoutEffect, useMemo, useState } from 'react'
import { flushSync } from 'react-dom'
import type { BodyRowProps } from '../ListTable.tsx'
import type { TableRow } from '../useTableModel.ts'

/** Rows kept ready above and below what is in sight; PageDown passes ten. */
const OVERSCAN = 12

interface LongRowsProps {
  rows: readonly TableRow[]
  Row: ComponentType<BodyRowProps>
  rowProps: Omit<BodyRowProps, 'row' | 'at'>
  body: RefObject<HTMLElement | null>
  rowHeight: number
  /** Draws a row that is out of sight, for the keys to go to. */
  reach: RefObject<((at: number) => void) | null>
}

/** Thousands of rows, of which those in sight are drawn, and the one the focus is in. */
export function LongRows({ rows, Row, rowProps, body, rowHeight, reach }: LongRowsProps) {
  const [scrollMargin, setScrollMargin] = useState(0)
  const [held, setHeld] = useState<number>()
  const Memoised = useMemo(() => memo(Row), [Row])
  const virtual = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => rowHeight,
    overscan: OVERSCAN,
    scrollMargin,
    getItemKey: (at) => rows[at]!.id,
    rangeExtractor: (range) => {
      const shown = defaultRangeExtractor(range)
      const isApart = held !== undefined && held < rows.length && !shown.includes(held)
      return isApart ? [...shown, held].sort((a, b) => a - b) : shown
    },
  })
  // What stands above the table comes and goes: tiles, messages, filters in a second line.
  useLayoutEffect(() => {
    const top = (body.current?.getBoundingClientRect().top ?? 0) + scrollY
    if (Math.abs(top - scrollMargin) >= 1) setScrollMargin(top)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: other heights, so what was measured is gone
  useEffect(() => virtual.measure(), [rowHeight])
  useEffect(() => {
    reach.current = (at) => flushSync(() => setHeld(at))
    const element = body.current
    const follow = (event: FocusEvent) => {
      const at = (event.target as HTMLElement).closest<HTMLElement>('[data-index]')?.dataset.index
      if (at) setHeld(Number(at))
    }
    element?.addEventListener('focusin', follow)
    return () => {
      reach.current = null
      element?.removeEventListener('focusin', follow)
    }
  }, [body, reach])
  const items = virtual.getVirtualItems()
  const end = scrollMargin + virtual.getTotalSize()
  return (
    <>
      {/* One flat list: in lists of their own, by place, every row would be made anew at each step. */}
      {items.flatMap((item, at) => {
        const gap = item.start - (items[at - 1]?.end ?? scrollMargin)
        return [
          gap > 0 && <Gap key={`gap ${item.key}`} height={gap} />,
          <Memoised
            key={item.key}
            {...rowProps}
            row={rows[item.index]!}
            at={item.index}
            measure={virtual.measureElement}
          />,
        ]
      })}
      <Gap height={Math.max(0, end - (items.at(-1)?.end ?? scrollMargin))} />
    </>
  )
}

/** Stands for the rows that are not drawn. */
const Gap = ({ height }: { height: number }) => <tr role="presentation" style={{ display: 'block', height }} />
