import { Button } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
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

/** The attempts to sign in to one's own account, a page after the other. */
export function SignIns() {
  const { call } = useApp()
  const words = useText(securityText)
  const query = useInfiniteQuery({
    queryKey: [signInList.path, 'pages'],
    initialPageParam: '',
    queryFn: ({ signal, pageParam }) =>
      call(signInList, { query: pageParam ? { before: pageParam } : {} }, { signal, quiet: true }),
    getNextPageParam: ({ next }) => next,
  })
  const list = query.data?.pages.flatMap((page) => page.list) ?? []
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
      ) : list.length === 0 ? (
        <Empty title={words.noSignIns} />
      ) : (
        <PlainTable
          label={words.signIns}
          columns={[at, result, ip, device].map((name) => ({ name }))}
          rows={list.map((one) => ({
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
      {query.hasNextPage && (
        <Button
          className={styles.more}
          variant="default"
          size="compact-sm"
          loading={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          {words.moreSignIns}
        </Button>
      )}
    </div>
  )
}
