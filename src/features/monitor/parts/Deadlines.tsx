import { exactCount, MISSING } from '../../../kit/format/number.ts'
import { shortTime } from '../../../kit/format/time.ts'
import { useApp, useText } from '../../../kit/hooks/app.ts'
import { PlainTable } from '../../../kit/list/PlainTable.tsx'
import { Status } from '../../../kit/list/Status.tsx'
import { DEADLINE_DAYS } from '../contract.ts'
import { text } from '../text.ts'
import styles from './monitor.module.css'
import { Panel } from './Panel.tsx'
import type { Monitor } from './useMonitor.ts'

type Deadline = Monitor['deadlines'][number]
type Search = Record<string, string>

const HOUR_MS = 3_600_000
const DAY_HOURS = 24

const settlement = ({ first }: Deadline) => `/dashboard/settlement/settlement_${first?.product ?? 'sm4'}`
/** Where what is due is worked on, and by which filter all of its kind are found there. */
const PAGES: Record<Deadline['kind'], (of: Deadline) => [path: string, all: Search]> = {
  cases: () => ['/dashboard/risk_videos', { sort: 'slaDueAt:asc', state: 'pending,claimed,escalated' }],
  tasks: () => ['/dashboard/distribute_videos', { sort: 'deadlineAt:asc', status: 'pending,accepted,downloaded' }],
  recalls: () => ['/dashboard/distribute_videos', { status: 'recalling,recall_overdue' }],
  claims: () => ['/dashboard/recommend', {}],
  drafts: (of) => [settlement(of), { state: 'draft' }],
  statements: (of) => [settlement(of), { state: 'pending_confirm' }],
  invoices: (of) => [settlement(of), { state: 'locked' }],
  payouts: (of) => [settlement(of), { state: 'locked,invoiced,payable,pay_failed' }],
  plans: () => ['/profile/basic', {}],
}

/** Everything that has a time it is due at: by kind, what is overdue longest first, with the one to begin with. */
export function Deadlines({ deadlines, at }: { deadlines: Monitor['deadlines']; at: string }) {
  const { go, language } = useApp()
  const words = useText(text)
  const late = deadlines.reduce((sum, { overdue }) => sum + overdue, 0)
  const spanOf = (instant: string): string => {
    const hours = Math.abs(Date.parse(instant) - Date.parse(at)) / HOUR_MS
    const days = Math.floor(hours / DAY_HOURS)
    const span = days > 1 ? words.spanDays(days) : words.spanHours(Math.floor(hours))
    return Date.parse(instant) < Date.parse(at) ? words.late(span) : words.left(span)
  }
  const open = (of: Deadline, { id }: NonNullable<Deadline['first']>) => {
    const [path] = PAGES[of.kind](of)
    go(path, of.kind === 'plans' ? { plan: id } : { open: id })
  }
  const waiting = deadlines.filter(({ first }) => first)
  return (
    <Panel
      title={words.deadlinesTitle}
      tools={late > 0 && <Status tone="red">{`${words.overdue} ${exactCount(late)}`}</Status>}
    >
      {waiting.length === 0 ? (
        <p className={styles.calm}>
          <Status tone="green">{words.deadlinesCalm(DEADLINE_DAYS)}</Status>
        </p>
      ) : (
        <PlainTable
          label={words.deadlineTable}
          columns={[
            { name: words.deadlineKind },
            { name: words.overdue, isNumeric: true },
            { name: words.soon, isNumeric: true },
            { name: words.week(DEADLINE_DAYS), isNumeric: true },
            { name: words.first },
            { name: words.dueAt },
          ]}
          rows={deadlines.map((of) => {
            const { kind, overdue, soon, week, first } = of
            return {
              key: kind,
              cells: [
                <button key="kind" type="button" className={styles.open} onClick={() => go(...PAGES[kind](of))}>
                  {words.deadlines[kind]}
                </button>,
                overdue > 0 ? (
                  <b key="overdue" className={styles.bad}>
                    {exactCount(overdue)}
                  </b>
                ) : (
                  '0'
                ),
                exactCount(soon),
                exactCount(week),
                first ? (
                  <span key="first" className={styles.urgent} data-content>
                    <button type="button" className={styles.open} onClick={() => open(of, first)}>
                      {first.name}
                    </button>
                    {first.owner && <span className={styles.soft}>{first.owner}</span>}
                  </span>
                ) : (
                  MISSING
                ),
                first ? (
                  <span key="at" className={styles.due}>
                    {shortTime(first.at, language)}{' '}
                    <span className={first.at < at ? styles.bad : styles.soft}>{spanOf(first.at)}</span>
                  </span>
                ) : (
                  MISSING
                ),
              ],
            }
          })}
        />
      )}
    </Panel>
  )
}
