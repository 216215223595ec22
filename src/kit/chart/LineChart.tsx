import { ActionIcon, Tooltip } from '@mantine/core'
import { IconChartLine, IconTable } from '@tabler/icons-react'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { shortDay } from '../format/time.ts'
import { useApp, useText } from '../hooks/app.ts'
import { PlainTable } from '../list/PlainTable.tsx'
import styles from './chart.module.css'
import { PALETTE } from './palette.ts'
import { chartText } from './text.ts'

const LineCanvas = lazy(() => import('./LineCanvas.tsx'))

export interface Series {
  name: string
  /** One value a day; null where there is no data. */
  values: readonly (number | null)[]
}

export interface LineChartProps {
  title: string
  /** Between the title and the table switch, e.g. a metric switch. */
  controls?: ReactNode
  days: readonly string[]
  series: readonly Series[]
  /** Axis and labels. */
  short(value: number): string
  /** Tooltip and table. */
  exact(value: number | null): string
  height: number
  /** Marks the highest point of the first series with these words. */
  peak?: (value: string) => string
}

/** Daily values as lines. Every chart can be read as a table; the legend is plain HTML. */
export function LineChart({ title, controls, days, series, short, exact, height, peak }: LineChartProps) {
  const { theme, language } = useApp()
  const words = useText(chartText)
  const [isTable, setTable] = useState(false)
  const known = series.flatMap(({ values }) => values.filter((value) => value !== null))
  const description = series
    .map(({ name, values }) => {
      const present = values.filter((value) => value !== null)
      return words.describe(name, days.length, exact(Math.min(...present)), exact(Math.max(...present)))
    })
    .join('; ')
  const Icon = isTable ? IconChartLine : IconTable
  const switchLabel = isTable ? words.asChart : words.asTable
  return (
    <figure className={styles.figure} aria-label={title}>
      <figcaption className={styles.head}>
        <b>{title}</b>
        {series.length > 1 && !isTable && (
          <ul className={styles.legend}>
            {series.map(({ name }, index) => (
              <li key={name}>
                <i style={{ background: PALETTE[theme][index] }} />
                {name}
              </li>
            ))}
          </ul>
        )}
        <div className={styles.controls}>
          {controls}
          <Tooltip label={switchLabel}>
            <ActionIcon size={28} aria-label={switchLabel} onClick={() => setTable(!isTable)}>
              <Icon size={16} stroke={1.6} />
            </ActionIcon>
          </Tooltip>
        </div>
      </figcaption>
      {isTable ? (
        <PlainTable
          label={title}
          columns={[{ name: words.day }, ...series.map(({ name }) => ({ name, isNumeric: true }))]}
          rows={days
            .map((day, index) => ({
              key: day,
              cells: [shortDay(day, language), ...series.map(({ values }) => exact(values[index] ?? null))],
            }))
            .reverse()}
        />
      ) : (
        <div style={{ height }}>
          {known.length > 0 && (
            <Suspense fallback={<div role="status" aria-label={words.loading} />}>
              <LineCanvas
                description={description}
                days={days}
                series={series}
                short={short}
                exact={exact}
                height={height}
                peak={peak}
              />
            </Suspense>
          )}
        </div>
      )}
    </figure>
  )
}
