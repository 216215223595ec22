import '@mantine/core/styles/FloatingIndicator.layer.css'
import '@mantine/core/styles/SegmentedControl.layer.css'
import { Button, SegmentedControl, Tooltip } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { choice, flag, id, text as textColumn } from '../../core/columns.ts'
import { clockOf } from '../../core/time.ts'
import { CONTENT_TYPES, PLATFORMS } from '../../core/works.ts'
import { Empty, Failed } from '../../kit/feedback/State.tsx'
import { FileButton } from '../../kit/form/FileButton.tsx'
import { Pick } from '../../kit/form/Pick.tsx'
import { shortDay, shortTime } from '../../kit/format/time.ts'
import { CallError, useApp, useText } from '../../kit/hooks/app.ts'
import { PageHead } from '../../kit/layout/PageHead.tsx'
import { FilterBar } from '../../kit/list/filters/FilterBar.tsx'
import type { Filterable } from '../../kit/list/listSearch.ts'
import { Pager } from '../../kit/list/Pager.tsx'
import { RowDrawer } from '../../kit/list/RowDrawer.tsx'
import { Tag } from '../../kit/list/Tag.tsx'
import { treeOptions } from '../../kit/list/treeOptions.ts'
import type { Option } from '../../kit/list/types.ts'
import { BOARDS, lists, WINDOWS } from './contract.ts'
import { Aside } from './parts/Aside.tsx'
import { DayPick } from './parts/DayPick.tsx'
import { EntryCards, EntrySkeleton, EntryTable } from './parts/Entries.tsx'
import { RulesButton } from './parts/RulesButton.tsx'
import styles from './parts/rank.module.css'
import { askOf, type BoardAnswer, useBoard, useEntries, useRules, useView, type View } from './parts/useRank.ts'
import { Work } from './parts/Work.tsx'
import { screenText } from './screenText.ts'
import { text } from './text.ts'

type Change = (part: Partial<View>) => void

const ROOT = '/dashboard/hot_rank'
/** Another board begins at its first page, with its newest snapshot. */
const FRESH = { current: 1, snapshotId: '' } as const

/** A hot ranking (domain page S13): one board, one snapshot, one order. */
export default function RankScreen() {
  const { language } = useApp()
  const words = useText(screenText)
  const { boards, windows } = useText(text)
  const { view, change } = useView()
  const board = useBoard(view)
  const { data } = board
  return (
    <>
      <PageHead title={boards[view.board]} note={data && <Note board={data} isRefreshing={board.isFetching} />}>
        {view.board === 'play_count_rank' && (
          <SegmentedControl
            aria-label={words.window}
            value={view.window}
            onChange={(window) => change({ ...FRESH, window: window as View['window'] })}
            data={WINDOWS.map((value) => ({ value, label: windows[value] }))}
          />
        )}
        <DayPick view={view} statDate={data?.statDate} onChange={(date) => change({ ...FRESH, date })} />
        {data && <ExportButton view={view} snapshotId={data.snapshotId} />}
      </PageHead>
      {data?.isStandIn && (
        <p className={styles.notice} role="status">
          {words.standIn(shortDay(data.statDate, language))}
        </p>
      )}
      {data?.newerId && (
        <div className={styles.notice} role="status">
          {words.newer(shortTime(data.takenAt, language))}
          <Button
            size="xs"
            variant="default"
            onClick={() => {
              board.renew()
              change(FRESH)
            }}
          >
            {words.showNewer}
          </Button>
        </div>
      )}
      <div className={styles.page} data-alone={board.isError || undefined}>
        <div className={`card ${styles.main}`}>
          <Scopes view={view} version={data?.formulaVersion} onChange={change} />
          <Filters view={view} onChange={change} />
          {data && !board.isError ? (
            <Entries view={view} board={data} onChange={change} />
          ) : board.isError ? (
            <NoBoard error={board.error} view={view} onChange={change} onRetry={() => void board.refetch()} />
          ) : (
            <EntrySkeleton />
          )}
        </div>
        {data && !board.isError && <Aside board={data} />}
      </div>
    </>
  )
}

/** As of when, and whether that may still change. */
function Note({ board, isRefreshing }: { board: BoardAnswer; isRefreshing: boolean }) {
  const { language } = useApp()
  const words = useText(screenText)
  const status = words.statuses[board.status]
  return (
    <>
      {board.status === 'live' && <i className={styles.dot} aria-hidden />}
      {words.boardOf(shortDay(board.statDate, language))}
      {board.status === 'revised' && board.revisedFrom ? (
        <Tooltip label={words.revised(clockOf(board.revisedFrom))} multiline maw={260}>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: its explanation must be reachable by keyboard */}
          <span tabIndex={0}>
            <Tag tone="orange">{status}</Tag>
          </span>
        </Tooltip>
      ) : (
        <Tag tone={board.status === 'live' ? 'green' : 'grey'}>{status}</Tag>
      )}
      <span title={clockOf(board.takenAt)}>{words.snapshot(shortTime(board.takenAt, language))}</span>
      <span role="status">{isRefreshing ? words.refreshing : ''}</span>
    </>
  )
}

function Scopes({ view, version, onChange }: { view: View; version: number | undefined; onChange: Change }) {
  const { go, language } = useApp()
  const words = useText(screenText)
  const { boards, platform, contentType } = useText(text)
  const rules = useRules()
  const [kind, value = ''] = view.scope.split(':') as [keyof typeof words.kinds, string?]
  const categories = (rules?.categories ?? []).filter(({ parentId }) => parentId === null)
  const valuesOf: Record<string, readonly string[]> = {
    platform: PLATFORMS,
    category: categories.map(({ id }) => id),
    type: CONTENT_TYPES,
  }
  const nameOf = (one: string): string => {
    if (kind === 'platform') return platform[one as keyof typeof platform] ?? one
    if (kind === 'type') return contentType[one as keyof typeof contentType] ?? one
    const found = categories.find(({ id }) => id === one)
    return found ? (language === 'zh-CN' ? found.nameZh : found.nameEn) : one
  }
  return (
    <div className={styles.scopes}>
      <SegmentedControl
        aria-label={words.board}
        value={view.board}
        onChange={(board) => go(`${ROOT}/${board}`, view.scope === 'all' ? {} : { scope: view.scope })}
        data={BOARDS.map((board) => ({ value: board, label: boards[board] }))}
      />
      <SegmentedControl
        aria-label={words.kind}
        value={kind}
        onChange={(next) =>
          onChange({ ...FRESH, scope: next === 'all' ? 'all' : `${next}:${valuesOf[next]?.[0] ?? ''}` })
        }
        data={(['all', 'platform', 'category', 'type'] as const).map((one) => ({
          value: one,
          label: words.kinds[one],
        }))}
      />
      {kind !== 'all' && (
        <Pick
          label={words.which[kind]}
          value={value}
          options={valuesOf[kind] ?? []}
          nameOf={nameOf}
          onChange={(next) => onChange({ ...FRESH, scope: `${kind}:${next}` })}
        />
      )}
      {version !== undefined && <RulesButton version={version} />}
    </div>
  )
}

const FILTERABLE: Filterable = {
  keyword: { ...textColumn(), filter: 'contains' },
  platform: { ...choice(PLATFORMS), filter: 'any' },
  categoryId: { ...id(), filter: 'any' },
  contentType: { ...choice(CONTENT_TYPES), filter: 'any' },
}
const WITH_MINE: Filterable = { ...FILTERABLE, mine: { ...flag(), filter: 'is' } }

function Filters({ view, onChange }: { view: View; onChange: Change }) {
  const { language, session } = useApp()
  const words = useText(screenText)
  const { platform, contentType } = useText(text)
  const categories = treeOptions(useRules()?.categories ?? [], language)
  const filterable = session?.accessRoles === 'partner' ? WITH_MINE : FILTERABLE
  const optionsOf = (name: string): readonly Option[] => {
    if (name === 'categoryId') return categories
    const names: Record<string, string> = name === 'platform' ? platform : contentType
    return Object.entries(names).map(([value, label]) => ({ value, label }))
  }
  return (
    <FilterBar
      filterable={filterable}
      values={view.filters}
      nameOf={(name) => words.filters[name as keyof typeof words.filters]}
      optionsOf={optionsOf}
      primary={Object.keys(filterable)}
      onChange={(filters) => onChange({ filters, current: 1 })}
    />
  )
}

function Entries({ view, board, onChange }: { view: View; board: BoardAnswer; onChange: Change }) {
  const words = useText(screenText)
  const isWide = useMediaQuery('(min-width: 62em)', true, { getInitialValueInEffect: false })
  const { data, isPending, isError, error, isFetching, refetch } = useEntries(view, board.snapshotId)
  const isFiltered = Object.keys(view.filters).length > 0
  if (isError && !data) return <Failed error={error} onRetry={() => void refetch()} />
  if (isPending) return <EntrySkeleton />
  const rows = data.list
  const total = data.total ?? 0
  const open = (row: { videoId: string }) => onChange({ open: row.videoId })
  const Body = isWide ? EntryTable : EntryCards
  return (
    <>
      {rows.length > 0 ? (
        <Body
          board={view.board}
          rows={rows}
          top={board.thresholds[0]?.score ?? rows[0]!.score}
          isBusy={isFetching}
          onOpen={open}
        />
      ) : (
        <Empty
          title={isFiltered ? words.noMatch : words.empty}
          actions={
            isFiltered && (
              <Button size="xs" variant="default" onClick={() => onChange({ filters: {}, current: 1 })}>
                {words.clear}
              </Button>
            )
          }
        >
          {isFiltered ? words.noMatchWhy : words.emptyWhy}
        </Empty>
      )}
      <Pager
        current={view.current}
        pageSize={view.pageSize}
        total={total}
        isExact
        shown={rows.length}
        nextCursor={null}
        cursorOf={() => undefined}
        // From the second page on the snapshot is part of the address: who opens it sees the same rows.
        onPage={(current) => onChange({ current, snapshotId: board.snapshotId })}
        onPageSize={(pageSize) => onChange({ pageSize, current: 1 })}
        isCompact={!isWide}
      />
      <RowDrawer name={words.history} isOpen={!!view.open} onClose={() => onChange({ open: '' })}>
        {view.open && (
          <Work
            key={view.open}
            view={view}
            id={view.open}
            row={rows.find(({ videoId }) => videoId === view.open)}
            onClose={() => onChange({ open: '' })}
          />
        )}
      </RowDrawer>
    </>
  )
}

interface NoBoardProps {
  error: unknown
  view: View
  onChange: Change
  onRetry(): void
}

/** A day without a board is not a failure. */
function NoBoard({ error, view, onChange, onRetry }: NoBoardProps) {
  const words = useText(screenText)
  const isMissing = error instanceof CallError && error.code === 404
  if (!isMissing) return <Failed error={error} onRetry={onRetry} />
  const isNamed = !!view.date || !!view.snapshotId
  return (
    <Empty
      title={isNamed ? error.message : words.never}
      actions={
        isNamed && (
          <Button size="xs" onClick={() => onChange({ ...FRESH, date: '' })}>
            {words.newestBoard}
          </Button>
        )
      }
    >
      {isNamed ? words.noBoardWhy : words.neverWhy}
    </Empty>
  )
}

function ExportButton({ view, snapshotId }: { view: View; snapshotId: string }) {
  const words = useText(screenText)
  const { current: _, pageSize: __, ...question } = askOf(view, snapshotId)
  return (
    <FileButton path={`${lists[view.board].path}/export.csv?${new URLSearchParams(question)}`}>
      {words.export}
    </FileButton>
  )
}
