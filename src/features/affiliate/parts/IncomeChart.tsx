import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { LineChart } from '../../../kit/chart/LineChart.tsx'
import { figureOf } from '../../../kit/format/figure.ts'
import { useApp, useText } from '../../../kit/hooks/app.ts'
import { type BASES, incomeDays } from '../contractBills.ts'
import { incomeText } from '../textBills.ts'
import styles from './affiliate.module.css'

interface ChartProps {
  ask: { from: string; to: string; basis: (typeof BASES)[number] }
}

/** Income day by day: what is estimated, what is certain, and the orders behind it. */
export function IncomeChart({ ask: { from, to, basis } }: ChartProps) {
  const { call, language } = useApp()
  const { course } = useText(incomeText)
  const query = { from, to, basis }
  const { data } = useQuery({
    queryKey: ['jd-income', 'days', query],
    queryFn: ({ signal }) => call(incomeDays, { query }, { signal, quiet: true }),
    placeholderData: keepPreviousData,
  })
  // One day is no course, and the table below says what went wrong.
  if (!data || data.days.length < 2) return null
  const { days } = data
  return (
    <section className={`card ${styles.course}`}>
      <LineChart
        {...figureOf('money', language)}
        title={course.title}
        days={days.map(({ day }) => day)}
        series={[
          { name: course.open[basis], values: days.map(({ openFen }) => openFen) },
          { name: course.certain[basis], values: days.map(({ certainFen }) => certainFen) },
          { name: course.orders, values: days.map(({ orders }) => orders), isRight: true },
        ]}
        right={figureOf('count', language)}
        height={240}
      />
    </section>
  )
}
