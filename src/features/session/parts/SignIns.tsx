import { useQuery } from '@tanstack/react-query'
import { Loading } from '../../../kit/feedback/Loading.tsx'
import { Empty, Failed } from '../../../kit/feedback/State.tsx'
import { deviceOf } from '../../../kit/format/device.ts'
import { MISSING } from '../../../kit/format/number.ts'
import { fullTime } from '../../../kit/format/time.ts'
import { useApp, useText } from '../../../kit/hooks/app.ts'
import { PlainTable } from '../../../kit/list/PlainTable.tsx'
import { Status } from '../../../kit/list/Status.tsx'
import { signInList } from '../contract.ts'
import { securityText } from '../securityText.ts'
import styles from './security.module.css'

const TONE = { ok: 'green', refused: 'red', throttled: 'orange' } as const

/** The last attempts to sign in to one's own account. */
export function SignIns() {
  const { call } = useApp()
  const words = useText(securityText)
  const query = useQuery({
    queryKey: [signInList.path],
    queryFn: ({ signal }) => call(signInList, {}, { signal, quiet: true }),
  })
  const { at, result, ip, device } = words.columns
  return (
    <div className={styles.section}>
      <h2>{words.signIns}</h2>
      <p className={styles.about}>{words.signInsAbout}</p>
      {!query.data ? (
        query.error ? (
          <Failed error={query.error} onRetry={() => void query.refetch()} />
        ) : (
          <Loading rows={3} />
        )
      ) : query.data.list.length === 0 ? (
        <Empty title={words.noSignIns} />
      ) : (
        <PlainTable
          label={words.signIns}
          columns={[at, result, ip, device].map((name) => ({ name }))}
          rows={query.data.list.map((one) => ({
            key: one.id,
            cells: [
              fullTime(one.at),
              <Status key="result" tone={TONE[one.result]}>
                {words.results[one.result]}
              </Status>,
              one.ip ?? MISSING,
              <span key="device" title={one.userAgent ?? undefined}>
                {deviceOf(one.userAgent) ?? MISSING}
              </span>,
            ],
          }))}
        />
      )}
    </div>
  )
}
