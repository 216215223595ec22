import { type Columns, id as idColumn } from '../../core/columns.ts'
import type { List } from '../../core/contract.ts'
import type { Filterable, ListState } from './listSearch.ts'
import type { ListPageText } from './types.ts'
import type { Arrangement } from './useColumns.ts'
import type { Change } from './useListState.ts'
import type { AnyRow } from './useTableModel.ts'

/** The number of a row in the filtered set: no column of the contract, and so in no file. */
export const INDEX = 'index'
export const INDEX_COLUMN = idColumn({ width: 64, pin: 'start' })

/** A list as somebody sees it at the moment: what menus, figures and copying work on. */
export interface TableView {
  list: List
  text: ListPageText
  columns: Columns
  /** Visible columns in their order. */
  shown: string[]
  filterable: Filterable
  sortable: readonly string[]
  arrangement: Arrangement
  state: ListState
  change(change: Change): void
  rows: AnyRow[]
  /** The selected ones among the rows. */
  chosen: AnyRow[]
  /** How many are selected, those of other pages too. */
  selected: number
  nameOf(column: string): string
  withoutExport: boolean
}

/** A row by its id. */
export const rowOf = ({ rows, list }: Pick<TableView, 'rows' | 'list'>, id: string | undefined): AnyRow | undefined =>
  rows.find((row) => String(row[list.rowId]) === id)
