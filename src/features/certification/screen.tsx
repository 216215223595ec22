import { Textarea } from '@mantine/core'
import { IconCheck, IconX } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ListRow } from '../../core/contract.ts'
import { confirm } from '../../kit/feedback/confirm.ts'
import { FormModal } from '../../kit/form/FormModal.tsx'
import { CallError, useApp, useText } from '../../kit/hooks/app.ts'
import { ListPage } from '../../kit/list/ListPage.tsx'
import { certificationDecide, certificationList } from './contract.ts'
import { TONES } from './parts/Facts.tsx'
import { screenText } from './screenText.ts'
import { text } from './text.ts'

type Row = ListRow<typeof certificationList>
const icon = { size: 16, stroke: 1.6 }

/** Applications of partners and suppliers, for those who decide them. */
export default function CertificationsScreen() {
  const { call, notify } = useApp()
  const words = useText(screenText)
  const client = useQueryClient()
  const [rejected, setRejected] = useState<Row>()
  const refresh = () => client.invalidateQueries({ queryKey: [certificationList.key] })
  const pass = async ({ id, version, name }: Row) => {
    if (!(await confirm({ title: words.passAsk(name), body: words.passBody, confirm: words.pass }))) return
    try {
      const body = { version, isPassed: true }
      await call(certificationDecide, { params: { id }, body }, { idempotencyKey: crypto.randomUUID() })
      notify(words.passed, 'success')
    } catch (error) {
      if (!(error instanceof CallError)) throw error
    } finally {
      await refresh()
    }
  }
  return (
    <>
      <ListPage
        list={certificationList}
        text={text}
        primary={['state', 'party', 'createdAt']}
        statusTones={{ state: TONES }}
        rowActions={(row) =>
          row.state === 'auditing'
            ? [
                { label: words.pass, icon: <IconCheck {...icon} />, run: () => void pass(row) },
                { label: words.reject, icon: <IconX {...icon} />, isDanger: true, run: () => setRejected(row) },
              ]
            : []
        }
      />
      {rejected && <RejectForm row={rejected} onClose={() => setRejected(undefined)} onDone={refresh} />}
    </>
  )
}

function RejectForm({ row, onClose, onDone }: { row: Row; onClose(): void; onDone(): Promise<void> }) {
  const { call, notify } = useApp()
  const words = useText(screenText)
  const [reason, setReason] = useState('')
  const [fault, setFault] = useState<string>()
  return (
    <FormModal
      title={words.rejectTitle(row.name)}
      confirm={words.reject}
      isDanger
      validate={() => {
        const isGiven = reason.trim().length >= 2
        setFault(isGiven ? undefined : words.form.needed)
        return isGiven
      }}
      submit={async (idempotencyKey) => {
        const body = { version: row.version, isPassed: false, reason }
        await call(certificationDecide, { params: { id: row.id }, body }, { idempotencyKey, quiet: true })
        notify(words.rejected, 'success')
        await onDone()
      }}
      onRefused={(error) => {
        if (error.reason === 'STALE') void onDone()
        if (error.field !== 'reason') return false
        setFault(error.message)
        return true
      }}
      onClose={onClose}
    >
      <Textarea
        label={words.rejectReason}
        description={words.rejectHint}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        withAsterisk
        data-autofocus
        rows={3}
        maxLength={200}
        value={reason}
        error={fault}
        onChange={(event) => {
          setFault(undefined)
          setReason(event.currentTarget.value)
        }}
      />
    </FormModal>
  )
}
