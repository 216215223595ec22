import { Button, CloseButton, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Reply } from '../../../core/contract.ts'
import { confirm } from '../../../kit/feedback/confirm.ts'
import { Failed } from '../../../kit/feedback/State.tsx'
import { exactCount, MISSING, rate } from '../../../kit/format/number.ts'
import { fullTime } from '../../../kit/format/time.ts'
import { CallError, useApp, useText } from '../../../kit/hooks/app.ts'
import { DrawerPage } from '../../../kit/list/RowDrawer.tsx'
import { Status } from '../../../kit/list/Status.tsx'
import type { Tone } from '../../../kit/list/types.ts'
import { useRefresh } from '../../../kit/list/useList.ts'
import { accountDelete, accountDetail, accountList } from '../contractAccounts.ts'
import { accountsText } from '../textAccounts.ts'
import styles from './affiliate.module.css'

type Account = Reply<typeof accountDetail>
const TONES: Record<Account['health'], Tone> = {
  unknown: 'grey',
  valid: 'green',
  expiring: 'orange',
  expired: 'red',
  blocked: 'red',
}

/** One account: how it is reached, and how fetching goes. Of secrets it only says that they are there. */
export function AccountPanel({
  id,
  onClose,
  onEdit,
}: {
  id: string
  onClose(): void
  onEdit?: (() => void) | undefined
}) {
  const { call, notify } = useApp()
  const words = useText(accountsText)
  const refresh = useRefresh(accountList)
  const { data, error, isError, refetch } = useQuery({
    queryKey: [accountList.key, 'detail', id],
    queryFn: ({ signal }) => call(accountDetail, { params: { id } }, { signal, quiet: true }),
  })
  const close = <CloseButton size={32} aria-label={words.actions.close} onClick={onClose} data-autofocus ml="auto" />
  if (!data)
    return (
      <DrawerPage header={close}>
        {isError ? (
          <Failed error={error} onRetry={() => void refetch()} />
        ) : (
          <div className={styles.panel} aria-busy>
            <Skeleton height={96} radius="lg" />
            <Skeleton height={200} radius="lg" />
          </div>
        )}
      </DrawerPage>
    )
  const remove = async () => {
    const { title, body } = words.remove
    const wanted = { title: title(data.alias), body, confirm: words.actions.remove, isDanger: true }
    if (!(await confirm(wanted))) return
    try {
      await call(accountDelete, { params: { id }, query: { version: data.version } })
      notify(words.done.removed, 'success')
      onClose()
    } catch (failure) {
      if (!(failure instanceof CallError)) throw failure
    } finally {
      await refresh()
    }
  }
  return (
    <DrawerPage
      header={
        <div className={styles.head}>
          <div className={styles.headText}>
            <h2>{data.alias}</h2>
            <p>{[data.unionId, words.choices.source[data.source]].join(' · ')}</p>
            <Status tone={TONES[data.health]}>{words.choices.health[data.health]}</Status>
          </div>
          {close}
        </div>
      }
      footer={
        onEdit && (
          <>
            {data.orders === 0 && (
              <Button variant="subtle" color="red" mr="auto" onClick={() => void remove()}>
                {words.actions.remove}
              </Button>
            )}
            <Button onClick={onEdit}>{words.actions.edit}</Button>
          </>
        )
      }
    >
      <div className={styles.panel}>
        <About account={data} />
      </div>
    </DrawerPage>
  )
}

function About({ account }: { account: Account }) {
  const words = useText(accountsText)
  const { columns, panel } = words
  const time = (at: string | null) => (at ? fullTime(at) : MISSING)
  const kept = (has: boolean) => (has ? panel.kept : panel.none)
  const { healthNote: note } = account
  const [reason, count] = (note ?? '').split(':') as [keyof typeof panel.notes, string?]
  const trouble = !note
    ? MISSING
    : reason === 'badRows'
      ? panel.notes.badRows(count ?? '')
      : String(panel.notes[reason])
  const sections: [string, [string, ReactNode][]][] = [
    [
      panel.about,
      [
        [columns.siteId, account.siteId ?? MISSING],
        [columns.positionId, account.positionId ?? MISSING],
        [columns.pinMasked, account.pinMasked ?? MISSING],
        [columns.sharePpm, rate(account.sharePpm)],
        [columns.isEnabled, account.isEnabled ? panel.yes : panel.no],
        [columns.orders, exactCount(account.orders)],
        [panel.frozen, account.frozenThrough ?? MISSING],
        [columns.remark, account.remark ?? MISSING],
      ],
    ],
    ...(account.source === 'api'
      ? [
          [
            panel.access,
            [
              [panel.appKey, account.appKeyMasked ?? MISSING],
              [panel.secret, kept(account.hasSecret)],
            ],
          ] as [string, [string, ReactNode][]],
        ]
      : []),
    ...(account.source === 'cookie'
      ? [
          [
            panel.access,
            [
              [panel.cookies, kept(account.hasCookies)],
              [panel.fingerprint, account.cookieFingerprint ?? MISSING],
              [panel.names, account.cookieNames.join(', ') || MISSING],
              [
                panel.updated,
                account.cookiesAt ? panel.by(time(account.cookiesAt), account.cookiesBy ?? MISSING) : MISSING,
              ],
            ],
          ] as [string, [string, ReactNode][]],
        ]
      : []),
    ...(account.source === 'feed'
      ? []
      : [
          [
            panel.sync,
            [
              [columns.syncedThrough, time(account.syncedThrough)],
              [columns.lastSyncAt, time(account.lastSyncAt)],
              [columns.checkedAt, time(account.checkedAt)],
              [columns.failCount, exactCount(account.failCount)],
              [panel.note, trouble],
            ],
          ] as [string, [string, ReactNode][]],
        ]),
  ]
  return (
    <>
      {sections.map(([title, entries]) => (
        <section key={title}>
          <h3 className={styles.heading}>{title}</h3>
          <dl className={styles.info}>
            {entries.map(([name, value]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
      {account.source !== 'feed' && <p className={styles.why}>{panel.advice}</p>}
    </>
  )
}
