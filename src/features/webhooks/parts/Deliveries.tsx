import { useQuery } from '@tanstack/react-query'
import { Loading } from '../../../kit/feedback/Loading.tsx'
import { Empty, Failed } from '../../../kit/feedback/State.tsx'
import { fullTime } from '../../../kit/format/time.ts'
import { useApp, useText } from '../../../kit/hooks/app.ts'
import { PlainTable } from '../../../kit/list/PlainTable.tsx'
import { Status } from '../../../kit/list/Status.tsx'
import { type Delivery, webhookLog } from '../contract.ts'
import { text } from '../text.ts'
import styles from './webhooks.module.css'

const TONE = { waiting: 'blue', delivered: 'green', failed: 'red', dropped: 'grey' } as const
const LOOK_MS = 15_000

/** The newest deliveries, newest first; looked at again while the page is open. */
export function Deliveries() {
  const { call } = useApp()
  const words = useText(text)
  const query = useQuery({
    queryKey: [webhookLog.path],
    queryFn: ({ signal }) => call(webhookLog, {}, { signal, quiet: true }),
    refetchInterval: LOOK_MS,
  })
  return (
    <div className={styles.below}>
      <div className={styles.head}>
        <h3 className={styles.logTitle}>{words.log}</h3>
        <span className={styles.about}>{words.logAbout}</span>
      </div>
      {query.data ? (
        <Rows rows={query.data.list} />
      ) : query.error ? (
        <Failed error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <Loading rows={3} />
      )}
    </div>
  )
}

function Rows({ rows }: { rows: Delivery[] }) {
  const words = useText(text)
  if (rows.length === 0) return <Empty title={words.logEmpty} />
  const nameOf = (event: string) =>
    words.events[event as keyof typeof words.events] ?? words.otherEvents[event] ?? event
  return (
    <PlainTable
      label={words.log}
      columns={[
        ...[words.columns.time, words.columns.event, words.columns.state, words.columns.answer].map((name) => ({
          name,
        })),
        { name: words.columns.attempts, isNumeric: true },
      ]}
      rows={rows.map(({ id, event, state, attempts, status, trouble, createdAt }) => ({
        key: id,
        cells: [
          fullTime(createdAt),
          nameOf(event),
          <Status key="state" tone={TONE[state]}>
            {words.deliveryStates[state]}
          </Status>,
          status ?? (trouble === null ? '–' : (words.troubles[trouble] ?? trouble)),
          attempts,
        ],
      }))}
    />
  )
}
