import type { Reply } from '../../../core/contract.ts'
import { Empty } from '../../../kit/feedback/State.tsx'
import { MISSING } from '../../../kit/format/number.ts'
import { fullTime } from '../../../kit/format/time.ts'
import { useText } from '../../../kit/hooks/app.ts'
import { PlainTable } from '../../../kit/list/PlainTable.tsx'
import type { planDetail } from '../contract/plans.ts'
import styles from './plans.module.css'
import { text } from './text.ts'

/** Everything that happened to a version, by whom and why. */
export function Log({ detail: { log } }: { detail: Reply<typeof planDetail> }) {
  const words = useText(text)
  const columns = words.logColumns
  const nameOf = (name: string) => (words.names as Record<string, string>)[name] ?? words.validFrom
  return (
    <div className={`card ${styles.group}`}>
      <h2>{words.log}</h2>
      {log.length === 0 ? (
        <Empty title={words.logEmpty} />
      ) : (
        <PlainTable
          label={words.log}
          columns={[{ name: columns.at }, { name: columns.action }, { name: columns.actor }, { name: columns.what }]}
          rows={log.map(({ at, action, actor, reason, changed }, index) => ({
            key: `${index}`,
            cells: [
              fullTime(at),
              words.logActions[action] ?? action,
              actor ?? MISSING,
              [
                ...(changed.length > 0 ? [changed.map(nameOf).join(words.comma)] : []),
                ...(reason ? [reason] : []),
              ].join(' · ') || MISSING,
            ],
          }))}
        />
      )}
    </div>
  )
}
