import { Empty } from '../../../kit/feedback/State.tsx'
import { exactCount, MISSING, rate } from '../../../kit/format/number.ts'
import { shortTime } from '../../../kit/format/time.ts'
import { useApp, useText } from '../../../kit/hooks/app.ts'
import { PlainTable } from '../../../kit/list/PlainTable.tsx'
import { Status } from '../../../kit/list/Status.tsx'
import { text } from '../text.ts'
import styles from './monitor.module.css'
import { Panel } from './Panel.tsx'
import type { Monitor } from './useMonitor.ts'

/** After this an hourly source is late, and after a day and a half any other of which figures are expected daily. */
const LATE_MS: Record<string, number> = { 'hourly-metrics': 2 * 3_600_000, metrics: 36 * 3_600_000 }

/** Every source by kind: how far it has come, when it was last heard, what it sent. */
export function Ingest({ ingest, at }: { ingest: Monitor['ingest']; at: string }) {
  const { language } = useApp()
  const words = useText(text)
  const stateOf = ({ enabled, kind, lastBatchAt }: Monitor['ingest']['sources'][number]) => {
    if (!enabled) return 'off'
    return Date.parse(at) - Date.parse(lastBatchAt) > (LATE_MS[kind] ?? Number.POSITIVE_INFINITY) ? 'quiet' : 'on'
  }
  const tones = { on: 'green', quiet: 'orange', off: 'grey' } as const
  if (ingest.sources.length === 0)
    return (
      <Panel title={words.ingest}>
        <Empty title={words.ingestNone}>{words.ingestNoneWhy}</Empty>
      </Panel>
    )
  return (
    <Panel title={words.ingest} note={words.last24}>
      <PlainTable
        label={words.sources}
        columns={[
          { name: words.source },
          { name: words.state },
          { name: words.reached },
          { name: words.lastBatch },
          { name: words.batches, isNumeric: true },
          { name: words.rows, isNumeric: true },
          { name: words.refusedRows, isNumeric: true },
          { name: words.complete, isNumeric: true },
        ]}
        rows={ingest.sources.map((one) => {
          const state = stateOf(one)
          return {
            key: `${one.source} ${one.kind}`,
            cells: [
              <span key="name" data-content>
                {one.source} <span className={styles.soft}>{words.kinds[one.kind] ?? one.kind}</span>
              </span>,
              <Status key="state" tone={tones[state]}>
                {words.states[state]}
              </Status>,
              one.through ?? MISSING,
              shortTime(one.lastBatchAt, language),
              exactCount(one.batches),
              exactCount(one.rows),
              one.refused > 0
                ? `${exactCount(one.refused)} (${rate(Math.round((one.refused / one.rows) * 1e6), 2)})`
                : '0',
              rate(one.completePpm),
            ],
          }
        })}
      />
    </Panel>
  )
}
