import { useState } from 'react'
import { useApp } from '../../hooks/app.ts'
import { changeColumn, pinOf } from '../columnSettings.ts'
import { nextSort } from '../nextSort.ts'
import { INDEX, rowOf, type TableView } from '../tableView.ts'
import { CellMenu, type CellPlace } from './CellMenu.tsx'
import { ColumnFigures } from './ColumnFigures.tsx'
import { notThis, onlyThis } from './cellFilter.ts'
import { copyCell, copyRows } from './copyCells.ts'

interface CellLayerProps {
  view: TableView
  /** Where the menu stands; null once it was closed. */
  place: CellPlace | null
  onClose(): void
}

/** What opens over a table's cells: their menu, and the figures of a column. */
export function CellLayer({ view, place, onClose }: CellLayerProps) {
  const { list, columns, state, text } = view
  const app = useApp()
  const [figured, setFigured] = useState<string>()
  return (
    <>
      {place && <Menu key={`${place.rowId}:${place.column}`} {...{ view, place, onClose }} onFigures={setFigured} />}
      {figured && columns[figured] && (
        <ColumnFigures
          listKey={list.key}
          name={figured}
          title={view.nameOf(figured)}
          column={columns[figured]}
          choices={text[app.language].choices?.[figured]}
          query={new URLSearchParams(state.filters).toString()}
          onClose={() => setFigured(undefined)}
        />
      )}
    </>
  )
}

interface MenuProps {
  view: TableView
  place: CellPlace
  onClose(): void
  onFigures(column: string): void
}

function Menu({ view, place, onClose, onFigures }: MenuProps) {
  const { columns, filterable, state, change } = view
  const { settings, arrange } = view.arrangement
  const app = useApp()
  const { column: name, rowId, cell } = place
  const row = rowOf(view, rowId)
  if (rowId && !row) return null
  const filterBy = (value: string | undefined) =>
    value === undefined ? undefined : () => change({ filters: { ...state.filters, [name]: value } })
  const setting = settings.find(({ key }) => key === name)
  const { kind } = columns[name]!
  const isOwn = name !== INDEX && !view.withoutExport && kind !== 'trend'
  const others = state.sort.filter(({ field }) => field !== name)
  const isSorted = others.length < state.sort.length
  const sortsAlso = view.sortable.includes(name) && others.length > 0
  return (
    <CellMenu
      place={place}
      value={cell.textContent.trim()}
      only={row && filterBy(onlyThis(filterable[name], row[name]))}
      not={row && filterBy(notThis(filterable[name], row[name], state.filters[name]))}
      onCopyCell={() => row && void copyCell(app, view, row, name)}
      onCopyRow={() => row && void copyRows(app, view, [row])}
      selected={view.chosen.length}
      onCopySelected={() => void copyRows(app, view, view.chosen)}
      onFigures={isOwn ? () => onFigures(name) : undefined}
      isSorted={isSorted}
      onSort={
        sortsAlso ? () => change({ sort: isSorted ? others : nextSort(state.sort, name, kind, true) }) : undefined
      }
      pin={setting ? pinOf(columns, setting) : 'none'}
      onPin={setting && ((pin) => arrange(changeColumn(settings, name, { pin })))}
      onHide={setting && (() => arrange(changeColumn(settings, name, { visible: false })))}
      onClose={onClose}
    />
  )
}
