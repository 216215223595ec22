import { Tooltip } from '@mantine/core'
import { IconSelector, IconSortAscending, IconSortDescending } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { change, rate } from '../../kit/format/number.ts'
import { useApp, useText } from '../../kit/hooks/app.ts'
import { Delta } from '../../kit/list/Delta.tsx'
import sortStyles from '../../kit/list/sort.module.css'
import { MOST_ROWS } from './contract.ts'
import { nameOf } from './names.ts'
import { listOf, METRICS, type Metric, narrowTo, type Sort, sortRows } from './query.ts'
import styles from './screen.module.css'
import { formatOf } from './screenFormat.ts'
import type { Answered } from './screenUse.ts'
import { text } from './text.ts'

interface TableProps extends Answered {
  sort: Sort
  onSort(sort: Sort): void
  isWhole: boolean
}

/** The rows of the dimension under the totals of all; a row leads to its submissions. */
export function DimensionTable({ answer: { rows, totals, before }, asked, sort, onSort, isWhole }: TableProps) {
  const { language, go } = useApp()
  const words = useText(text)
  const { dimension } = asked
  const others = METRICS.filter((metric) => metric !== 'plays')
  const figure = (of: Record<Metric, number | null>, metric: Metric) => formatOf(metric, language).exact(of[metric])
  const top = Math.max(...rows.map(({ share }) => share ?? 0), 1)
  const title = words.table.title(words.dimensions[dimension])
  const head = (metric: Metric) => (
    <SortHead key={metric} metric={metric} sort={sort} onSort={onSort}>
      {words.metrics[metric]}
    </SortHead>
  )
  const changed = (plays: number, playsBefore: number | null | undefined) => (
    <Delta isPlain change={isWhole ? change(plays, playsBefore) : { kind: 'none' }} />
  )
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <section className={styles.tableFrame} aria-label={title} tabIndex={0}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{words.dimensions[dimension]}</th>
              <th scope="col">{words.table.share}</th>
              {head('plays')}
              {before && (
                <th scope="col" className="num">
                  {words.table.change}
                </th>
              )}
              {others.map(head)}
            </tr>
          </thead>
          <tbody>
            <tr className={styles.totals}>
              <th scope="row">{words.table.total}</th>
              <td />
              <td className="num">{figure(totals, 'plays')}</td>
              {before && <td className="num">{changed(totals.plays, before.plays)}</td>}
              {others.map((metric) => (
                <td key={metric} className="num">
                  {figure(totals, metric)}
                </td>
              ))}
            </tr>
            {sortRows(rows, sort).map((row) => {
              const name = nameOf(dimension, row, language)
              const narrowed = narrowTo(dimension, row.key)
              const list = narrowed && { ...listOf(asked), ...narrowed }
              return (
                <tr key={row.key}>
                  <th scope="row">
                    {list ? (
                      <button
                        type="button"
                        className={styles.open}
                        title={words.table.open(name)}
                        onClick={() => go('/dashboard/data', list)}
                      >
                        {name}
                      </button>
                    ) : (
                      name
                    )}
                  </th>
                  <td>
                    <div className={styles.share}>
                      <i style={{ width: `${((row.share ?? 0) / top) * 100}%` }} />
                      <span>{rate(row.share)}</span>
                    </div>
                  </td>
                  <td className="num">{figure(row, 'plays')}</td>
                  {before && <td className="num">{changed(row.plays, row.playsBefore)}</td>}
                  {others.map((metric) => (
                    <td key={metric} className="num">
                      {figure(row, metric)}
                    </td>
                  ))}
                </tr>
              )
            })}
          </tbody>
        </table>
      </section>
      {rows.length === MOST_ROWS && <p className={styles.footNote}>{words.table.first(MOST_ROWS)}</p>}
    </>
  )
}

interface SortHeadProps {
  metric: Metric
  sort: Sort
  onSort(sort: Sort): void
  children: ReactNode
}

/** A metric's name that sorts by it, the largest first, and then the other way. */
function SortHead({ metric, sort, onSort, children }: SortHeadProps) {
  const words = useText(text)
  const isSorted = sort.metric === metric
  const Icon = isSorted ? (sort.descending ? IconSortDescending : IconSortAscending) : IconSelector
  return (
    <th scope="col" className="num" aria-sort={isSorted ? (sort.descending ? 'descending' : 'ascending') : 'none'}>
      <Tooltip label={words.help[metric]} multiline maw={280}>
        <button
          type="button"
          className={sortStyles.sort}
          data-sorted={isSorted || undefined}
          onClick={() => onSort({ metric, descending: isSorted ? !sort.descending : true })}
        >
          {children}
          <Icon size={14} stroke={1.6} aria-hidden />
        </button>
      </Tooltip>
    </th>
  )
}
