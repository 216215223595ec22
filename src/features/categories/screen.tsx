import { Button } from '@mantine/core'
import { IconBinaryTree2 } from '@tabler/icons-react'
import { useState } from 'react'
import { SETTLEMENT_PRODUCTS } from '../../core/access.ts'
import { choice, id } from '../../core/columns.ts'
import { COMPARISONS } from '../../core/period.ts'
import { dayOf } from '../../core/time.ts'
import { CONTENT_TYPES, PLATFORMS } from '../../core/works.ts'
import { Loading } from '../../kit/feedback/Loading.tsx'
import { Empty, Failed } from '../../kit/feedback/State.tsx'
import { FileButton } from '../../kit/form/FileButton.tsx'
import { PeriodPick } from '../../kit/form/PeriodPick.tsx'
import { Pick } from '../../kit/form/Pick.tsx'
import { periodText } from '../../kit/form/text.ts'
import { useApp, useMay, useText } from '../../kit/hooks/app.ts'
import { usePage } from '../../kit/hooks/page.ts'
import { PageHead } from '../../kit/layout/PageHead.tsx'
import { FilterBar } from '../../kit/list/filters/FilterBar.tsx'
import { KpiSkeleton } from '../../kit/list/KpiStrip.tsx'
import type { Filterable } from '../../kit/list/listSearch.ts'
import { listText } from '../../kit/list/text.ts'
import type { Option } from '../../kit/list/types.ts'
import { categoryFile } from './contract.ts'
import { Areas, Quadrants, Share } from './parts/Charts.tsx'
import { Compare } from './parts/Compare.tsx'
import styles from './parts/categories.module.css'
import { Movers } from './parts/Movers.tsx'
import { CategoryTable } from './parts/Table.tsx'
import { TILES, Tiles } from './parts/Tiles.tsx'
import { TreeDrawer } from './parts/TreeDrawer.tsx'
import { type Answered, nameIn, useCategories, usePartners } from './parts/use.ts'
import { askOf, FILTERS, readSearch, type View, writeSearch } from './query.ts'
import { text } from './text.ts'

type Change = (change: Partial<View>) => void

/** Statistics by content category (domain page S6): which to push, to price, to limit; and the tree itself. */
export default function CategoriesScreen() {
  const words = useText(text)
  const lists = useText(listText)
  const periods = useText(periodText)
  const page = usePage()
  const today = dayOf(Date.now())
  const view = readSearch(page.search, today)
  const change: Change = (part) => page.setSearch(writeSearch({ ...view, ...part }))
  const query = useCategories(view)
  const mayWrite = useMay('categories.write')
  const [isManaging, setManaging] = useState(false)
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
        {mayWrite && (
          <Button
            variant="default"
            leftSection={<IconBinaryTree2 size={16} stroke={1.6} />}
            onClick={() => setManaging(true)}
          >
            {words.manage}
          </Button>
        )}
        <FileButton path={`${categoryFile.path}?${new URLSearchParams(askOf(view))}`}>{words.export}</FileButton>
      </PageHead>
      <div className={`card ${styles.filters}`}>
        <Filters view={view} onChange={change} />
      </div>
      {view.hasBadDays && <Note>{words.badLink}</Note>}
      {query.data ? (
        <Figures {...query.data} view={view} today={today} onChange={change} />
      ) : query.isError ? (
        <div className="card">
          <Failed error={query.error} onRetry={() => void query.refetch()} />
        </div>
      ) : (
        <>
          <KpiSkeleton tiles={TILES.length} />
          <Loading rows={10} />
        </>
      )}
      {mayWrite && <TreeDrawer isOpen={isManaging} onClose={() => setManaging(false)} />}
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
  today: string
  onChange: Change
}

function Figures({ answer, asked, view, today, onChange }: FiguresProps) {
  const { language } = useApp()
  const words = useText(text)
  const { dataThrough, firstDay, compareFrom, compareTo, to, rebuildingDays, merging } = answer
  const isFiltered = Object.keys(asked.filters).length > 0
  // Against days that were never delivered nothing can have risen or fallen.
  const isWhole = !!compareFrom && !!firstDay && firstDay <= compareFrom
  const charts = { answer, asked, isWhole }
  return (
    <>
      {merging.map((one) => (
        <p key={one.fromZh} className={styles.warning} role="status">
          {words.merging(
            nameIn({ nameZh: one.fromZh, nameEn: one.fromEn }, language),
            nameIn({ nameZh: one.toZh, nameEn: one.toEn }, language),
          )}
        </p>
      ))}
      {rebuildingDays > 0 && (
        <p className={styles.warning} role="status">
          {words.rebuilding(rebuildingDays)}
        </p>
      )}
      {dataThrough && dataThrough < to && to < today && <p className={styles.warning}>{words.partial(dataThrough)}</p>}
      {compareFrom && !isWhole && firstDay && <Note>{words.shortBefore(compareFrom, compareTo!, firstDay)}</Note>}
      {answer.totals.plays === 0 && answer.totals.newVideos === 0 ? (
        <div className="card">
          <Empty
            title={words.empty}
            actions={
              isFiltered && (
                <Button size="xs" variant="default" onClick={() => onChange({ filters: {} })}>
                  {words.clearFilters}
                </Button>
              )
            }
          >
            {firstDay && dataThrough ? words.emptyBefore(firstDay, dataThrough) : words.emptyNever}
          </Empty>
        </div>
      ) : (
        <>
          <Tiles {...charts} />
          <div className={styles.charts}>
            <div className={`card ${styles.chart}`}>
              <Areas {...charts} />
            </div>
            <div className={`card ${styles.chart}`}>
              <Share answer={answer} asked={asked} />
            </div>
            <div className={`card ${styles.chart}`}>
              <Quadrants {...charts} />
            </div>
            <div className={`card ${styles.chart}`}>
              <Compare answer={answer} asked={asked} compared={view.compared} onChange={onChange} />
            </div>
          </div>
          {isWhole && !isFiltered && <Movers view={asked} />}
        </>
      )}
      <CategoryTable {...charts} view={view} onChange={onChange} />
    </>
  )
}

const FILTERABLE: Filterable = {
  platform: { ...choice(PLATFORMS), filter: 'any' },
  contentType: { ...choice(CONTENT_TYPES), filter: 'any' },
  productCode: { ...choice(SETTLEMENT_PRODUCTS), filter: 'any' },
  partnerId: { ...id(), filter: 'any' },
}

function Filters({ view, onChange }: { view: View; onChange: Change }) {
  const words = useText(text)
  const partners = usePartners()
  const optionsOf = (name: string): readonly Option[] => {
    if (name === 'partnerId') return partners
    const choices: Record<string, string> = words.choices[name as keyof typeof words.choices]
    return Object.entries(choices).map(([value, label]) => ({ value, label }))
  }
  return (
    <FilterBar
      filterable={FILTERABLE}
      values={view.filters}
      nameOf={(name) => words.filters[name as keyof typeof words.filters]}
      optionsOf={optionsOf}
      primary={FILTERS}
      onChange={(filters) => onChange({ filters })}
    />
  )
}
