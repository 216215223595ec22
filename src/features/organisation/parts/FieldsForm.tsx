import '@mantine/core/styles/Combobox.layer.css'
import { Select, Textarea, TextInput } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { FormModal } from '../../../kit/form/FormModal.tsx'
import { useText } from '../../../kit/hooks/app.ts'
import { text } from '../screenText.ts'
import styles from './organisation.module.css'

export interface Field {
  name: string
  label: string
  kind?: 'text' | 'day' | 'select' | 'long'
  options?: readonly { value: string; label: string }[]
  hint?: string | undefined
  isOptional?: boolean
  /** Shown, not changed. */
  isFixed?: boolean
  /** Both columns. */
  isWide?: boolean
}

type Values = Record<string, string>

interface FieldsFormProps {
  title: string
  note?: ReactNode
  confirm: string
  isDanger?: boolean
  fields: readonly Field[]
  initial: Values
  /** Rejects with the refusal, which is shown at its field. */
  submit(values: Values, idempotencyKey: string): Promise<void>
  onClose(): void
}

/** A dialog of plain fields: required ones must be filled, refusals stand at their field, what was typed stays. */
export function FieldsForm({ fields, initial, submit, ...modal }: FieldsFormProps) {
  const words = useText(text)
  const [values, setValues] = useState<Values>(initial)
  const [faults, setFaults] = useState<Record<string, string>>({})
  const change = (name: string, value: string) => {
    setFaults({})
    setValues((before) => ({ ...before, [name]: value }))
  }
  const validate = () => {
    const missing = fields.filter(({ name, isOptional }) => !isOptional && !values[name]?.trim())
    setFaults(Object.fromEntries(missing.map(({ name }) => [name, words.required])))
    return missing.length === 0
  }
  return (
    <FormModal
      {...modal}
      validate={validate}
      submit={(key) => submit(values, key)}
      onRefused={(error) => {
        const isKnown = fields.some(({ name }) => name === error.field)
        if (isKnown) setFaults({ [error.field!]: error.message })
        return isKnown
      }}
    >
      <div className={styles.fields}>
        {fields.map(({ name, label, kind = 'text', options = [], hint, isOptional, isFixed, isWide }, at) => {
          const common = {
            label,
            error: faults[name],
            description: faults[name] ? undefined : hint,
            inputWrapperOrder: ['label', 'input', 'description', 'error'] as (
              | 'label'
              | 'input'
              | 'description'
              | 'error'
            )[],
            withAsterisk: !isOptional && !isFixed,
            disabled: isFixed ?? false,
            className: isWide ? styles.wide : undefined,
            'data-autofocus': at === 0 || undefined,
          }
          if (kind === 'select')
            return (
              <Select
                key={name}
                {...common}
                data={[...options]}
                value={values[name] || null}
                searchable={options.length > 8}
                allowDeselect={false}
                clearable={isOptional ?? false}
                onChange={(next) => change(name, next ?? '')}
              />
            )
          const input = {
            ...common,
            value: values[name] ?? '',
            onChange: (event: { currentTarget: { value: string } }) => change(name, event.currentTarget.value),
          }
          return kind === 'long' ? (
            <Textarea key={name} {...input} rows={3} maxLength={200} />
          ) : (
            <TextInput key={name} {...input} type={kind === 'day' ? 'date' : 'text'} />
          )
        })}
      </div>
    </FormModal>
  )
}
