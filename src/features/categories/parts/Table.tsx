import { ActionIcon, Button, Tooltip } from '@mantine/core'
import {
  IconChevronDown,
  IconChevronRight,
  IconSelector,
  IconSortAscending,
  IconSortDescending,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { figureOf } from '../../../kit/format/figure.ts'
import { change } from '../../../kit/format/number.ts'
import { useApp, useText } from '../../../kit/hooks/app.ts'
import { Delta } from '../../../kit/list/Delta.tsx'
import sortStyles from '../../../kit/list/sort.module.css'
import { Tag } from '../../../kit/list/Tag.tsx'
import { COLUMNS, figureIn, type Metric } from '../columns.ts'
import type { Figures } from '../compute.ts'
import { listOf, sortRows, type View } from '../query.ts'
import { text } from '../text.ts'
import styles from './categories.module.css'
import { type Answered, useNameOf } from './use.ts'

type Shown = Answered['answer']['list'][number] | Answered['answer']['list'][number]['children'][number]

interface TableProps extends Answered {
  view: View
  isWhole: boolean
  onChange(change: Partial<View>): void
}

const RISK_TONES = { low: 'grey', mid: 'orange', high: 'red' } as const

/** Both levels with all figures under the totals; figures that count submissions lead to them. */
export function CategoryTable({ answer: { list, totals }, asked, view, isWhole, onChange }: TableProps) {
  const words = useText(text)
  const isAllOpen = list.every(({ id, children }) => children.length === 0 || view.open.includes(id))
  const openAll = () =>
    onChange({ open: isAllOpen ? [] : list.filter(({ children }) => children.length > 0).map(({ id }) => id) })
  const columns = COLUMNS.filter(({ key }) => asked.compare !== 'none' || (key !== 'growth' && key !== 'supplyGrowth'))
  const rows = sortRows(list, view.sort)
  return (
    <div className={`card ${styles.rows}`}>
      <div className={styles.rowsHead}>
        <h2>{words.table.title}</h2>
        <Button size="xs" variant="default" onClick={openAll}>
          {isAllOpen ? words.table.collapseAll : words.table.expandAll}
        </Button>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <section className={styles.tableFrame} aria-label={words.table.title} tabIndex={0}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{words.category}</th>
              {columns.map(({ key }) => (
                <SortHead key={key} metric={key} view={view} onChange={onChange} />
              ))}
              <th scope="col">{words.metrics.topCreator}</th>
            </tr>
          </thead>
          <tbody>
            <tr className={styles.totals}>
              <th scope="row">{words.total}</th>
              {columns.map(({ key, kind }) => (
                <Cell key={key} of={totals} metric={key} kind={kind} isWhole={isWhole} />
              ))}
              <td>{totals.topCreator?.name ?? '—'}</td>
            </tr>
            {rows.flatMap((row) => [
              <CategoryRow key={row.id} row={row} columns={columns} asked={asked} isWhole={isWhole}>
                <Expand row={row} view={view} onChange={onChange} />
              </CategoryRow>,
              ...(view.open.includes(row.id)
                ? sortRows(row.children, view.sort).map((child) => (
                    <CategoryRow key={child.id} row={child} columns={columns} asked={asked} isWhole={isWhole} isChild />
                  ))
                : []),
            ])}
          </tbody>
        </table>
      </section>
      {Object.keys(asked.filters).length > 0 && <p className={styles.footNote}>{words.filtered}</p>}
    </div>
  )
}

interface RowProps {
  row: Shown
  columns: readonly (typeof COLUMNS)[number][]
  asked: View
  isWhole: boolean
  isChild?: boolean
  children?: ReactNode
}

function CategoryRow({ row, columns, asked, isWhole, isChild, children }: RowProps) {
  const { go } = useApp()
  const words = useText(text)
  const name = useNameOf()(row)
  const show = (search: Record<string, string>) => () => go('/dashboard/data', search)
  const opens: Partial<Record<Metric, { label: string; run(): void }>> = {
    plays: { label: words.table.open(name), run: show(listOf(row.id, asked, 'period')) },
    newVideos: { label: words.table.openNew(name), run: show(listOf(row.id, asked, 'new')) },
    riskRate: { label: words.table.openRisky(name), run: show(listOf(row.id, asked, 'risky')) },
  }
  return (
    <tr data-child={isChild || undefined}>
      <th scope="row">
        <span className={styles.name}>
          {children}
          <button type="button" className={styles.open} title={words.table.open(name)} onClick={opens.plays!.run}>
            {name}
          </button>
          {row.riskLevel !== 'low' && <Tag tone={RISK_TONES[row.riskLevel]}>{words.riskLevels[row.riskLevel]}</Tag>}
          {!row.enabled && <Tag tone="grey">{words.disabled}</Tag>}
        </span>
      </th>
      {columns.map(({ key, kind }) => (
        <Cell key={key} of={row} metric={key} kind={kind} isWhole={isWhole} opens={opens[key]} />
      ))}
      <td>
        {row.topCreator ? (
          <button
            type="button"
            className={styles.open}
            onClick={show(listOf(row.id, asked, 'period', row.topCreator.id))}
          >
            {row.topCreator.name}
          </button>
        ) : (
          '—'
        )}
      </td>
    </tr>
  )
}

interface CellProps {
  of: Figures & { heat?: number | null }
  metric: Metric
  kind: (typeof COLUMNS)[number]['kind']
  isWhole: boolean
  opens?: { label: string; run(): void } | undefined
}

function Cell({ of, metric, kind, isWhole, opens }: CellProps) {
  const { language } = useApp()
  if (metric === 'growth' || metric === 'supplyGrowth') {
    const [now, before] = metric === 'growth' ? [of.plays, of.playsBefore] : [of.newVideos, of.newVideosBefore]
    return (
      <td className="num">
        <Delta isPlain change={isWhole ? change(now, before) : { kind: 'none' }} />
      </td>
    )
  }
  const value = figureIn(of, metric)
  const shown = figureOf(kind, language).exact(value)
  return (
    <td className="num">
      {opens && value ? (
        <button type="button" className={styles.figure} title={opens.label} onClick={opens.run}>
          {shown}
        </button>
      ) : (
        shown
      )}
    </td>
  )
}

function Expand({ row, view, onChange }: { row: Shown; view: View; onChange(change: Partial<View>): void }) {
  const words = useText(text)
  const name = useNameOf()(row)
  if (!('children' in row) || row.children.length === 0) return <span className={styles.noExpand} />
  const isOpen = view.open.includes(row.id)
  const Icon = isOpen ? IconChevronDown : IconChevronRight
  return (
    <ActionIcon
      size={24}
      aria-label={isOpen ? words.table.collapse(name) : words.table.expand(name)}
      aria-expanded={isOpen}
      onClick={() => onChange({ open: isOpen ? view.open.filter((id) => id !== row.id) : [...view.open, row.id] })}
    >
      <Icon size={16} stroke={1.6} />
    </ActionIcon>
  )
}

/** A figure's name that sorts by it, the largest first, and then the other way; its formula is the tooltip. */
function SortHead({ metric, view, onChange }: { metric: Metric; view: View; onChange(change: Partial<View>): void }) {
  const words = useText(text)
  const { sort } = view
  const isSorted = sort.metric === metric
  const Icon = isSorted ? (sort.descending ? IconSortDescending : IconSortAscending) : IconSelector
  return (
    <th scope="col" className="num" aria-sort={isSorted ? (sort.descending ? 'descending' : 'ascending') : 'none'}>
      <Tooltip label={words.help[metric]} multiline maw={300}>
        <button
          type="button"
          className={sortStyles.sort}
          data-sorted={isSorted || undefined}
          onClick={() => onChange({ sort: { metric, descending: isSorted ? !sort.descending : true } })}
        >
          {words.metrics[metric]}
          <Icon size={14} stroke={1.6} aria-hidden />
        </button>
      </Tooltip>
    </th>
  )
}
