import { Button, Modal } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { clockOf } from '../../../core/time.ts'
import { Loading } from '../../../kit/feedback/Loading.tsx'
import { Empty, Failed } from '../../../kit/feedback/State.tsx'
import { useApp, useMay, useText } from '../../../kit/hooks/app.ts'
import { PlainTable } from '../../../kit/list/PlainTable.tsx'
import { Status } from '../../../kit/list/Status.tsx'
import { accountText } from '../accountText.ts'
import { type Account, accountRead, accountVerify } from '../contract/accounts.ts'
import styles from './account.module.css'
import { ACCOUNTS_KEY, accountTones } from './accounts.ts'
import { SayForm } from './Forms.tsx'
import { useAct } from './use.ts'

/** Where partners are paid to, for operators; administrators verify or refuse what waits. */
export default function Accounts({ onClose }: { onClose(): void }) {
  const { call } = useApp()
  const words = useText(accountText)
  const mayVerify = useMay('settlement.void')
  const { act, isBusy } = useAct()
  const [refused, setRefused] = useState<Account | null>(null)
  const query = useQuery({
    queryKey: ACCOUNTS_KEY,
    queryFn: ({ signal }) => call(accountRead, {}, { signal, quiet: true }),
  })
  const accounts = query.data?.accounts ?? []
  if (refused)
    return (
      <SayForm
        title={words.reject}
        note={`${refused.partnerName} · ${words.ending(refused.numberEnd)}`}
        label={words.rejectReason}
        field="reason"
        isDanger
        submit={(reason, idempotencyKey) => {
          const body = { version: refused.version, isVerified: false, reason }
          return call(accountVerify, { params: { id: refused.accountId }, body }, { idempotencyKey, quiet: true })
        }}
        onClose={() => setRefused(null)}
      />
    )
  return (
    <Modal opened onClose={onClose} title={words.list} size={980}>
      {query.error ? (
        <Failed error={query.error} onRetry={() => void query.refetch()} />
      ) : query.isPending ? (
        <Loading rows={4} />
      ) : accounts.length === 0 ? (
        <Empty title={words.noList} />
      ) : (
        <PlainTable
          label={words.list}
          columns={[words.partner, words.holder, words.bank, words.number, words.state, words.since, words.deeds].map(
            (name) => ({ name }),
          )}
          rows={accounts.map((one) => ({
            key: one.accountId,
            cells: [
              one.partnerName,
              one.holder,
              one.bankName,
              words.ending(one.numberEnd),
              <div key="state">
                <Status tone={accountTones[one.state]}>{words.states[one.state]}</Status>
                {one.isCooling && <small className={styles.note}>{words.coolingShort(clockOf(one.usableFrom!))}</small>}
              </div>,
              clockOf(one.createdAt),
              mayVerify && one.state === 'waiting' ? (
                <span key="verify" className={styles.verify}>
                  <Button
                    size="compact-sm"
                    variant="subtle"
                    loading={isBusy}
                    onClick={() =>
                      void act(
                        accountVerify,
                        { params: { id: one.accountId }, body: { version: one.version, isVerified: true } },
                        words.verified,
                      )
                    }
                  >
                    {words.verify}
                  </Button>
                  <Button size="compact-sm" variant="subtle" color="red" onClick={() => setRefused(one)}>
                    {words.reject}
                  </Button>
                </span>
              ) : (
                ''
              ),
            ],
          }))}
        />
      )}
    </Modal>
  )
}
