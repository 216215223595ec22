import { clockOf } from '../../../core/time.ts'
import { LineChart } from '../../../kit/chart/LineChart.tsx'
import { Empty } from '../../../kit/feedback/State.tsx'
import { figureOf } from '../../../kit/format/figure.ts'
import { exactCount, MISSING } from '../../../kit/format/number.ts'
import { useApp, useText } from '../../../kit/hooks/app.ts'
import { PlainTable } from '../../../kit/list/PlainTable.tsx'
import { COURSE_MINUTES } from '../contract.ts'
import { text } from '../text.ts'
import styles from './monitor.module.css'
import { Panel } from './Panel.tsx'
import type { Monitor } from './useMonitor.ts'

const MINUTE_MS = 60_000
const milliseconds = (value: number | null): string => (value === null ? MISSING : `${exactCount(value)} ms`)
const time = { short: milliseconds, exact: milliseconds, file: (value: number | null) => String(value ?? '') }

/** Requests and how long they took by the minute; the endpoints that failed or took most. */
export function Api({ api, replica, at }: Pick<Monitor, 'api' | 'replica' | 'at'>) {
  const { language } = useApp()
  const words = useText(text)
  const lag = replica && replica.lagMs !== null ? (replica.lagMs / 1000).toFixed(1) : null
  const note = [words.apiNote(api.processes), replica && words.replica(lag, replica.isUsed)].filter(Boolean).join(' · ')
  const byMinute = new Map(api.course.map((one) => [Date.parse(one.minute), one]))
  const last = Math.floor(Date.parse(at) / MINUTE_MS) * MINUTE_MS - MINUTE_MS
  // The minute that runs is not counted yet, and before the first one nobody counted.
  const first = Date.parse(api.course[0]?.minute ?? at)
  const minutes = Array.from({ length: COURSE_MINUTES }, (_, back) => last - (COURSE_MINUTES - 1 - back) * MINUTE_MS)
  const clock = (minute: string) => clockOf(Number(minute)).slice(11)
  if (api.course.length === 0)
    return (
      <Panel title={words.api}>
        <Empty title={words.apiNone}>{words.apiNoneWhy}</Empty>
      </Panel>
    )
  return (
    <section className={`card ${styles.chart}`}>
      <LineChart
        title={words.api}
        note={note}
        days={minutes.map(String)}
        series={[
          {
            name: words.perMinute,
            values: minutes.map((minute) => byMinute.get(minute)?.requests ?? (minute < first ? null : 0)),
          },
          { name: words.p95Line, values: minutes.map((minute) => byMinute.get(minute)?.p95Ms ?? null), isRight: true },
        ]}
        right={time}
        nameOf={clock}
        tickOf={clock}
        {...figureOf('count', language)}
        height={180}
      />
      <PlainTable
        label={words.routes}
        columns={[
          { name: words.route },
          { name: words.count, isNumeric: true },
          { name: words.refused, isNumeric: true },
          { name: words.failed, isNumeric: true },
          { name: words.p95Short, isNumeric: true },
          { name: words.slowest, isNumeric: true },
        ]}
        rows={api.routes.map((one) => ({
          key: `${one.method} ${one.route}`,
          cells: [
            <code key="route" className={styles.code}>
              {one.method} {one.route}
            </code>,
            exactCount(one.requests),
            exactCount(one.refused),
            one.failed > 0 ? (
              <b key="failed" className={styles.bad}>
                {exactCount(one.failed)}
              </b>
            ) : (
              '0'
            ),
            milliseconds(one.p95Ms),
            milliseconds(one.slowestMs),
          ],
        }))}
      />
    </section>
  )
}
