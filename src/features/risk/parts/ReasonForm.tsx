import { Textarea } from '@mantine/core'
import { useState } from 'react'
import { FormModal } from '../../../kit/form/FormModal.tsx'
import { useText } from '../../../kit/hooks/app.ts'
import { screenText } from '../screenText.ts'

interface ReasonFormProps {
  title: string
  note?: string
  label?: string
  confirm: string
  min?: number
  max?: number
  /** Said while the text is too short or too long. */
  rule?: string
  submit(reason: string, idempotencyKey: string): Promise<void>
  onClose(): void
}

/** One question with a written answer. */
export function ReasonForm(props: ReasonFormProps) {
  const words = useText(screenText)
  const { min = 2, max = 500 } = props
  const [typed, setTyped] = useState('')
  const [fault, setFault] = useState('')
  const length = [...typed.trim()].length
  return (
    <FormModal
      title={props.title}
      note={props.note}
      confirm={props.confirm}
      validate={() => {
        const isValid = length >= min && length <= max
        setFault(isValid ? '' : (props.rule ?? words.reasonRequired))
        return isValid
      }}
      submit={(key) => props.submit(typed.trim(), key)}
      onClose={props.onClose}
    >
      <Textarea
        label={props.label ?? words.reasonLabel}
        description={max > 500 ? words.partner.counter(length) : undefined}
        autosize
        minRows={3}
        maxRows={10}
        value={typed}
        error={fault}
        onChange={(event) => {
          setTyped(event.currentTarget.value)
          setFault('')
        }}
        data-autofocus
      />
    </FormModal>
  )
}
