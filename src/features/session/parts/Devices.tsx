import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { confirm } from '../../../kit/feedback/confirm.ts'
import { Loading } from '../../../kit/feedback/Loading.tsx'
import { Failed } from '../../../kit/feedback/State.tsx'
import { deviceOf } from '../../../kit/format/device.ts'
import { MISSING } from '../../../kit/format/number.ts'
import { fullTime } from '../../../kit/format/time.ts'
import { useApp, useText } from '../../../kit/hooks/app.ts'
import { PlainTable } from '../../../kit/list/PlainTable.tsx'
import { Tag } from '../../../kit/list/Tag.tsx'
import { sessionList, sessionRevoke } from '../contract.ts'
import { securityText } from '../securityText.ts'
import styles from './security.module.css'

const KEY = [sessionList.path]

/** The open sessions of one's own; any but this one can be ended. */
export function Devices() {
  const { call, notify } = useApp()
  const words = useText(securityText)
  const queries = useQueryClient()
  const query = useQuery({ queryKey: KEY, queryFn: ({ signal }) => call(sessionList, {}, { signal, quiet: true }) })
  const revoke = async (id: string, device: string) => {
    const question = {
      title: words.revokeTitle,
      body: words.revokeBody(device),
      confirm: words.revoke,
      isDanger: true,
    }
    if (!(await confirm(question))) return
    // A refusal has been said by the shell; the list shows what is true in either case.
    const isDone = await call(sessionRevoke, { params: { id } }).then(
      () => true,
      () => false,
    )
    if (isDone) notify(words.revoked, 'success')
    await queries.invalidateQueries({ queryKey: KEY })
  }
  const { device, ip, signedIn, seen, actions } = words.columns
  return (
    <div className={styles.section}>
      <h2>{words.sessions}</h2>
      <p className={styles.about}>{words.sessionsAbout}</p>
      {query.data ? (
        <PlainTable
          label={words.sessions}
          columns={[device, ip, signedIn, seen, actions].map((name) => ({ name }))}
          rows={query.data.list.map((one) => {
            const name = deviceOf(one.userAgent) ?? MISSING
            return {
              key: one.id,
              cells: [
                <span key="device" title={one.userAgent ?? undefined}>
                  {name}
                </span>,
                one.ip ?? MISSING,
                fullTime(one.createdAt),
                fullTime(one.lastSeenAt),
                one.isCurrent ? (
                  <Tag key="current" tone="green">
                    {words.current}
                  </Tag>
                ) : (
                  <Button
                    key="revoke"
                    size="compact-sm"
                    variant="subtle"
                    color="red"
                    aria-label={words.revokeOf(name)}
                    onClick={() => void revoke(one.id, name)}
                  >
                    {words.revoke}
                  </Button>
                ),
              ],
            }
          })}
        />
      ) : query.error ? (
        <Failed error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <Loading rows={2} />
      )}
    </div>
  )
}
