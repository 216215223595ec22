import { Button, TextInput } from '@mantine/core'
import { IconEye } from '@tabler/icons-react'
import { useState } from 'react'
import { useText } from '../../../kit/hooks/app.ts'
import { type User, userReveal } from '../contract.ts'
import { text } from '../text.ts'
import { useAct } from './useAct.ts'
import styles from './users.module.css'

interface ContactFieldsProps {
  base: User | undefined
  field(name: 'phone' | 'email'): object
  onReveal(contact: { phone: string; email: string }): void
}

/**
 * Phone and e-mail. What an account already has is masked and cannot be edited before it was shown in clear, which is
 * recorded; what it lacks can be filled in at once.
 */
export function ContactFields({ base, field, onReveal }: ContactFieldsProps) {
  const words = useText(text)
  const { act, isBusy } = useAct()
  const [isShown, setShown] = useState(false)

  async function reveal() {
    if (!base) return
    const contact = await act(userReveal, { params: { id: base.accessId } })
    onReveal({ phone: contact.phone ?? '', email: contact.email ?? '' })
    setShown(true)
  }

  const names = ['phone', 'email'] as const
  const isMasked = (name: 'phone' | 'email') => !isShown && !!base?.[name]
  return (
    <>
      {names.map((name) =>
        isMasked(name) ? (
          <TextInput
            key={name}
            label={words.columns[name]}
            value={base?.[name] ?? ''}
            readOnly
            classNames={{ input: styles.masked! }}
          />
        ) : (
          <TextInput
            key={name}
            label={words.columns[name]}
            type={name === 'phone' ? 'tel' : 'email'}
            inputMode={name === 'phone' ? 'tel' : 'email'}
            autoComplete="off"
            {...field(name)}
          />
        ),
      )}
      {names.some(isMasked) && (
        <div className={styles.revealLine}>
          <Button
            size="compact-sm"
            variant="subtle"
            leftSection={<IconEye size={14} stroke={1.6} />}
            loading={isBusy}
            onClick={() => void reveal().catch(() => {})}
          >
            {words.form.revealToEdit}
          </Button>
          <span className={styles.note}>{words.profile.recorded}</span>
        </div>
      )}
    </>
  )
}
