import '@mantine/core/styles/Combobox.layer.css'
import { Button, Select, Textarea, TextInput } from '@mantine/core'
import { IconFlag } from '@tabler/icons-react'
import { useState } from 'react'
import { FormModal } from '../../../kit/form/FormModal.tsx'
import { useApp, useText } from '../../../kit/hooks/app.ts'
import { LABELS, riskReport } from '../contract.ts'
import { screenText } from '../screenText.ts'
import { text } from '../text.ts'

/** Reports a work by its link. */
export function ReportButton() {
  const words = useText(screenText).report
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="default" leftSection={<IconFlag size={16} stroke={1.6} />} onClick={() => setOpen(true)}>
        {words.open}
      </Button>
      {isOpen && <ReportForm onClose={() => setOpen(false)} />}
    </>
  )
}

function ReportForm({ onClose }: { onClose(): void }) {
  const { call, notify } = useApp()
  const words = useText(screenText).report
  const names = useText(text)
  const [link, setLink] = useState('')
  const [label, setLabel] = useState<(typeof LABELS)[number]>('other')
  const [said, setSaid] = useState('')
  const [fault, setFault] = useState('')
  return (
    <FormModal
      title={words.title}
      note={words.note}
      validate={() => {
        setFault(link.trim() ? '' : words.required)
        return link.trim() !== ''
      }}
      submit={async (idempotencyKey) => {
        await call(riskReport, { body: { link: link.trim(), label, text: said } }, { idempotencyKey, quiet: true })
        notify(words.done, 'success')
      }}
      onRefused={(error) => {
        if (error.field !== 'link') return false
        setFault(error.message)
        return true
      }}
      onClose={onClose}
    >
      <TextInput
        label={words.link}
        required
        value={link}
        error={fault}
        onChange={(event) => setLink(event.currentTarget.value)}
        data-autofocus
      />
      <Select
        label={words.label}
        data={LABELS.map((value) => ({ value, label: names.choices.label[value] }))}
        value={label}
        onChange={(value) => value && setLabel(value as typeof label)}
        allowDeselect={false}
      />
      <Textarea
        label={words.text}
        autosize
        minRows={2}
        maxLength={1000}
        value={said}
        onChange={(event) => setSaid(event.currentTarget.value)}
      />
    </FormModal>
  )
}
