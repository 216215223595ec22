import { lazy, Suspense } from 'react'
import { shortDay } from '../format/time.ts'
import { useApp, useText } from '../hooks/app.ts'
import { ChartFrame, type Format, type FrameProps } from './ChartFrame.tsx'
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

export interface LineChartProps extends Format, FrameProps {
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
  const { title, note, controls, days, series, right, nameOf, partial } = props
  const { theme, language } = useApp()
  const words = useText(chartText)
  const known = series.flatMap(({ values }) => values.filter((value) => value !== null))
  const colors = colorsOf(series, theme)
  const formatOf = ({ isRight }: Series): Format => (isRight && right ? right : props)
  const wordsOf = nameOf ?? ((day: string) => shortDay(day, language))
  const description = series
    .filter(({ values }) => values.some((value) => value !== null))
    .map((one) => {
      const { name, values } = one
      const { exact } = formatOf(one)
      const present = values.filter((value) => value !== null)
      return words.describe(name, days.length, exact(Math.min(...present)), exact(Math.max(...present)))
    })
    .join('; ')
  const isShort = series.length === 1 && days.length <= PLAIN_POINTS && !props.peak && !nameOf && !partial
  const legend = series.map(({ name, isBefore }, index) => ({
    name,
    color: colors[index]!,
    shape: isBefore ? ('dashed' as const) : ('line' as const),
  }))
  return (
    <ChartFrame
      title={title}
      note={note}
      controls={controls}
      legend={[
        ...(series.length > 1 ? legend : []),
        ...(series.length > 1 && partial?.includes(true)
          ? [{ name: words.partial, color: 'var(--link)', shape: 'hollow' as const }]
          : []),
      ]}
      isLegendBelow={!!right}
      isDescribed
      table={{
        columns: [{ name: words.day }, ...series.map((one) => ({ name: one.name, figure: formatOf(one) }))],
        rows: days
          .map((day, index) => ({
            key: day,
            cells: [wordsOf(day), ...series.map(({ values }) => values[index] ?? null)],
          }))
          .reverse(),
      }}
      description={description}
    >
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
    </ChartFrame>
  )
}
