import { Textarea } from '@mantine/core'
import { useRef, useState } from 'react'
import { FormModal } from '../../../kit/form/FormModal.tsx'
import { useApp, useText } from '../../../kit/hooks/app.ts'
import { useRefresh } from '../../../kit/list/useList.ts'
import { type AddReport, collectionPaste, collectionsList } from '../contract.ts'
import { text } from '../text.ts'
import { AddReportDialog } from './AddReportDialog.tsx'

/** Adds videos by pasted ids and links; what was not taken is said one by one. */
export function PasteForm({ id, name, onClose }: { id: string; name: string; onClose(): void }) {
  const { call, notify } = useApp()
  const words = useText(text)
  const refresh = useRefresh(collectionsList)
  const [typed, setTyped] = useState('')
  const [fault, setFault] = useState('')
  const [report, setReport] = useState<AddReport>()
  /** The form closes when it is through; with a report to read the dialog stays. */
  const staysOpen = useRef(false)
  if (report) return <AddReportDialog title={words.paste.title(name)} report={report} onClose={onClose} />
  return (
    <FormModal
      title={words.paste.title(name)}
      validate={() => {
        setFault(typed.trim() ? '' : words.paste.required)
        return !!typed.trim()
      }}
      submit={async (idempotencyKey) => {
        const found = await call(
          collectionPaste,
          { params: { id }, body: { text: typed } },
          { idempotencyKey, quiet: true },
        )
        await refresh()
        if (found.refusedCount > 0) {
          staysOpen.current = true
          setReport(found)
        } else notify(words.done.added(found.done), 'success')
      }}
      onClose={() => staysOpen.current || onClose()}
    >
      <Textarea
        label={words.paste.label}
        description={fault ? undefined : words.paste.hint}
        error={fault}
        value={typed}
        autosize
        minRows={5}
        maxRows={12}
        onChange={(event) => setTyped(event.currentTarget.value)}
        data-autofocus
      />
    </FormModal>
  )
}
