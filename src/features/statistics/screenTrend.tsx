import { bucketsOf, lastDayOf } from '../../core/period.ts'
import { LineChart } from '../../kit/chart/LineChart.tsx'
import { Pick } from '../../kit/form/Pick.tsx'
import { periodText } from '../../kit/form/text.ts'
import { shortDay } from '../../kit/format/time.ts'
import { useApp, useText } from '../../kit/hooks/app.ts'
import { METRICS, type Metric, type View } from './query.ts'
import styles from './screen.module.css'
import { formatOf } from './screenFormat.ts'
import type { Answered } from './screenUse.ts'
import { text } from './text.ts'

interface TrendProps extends Answered {
  left: Metric
  right: Metric | null
  onChange(change: Partial<View>): void
}

const NOTHING = 'nothing'

/** The course of one or two metrics, the first beside the compared period. */
export function Trend({ answer, asked, left, right, onChange }: TrendProps) {
  const { language } = useApp()
  const words = useText(text)
  const periods = useText(periodText)
  const { granularity, compare } = asked
  const { from, to, dataThrough, compareFrom, compareTo } = answer
  const buckets = bucketsOf({ from, to }, granularity)
  const points = new Map(answer.series.map((point) => [point.bucket, point]))
  const pointsBefore = new Map(answer.seriesBefore.map((point) => [point.bucket, point]))
  const bucketsBefore = compareFrom && compareTo ? bucketsOf({ from: compareFrom, to: compareTo }, granularity) : []
  const year = to.slice(0, 4)
  const nameOf = (bucket: string) => {
    if (granularity === 'day') return shortDay(bucket, language, year)
    if (granularity === 'month') return bucket.slice(0, 7)
    return periods.days(shortDay(bucket, language, year), shortDay(lastDayOf(bucket, 'week'), language, year))
  }
  return (
    <LineChart
      title={`${words.trend.title} · ${words.byGranularity[granularity]}`}
      controls={
        <div className={styles.axes}>
          <Pick
            label={words.trend.left}
            value={left}
            options={METRICS}
            nameOf={(metric) => words.metrics[metric]}
            onChange={(metric) => onChange({ left: metric })}
          />
          <Pick
            label={words.trend.right}
            value={right ?? NOTHING}
            options={[...METRICS, NOTHING]}
            nameOf={(metric) => (metric === NOTHING ? words.trend.nothing : words.metrics[metric])}
            onChange={(metric) => onChange({ right: metric === NOTHING ? null : metric })}
          />
        </div>
      }
      days={buckets}
      nameOf={nameOf}
      {...(granularity === 'month' && { tickOf: nameOf })}
      partial={buckets.map(
        (bucket) =>
          bucket < from || lastDayOf(bucket, granularity) > (dataThrough && dataThrough < to ? dataThrough : to),
      )}
      series={[
        {
          name: right ? words.trend.onLeft(words.metrics[left]) : words.metrics[left],
          values: buckets.map((bucket) => points.get(bucket)?.[left] ?? null),
        },
        ...(pointsBefore.size === 0
          ? []
          : [
              {
                name: periods.comparisons[compare],
                values: buckets.map((_, at) => pointsBefore.get(bucketsBefore[at] ?? '')?.[left] ?? null),
                isBefore: true,
              },
            ]),
        ...(right
          ? [
              {
                name: words.trend.onRight(words.metrics[right]),
                values: buckets.map((bucket) => points.get(bucket)?.[right] ?? null),
                isRight: true,
              },
            ]
          : []),
      ]}
      {...formatOf(left, language)}
      right={right ? formatOf(right, language) : undefined}
      height={280}
    />
  )
}
