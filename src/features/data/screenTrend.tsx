import '@mantine/core/styles/FloatingIndicator.layer.css'
import '@mantine/core/styles/SegmentedControl.layer.css'
import { SegmentedControl } from '@mantine/core'
import { LineChart } from '../../kit/chart/LineChart.tsx'
import { figureOf } from '../../kit/format/figure.ts'
import { useApp, useMay, useText } from '../../kit/hooks/app.ts'
import { useFiltered } from '../../kit/list/useList.ts'
import { dataList, dataSummary } from './contract.ts'
import styles from './screen.module.css'
import { text } from './text.ts'

const METRICS = ['plays', 'interactions', 'newVideos', 'income'] as const
export type Metric = (typeof METRICS)[number]

interface TrendPanelProps {
  filters: Record<string, string>
  metric: Metric
  onMetric(metric: Metric): void
}

/** The filtered set day by day, one metric at a time. */
export function TrendPanel({ filters, metric, onMetric }: TrendPanelProps) {
  const { language } = useApp()
  const words = useText(text)
  const seesIncome = useMay('income.read')
  const { data } = useFiltered(dataList, dataSummary, filters)
  const days = data?.days ?? []
  const isMoney = metric === 'income'
  return (
    <div className={`card ${styles.trend}`}>
      <LineChart
        title={words.trend.title}
        controls={
          <SegmentedControl
            aria-label={words.trend.metric}
            value={metric}
            onChange={(value) => onMetric(value as Metric)}
            data={METRICS.filter((one) => one !== 'income' || seesIncome).map((value) => ({
              value,
              label: words.trend.metrics[value],
            }))}
          />
        }
        days={days.map(({ statDate }) => statDate)}
        series={[
          {
            name: words.trend.metrics[metric],
            values: days.map((day) => (isMoney ? (day.incomeFen ?? null) : day[metric])),
          },
        ]}
        {...figureOf(isMoney ? 'money' : 'count', language)}
        height={220}
      />
    </div>
  )
}
