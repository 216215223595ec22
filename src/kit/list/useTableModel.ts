import {
  type ColumnDef,
  columnOrderingFeature,
  columnPinningFeature,
  columnResizingFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  type Row,
  rowSelectionFeature,
  type Table,
  tableFeatures,
  useTable,
} from '@tanstack/react-table'
import { useMemo } from 'react'
import type { Columns } from '../../core/columns.ts'
import { changeColumn, clampWidth, MAX_WIDTH, MIN_WIDTH, pinOf, widthOf } from './columnSettings.ts'
import type { Arrangement } from './useColumns.ts'

const features = tableFeatures({
  columnOrderingFeature,
  columnPinningFeature,
  columnResizingFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  rowSelectionFeature,
})
type Features = typeof features
export type AnyRow = Record<string, unknown>
export type TableModel = Table<Features, AnyRow>
export type TableRow = Row<Features, AnyRow>
export type Chosen = Record<string, true>

interface TableInput {
  columns: Columns
  rows: AnyRow[]
  rowId: string
  arrangement: Arrangement
  chosen: Chosen
  onChoose(chosen: Chosen): void
}

/**
 * The table's columns in order, with widths and pin regions, all derived from the stored arrangement, and the selection
 * by row id across pages. Sorting, filters and paging are the server's.
 */
export function useTableModel({ columns, rows, rowId, arrangement, chosen, onChoose }: TableInput): TableModel {
  const { settings, arrange } = arrangement
  const definitions = useMemo<ColumnDef<Features, AnyRow>[]>(
    () =>
      settings.map(({ key }) => ({
        id: key,
        accessorFn: (row) => row[key],
        minSize: MIN_WIDTH,
        maxSize: MAX_WIDTH,
      })),
    [settings],
  )
  const pinned = (side: 'start' | 'end') =>
    settings.filter((setting) => pinOf(columns, setting) === side).map(({ key }) => key)
  const columnSizing = Object.fromEntries(settings.map((setting) => [setting.key, widthOf(columns, setting)]))
  return useTable({
    features,
    columns: definitions,
    data: rows,
    getRowId: (row: AnyRow) => String(row[rowId]),
    columnResizeMode: 'onChange',
    state: {
      columnOrder: settings.map(({ key }) => key),
      columnVisibility: Object.fromEntries(settings.map(({ key, visible }) => [key, visible])),
      columnPinning: { start: pinned('start'), end: pinned('end') },
      columnSizing,
      rowSelection: chosen,
    },
    onColumnSizingChange: (change) => {
      const sizes = typeof change === 'function' ? change(columnSizing) : change
      let next = settings
      for (const [key, size] of Object.entries(sizes)) {
        if (size !== columnSizing[key]) next = changeColumn(next, key, { width: clampWidth(size) })
      }
      arrange(next)
    },
    onRowSelectionChange: (change) => onChoose(typeof change === 'function' ? change(chosen) : change),
  }) as unknown as TableModel
}
