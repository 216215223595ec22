import '@mantine/core/styles/PasswordInput.layer.css'
import { PasswordInput, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { Reply } from '../../../core/contract.ts'
import { FormModal } from '../../../kit/form/FormModal.tsx'
import { useApp, useText } from '../../../kit/hooks/app.ts'
import { contactChange } from '../contract.ts'
import { securityText } from '../securityText.ts'

interface ContactFormProps {
  kind: 'phone' | 'email'
  onClose(): void
  onChanged(contact: Reply<typeof contactChange>): void
}

/** A new phone or e-mail for oneself, confirmed by the password. */
export function ContactForm({ kind, onClose, onChanged }: ContactFormProps) {
  const { call, notify } = useApp()
  const { contactForm: words, passwordForm } = useText(securityText)
  const [value, setValue] = useState('')
  const [currentPassword, setPassword] = useState('')
  const [errors, setErrors] = useState<Record<string, string>>({})
  return (
    <FormModal
      title={words[`${kind}Title`]}
      onClose={onClose}
      validate={() => {
        if (!currentPassword) setErrors({ currentPassword: passwordForm.needed })
        return currentPassword !== ''
      }}
      submit={async () => {
        const body = { currentPassword, ...(kind === 'phone' ? { phone: value } : { email: value }) }
        onChanged(await call(contactChange, { body }, { quiet: true }))
        notify(words.done, 'success')
      }}
      onRefused={(error) => {
        if (!error.field) return false
        setErrors({ [error.field]: error.message })
        return true
      }}
    >
      <TextInput
        data-autofocus
        label={words[kind]}
        description={words.hint}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        type={kind === 'phone' ? 'tel' : 'email'}
        autoComplete={kind === 'phone' ? 'tel' : 'email'}
        value={value}
        error={errors[kind]}
        onChange={(event) => {
          setValue(event.currentTarget.value)
          setErrors({})
        }}
      />
      <PasswordInput
        label={words.current}
        autoComplete="current-password"
        value={currentPassword}
        error={errors.currentPassword}
        onChange={(event) => {
          setPassword(event.currentTarget.value)
          setErrors({})
        }}
      />
    </FormModal>
  )
}
