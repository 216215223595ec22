import '@mantine/core/styles/PasswordInput.layer.css'
import { PasswordInput } from '@mantine/core'
import { IconCircle, IconCircleCheck } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { FormModal } from '../../../kit/form/FormModal.tsx'
import { useApp, useText } from '../../../kit/hooks/app.ts'
import { passwordChange, sessionList } from '../contract.ts'
import { PASSWORD_MIN } from '../limits.ts'
import { securityText } from '../securityText.ts'
import styles from './security.module.css'

/** A new password for oneself. What a rule says is shown while one types; the server has the last word. */
export function PasswordForm({ onClose }: { onClose(): void }) {
  const { call, notify, session } = useApp()
  const words = useText(securityText).passwordForm
  const queries = useQueryClient()
  const [values, setValues] = useState({ currentPassword: '', newPassword: '', repeat: '' })
  const [errors, setErrors] = useState<Partial<Record<keyof typeof values, string>>>({})
  const fresh = values.newPassword
  const rules = {
    short: [...fresh].length >= PASSWORD_MIN,
    named: fresh !== '' && !fresh.toLowerCase().includes(session!.accessKey.toLowerCase()),
  }
  const field = (name: keyof typeof values) => ({
    value: values[name],
    error: errors[name],
    onChange: (event: { currentTarget: { value: string } }) => {
      const { value } = event.currentTarget
      setValues((before) => ({ ...before, [name]: value }))
      setErrors({})
    },
  })
  const validate = () => {
    const found = {
      ...(values.currentPassword ? {} : { currentPassword: words.needed }),
      ...(fresh ? {} : { newPassword: words.needed }),
      ...(values.repeat === fresh ? {} : { repeat: words.differs }),
    }
    setErrors(found)
    return Object.keys(found).length === 0
  }
  return (
    <FormModal
      title={words.title}
      onClose={onClose}
      validate={validate}
      submit={async () => {
        const { currentPassword, newPassword } = values
        const { endedSessions } = await call(
          passwordChange,
          { body: { currentPassword, newPassword } },
          { quiet: true },
        )
        notify(words.done(endedSessions), 'success')
        await queries.invalidateQueries({ queryKey: [sessionList.path] })
      }}
      onRefused={(error) => {
        if (!error.field) return false
        setErrors({ [error.field]: error.message })
        return true
      }}
    >
      <PasswordInput
        label={words.current}
        autoComplete="current-password"
        data-autofocus
        {...field('currentPassword')}
      />
      <div>
        <PasswordInput label={words.fresh} autoComplete="new-password" {...field('newPassword')} />
        <ul className={styles.rules}>
          {(['short', 'named'] as const).map((rule) => (
            <li key={rule} data-met={rules[rule] || undefined}>
              {rules[rule] ? (
                <IconCircleCheck size={14} stroke={1.8} aria-label={words.met} />
              ) : (
                <IconCircle size={14} stroke={1.8} aria-label={words.unmet} />
              )}
              {words.rules[rule]}
            </li>
          ))}
        </ul>
      </div>
      <PasswordInput label={words.repeat} autoComplete="new-password" {...field('repeat')} />
    </FormModal>
  )
}
