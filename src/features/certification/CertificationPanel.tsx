import { Button, Modal } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { clockOf } from '../../core/time.ts'
import { confirm } from '../../kit/feedback/confirm.ts'
import { Loading } from '../../kit/feedback/Loading.tsx'
import { Empty, Failed } from '../../kit/feedback/State.tsx'
import { CallError, useApp, useText } from '../../kit/hooks/app.ts'
import { PlainTable } from '../../kit/list/PlainTable.tsx'
import { Status } from '../../kit/list/Status.tsx'
import { certificationInfo, certificationWithdraw, type Recorded } from './contract.ts'
import styles from './parts/certification.module.css'
import { Facts, TONES } from './parts/Facts.tsx'
import { screenText } from './screenText.ts'
import { text } from './text.ts'

const ApplyForm = lazy(async () => ({ default: (await import('./parts/ApplyForm.tsx')).ApplyForm }))

/** Who one's organisation is by its papers, and its applications. A panel for the settings page. */
export function CertificationPanel() {
  const { call, language, notify } = useApp()
  const words = useText(screenText)
  const { choices } = useText(text)
  const [isApplying, setApplying] = useState(false)
  const [viewed, setViewed] = useState<Recorded>()
  const query = useQuery({
    queryKey: [certificationInfo.path, language],
    queryFn: ({ signal }) => call(certificationInfo, {}, { signal, quiet: true }),
  })
  const withdraw = async ({ id, version }: Recorded) => {
    if (
      !(await confirm({ title: words.withdrawAsk, body: words.withdrawBody, confirm: words.withdraw, isDanger: true }))
    )
      return
    try {
      await call(certificationWithdraw, { params: { id }, body: { version } }, { idempotencyKey: crypto.randomUUID() })
      notify(words.withdrawn, 'success')
    } catch (error) {
      if (!(error instanceof CallError)) throw error
    } finally {
      await query.refetch()
    }
  }
  const present = query.data?.enterpriseInfo ?? null
  const records = query.data?.record ?? []
  const isAuditing = records.some(({ status }) => status === 'auditing')
  return (
    <div className={`card ${styles.panel}`}>
      <header className={styles.head}>
        <div>
          <h2>{words.title}</h2>
          <p>{isAuditing ? words.waiting : words.about}</p>
        </div>
        {present && (
          <Button variant="default" disabled={isAuditing} onClick={() => setApplying(true)}>
            {words.modify}
          </Button>
        )}
      </header>
      {query.error ? (
        <Failed error={query.error} onRetry={() => void query.refetch()} />
      ) : !query.data ? (
        <Loading rows={4} />
      ) : (
        <>
          {present ? (
            <Facts of={present} />
          ) : (
            <Empty title={words.none} actions={<Button onClick={() => setApplying(true)}>{words.apply}</Button>}>
              {words.noneBody}
            </Empty>
          )}
          {records.length > 0 && (
            <>
              <h3 className={styles.records}>{words.records}</h3>
              <PlainTable
                label={words.records}
                columns={Object.values(words.columns).map((name) => ({ name }))}
                rows={records.map((one) => ({
                  key: one.id,
                  cells: [
                    choices.accountType[one.certificationType],
                    one.certificationContent,
                    <Status key="status" tone={TONES[one.status]}>
                      {choices.state[one.status]}
                    </Status>,
                    clockOf(one.time),
                    <span key="deeds" className={styles.deeds}>
                      <Button variant="subtle" size="compact-sm" onClick={() => setViewed(one)}>
                        {words.view}
                      </Button>
                      {one.status === 'auditing' && (
                        <Button variant="subtle" size="compact-sm" color="red" onClick={() => void withdraw(one)}>
                          {words.withdraw}
                        </Button>
                      )}
                    </span>,
                  ],
                }))}
              />
            </>
          )}
        </>
      )}
      {isApplying && (
        <Suspense>
          <ApplyForm present={present} onClose={() => setApplying(false)} onDone={() => void query.refetch()} />
        </Suspense>
      )}
      {viewed && (
        <Modal opened onClose={() => setViewed(undefined)} title={words.title} size={640}>
          <Facts of={viewed} />
        </Modal>
      )}
    </div>
  )
}
