import { Button, Modal, Progress, SegmentedControl, Select } from '@mantine/core'
import { DateRange } from '../../../kit/form/dates/DateRange.tsx'
import '@mantine/core/styles/Progress.layer.css'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Reply } from '../../../core/contract.ts'
import { addDays, dayOf, daysBetween } from '../../../core/time.ts'
import { exactCount, MISSING } from '../../../kit/format/number.ts'
import { fullTime } from '../../../kit/format/time.ts'
import { CallError, useApp, useText } from '../../../kit/hooks/app.ts'
import { PlainTable } from '../../../kit/list/PlainTable.tsx'
import { Status } from '../../../kit/list/Status.tsx'
import { useRefresh } from '../../../kit/list/useList.ts'
import { accountList, accountRuns, accountSync } from '../contractAccounts.ts'
import { MOST_SYNC_DAYS, SYNC_KINDS, type SyncKind } from '../fields.ts'
import { accountsText } from '../textAccounts.ts'
import styles from './affiliate.module.css'

type Run = Reply<typeof accountRuns>['list'][number]
const POLL_MS = 1_000
const TONES = { waiting: 'grey', running: 'blue', done: 'green', failed: 'red' } as const
const isOpen = (run: Run | undefined): boolean => run?.status === 'waiting' || run?.status === 'running'

interface SyncProps {
  accounts: readonly { id: string; name: string }[]
  accountId: string
  onClose(): void
}

/** Fetches an account's orders, figures or coupons now, and shows how far it is and what it brought. */
export default function SyncForm({ accounts, accountId: first, onClose }: SyncProps) {
  const { call } = useApp()
  const { sync: words } = useText(accountsText)
  const client = useQueryClient()
  const refresh = useRefresh(accountList)
  const today = dayOf(Date.now())
  const [accountId, setAccount] = useState(first)
  const [kind, setKind] = useState<SyncKind>('orders')
  const [isSpan, setSpan] = useState(false)
  const [days, setDays] = useState({ from: addDays(today, -1), to: today })
  const [isBusy, setBusy] = useState(false)
  const [fault, setFault] = useState('')
  const key = [accountList.key, 'runs', accountId]
  const { data } = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => call(accountRuns, { params: { id: accountId } }, { signal, quiet: true }),
    refetchInterval: ({ state }) => (isOpen(state.data?.list[0]) ? POLL_MS : false),
  })
  const latest = data?.list[0]
  const runs = isOpen(latest)
  const ended = runs ? undefined : latest?.id
  // What a run brought shows in the list behind as soon as it has ended.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the refresh is new each time, the end is not
  useEffect(() => {
    if (ended) void refresh()
  }, [ended])
  const hasSpan = isSpan && kind !== 'coupons'
  const start = async () => {
    const most = kind === 'coupons' ? 0 : MOST_SYNC_DAYS[kind]
    if (hasSpan) {
      const { from, to } = days
      const isGood = from && to && from <= to && to <= today && daysBetween(from, to) < most
      if (!isGood) return setFault(words.days(most))
    }
    setFault('')
    setBusy(true)
    try {
      await call(
        accountSync,
        { params: { id: accountId }, body: { kind, ...(hasSpan && days) } },
        { idempotencyKey: crypto.randomUUID(), quiet: true },
      )
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      setFault(error.message)
    } finally {
      setBusy(false)
      await client.invalidateQueries({ queryKey: key })
    }
  }
  return (
    <Modal opened onClose={onClose} title={words.title} size={640}>
      <div className={styles.stack}>
        <Select
          label={words.account}
          data={accounts.map(({ id, name }) => ({ value: id, label: name }))}
          value={accountId}
          allowDeselect={false}
          onChange={(id) => id && setAccount(id)}
        />
        <SegmentedControl
          aria-label={words.kind}
          value={kind}
          onChange={setKind}
          data={SYNC_KINDS.map((value) => ({ value, label: words.kinds[value] }))}
          withItemsBorders={false}
        />
        {kind !== 'coupons' && (
          <SegmentedControl
            aria-label={words.window}
            value={isSpan ? 'span' : 'since'}
            onChange={(value) => setSpan(value === 'span')}
            data={[
              { value: 'since', label: words.since[kind] },
              { value: 'span', label: words.span(MOST_SYNC_DAYS[kind]) },
            ]}
            withItemsBorders={false}
          />
        )}
        {hasSpan && (
          <div className={styles.span}>
            <DateRange
              {...days}
              max={today}
              ends={{ from: { label: words.from }, to: { label: words.to } }}
              onChange={setDays}
            />
          </div>
        )}
        <p className={styles.why}>{words.notes[kind]}</p>
        {fault && (
          <p className={styles.fault} role="alert">
            {fault}
          </p>
        )}
        <Button loading={isBusy} disabled={runs} onClick={() => void start()}>
          {runs ? words.running : words.start}
        </Button>
        {runs && latest && (
          <div className={styles.progress} role="status">
            <Progress
              value={latest.steps > 0 ? (latest.stepsDone / latest.steps) * 100 : 0}
              size={6}
              aria-label={words.progress}
            />
            <p className={styles.why}>{words.steps(exactCount(latest.stepsDone), exactCount(latest.steps))}</p>
          </div>
        )}
        {data && data.list.length > 0 && <Runs runs={data.list} />}
      </div>
    </Modal>
  )
}

function Runs({ runs }: { runs: readonly Run[] }) {
  const { sync: words, panel } = useText(accountsText)
  const notes: Record<string, string> = { ...panel.notes, ...words.ends, badRows: '' }
  return (
    <section>
      <h3 className={styles.heading}>{words.runs}</h3>
      <PlainTable
        label={words.runs}
        columns={[
          { name: words.began },
          { name: words.what },
          { name: words.state },
          { name: words.rows, isNumeric: true },
          { name: words.changed, isNumeric: true },
          { name: words.refused, isNumeric: true },
        ]}
        rows={runs.map((run) => ({
          key: run.id,
          cells: [
            <span key="began" title={run.startedBy ?? undefined}>
              {fullTime(run.startedAt).slice(5)}
            </span>,
            <span key="what">
              {words.kinds[run.kind]}
              {run.from && <small className={styles.runDays}>{words.between(run.from, run.to ?? MISSING)}</small>}
            </span>,
            <span key="state">
              <Status tone={TONES[run.status]}>{words.states[run.status]}</Status>
              {run.note && <small className={styles.runDays}>{notes[run.note] ?? run.note}</small>}
            </span>,
            exactCount(run.rows),
            exactCount(run.changed),
            exactCount(run.refused),
          ],
        }))}
      />
    </section>
  )
}
