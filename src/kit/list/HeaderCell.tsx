// biome-ignore-all lint/a11y/noRedundantRoles: the grid display takes the table roles away, so they are written out
import { Tooltip } from '@mantine/core'
import { IconSelector, IconSortAscending, IconSortDescending } from '@tabler/icons-react'
import type { CSSProperties } from 'react'
import { isNumeric, type Kind } from '../../core/columns.ts'
import type { Sort } from '../../core/listQuery.ts'
import { useText } from '../hooks/app.ts'
import sortStyles from './sort.module.css'
import styles from './table.module.css'
import { listText } from './text.ts'
import type { TableModel } from './useTableModel.ts'

type Header = ReturnType<TableModel['getHeaderGroups']>[number]['headers'][number]

interface HeaderCellProps {
  header: Header
  kind: Kind
  name: string
  help: string | undefined
  isSortable: boolean
  sort: Sort
  onSort(sort: Sort | null): void
  className: string
  style: CSSProperties | undefined
}

/** A column's name, its sort and the grip to resize it. Numbers sort from the largest first. */
export function HeaderCell({ header, kind, name, help, isSortable, sort, onSort, className, style }: HeaderCellProps) {
  const words = useText(listText)
  const isSorted = sort.field === header.id
  const startsDescending = isNumeric(kind) || kind === 'time' || kind === 'day'
  const next = (): Sort | null => {
    if (!isSorted) return { field: header.id, descending: startsDescending }
    return sort.descending === startsDescending ? { field: header.id, descending: !startsDescending } : null
  }
  const Icon = isSorted ? (sort.descending ? IconSortDescending : IconSortAscending) : IconSelector
  const grip = header.getResizeHandler()
  const content = isSortable ? (
    <button
      type="button"
      className={sortStyles.sort}
      data-sorted={isSorted || undefined}
      onClick={() => onSort(next())}
    >
      {name}
      <Icon size={14} stroke={1.6} aria-hidden />
    </button>
  ) : (
    <span>{name}</span>
  )
  return (
    <th
      scope="col"
      role="columnheader"
      tabIndex={-1}
      data-column={header.id}
      className={className}
      style={style}
      aria-sort={isSorted ? (sort.descending ? 'descending' : 'ascending') : isSortable ? 'none' : undefined}
    >
      {help ? (
        <Tooltip label={help} multiline maw={280}>
          {content}
        </Tooltip>
      ) : (
        content
      )}
      {/* The keyboard's way to a column's width is in the column settings. */}
      <span className={styles.grip} title={words.resizeColumn} onMouseDown={grip} onTouchStart={grip} aria-hidden />
    </th>
  )
}
