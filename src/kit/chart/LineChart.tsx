import { ActionIcon, Tooltip } from '@mantine/core'
import { IconChartLine, IconTable } from '@tabler/icons-react'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { shortDay } from '../format/time.ts'
import { useApp, useText } from '../hooks/app.ts'
import { PlainTable } from '../list/PlainTable.tsx'
import styles from './chart.module.css'
import { PLAIN_POINTS, PlainLine } from './PlainLine.tsx'
import { colorsOf } from './series.ts'
import { chartText } from './text.ts'

// A chart whose code does not arrive must not take the page with it: its table needs none.
const LineCanvas = lazy(() => import('./LineCanvas.tsx').catch(() => ({ default: Unavailable })))

function Unavailable() {
  return <p className={styles.unavailable}>{useText(chartText).unavailable}</p>
}

export interface Series {
  name: string
  /** One value a day; null where there is no data. */
  values: readonly (number | null)[]
  /** Measured by the scale at the right. */
  isRight?: boolean
  /** The compared period: dashed and grey. */
  isBefore?: boolean
}

interface Format {
  /** Axis and labels. */
  short(value: number): string
  /** Tooltip and table. */
  exact(value: number | null): string
}

export interface LineChartProps extends Format {
  title: string
  /** Between the title and the table switch, e.g. a metric switch. */
  controls?: ReactNode
  days: readonly string[]
  series: readonly Series[]
  /** How the series on the right scale are written. */
  right?: Format | undefined
  height: number
  /** Marks the highest point of the first series with these words. */
  peak?: (value: string) => string
  /** Points that cover more than a day, in words. */
  nameOf?: (day: string) => string
  /** How the axis names a point, where not by its day. */
  tickOf?: (day: string) => string
  /** Points whose days are not all counted: dotted and hollow. */
  partial?: readonly boolean[]
}

/** Daily values as lines; a short course of one series needs no chart library. Every chart can be read as a table; the legend is plain HTML. */
export function LineChart(props: LineChartProps) {
  const { title, controls, days, series, right, nameOf, partial } = props
  const { theme, language } = useApp()
  const words = useText(chartText)
  const [isTable, setTable] = useState(false)
  const known = series.flatMap(({ values }) => values.filter((value) => value !== null))
  const colors = colorsOf(series, theme)
  const exactOf = ({ isRight }: Series) => (isRight && right ? right.exact : props.exact)
  const wordsOf = nameOf ?? ((day: string) => shortDay(day, language))
  const description = series
    .filter(({ values }) => values.some((value) => value !== null))
    .map((one) => {
      const { name, values } = one
      const exact = exactOf(one)
      const present = values.filter((value) => value !== null)
      return words.describe(name, days.length, exact(Math.min(...present)), exact(Math.max(...present)))
    })
    .join('; ')
  const isShort = series.length === 1 && days.length <= PLAIN_POINTS && !props.peak && !nameOf && !partial
  const Icon = isTable ? IconChartLine : IconTable
  const switchLabel = isTable ? words.asChart : words.asTable
  return (
    <figure className={styles.figure} aria-label={title}>
      <figcaption className={styles.head}>
        <b>{title}</b>
        {series.length > 1 && !isTable && (
          <ul className={styles.legend} data-below={right && true}>
            {series.map(({ name, isBefore }, index) => (
              <li key={name}>
                <i data-dashed={isBefore} style={{ color: colors[index] }} />
                {name}
              </li>
            ))}
            {partial?.includes(true) && (
              <li>
                <i data-hollow />
                {words.partial}
              </li>
            )}
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
              cells: [wordsOf(day), ...series.map((one) => exactOf(one)(one.values[index] ?? null))],
            }))
            .reverse()}
        />
      ) : (
        <div style={{ height: props.height }}>
          {known.length > 0 &&
            (isShort ? (
              <PlainLine
                {...props}
                values={series[0]!.values}
                color={colors[0]!}
                description={description}
                height={props.height}
              />
            ) : (
              <Suspense fallback={<div role="status" aria-label={words.loading} />}>
                <LineCanvas {...props} nameOf={wordsOf} description={description} />
              </Suspense>
            ))}
        </div>
      )}
    </figure>
  )
}
