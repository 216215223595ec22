// biome-ignore-all lint/a11y/noRedundantRoles: the grid display takes the table roles away, so they are written out
// biome-ignore-all lint/a11y/noNoninteractiveElementToInteractiveRole: the practice of WAI-ARIA for a data grid is a table whose cells are gridcells
import { Skeleton } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { listTotals } from '../../../core/columnFigures.ts'
import { exactCount } from '../../format/number.ts'
import { useApp, useText } from '../../hooks/app.ts'
import { DefaultCell } from '../DefaultCell.tsx'
import type { Layout } from '../ListTable.tsx'
import styles from '../table.module.css'
import type { TableView } from '../tableView.ts'
import type { TotalKind } from '../totals.ts'
import { lateText } from './text.ts'

interface TotalsFootProps {
  view: TableView
  kinds: readonly TotalKind[]
  layout: Layout
  isSelectable: boolean
  hasActions: boolean
}

/** The sums and means of all rows of the filter, below the table and moved sideways with it. */
export function TotalsFoot({ view, kinds, layout, isSelectable, hasActions }: TotalsFootProps) {
  const { list, state, columns } = view
  const app = useApp()
  const words = useText(lateText)
  const foot = useRef<HTMLTableSectionElement>(null)
  const query = new URLSearchParams(state.filters).toString()
  const { data, error } = useQuery({
    queryKey: [list.key, 'totals', query, app.language],
    queryFn: ({ signal }) => app.call(listTotals, { query: { listKey: list.key, query } }, { signal, quiet: true }),
    placeholderData: keepPreviousData,
    retry: false,
  })
  useEffect(() => {
    const body = foot.current?.closest('table')?.tBodies[0]
    if (!body || !foot.current) return
    const follow = () => {
      if (foot.current) foot.current.scrollLeft = body.scrollLeft
    }
    follow()
    body.addEventListener('scroll', follow, { passive: true })
    return () => body.removeEventListener('scroll', follow)
  }, [])
  const figures = new Map(data?.columns.map((one) => [one.name, one]))
  const cellOf = (kind: TotalKind, name: string, isFirst: boolean) => {
    if (isFirst) return data ? words.totalOf(words.totalKinds[kind], exactCount(data.rows)) : words.totalKinds[kind]
    const value = figures.get(name)?.[kind]
    return value === undefined || value === null ? null : <DefaultCell column={columns[name]!} value={value} />
  }
  const [first] = layout.columns
  return (
    <tfoot role="rowgroup" ref={foot} className={styles.foot} aria-busy={!data && !error}>
      {error ? (
        <tr role="row" className={styles.row}>
          <td role="gridcell" tabIndex={-1} className={styles.footFailed}>
            <span role="alert">{error.message}</span>
          </td>
        </tr>
      ) : (
        kinds.map((kind) => (
          <tr key={kind} role="row" className={styles.row}>
            {isSelectable && <td role="gridcell" tabIndex={-1} className={styles.select} />}
            {layout.columns.map((name) => {
              const Tag = name === first ? 'th' : 'td'
              return (
                <Tag
                  key={name}
                  role={name === first ? 'rowheader' : 'gridcell'}
                  tabIndex={-1}
                  className={`${styles.cell} ${layout.classOf(name)}`}
                  style={layout.cellStyle(name)}
                >
                  {data || name === first ? cellOf(kind, name, name === first) : <Skeleton height={12} width="64%" />}
                </Tag>
              )
            })}
            {hasActions && <td role="gridcell" tabIndex={-1} className={styles.actions} />}
          </tr>
        ))
      )}
    </tfoot>
  )
}
