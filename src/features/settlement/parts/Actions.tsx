import { Button } from '@mantine/core'
import { useState } from 'react'
import { confirm } from '../../../kit/feedback/confirm.ts'
import { money } from '../../../kit/format/number.ts'
import { useApp, useText } from '../../../kit/hooks/app.ts'
import { invoiceDecide } from '../contract/disputes.ts'
import {
  statementClear,
  statementConfirm,
  statementHold,
  statementIssue,
  statementLock,
  statementRebuild,
  statementRelease,
  statementRetry,
  statementVoid,
} from '../contract/statements.ts'
import { screenText } from '../screenText.ts'
import { AnswerForm, DisputeForm, InvoiceForm, SayForm } from './Forms.tsx'
import { type Detail, useAct } from './use.ts'

interface ActionsProps {
  detail: Detail
  picked: readonly number[]
  onPicked(): void
}

const DIRECT = {
  rebuild: statementRebuild,
  issue: statementIssue,
  confirm: statementConfirm,
  lock: statementLock,
  clear: statementClear,
  retry: statementRetry,
  release: statementRelease,
} as const
type Direct = keyof typeof DIRECT
type Dialog = 'dispute' | 'answer' | 'uploadInvoice' | 'rejectInvoice' | 'hold' | 'void'

/** In the order they are offered; the first one there is is the main one. */
const ORDER: readonly Direct[] = ['confirm', 'issue', 'lock', 'clear', 'retry', 'release', 'rebuild']

/** What this account may do with a statement now, as the server says. */
export function Actions({ detail, picked, onPicked }: ActionsProps) {
  const words = useText(screenText)
  const { call } = useApp()
  const { act, isBusy } = useAct()
  const [dialog, setDialog] = useState<Dialog | null>(null)
  const { statement, actions, invoices } = detail
  const { statementId, version, netFen } = statement
  const input = { params: { id: statementId }, body: { version } }
  const waiting = invoices.find(({ state }) => state === 'waiting')
  const may = (action: string) => actions.includes(action)
  const asked: Partial<Record<Direct, { title: string; body: string }>> = {
    confirm: { title: words.confirmTitle, body: words.confirmBody(money(netFen)) },
    issue: { title: words.actions.issue, body: words.issueBody },
    lock: { title: words.actions.lock, body: words.lockBody },
  }
  const run = async (verb: Direct) => {
    const question = asked[verb]
    if (question && !(await confirm({ ...question, confirm: words.actions[verb] }))) return
    await act(DIRECT[verb], input)
  }
  const receive = () =>
    act(invoiceDecide, { params: { id: statementId }, body: { version, isReceived: true, reason: null } })
  const direct = ORDER.filter(may)
  const close = () => setDialog(null)
  const secondary = (label: string, run: () => void, isDanger = false) => (
    <Button key={label} variant="default" disabled={isBusy} onClick={run} {...(isDanger && { c: 'red' })}>
      {label}
    </Button>
  )
  return (
    <>
      {may('void') && secondary(words.actions.void, () => setDialog('void'), true)}
      {may('voidLocked') &&
        secondary(
          statement.isVoidProposed ? words.actions.voidLocked : words.actions.proposeVoid,
          () => setDialog('void'),
          true,
        )}
      {may('hold') && secondary(words.actions.hold, () => setDialog('hold'))}
      {may('dispute') && secondary(words.actions.dispute, () => setDialog('dispute'))}
      {may('invoice') && waiting && secondary(words.form.rejectedInvoice, () => setDialog('rejectInvoice'))}
      {direct.slice(1).map((verb) => secondary(words.actions[verb], () => void run(verb)))}
      {may('uploadInvoice') && !waiting && (
        <Button onClick={() => setDialog('uploadInvoice')}>{words.actions.uploadInvoice}</Button>
      )}
      {may('invoice') && waiting && (
        <Button loading={isBusy} onClick={() => void receive()}>
          {words.form.received}
        </Button>
      )}
      {may('keep') && <Button onClick={() => setDialog('answer')}>{words.actions.answer}</Button>}
      {direct[0] && (
        <Button loading={isBusy} onClick={() => void run(direct[0]!)}>
          {words.actions[direct[0]]}
        </Button>
      )}
      {dialog === 'dispute' && <DisputeForm detail={detail} picked={picked} onDone={onPicked} onClose={close} />}
      {dialog === 'answer' && <AnswerForm detail={detail} onClose={close} />}
      {dialog === 'uploadInvoice' && <InvoiceForm statement={statement} onClose={close} />}
      {(dialog === 'hold' || dialog === 'void' || dialog === 'rejectInvoice') && (
        <SayForm
          title={dialog === 'rejectInvoice' ? words.form.rejectedInvoice : words.actions[dialog]}
          note={statement.no}
          label={words.form.reason}
          field="reason"
          isDanger={dialog !== 'hold'}
          submit={(reason, idempotencyKey) => {
            const options = { idempotencyKey, quiet: true }
            if (dialog === 'rejectInvoice')
              return call(invoiceDecide, { ...input, body: { version, isReceived: false, reason } }, options)
            const verb = dialog === 'hold' ? statementHold : statementVoid
            return call(verb, { ...input, body: { version, reason } }, options)
          }}
          onClose={close}
        />
      )}
    </>
  )
}
