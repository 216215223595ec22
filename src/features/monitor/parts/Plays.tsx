import { addDays } from '../../../core/time.ts'
import { LineChart } from '../../../kit/chart/LineChart.tsx'
import { Empty } from '../../../kit/feedback/State.tsx'
import { figureOf } from '../../../kit/format/figure.ts'
import { shortDay } from '../../../kit/format/time.ts'
import { useApp, useText } from '../../../kit/hooks/app.ts'
import { text } from '../text.ts'
import styles from './monitor.module.css'
import { Panel } from './Panel.tsx'
import type { Monitor } from './useMonitor.ts'

const HOURS = Array.from({ length: 24 }, (_, hour) => `${String(hour).padStart(2, '0')}:00`)

/** The newest day by the hour beside the day before, and in words whether it is as usual. */
export function Plays({ plays }: { plays: Monitor['plays'] }) {
  const { language } = useApp()
  const words = useText(text)
  const figure = figureOf('count', language)
  if (!plays)
    return (
      <Panel title={words.course}>
        <Empty title={words.noHours}>{words.noHoursWhy}</Empty>
      </Panel>
    )
  const { day, hours, usual, sum } = plays
  const told = !usual
    ? words.usualNone
    : sum < usual.low
      ? words.usualLow(figure.short(usual.median))
      : sum > usual.high
        ? words.usualHigh(figure.short(usual.median))
        : words.usualIn(figure.short(usual.low), figure.short(usual.high))
  return (
    <section className={`card ${styles.chart}`}>
      <LineChart
        title={words.course}
        note={words.courseNote(shortDay(day, language), hours)}
        days={HOURS}
        series={[
          { name: shortDay(day, language), values: plays.values },
          { name: shortDay(addDays(day, -1), language), values: plays.before, isBefore: true },
        ]}
        nameOf={(hour) => hour}
        tickOf={(hour) => hour}
        {...figure}
        height={220}
      />
      <p className={styles.told} data-tone={usual && sum < usual.low ? 'bad' : undefined}>
        {told}
      </p>
    </section>
  )
}
