import { CloseButton, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Reply } from '../../../core/contract.ts'
import { Failed } from '../../../kit/feedback/State.tsx'
import { exactCount, money } from '../../../kit/format/number.ts'
import { fullTime } from '../../../kit/format/time.ts'
import { useApp, useText } from '../../../kit/hooks/app.ts'
import { PlainTable } from '../../../kit/list/PlainTable.tsx'
import { DrawerPage } from '../../../kit/list/RowDrawer.tsx'
import { Status } from '../../../kit/list/Status.tsx'
import { billDetail, billList } from '../contractBills.ts'
import { billsText } from '../textBills.ts'
import styles from './affiliate.module.css'

type Bill = Reply<typeof billDetail>
const TONES = { estimating: 'blue', adjusted: 'orange', final: 'green' } as const

/** One bill: the version that stands, what the day's orders are worth now, and every change between. */
export function BillPanel({ id, onClose }: { id: string; onClose(): void }) {
  const { call } = useApp()
  const words = useText(billsText)
  const { data, error, isError, refetch } = useQuery({
    queryKey: [billList.key, 'detail', id],
    queryFn: ({ signal }) => call(billDetail, { params: { id } }, { signal, quiet: true }),
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
  const { panel, choices } = words
  return (
    <DrawerPage
      header={
        <div className={styles.head}>
          <div className={styles.headText}>
            <h2>{panel.title(data.day)}</h2>
            <p>{[data.accountName, data.partnerName ?? panel.nobody].filter(Boolean).join(' · ')}</p>
            <Status tone={TONES[data.status]}>{choices.status[data.status]}</Status>
          </div>
          {close}
        </div>
      }
    >
      <div className={styles.panel}>
        <Versions bill={data} />
        <Adjustments bill={data} />
        <Later bill={data} />
      </div>
    </DrawerPage>
  )
}

function Versions({ bill }: { bill: Bill }) {
  const { panel } = useText(billsText)
  const line = (name: string, first: number, current: number) => ({
    key: name,
    cells: [name, money(first), money(current), money(current - first)],
  })
  return (
    <section>
      <h3 className={styles.heading}>{panel.versions}</h3>
      <PlainTable
        label={panel.versions}
        columns={[
          { name: panel.kind },
          { name: panel.first, isNumeric: true },
          { name: panel.current, isNumeric: true },
          { name: panel.difference, isNumeric: true },
        ]}
        rows={[
          ...(bill.firstFen === undefined ? [] : [line(panel.fee, bill.firstFen, bill.currentFen ?? 0)]),
          line(panel.share, bill.firstPartnerFen, bill.currentPartnerFen),
        ]}
      />
      <p className={styles.why}>{bill.frozenAt ? panel.frozen(fullTime(bill.frozenAt)) : panel.isOpen}</p>
    </section>
  )
}

function Adjustments({ bill }: { bill: Bill }) {
  const { panel } = useText(billsText)
  const seesFee = bill.firstFen !== undefined
  return (
    <section>
      <h3 className={styles.heading}>{panel.adjustments}</h3>
      {bill.adjustments.length === 0 ? (
        <p className={styles.why}>{panel.noAdjustments}</p>
      ) : (
        <PlainTable
          label={panel.adjustments}
          columns={[
            { name: panel.order },
            { name: panel.orderDate },
            { name: panel.kind },
            ...(seesFee ? [{ name: panel.fee, isNumeric: true }] : []),
            { name: panel.share, isNumeric: true },
          ]}
          rows={bill.adjustments.map((one, at) => ({
            key: String(at),
            cells: [
              one.orderId ?? panel.closing,
              one.orderDate,
              panel.kinds[one.kind as keyof typeof panel.kinds],
              ...(seesFee ? [money(one.feeFen)] : []),
              money(one.partnerFen),
            ],
          }))}
        />
      )}
    </section>
  )
}

function Later({ bill }: { bill: Bill }) {
  const { panel } = useText(billsText)
  const seesFee = bill.firstFen !== undefined
  return (
    <section>
      <h3 className={styles.heading}>{panel.later}</h3>
      {bill.later.length === 0 ? (
        <p className={styles.why}>{panel.noLater}</p>
      ) : (
        <PlainTable
          label={panel.later}
          columns={[
            { name: panel.billDate },
            { name: panel.kind },
            { name: panel.rows, isNumeric: true },
            ...(seesFee ? [{ name: panel.fee, isNumeric: true }] : []),
            { name: panel.share, isNumeric: true },
          ]}
          rows={bill.later.map((one) => ({
            key: `${one.billDate} ${one.kind}`,
            cells: [
              one.billDate,
              panel.kinds[one.kind as keyof typeof panel.kinds],
              exactCount(one.rows),
              ...(seesFee ? [money(one.feeFen)] : []),
              money(one.partnerFen),
            ],
          }))}
        />
      )}
    </section>
  )
}
