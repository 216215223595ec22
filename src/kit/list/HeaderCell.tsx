// biome-ignore-all lint/a11y/noRedundantRoles: the grid display takes the table roles away, so they are written out
import { Tooltip } from '@mantine/core'
import { IconSelector, IconSortAscending, IconSortDescending } from '@tabler/icons-react'
import type { CSSProperties } from 'react'
import type { Kind } from '../../core/columns.ts'
import type { Sort } from '../../core/listQuery.ts'
import { useText } from '../hooks/app.ts'
import { nextSort } from './nextSort.ts'
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
  sort: Sort[]
  /** undefined: the list's own order. */
  onSort(sort: Sort[] | undefined): void
  className: string
  style: CSSProperties | undefined
}

/** A column's name, its sort and the grip to resize it. Numbers sort from the largest first; with Shift a column sorts below the others. */
export function HeaderCell({ header, kind, name, help, isSortable, sort, onSort, className, style }: HeaderCellProps) {
  const words = useText(listText)
  const place = sort.findIndex(({ field }) => field === header.id)
  const held = sort[place]
  const Icon = held ? (held.descending ? IconSortDescending : IconSortAscending) : IconSelector
  const grip = header.getResizeHandler()
  const content = isSortable ? (
    <button
      type="button"
      className={sortStyles.sort}
      data-sorted={!!held || undefined}
      title={held && sort.length > 1 ? words.sortedAs(place + 1, held.descending) : undefined}
      onClick={(event) => onSort(nextSort(sort, header.id, kind, event.shiftKey))}
    >
      {name}
      <Icon size={14} stroke={1.6} aria-hidden />
      {held && sort.length > 1 && <small aria-hidden>{place + 1}</small>}
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
      // One header carries it, by the practice of WAI-ARIA; the others tell in words.
      aria-sort={held && place === 0 ? (held.descending ? 'descending' : 'ascending') : isSortable ? 'none' : undefined}
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
