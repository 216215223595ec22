import { Modal, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { columnFigures } from '../../../core/columnFigures.ts'
import { type Column, isNumeric } from '../../../core/columns.ts'
import { exactCount } from '../../format/number.ts'
import { useApp, useText } from '../../hooks/app.ts'
import { DefaultCell } from '../DefaultCell.tsx'
import { listText } from '../text.ts'
import styles from './columnFigures.module.css'
import { lateText } from './text.ts'

interface ColumnFiguresProps {
  listKey: string
  name: string
  title: string
  column: Column
  choices: Record<string, string> | undefined
  /** The list's filters as a query string. */
  query: string
  onClose(): void
}

/** What one column holds under the filters of the moment: counts, extremes, sum and mean, the most frequent values. */
export function ColumnFigures({ listKey, name, title, column, choices, query, onClose }: ColumnFiguresProps) {
  const app = useApp()
  const words = useText(listText)
  const late = useText(lateText)
  const { data, error } = useQuery({
    queryKey: [listKey, 'figures', name, query, app.language],
    queryFn: ({ signal }) =>
      app.call(columnFigures, { query: { listKey, column: name, query } }, { signal, quiet: true }),
    retry: false,
  })
  const cell = (value: unknown) => <DefaultCell column={column} value={value} choices={choices} />
  const ended = (end: string) => (isNumeric(column.kind) ? Number(end) : end)
  const facts: [string, ReactNode][] = data
    ? [
        [late.figureRows, exactCount(data.rows)],
        [late.figureEmpty, exactCount(data.empty)],
        [late.figureDistinct, exactCount(data.distinct)],
        ...(data.min === null ? [] : ([[words.min, cell(ended(data.min))]] as [string, ReactNode][])),
        ...(data.max === null ? [] : ([[words.max, cell(ended(data.max))]] as [string, ReactNode][])),
        ...(data.sum === null ? [] : ([[late.figureSum, cell(data.sum)]] as [string, ReactNode][])),
        ...(data.mean === null ? [] : ([[late.figureMean, cell(data.mean)]] as [string, ReactNode][])),
      ]
    : []
  const most = data?.top[0]?.rows ?? 1
  const wordOf = (value: string) =>
    column.kind === 'flag' ? (value === 'true' ? words.yes : words.no) : (choices?.[value] ?? value)
  return (
    <Modal opened onClose={onClose} title={late.figuresOf(title)} size={440}>
      {error ? (
        <p role="alert">{error.message}</p>
      ) : data ? (
        <>
          <dl className={styles.facts}>
            {facts.map(([label, value]) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
          {data.top.length > 0 && (
            <>
              <h3 className={styles.heading}>{late.figureTop(data.top.length)}</h3>
              <ol className={styles.top}>
                {data.top.map(({ value, rows }) => (
                  <li key={value}>
                    <span title={wordOf(value)}>{wordOf(value)}</span>
                    <i aria-hidden>
                      <b style={{ width: `${(rows / most) * 100}%` }} />
                    </i>
                    <span>{exactCount(rows)}</span>
                  </li>
                ))}
              </ol>
            </>
          )}
        </>
      ) : (
        <Skeleton height={120} aria-label={words.loading} />
      )}
    </Modal>
  )
}
