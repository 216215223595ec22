import '@mantine/core/styles/Combobox.layer.css'
import { Select, Textarea } from '@mantine/core'
import { useState } from 'react'
import { FormModal } from '../../../kit/form/FormModal.tsx'
import { useApp, useText } from '../../../kit/hooks/app.ts'
import type { OfferProps } from '../../../kit/hooks/offers.tsx'
import { useRefresh } from '../../../kit/list/useList.ts'
import { LABELS, riskFlag, riskList, SEVERITIES } from '../contract.ts'
import { screenText } from '../screenText.ts'
import { text } from '../text.ts'

/** Flags works by hand. */
export default function FlagForm({ target, count, onDone, onClose }: OfferProps) {
  const { call, notify } = useApp()
  const words = useText(screenText).flag
  const names = useText(text)
  const refresh = useRefresh(riskList)
  const [label, setLabel] = useState<(typeof LABELS)[number] | null>(null)
  const [severity, setSeverity] = useState<(typeof SEVERITIES)[number]>('p2')
  const [note, setNote] = useState('')
  const [faults, setFaults] = useState({ label: '', note: '' })
  return (
    <FormModal
      title={words.title(count)}
      confirm={words.submit}
      validate={() => {
        const length = [...note.trim()].length
        const next = {
          label: label ? '' : words.riskLabel,
          note: length >= 2 && length <= 500 ? '' : words.noteRequired,
        }
        setFaults(next)
        return !next.label && !next.note
      }}
      submit={async (idempotencyKey) => {
        const body = { target, label: label!, severity, note: note.trim() }
        const { opened, joined } = await call(riskFlag, { body }, { idempotencyKey, quiet: true })
        notify(words.done(opened, joined), 'success')
        onDone()
        await refresh()
      }}
      onClose={onClose}
    >
      <Select
        label={words.riskLabel}
        required
        data={LABELS.map((value) => ({ value, label: names.choices.label[value] }))}
        value={label}
        onChange={(value) => setLabel(value as typeof label)}
        error={faults.label}
        data-autofocus
      />
      <Select
        label={words.severity}
        data={SEVERITIES.map((value) => ({ value, label: names.choices.severity[value] }))}
        value={severity}
        onChange={(value) => value && setSeverity(value as typeof severity)}
        allowDeselect={false}
      />
      <Textarea
        label={words.note}
        required
        autosize
        minRows={2}
        maxLength={500}
        value={note}
        error={faults.note}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
    </FormModal>
  )
}
