import { useMediaQuery } from '@mantine/hooks'
import { lazy, type ReactNode, Suspense, useEffect, useMemo, useRef, useState } from 'react'
import { MAX_IDS, MAX_SELECTION } from '../../core/bulk.ts'
import { type Columns, isNumeric } from '../../core/columns.ts'
import type { List, ListRow, Page } from '../../core/contract.ts'
import { filtersOf, sortsOf, sortText, visible } from '../../core/listQuery.ts'
import { useApp, useText } from '../hooks/app.ts'
import { useStored } from '../hooks/useStored.ts'
import { PageHead } from '../layout/PageHead.tsx'
import { Cards } from './Cards.tsx'
import { ColumnSettings } from './ColumnSettings.tsx'
import { withHeaderRoom } from './columnSettings.ts'
import { DefaultCell } from './DefaultCell.tsx'
import { ExportButton } from './ExportButton.tsx'
import { FilterBar, KEYWORD } from './filters/FilterBar.tsx'
import formStyles from './filters/filterForm.module.css'
import { wordsOf } from './filterValue.ts'
import { ListStates } from './ListStates.tsx'
import { ListTable } from './ListTable.tsx'
import type { CellPlace } from './late/CellMenu.tsx'
import styles from './list.module.css'
import { ALL_ROWS, askOf, writeSearch } from './listSearch.ts'
import { Pager } from './Pager.tsx'
import { RowActions } from './RowActions.tsx'
import { RowDrawer } from './RowDrawer.tsx'
import { Tools } from './Tools.tsx'
import { INDEX, INDEX_COLUMN, type TableView } from './tableView.ts'
import { listText } from './text.ts'
import { useTotals } from './totals.ts'
import {
  type Action,
  type Cell,
  DENSITIES,
  type Density,
  type ListPageText,
  type Option,
  type Selection,
  type StatusTones,
} from './types.ts'
import { useColumns } from './useColumns.ts'
import { useAllows, useList } from './useList.ts'
import { useListState } from './useListState.ts'
import { useMore } from './useMore.ts'
import { useSelection } from './useSelection.ts'
import { useSharedView } from './useSharedView.ts'
import { type AnyRow, useTableModel } from './useTableModel.ts'
import { ViewsMenu } from './ViewsMenu.tsx'

const BulkBar = lazy(async () => ({ default: (await import('./late/BulkBar.tsx')).BulkBar }))
const NewData = lazy(async () => ({ default: (await import('./late/NewData.tsx')).NewData }))
const LongMore = lazy(async () => ({ default: (await import('./long/LongMore.tsx')).LongMore }))
const TotalsFoot = lazy(async () => ({ default: (await import('./late/TotalsFoot.tsx')).TotalsFoot }))
const CellLayer = lazy(async () => ({ default: (await import('./late/CellLayer.tsx')).CellLayer }))
/** Its own chunk: most lists have the bar of pills. */
const FilterForm = lazy(async () => ({ default: (await import('./filters/FilterForm.tsx')).FilterForm }))

export interface ListPageProps<L extends List> {
  list: L
  text: ListPageText
  /** Above the card: tiles or a chart of the filtered set. */
  summary?: (filters: Record<string, string>) => ReactNode
  /** Own renderers of single columns; the rest shows by its kind. */
  cells?: { [K in keyof ListRow<L>]?: Cell<ListRow<L>> }
  /** Choice columns shown as dot and word. */
  statusTones?: StatusTones
  /** Values of filters on ids. */
  filterOptions?: Record<string, readonly Option[]>
  /** Up to four filters that are always shown. */
  primary?: readonly string[]
  /** Filters not offered here, e.g. the partner to a partner. */
  withoutFilters?: readonly string[]
  rowActions?: (row: ListRow<L>) => Action[]
  /** Makes rows selectable. */
  bulkActions?: (selection: Selection) => Action[]
  /** The bulk verbs take a frozen selection: "all" means every row of the filter and not the first thousand. */
  bulkTakesAll?: boolean
  /** Buttons beside the title, before the export. */
  headActions?: ReactNode
  /** What a row opens into; its name for a screen reader is the row's first column. */
  drawer?: (rowId: string, close: () => void) => ReactNode
  /** A row below 992 pixels. */
  card?: (row: ListRow<L>) => ReactNode
  /** Shown when there is nothing at all, not even without filters. */
  emptyState?: ReactNode
  /** A list without a file. */
  withoutExport?: boolean
  /** A classic search table: these filters as a form above the table, with search and reset, instead of the bar of pills. */
  filterForm?: readonly string[]
  /** Buttons above the table's left end, beside a search form. */
  toolbar?: ReactNode
  /** Numbers the rows in a first column, running on over the pages. */
  withIndex?: boolean
  /** What opening a row is called; "details" unless told. */
  openLabel?: string
}

/**
 * A whole list screen from a list's contract: title, filters, table, columns, density, selection, paging, export, drawer
 * and every state, in the URL where it can be shared. What the session may not see is absent.
 *
 * @example
 * export default function UsersScreen() {
 *   const words = useText(usersText)
 *   return (
 *     <ListPage
 *       list={usersList}
 *       text={usersText}
 *       primary={['role', 'status']}
 *       statusTones={{ status: { active: 'green', disabled: 'grey' } }}
 *       cells={{ username: (row) => <b>{row.username}</b> }}
 *       headActions={<Button onClick={create}>{words.create}</Button>}
 *       rowActions={(row) => [{ label: words.edit, run: () => edit(row) }]}
 *       drawer={(id, close) => <UserDrawer id={id} onClose={close} />}
 *     />
 *   )
 * }
 */
export function ListPage<L extends List>(props: ListPageProps<L>) {
  const { list, primary = [], statusTones, drawer, bulkActions, withIndex, filterForm } = props
  const app = useApp()
  const words = useText(listText)
  const own = props.text[app.language]
  const allows = useAllows()
  const isWide = useMediaQuery('(min-width: 62em)', true, { getInitialValueInEffect: false })
  const sortable = useMemo(() => sortsOf(list, allows), [list, allows])
  const columns = useMemo<Columns>(
    () =>
      withHeaderRoom(
        { ...(withIndex ? { [INDEX]: INDEX_COLUMN } : {}), ...visible(list.columns, allows) },
        (name) => own.columns[name] ?? name,
        sortable,
      ),
    [list, allows, own, sortable, withIndex],
  )
  const filterable = useMemo(() => {
    const all = Object.entries(filtersOf(list, allows))
    return Object.fromEntries(all.filter(([name]) => !props.withoutFilters?.includes(name)))
  }, [list, allows, props.withoutFilters])

  const { state, change, open } = useListState(list, allows)
  const viewQuery = new URLSearchParams(writeSearch(list, { ...state, current: 1, cursor: '', open: '' })).toString()
  const ask = askOf(state)
  const isOpening = useSharedView(list.key)
  const page = useList(list, ask, !isOpening)
  const askKey = JSON.stringify(ask)
  const isLong = isWide && state.pageSize === ALL_ROWS
  const { rows: found, held, setMore } = useMore(isLong ? askKey : '', page.data?.list ?? NONE, list.rowId)
  const rows = useMemo(() => {
    if (!withIndex) return found
    const before = (state.current - 1) * state.pageSize
    return found.map((row, at) => ({ ...row, [INDEX]: String(before + at + 1) }))
  }, [found, withIndex, state.current, state.pageSize])
  const cursors = useRef(new Map<number, string>())
  if (state.cursor) cursors.current.set(state.current, state.cursor)

  const arrangement = useColumns(list.key, columns)
  const [storedDensity, storeDensity] = useStored('tab-density')
  const density = DENSITIES.includes(storedDensity as Density) ? (storedDensity as Density) : 'medium'

  const total = page.data?.total ?? 0
  const selection = useSelection(list, state, total, !!props.bulkTakesAll)
  const { chosen, choose, frozen } = selection

  const model = useTableModel({
    columns,
    rows: rows as AnyRow[],
    rowId: list.rowId,
    arrangement,
    chosen,
    onChoose: choose,
  })
  const shownColumns = model.getVisibleLeafColumns().map(({ id }) => id)

  const nameOf = (name: string) => (name === INDEX ? words.index : (own.columns[name] ?? own.filters?.[name] ?? name))
  const filterName = (name: string) => own.filters?.[name] ?? own.columns[name] ?? name
  const optionsOf = (name: string): readonly Option[] =>
    props.filterOptions?.[name] ??
    filterable[name]?.choices?.map((value) => ({ value, label: own.choices?.[name]?.[value] ?? value })) ??
    []
  const labelColumn = shownColumns.find((name) => name !== INDEX) ?? list.rowId
  const rowLabel = (row: AnyRow) => String(row[labelColumn] || row[list.rowId])
  const renderCell = (name: string, row: AnyRow) => {
    const cell = props.cells?.[name as keyof ListRow<L>] as Cell<AnyRow> | undefined
    if (cell) return cell(row, density)
    return (
      <DefaultCell
        column={columns[name]!}
        value={row[name]}
        choices={own.choices?.[name]}
        tones={statusTones?.[name]}
      />
    )
  }
  const actionsOf = (row: AnyRow): Action[] => [
    ...(drawer
      ? [{ label: props.openLabel ?? words.details, run: () => change({ open: String(row[list.rowId]) }) }]
      : []),
    ...(props.rowActions?.(row as ListRow<L>) ?? []),
  ]
  const view: TableView = {
    list,
    text: props.text,
    columns,
    shown: shownColumns,
    filterable,
    sortable,
    arrangement,
    state,
    change,
    rows: rows as AnyRow[],
    chosen: (rows as AnyRow[]).filter((row) => chosen[String(row[list.rowId])]),
    selected: selection.count,
    nameOf,
    withoutExport: !!props.withoutExport,
  }
  const [isWatching, setWatching] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setWatching(true), WATCH_AFTER_MS)
    return () => clearTimeout(timer)
  }, [])
  const [totals, setTotals] = useTotals(list.key)
  const hasFigures = !props.withoutExport && shownColumns.some((name) => isNumeric(columns[name]!.kind))
  // undefined until the first menu, which fetches the layer.
  const [cellAt, setCellAt] = useState<CellPlace | null>()
  const copy = async (id: string | undefined, name: string | undefined) =>
    (await import('./late/copyCells.ts')).copyFrom(app, view, id, name)
  const copyChosen = async () => (await import('./late/copyCells.ts')).copyRows(app, view, view.chosen)
  const hasActions = !!drawer || !!props.rowActions
  const filterKey = JSON.stringify(state.filters)
  const card = useRef<HTMLDivElement>(null)
  const turn = (current: number, cursor?: string) => {
    change({ current, cursor })
    if ((card.current?.getBoundingClientRect().top ?? 0) < 0) card.current?.scrollIntoView()
  }

  const isEmpty = !page.isPending && rows.length === 0
  const applied = Object.entries(state.filters).map(([name, value]) => ({
    name,
    label: name === KEYWORD ? words.keyword : filterName(name),
    words: filterable[name] ? wordsOf(filterable[name], value, app.language, optionsOf(name)) : value,
  }))
  const dataThrough = page.data?.dataThrough
  const openRow = rows.find((row) => String((row as AnyRow)[list.rowId]) === state.open) as AnyRow | undefined

  const exportButton = !props.withoutExport && (
    <ExportButton
      list={list}
      title={own.title}
      columns={columns}
      // A sparkline is a picture of numbers the file does not hold.
      shown={shownColumns.filter((name) => name !== INDEX && columns[name]!.kind !== 'trend')}
      filterName={filterName}
      query={new URLSearchParams({ ...state.filters, sort: sortText(state.sort) }).toString()}
      rows={page.data?.total ?? null}
      isExact={page.data?.totalIsExact ?? true}
      applied={applied}
      variant={props.headActions || filterForm ? 'default' : 'filled'}
      label={filterForm ? words.download : words.export}
    />
  )
  const tools = (
    <Tools
      isRefreshing={page.isFetching && !page.isPending}
      onRefresh={() => void page.refetch()}
      density={density}
      onDensity={storeDensity}
      isTable={isWide}
    >
      {isWide && (
        <ColumnSettings
          columns={columns}
          arrangement={arrangement}
          nameOf={nameOf}
          totals={totals}
          onTotals={hasFigures ? setTotals : undefined}
        />
      )}
    </Tools>
  )
  return (
    <>
      <PageHead
        title={own.title}
        note={
          dataThrough && (
            <>
              <i className={styles.dot} aria-hidden />
              {words.dataThrough(dataThrough)}
            </>
          )
        }
      >
        <ViewsMenu
          listKey={list.key}
          query={viewQuery}
          onOpen={(query) => open(Object.fromEntries(new URLSearchParams(query)))}
        />
        {props.headActions}
        {!filterForm && exportButton}
      </PageHead>
      {props.summary?.(state.filters)}
      <div ref={card} className={`card ${styles.card}`}>
        {filterForm ? (
          <>
            <Suspense fallback={<div className={formStyles.waiting} aria-busy />}>
              <FilterForm
                key={filterKey}
                filterable={filterable}
                names={filterForm}
                values={state.filters}
                nameOf={filterName}
                optionsOf={optionsOf}
                label={words.filters}
                onSearch={(filters) => {
                  if (JSON.stringify(filters) === filterKey) void page.refetch()
                  change({ filters })
                }}
                onReset={() => {
                  if (filterKey === '{}') void page.refetch()
                  change({ filters: {} })
                }}
              />
            </Suspense>
            <div className={formStyles.toolbar}>
              {props.toolbar}
              <div className={formStyles.toolbarEnd}>
                {tools}
                {exportButton}
              </div>
            </div>
          </>
        ) : (
          <FilterBar
            filterable={filterable}
            values={state.filters}
            nameOf={filterName}
            optionsOf={optionsOf}
            primary={primary}
            onChange={(filters) => change({ filters })}
            tools={tools}
          />
        )}
        {state.ignored.length > 0 && (
          <p className={styles.ignored} role="status">
            {words.ignored(words.listOf(state.ignored))}
          </p>
        )}
        {isWatching && page.data && !page.isPlaceholderData && (
          <Suspense>
            <NewData
              view={view}
              ask={ask}
              page={page.data as Page<AnyRow>}
              at={page.dataUpdatedAt}
              onRefresh={() => void page.refetch()}
            />
          </Suspense>
        )}
        {page.isError && rows.length === 0 ? (
          <ListStates.Error
            error={page.error}
            onRetry={() => void page.refetch()}
            onFirst={() => change({ current: 1 })}
          />
        ) : isEmpty ? (
          <ListStates.Empty
            title={own.title}
            applied={applied}
            isBeyondEnd={total > 0 && state.current > 1}
            emptyState={props.emptyState}
            onClear={() => change({ filters: {} })}
            onDrop={(name) => {
              const { [name]: _, ...filters } = state.filters
              change({ filters })
            }}
            onFirst={() => change({ current: 1 })}
          />
        ) : isWide ? (
          <ListTable
            model={model}
            columns={columns}
            label={words.tableLabel(own.title)}
            density={density}
            sort={state.sort}
            sortable={sortable}
            nameOf={nameOf}
            helpOf={(name) => own.help?.[name]}
            onSort={(sort) => change({ sort })}
            renderCell={renderCell}
            rowLabel={rowLabel}
            onOpen={drawer ? (id) => change({ open: id }) : undefined}
            rowActions={hasActions ? (row) => <RowActions name={rowLabel(row)} actions={actionsOf(row)} /> : undefined}
            onCopy={(id, name) => void copy(id, name)}
            onCellMenu={setCellAt}
            isSelectable={!!bulkActions}
            total={page.data?.totalIsExact ? (page.data.total ?? undefined) : undefined}
            before={(state.current - 1) * state.pageSize}
            isLong={isLong}
            foot={
              hasFigures && totals.length > 0
                ? (layout) => (
                    <Suspense>
                      <TotalsFoot
                        view={view}
                        kinds={totals}
                        layout={layout}
                        isSelectable={!!bulkActions}
                        hasActions={hasActions}
                      />
                    </Suspense>
                  )
                : undefined
            }
            isLoading={page.isPending}
            isBusy={page.isFetching}
          />
        ) : (
          <Cards
            rows={rows as AnyRow[]}
            rowId={list.rowId}
            isLoading={page.isPending}
            card={props.card as ((row: AnyRow) => ReactNode) | undefined}
            columns={columns}
            shown={shownColumns}
            nameOf={nameOf}
            renderCell={renderCell}
            onOpen={drawer ? (id) => change({ open: id }) : undefined}
            actionsOf={hasActions ? actionsOf : undefined}
            label={words.tableLabel(own.title)}
          />
        )}
        {isLong && page.data && rows.length > 0 && (
          <Suspense>
            <LongMore
              list={list}
              ask={ask}
              of={askKey}
              at={page.dataUpdatedAt}
              first={page.data as Page<AnyRow>}
              held={held}
              onMore={setMore}
            />
          </Suspense>
        )}
        {bulkActions && selection.count > 0 && (
          <Suspense>
            <BulkBar
              count={selection.count}
              total={page.data?.total ?? null}
              most={props.bulkTakesAll ? MAX_SELECTION : MAX_IDS}
              actions={bulkActions({
                ids: selection.ids,
                target: frozen ? { selection: frozen.id } : { ids: selection.ids },
                count: selection.count,
                clear: () => choose({}),
              })}
              isCollecting={selection.isCollecting}
              onSelectAll={() => void selection.selectAll()}
              onClear={() => choose({})}
              onCopy={view.chosen.length > 0 ? () => void copyChosen() : undefined}
            />
          </Suspense>
        )}
        <Pager
          current={state.current}
          pageSize={state.pageSize}
          total={page.data?.total ?? null}
          isExact={page.data?.totalIsExact ?? true}
          shown={rows.length}
          nextCursor={page.data?.nextCursor ?? null}
          cursorOf={(number) => cursors.current.get(number)}
          onPage={turn}
          onPageSize={(pageSize) => change({ pageSize })}
          isCompact={!isWide}
        />
      </div>
      {cellAt !== undefined && (
        <Suspense>
          <CellLayer view={view} place={cellAt} onClose={() => setCellAt(null)} />
        </Suspense>
      )}
      {drawer && (
        <RowDrawer
          name={openRow ? rowLabel(openRow) : words.details}
          isOpen={!!state.open}
          onClose={() => change({ open: undefined })}
        >
          {state.open && drawer(state.open, () => change({ open: undefined }))}
        </RowDrawer>
      )}
    </>
  )
}

const NONE: never[] = []
/** A list that was just read is not asked again at once. */
const WATCH_AFTER_MS = 60_000
