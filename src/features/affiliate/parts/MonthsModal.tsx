import { Button, Modal, Skeleton, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Reply } from '../../../core/contract.ts'
import { fenOf } from '../../../core/money.ts'
import { Empty, Failed } from '../../../kit/feedback/State.tsx'
import { FormModal } from '../../../kit/form/FormModal.tsx'
import { exactCount, MISSING, money } from '../../../kit/format/number.ts'
import { useApp, useMay, useText } from '../../../kit/hooks/app.ts'
import { PlainTable } from '../../../kit/list/PlainTable.tsx'
import { useRefresh } from '../../../kit/list/useList.ts'
import { billList, monthClose, months } from '../contractBills.ts'
import { billsText } from '../textBills.ts'
import styles from './affiliate.module.css'

type Month = Reply<typeof months>['list'][number]

/** The months of each account against what the union paid. */
export default function MonthsModal({ onClose }: { onClose(): void }) {
  const { call } = useApp()
  const words = useText(billsText)
  const mayWrite = useMay('affiliate.write')
  const [closing, setClosing] = useState<Month | null>(null)
  const { data, isError, error, refetch } = useQuery({
    queryKey: [billList.key, months.path],
    queryFn: ({ signal }) => call(months, {}, { signal, quiet: true }),
  })
  const { columns, kinds } = words.months
  const stateOf = (month: Month) =>
    month.kind ? (
      kinds[month.kind as keyof typeof kinds]
    ) : month.isReady && mayWrite ? (
      <Button size="compact-xs" variant="light" onClick={() => setClosing(month)}>
        {words.months.close(month.month)}
      </Button>
    ) : month.isReady ? (
      words.months.isReady
    ) : (
      words.months.isOpen
    )
  return (
    <>
      <Modal opened onClose={onClose} title={words.months.title} size={760}>
        <div className={styles.stack}>
          <p className={styles.why}>{words.months.why}</p>
          {isError ? (
            <Failed error={error} onRetry={() => void refetch()} />
          ) : !data ? (
            <Skeleton height={160} radius="lg" />
          ) : data.list.length === 0 ? (
            <Empty title={words.months.empty} />
          ) : (
            <PlainTable
              label={words.months.title}
              columns={[
                { name: columns.month },
                { name: columns.account },
                { name: columns.rows, isNumeric: true },
                { name: columns.ours, isNumeric: true },
                { name: columns.paid, isNumeric: true },
                { name: columns.diff, isNumeric: true },
                { name: columns.state },
              ]}
              rows={data.list.map((month) => ({
                key: `${month.accountId} ${month.month}`,
                cells: [
                  month.month,
                  month.accountName,
                  exactCount(month.rows),
                  money(month.oursFen),
                  month.paidFen === null ? MISSING : money(month.paidFen),
                  month.diffFen === null ? MISSING : money(month.diffFen),
                  stateOf(month),
                ],
              }))}
            />
          )}
        </div>
      </Modal>
      {closing && <CloseForm month={closing} onClose={() => setClosing(null)} />}
    </>
  )
}

function CloseForm({ month, onClose }: { month: Month; onClose(): void }) {
  const { call, notify } = useApp()
  const words = useText(billsText).months
  const refresh = useRefresh(billList)
  const [paid, setPaid] = useState('')
  const [note, setNote] = useState('')
  const [faults, setFaults] = useState<{ paid?: string; note?: string }>({})
  return (
    <FormModal
      title={words.formTitle(month.month, month.accountName)}
      note={words.ours(money(month.oursFen))}
      confirm={words.confirm}
      onClose={onClose}
      validate={() => {
        const isAmount = fenOf(paid) !== undefined
        setFaults(isAmount ? {} : { paid: words.paidFault })
        return isAmount
      }}
      onRefused={(error) => {
        if (error.field !== 'note') return false
        setFaults({ note: error.message })
        return true
      }}
      submit={async (idempotencyKey) => {
        const body = {
          accountId: month.accountId,
          month: month.month,
          paidFen: fenOf(paid)!,
          note: note.trim() || null,
        }
        await call(monthClose, { body }, { idempotencyKey, quiet: true })
        notify(words.done(month.month), 'success')
        await refresh()
      }}
    >
      <TextInput
        label={words.paid}
        inputMode="decimal"
        value={paid}
        error={faults.paid}
        onChange={(event) => setPaid(event.currentTarget.value)}
        data-autofocus
      />
      <TextInput
        label={words.note}
        description={words.noteHint}
        maxLength={200}
        value={note}
        error={faults.note}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
    </FormModal>
  )
}
