import '@mantine/core/styles/FloatingIndicator.layer.css'
import '@mantine/core/styles/SegmentedControl.layer.css'
import { Button, SegmentedControl } from '@mantine/core'
import { SETTLEMENT_PRODUCTS } from '../../core/access.ts'
import { choice, id } from '../../core/columns.ts'
import { COMPARISONS, GRANULARITIES, type Granularity } from '../../core/period.ts'
import { addDays, dayOf } from '../../core/time.ts'
import { CONTENT_TYPES, PLATFORMS } from '../../core/works.ts'
import { Loading } from '../../kit/feedback/Loading.tsx'
import { Empty, Failed } from '../../kit/feedback/State.tsx'
import { FileButton } from '../../kit/form/FileButton.tsx'
import { PeriodPick } from '../../kit/form/PeriodPick.tsx'
import { Pick } from '../../kit/form/Pick.tsx'
import { periodText } from '../../kit/form/text.ts'
import { rate } from '../../kit/format/number.ts'
import { useMay, useText } from '../../kit/hooks/app.ts'
import { usePage } from '../../kit/hooks/page.ts'
import { PageHead } from '../../kit/layout/PageHead.tsx'
import { FilterBar } from '../../kit/list/filters/FilterBar.tsx'
import { KpiSkeleton } from '../../kit/list/KpiStrip.tsx'
import type { Filterable } from '../../kit/list/listSearch.ts'
import { listText } from '../../kit/list/text.ts'
import type { Option } from '../../kit/list/types.ts'
import { useAllows } from '../../kit/list/useList.ts'
import { type Dimension, dimensionsFor, statisticsFile } from './contract.ts'
import { askOf, concentrationOf, crossedWith, readSearch, type View, writeSearch } from './query.ts'
import styles from './screen.module.css'
import { Cross } from './screenCross.tsx'
import { Hours } from './screenHours.tsx'
import { Share } from './screenShare.tsx'
import { DimensionTable } from './screenTable.tsx'
import { TILES, Tiles } from './screenTiles.tsx'
import { Trend } from './screenTrend.tsx'
import { type Answered, useStatistics, useStatisticsOptions } from './screenUse.ts'
import { text } from './text.ts'

type Change = (change: Partial<View>) => void

/** Statistics of a period (domain page S5): how it went, against before, and who it came from. */
export default function StatisticsScreen() {
  const words = useText(text)
  const lists = useText(listText)
  const periods = useText(periodText)
  const page = usePage()
  const dimensions = dimensionsFor(useAllows())
  const today = dayOf(Date.now())
  const view = readSearch(page.search, today, dimensions)
  const change: Change = (part) => page.setSearch(writeSearch({ ...view, ...part }))
  const query = useStatistics(view)
  const through = query.data?.answer.dataThrough
  return (
    <>
      <PageHead
        title={words.title}
        note={
          <>
            {through && (
              <>
                <i className={styles.dot} aria-hidden />
                {lists.dataThrough(through)}
              </>
            )}
            <span role="status">{query.isFetching && !query.isPending ? words.refreshing : ''}</span>
          </>
        }
      >
        <Pick
          label={periods.compare}
          value={view.compare}
          options={COMPARISONS}
          nameOf={(one) => periods.comparisons[one]}
          onChange={(compare) => change({ compare })}
        />
        <PeriodPick {...view} today={today} onChange={change} />
        <SegmentedControl
          aria-label={words.granularity}
          value={view.granularity}
          onChange={(value) => change({ granularity: value as Granularity })}
          data={GRANULARITIES.map((value) => ({ value, label: words.granularities[value] }))}
        />
        <FileButton path={`${statisticsFile.path}?${new URLSearchParams(askOf(view))}`}>{words.export}</FileButton>
      </PageHead>
      <div className={`card ${styles.filters}`}>
        <Filters view={view} onChange={change} />
        <div className={styles.dimension}>
          <Pick
            label={words.dimension}
            value={view.dimension}
            options={dimensions}
            nameOf={(one) => words.dimensions[one]}
            onChange={(dimension) => change({ dimension, by: crossedWith(dimension) })}
          />
        </div>
      </div>
      {view.ignored.days && <Note>{words.badLink}</Note>}
      {view.ignored.dimension && <Note>{words.badDimension}</Note>}
      {query.data ? (
        <Figures {...query.data} view={view} dimensions={dimensions} today={today} onChange={change} />
      ) : query.isError ? (
        <div className="card">
          <Failed error={query.error} onRetry={() => void query.refetch()} />
        </div>
      ) : (
        <>
          <KpiSkeleton tiles={TILES.length} />
          <Loading rows={8} />
        </>
      )}
    </>
  )
}

const Note = ({ children }: { children: string }) => (
  <p className={styles.note} role="status">
    {children}
  </p>
)

interface FiguresProps extends Answered {
  view: View
  dimensions: readonly Dimension[]
  today: string
  onChange: Change
}

function Figures({ answer, asked, view, dimensions, today, onChange }: FiguresProps) {
  const words = useText(text)
  const { dataThrough, firstDay, compareFrom, compareTo, to } = answer
  if (answer.rows.length === 0) {
    const isFiltered = Object.keys(asked.filters).length > 0
    const latest = dataThrough && { range: null, from: addDays(dataThrough, -29), to: dataThrough }
    const isElsewhere = latest && (asked.to > latest.to || asked.to < latest.from || asked.from !== latest.from)
    return (
      <div className="card">
        <Empty
          title={words.empty}
          actions={
            <>
              {latest && isElsewhere && !isFiltered && (
                <Button size="xs" onClick={() => onChange(latest)}>
                  {words.showFirst}
                </Button>
              )}
              {isFiltered && (
                <Button size="xs" variant="default" onClick={() => onChange({ filters: {} })}>
                  {words.clearFilters}
                </Button>
              )}
            </>
          }
        >
          {firstDay && dataThrough ? words.emptyBefore(firstDay, dataThrough) : words.emptyNever}
        </Empty>
      </div>
    )
  }
  // Against days that were never delivered nothing can have risen or fallen.
  const isWhole = !compareFrom || (!!firstDay && firstDay <= compareFrom)
  const concentration = concentrationOf(answer.rows, answer.totals.plays)
  const isLate = !!dataThrough && dataThrough < to && to < today
  return (
    <>
      {isLate && <p className={styles.warning}>{words.partial(dataThrough)}</p>}
      {!isWhole && firstDay && <Note>{words.shortBefore(compareFrom, compareTo!, firstDay)}</Note>}
      <Tiles answer={answer} asked={asked} isWhole={isWhole} />
      <div className={styles.charts}>
        <div className={`card ${styles.chart}`}>
          <Trend
            answer={isWhole ? answer : { ...answer, seriesBefore: [] }}
            asked={asked}
            left={view.left}
            right={view.right}
            onChange={onChange}
          />
        </div>
        <div className={`card ${styles.chart}`}>
          <Share answer={answer} asked={asked} />
        </div>
      </div>
      <div className={styles.charts}>
        <div className={`card ${styles.chart}`}>
          <Cross view={view} dimensions={dimensions} onChange={onChange} />
        </div>
        <div className={`card ${styles.chart}`}>
          <Hours view={view} />
        </div>
      </div>
      <div className={`card ${styles.rows}`}>
        <h2>
          {words.table.title(words.dimensions[asked.dimension])}
          {concentration && (
            <small>
              {words.concentration(words.dimensions[asked.dimension], concentration.count, rate(concentration.share))}
            </small>
          )}
        </h2>
        <DimensionTable
          answer={answer}
          asked={asked}
          sort={view.sort}
          isWhole={isWhole}
          onSort={(sort) => onChange({ sort })}
        />
      </div>
    </>
  )
}

const FILTERABLE: Filterable = {
  platform: { ...choice(PLATFORMS), filter: 'any' },
  contentType: { ...choice(CONTENT_TYPES), filter: 'any' },
  productCode: { ...choice(SETTLEMENT_PRODUCTS), filter: 'any' },
  categoryId: { ...id(), filter: 'any' },
}
const WITH_PARTNERS: Filterable = { ...FILTERABLE, partnerId: { ...id(), filter: 'any' } }

function Filters({ view, onChange }: { view: View; onChange: Change }) {
  const words = useText(text)
  const { partners, categories } = useStatisticsOptions()
  const filterable = useMay('partners.compare') ? WITH_PARTNERS : FILTERABLE
  const optionsOf = (name: string): readonly Option[] => {
    if (name === 'categoryId') return categories
    if (name === 'partnerId') return partners
    const choices: Record<string, string> = words.choices[name as keyof typeof words.choices]
    return Object.entries(choices).map(([value, label]) => ({ value, label }))
  }
  return (
    <FilterBar
      filterable={filterable}
      values={view.filters}
      nameOf={(name) => words.filters[name as keyof typeof words.filters]}
      optionsOf={optionsOf}
      primary={Object.keys(filterable)}
      onChange={(filters) => onChange({ filters })}
    />
  )
}
