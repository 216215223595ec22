// biome-ignore-all lint/a11y/noRedundantRoles: the grid display takes the table roles away, so they are written out
// biome-ignore-all lint/a11y/noNoninteractiveElementToInteractiveRole: the practice of WAI-ARIA for a data grid is a table whose cells are gridcells
import { Skeleton } from '@mantine/core'
import { type CSSProperties, lazy, type MouseEvent, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { type Columns, isNumeric } from '../../core/columns.ts'
import type { Sort } from '../../core/listQuery.ts'
import { useText } from '../hooks/app.ts'
import { Check } from './Check.tsx'
import { holdTabStop, pressInGrid } from './gridKeys.ts'
import { HeaderCell } from './HeaderCell.tsx'
import type { CellPlace } from './late/CellMenu.tsx'
import styles from './table.module.css'
import { listText } from './text.ts'
import type { Density } from './types.ts'
import type { TableModel, TableRow } from './useTableModel.ts'

const LongRows = lazy(async () => ({ default: (await import('./long/LongRows.tsx')).LongRows }))

interface ListTableProps {
  model: TableModel
  columns: Columns
  label: string
  density: Density
  sort: Sort[]
  sortable: readonly string[]
  nameOf(column: string): string
  helpOf(column: string): string | undefined
  onSort(sort: Sort[] | undefined): void
  renderCell(column: string, row: TableRow['original']): ReactNode
  rowLabel(row: TableRow['original']): string
  onOpen?: (rowId: string) => void
  rowActions?: (row: TableRow['original']) => ReactNode
  /** A cell, the row where no column is named, or the selected rows. */
  onCopy(rowId: string | undefined, column: string | undefined): void
  onCellMenu(place: CellPlace): void
  isSelectable: boolean
  /** Stands below the rows, in their columns. */
  foot?: ((layout: Layout) => ReactNode) | undefined
  /** Rows of the whole filter; undefined where nobody counted them to the last. */
  total: number | undefined
  /** Rows before the first one here. */
  before: number
  /** As many rows as somebody scrolls for: those in sight are drawn. */
  isLong: boolean
  /** Before the first answer: grey rows in the table's shape. */
  isLoading: boolean
  isBusy: boolean
}

const SELECT_WIDTH = 40
const ROW_HEIGHT: Record<Density, number> = { mini: 33, small: 37, medium: 45, large: 61 }
const ACTIONS_WIDTH = 100

/**
 * The table itself: one real table, whose body scrolls sideways under pinned columns while its head sticks to the page.
 * A grid by keyboard: one cell is in the tab order, arrows go from cell to cell.
 * `display` is grid for that, so the roles are written out.
 */
export function ListTable(props: ListTableProps) {
  const { model, columns, density, isSelectable, rowActions, isLoading } = props
  const words = useText(listText)
  const head = useRef<HTMLTableSectionElement>(null)
  const body = useRef<HTMLTableSectionElement>(null)
  const grid = useRef<HTMLTableElement>(null)
  const [isScrolled, setScrolled] = useState(false)
  const [isCut, setCut] = useState(false)
  const layout = layoutOf(model, columns, isSelectable ? SELECT_WIDTH : 0, rowActions ? ACTIONS_WIDTH : 0)
  const follow = (from: HTMLElement | null, to: HTMLElement | null) => {
    if (!from || !to) return
    if (to.scrollLeft !== from.scrollLeft) to.scrollLeft = from.scrollLeft
    setScrolled(from.scrollLeft > 0)
    setCut(from.scrollLeft + from.clientWidth < from.scrollWidth - 1)
  }
  useEffect(() => {
    const watch = new ResizeObserver(() => follow(body.current, head.current))
    watch.observe(body.current!)
    return () => watch.disconnect()
  })
  useEffect(() => holdTabStop(grid.current!))
  const rows = model.getRowModel().rows
  const reach = useRef<((at: number) => void) | null>(null)
  const { isLong, before, ...shared } = props
  const rowProps = { ...shared, layout, before }
  return (
    <table
      ref={grid}
      role="grid"
      aria-rowcount={props.total === undefined ? -1 : props.total + 1}
      aria-multiselectable={isSelectable || undefined}
      className={styles.table}
      aria-label={props.label}
      aria-busy={props.isBusy}
      data-density={density}
      data-long={isLong || undefined}
      data-scrolled={isScrolled || undefined}
      data-cut={isCut || undefined}
      style={layout.style}
      onFocus={(event) => holdTabStop(event.currentTarget, event.target)}
      onContextMenu={(event) => openMenu(event, props.onCellMenu)}
      onKeyDown={(event) =>
        pressInGrid(event, {
          onOpen: props.onOpen,
          onSelect: isSelectable
            ? (id, isSelected) => model.getRow(id).toggleSelected(isSelected ?? !model.getRow(id).getIsSelected())
            : undefined,
          onSelectAll: isSelectable ? () => model.toggleAllRowsSelected(true) : undefined,
          onCopy: props.onCopy,
          long: isLong ? { count: rows.length, reach: (at) => reach.current?.(at) } : undefined,
        })
      }
    >
      <thead role="rowgroup" ref={head} onScroll={() => follow(head.current, body.current)}>
        <tr role="row" aria-rowindex={1} className={styles.row}>
          {isSelectable && (
            <th scope="col" role="columnheader" className={styles.select} tabIndex={-1}>
              <Check
                label={words.selectPage}
                isChecked={rows.length > 0 && model.getIsAllRowsSelected()}
                isPartly={model.getIsSomeRowsSelected() && !model.getIsAllRowsSelected()}
                isDisabled={rows.length === 0}
                onChange={() => model.toggleAllRowsSelected(!model.getIsAllRowsSelected())}
              />
            </th>
          )}
          {model.getHeaderGroups()[0]?.headers.map((header) => (
            <HeaderCell
              key={header.id}
              header={header}
              kind={columns[header.id]!.kind}
              name={props.nameOf(header.id)}
              help={props.helpOf(header.id)}
              isSortable={props.sortable.includes(header.id)}
              sort={props.sort}
              onSort={props.onSort}
              className={layout.classOf(header.id)}
              style={layout.cellStyle(header.id)}
            />
          ))}
          {rowActions && (
            <th scope="col" role="columnheader" className={styles.actions} tabIndex={-1}>
              {words.actions}
            </th>
          )}
        </tr>
      </thead>
      <tbody role="rowgroup" ref={body} onScroll={() => follow(body.current, head.current)}>
        {isLoading ? (
          Array.from({ length: 8 }, (_, index) => <SkeletonRow key={index} index={index} {...props} layout={layout} />)
        ) : isLong ? (
          <Suspense>
            <LongRows
              rows={rows}
              Row={BodyRow}
              rowProps={rowProps}
              body={body}
              rowHeight={ROW_HEIGHT[density]}
              reach={reach}
            />
          </Suspense>
        ) : (
          rows.map((row, at) => <BodyRow key={row.id} row={row} at={at} {...rowProps} />)
        )}
      </tbody>
      {props.foot?.(layout)}
    </table>
  )
}

export type Layout = ReturnType<typeof layoutOf>

/** Grid tracks and pin offsets. The first column that is not a number takes the slack, unless its width was set. */
function layoutOf(model: TableModel, columns: Columns, lead: number, trail: number) {
  const start = model.getStartVisibleLeafColumns()
  const centre = model.getCenterVisibleLeafColumns()
  const end = model.getEndVisibleLeafColumns()
  const all = [...start, ...centre, ...end]
  // A pinned column followed by another pinned one must keep the width the other's offset counts on.
  const loose = all.find((column) => columns[column.id]!.kind === 'text' && !start.slice(0, -1).includes(column))
  const tracks = all.map((column) =>
    column === loose ? `minmax(${column.getSize()}px, 1fr)` : `${column.getSize()}px`,
  )
  const total = lead + trail + all.reduce((sum, column) => sum + column.getSize(), 0)
  const left = new Map<string, number>()
  let offset = lead
  for (const column of start) {
    left.set(column.id, offset)
    offset += column.getSize()
  }
  const pinnedStart = offset
  const right = new Map<string, number>()
  offset = trail
  for (const column of [...end].reverse()) {
    right.set(column.id, offset)
    offset += column.getSize()
  }
  const lastStart = start.at(-1)?.id
  const firstEnd = end[0]?.id
  return {
    style: {
      '--tracks': [lead && `${lead}px`, ...tracks, trail && `${trail}px`].filter(Boolean).join(' '),
      '--total': `${total}px`,
      '--pinned-start': `${pinnedStart}px`,
      '--pinned-end': `${offset}px`,
    } as CSSProperties,
    classOf: (id: string): string =>
      [
        isNumeric(columns[id]!.kind) ? styles.number : '',
        left.has(id) || right.has(id) ? styles.pinned : '',
        id === lastStart ? styles.lastStart : '',
        id === firstEnd ? styles.firstEnd : '',
      ]
        .filter(Boolean)
        .join(' '),
    cellStyle: (id: string): CSSProperties | undefined =>
      left.has(id) ? { left: left.get(id) } : right.has(id) ? { right: right.get(id) } : undefined,
    columns: all.map(({ id }) => id),
  }
}

export interface BodyRowProps extends Omit<ListTableProps, 'isLong'> {
  row: TableRow
  /** Its place among the rows here. */
  at: number
  layout: Layout
  measure?: (row: HTMLElement | null) => void
}

function BodyRow({ row, at, layout, measure, ...props }: BodyRowProps) {
  const words = useText(listText)
  const { isSelectable, rowActions } = props
  const first = layout.columns[0]
  return (
    <tr
      role="row"
      ref={measure}
      className={styles.row}
      aria-rowindex={props.before + at + 2}
      data-index={at}
      data-row={row.id}
      data-selected={row.getIsSelected() || undefined}
      aria-selected={isSelectable ? row.getIsSelected() : undefined}
    >
      {isSelectable && (
        <td role="gridcell" className={styles.select} tabIndex={-1}>
          <Check
            label={words.selectRow(props.rowLabel(row.original))}
            isChecked={row.getIsSelected()}
            tabIndex={-1}
            onChange={() => row.toggleSelected()}
          />
        </td>
      )}
      {layout.columns.map((id) => {
        const Tag = id === first ? 'th' : 'td'
        return (
          <Tag
            key={id}
            role={id === first ? 'rowheader' : 'gridcell'}
            tabIndex={-1}
            data-column={id}
            className={`${styles.cell} ${layout.classOf(id)}`}
            style={layout.cellStyle(id)}
          >
            {props.renderCell(id, row.original)}
          </Tag>
        )
      })}
      {rowActions && (
        <td role="gridcell" className={styles.actions} tabIndex={-1}>
          {rowActions(row.original)}
        </td>
      )}
    </tr>
  )
}

function SkeletonRow({ index, layout, ...props }: ListTableProps & { index: number; layout: Layout }) {
  return (
    <tr role="row" className={styles.row}>
      {props.isSelectable && (
        <td role="gridcell" tabIndex={-1} className={styles.select}>
          <Skeleton width={16} height={16} radius="sm" />
        </td>
      )}
      {layout.columns.map((id, column) => (
        <td
          key={id}
          role="gridcell"
          tabIndex={-1}
          className={`${styles.cell} ${layout.classOf(id)}`}
          style={layout.cellStyle(id)}
        >
          <Skeleton
            height={12}
            radius="sm"
            width={column === 0 ? `${72 - ((index * 17) % 34)}%` : '64%'}
            ml={isNumeric(props.columns[id]!.kind) ? 'auto' : undefined}
          />
        </td>
      ))}
      {props.rowActions && (
        <td role="gridcell" tabIndex={-1} className={styles.actions}>
          <Skeleton width={48} height={12} radius="sm" />
        </td>
      )}
    </tr>
  )
}

/** The cell's own menu, by pointer, long press, Shift+F10 or the menu key; links and marked text keep the browser's. */
function openMenu(event: MouseEvent<HTMLElement>, open: (place: CellPlace) => void) {
  const target = event.target as HTMLElement
  const cell = target.closest<HTMLElement>('[role=row] > [data-column]')
  if (!cell || event.shiftKey || target.closest('a[href], input') || getSelection()?.isCollapsed === false) return
  event.preventDefault()
  const { left, bottom } = cell.getBoundingClientRect()
  const isPointer = event.button === 2
  cell.focus({ preventScroll: true })
  open({
    rowId: cell.parentElement!.dataset.row,
    column: cell.dataset.column!,
    x: isPointer ? event.clientX : left + 12,
    y: isPointer ? event.clientY : bottom - 6,
    cell,
  })
}
