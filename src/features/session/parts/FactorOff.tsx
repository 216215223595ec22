import '@mantine/core/styles/PasswordInput.layer.css'
import { PasswordInput, TextInput } from '@mantine/core'
import { useState } from 'react'
import { FormModal } from '../../../kit/form/FormModal.tsx'
import { useApp, useText } from '../../../kit/hooks/app.ts'
import { factorOff } from '../contract.ts'
import { securityText } from '../securityText.ts'

/** Turns the second factor off, by the password and a code. */
export function FactorOff({ onClose, onChanged }: { onClose(): void; onChanged(): void }) {
  const { call, notify } = useApp()
  const { factorForm: words, passwordForm } = useText(securityText)
  const [values, setValues] = useState({ currentPassword: '', code: '' })
  const [errors, setErrors] = useState<Record<string, string>>({})
  const field = (name: keyof typeof values) => ({
    value: values[name],
    error: errors[name],
    onChange: (event: { currentTarget: { value: string } }) => {
      const { value } = event.currentTarget
      setValues((before) => ({ ...before, [name]: value }))
      setErrors({})
    },
  })
  return (
    <FormModal
      title={words.offTitle}
      note={words.offNote}
      isDanger
      onClose={onClose}
      validate={() => {
        const found = {
          ...(values.currentPassword ? {} : { currentPassword: passwordForm.needed }),
          ...(values.code.trim() ? {} : { code: words.codeNeeded }),
        }
        setErrors(found)
        return Object.keys(found).length === 0
      }}
      submit={async () => {
        await call(factorOff, { body: values }, { quiet: true })
        notify(words.off, 'success')
        onChanged()
      }}
      onRefused={(error) => {
        if (!error.field) return false
        setErrors({ [error.field]: error.message })
        return true
      }}
    >
      <PasswordInput
        data-autofocus
        label={words.current}
        autoComplete="current-password"
        {...field('currentPassword')}
      />
      <TextInput label={words.codeOrRecovery} autoComplete="one-time-code" {...field('code')} />
    </FormModal>
  )
}
