import { Textarea } from '@mantine/core'
import { IconCheck, IconMessageReport } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo, useState } from 'react'
import { Empty } from '../../../kit/feedback/State.tsx'
import { FormModal } from '../../../kit/form/FormModal.tsx'
import { exactCount, money } from '../../../kit/format/number.ts'
import { useApp, useText } from '../../../kit/hooks/app.ts'
import { KpiSkeleton, KpiStrip } from '../../../kit/list/KpiStrip.tsx'
import { ListPage } from '../../../kit/list/ListPage.tsx'
import type { Action, ListPageText, StatusTones } from '../../../kit/list/types.ts'
import { askList } from '../../../kit/list/useList.ts'
import { type BILL_ACTIONS, billAct, billList, billRowList } from '../contract/reconcile.ts'
import { reconcileText } from '../reconcileText.ts'
import { text } from '../statementText.ts'
import { useFaults } from './faults.ts'
import { exactYuan } from './micro.ts'
import styles from './settlement.module.css'
import { useRefreshRoom } from './use.ts'

const icon = { size: 16, stroke: 1.6 } as const
const tones: StatusTones = {
  difference: { same: 'green', missing_here: 'red', missing_there: 'orange', differs: 'orange' },
}
const listText = (language: 'zh-CN' | 'en-US', month: string) => ({
  title: reconcileText[language].rowsOf(month),
  columns: text[language].billRows,
  choices: { difference: text[language].differences, action: text[language].billActions },
  filters: text[language].billRowFilters,
})

/** A bill as the list of bills has it now; null where there is none for this account. */
function useBill(id: string) {
  const app = useApp()
  return useQuery({
    queryKey: [billList.key, 'bill', id, app.language],
    queryFn: async ({ signal }) => {
      const { list } = await askList(app, billList, { billId: id, total: 'none' }, { signal, quiet: true })
      return list[0] ?? null
    },
  })
}

type Verb = (typeof BILL_ACTIONS)[number]
interface Asked {
  verb: Verb
  rowNos: number[]
  clear(): void
}

/** A row's name is the bill's times a million and its number. */
const rowNoOf = (rowId: string): number => Number(BigInt(rowId) % 1_000_000n)

interface BillRowsProps {
  id: string
  back: ReactNode
  onAdjustments(): void
}

/** What differs between a bill of upstream and our income, and what is done about it. */
export function BillRows({ id, back, onAdjustments }: BillRowsProps) {
  const words = useText(reconcileText)
  const { data: bill } = useBill(id)
  const [asked, ask] = useState<Asked | null>(null)
  const month = bill?.period.slice(0, 7) ?? ''
  const names = useMemo<ListPageText>(
    () => ({ 'zh-CN': listText('zh-CN', month), 'en-US': listText('en-US', month) }),
    [month],
  )
  const verbs = (rowNos: number[], clear: () => void): Action[] => [
    {
      label: words.acceptRow,
      icon: <IconCheck {...icon} />,
      run: () => ask({ verb: 'accepted', rowNos, clear }),
    },
    {
      label: words.disputeRow,
      icon: <IconMessageReport {...icon} />,
      run: () => ask({ verb: 'disputed', rowNos, clear }),
    },
  ]
  return (
    <>
      <ListPage
        list={billRowList}
        text={names}
        summary={() => (bill === null ? null : <Figures bill={bill} />)}
        statusTones={tones}
        cells={{
          fileMicro: (row) => exactYuan(row.fileMicro),
          oursMicro: (row) => exactYuan(row.oursMicro),
          differenceMicro: (row) => exactYuan(row.differenceMicro),
          adjustmentId: (row) =>
            row.adjustmentId && (
              <button
                type="button"
                className={styles.link}
                aria-label={words.adjustment(row.adjustmentId)}
                onClick={onAdjustments}
              >
                {row.adjustmentId}
              </button>
            ),
        }}
        primary={['difference', 'isOpen', 'action']}
        withoutFilters={['billId']}
        headActions={back}
        rowActions={(row) => (row.difference === 'same' || row.action !== null ? [] : verbs([row.rowNo], () => {}))}
        bulkActions={({ ids, clear }) => verbs(ids.map(rowNoOf), clear)}
        emptyState={<Empty title={words.emptyTitle} />}
      />
      {asked && bill && <ActForm asked={asked} bill={bill} onClose={() => ask(null)} />}
    </>
  )
}

type Bill = NonNullable<ReturnType<typeof useBill>['data']>

function Figures({ bill }: { bill: Bill | undefined }) {
  const words = useText(reconcileText)
  if (!bill) return <KpiSkeleton tiles={5} />
  return (
    <KpiStrip
      label={bill.fileName}
      tiles={[
        { label: words.rows, value: exactCount(bill.rowCount), note: bill.fileName },
        { label: words.upstream, value: exactYuan(bill.fileMicro) },
        { label: words.ours, value: exactYuan(bill.oursMicro) },
        { label: words.difference, value: exactYuan(bill.differenceMicro) },
        {
          label: words.open,
          value: exactCount(bill.open),
          note: words.openNote(exactCount(bill.missingHere + bill.missingThere + bill.differs)),
        },
      ]}
    />
  )
}

interface ActFormProps {
  asked: Asked
  bill: Bill
  onClose(): void
}

/** Takes upstream's figures of some rows, or disputes them. */
function ActForm({ asked: { verb, rowNos, clear }, bill, onClose }: ActFormProps) {
  const { call, notify } = useApp()
  const words = useText(reconcileText)
  const refresh = useRefreshRoom()
  const { faults, check, onRefused } = useFaults()
  const [note, setNote] = useState('')
  const isAccepting = verb === 'accepted'
  const rows = exactCount(rowNos.length)
  return (
    <FormModal
      title={isAccepting ? words.accept : words.dispute}
      note={isAccepting ? words.acceptNote(rows) : words.disputeNote(rows)}
      confirm={isAccepting ? words.accept : words.dispute}
      validate={() => check({ note: note.trim().length === 1 && words.tooShort })}
      submit={async (idempotencyKey) => {
        const body = { version: bill.version, rowNos, action: verb, note: note.trim() || null }
        try {
          const done = await call(billAct, { params: { id: bill.billId }, body }, { idempotencyKey, quiet: true })
          const acted = exactCount(done.acted)
          notify(
            isAccepting
              ? words.accepted(acted, exactCount(done.adjustments), money(done.amountFen))
              : words.disputed(acted),
            'success',
          )
          clear()
        } finally {
          await refresh()
        }
      }}
      onRefused={onRefused(['note'])}
      onClose={onClose}
    >
      <Textarea
        label={words.note}
        autosize
        minRows={2}
        maxLength={500}
        value={note}
        onChange={({ currentTarget: { value } }) => setNote(value)}
        error={faults.note}
        data-autofocus
      />
    </FormModal>
  )
}
