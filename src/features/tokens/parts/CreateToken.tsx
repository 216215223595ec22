import '@mantine/core/styles/Checkbox.layer.css'
import '@mantine/core/styles/SegmentedControl.layer.css'
import '@mantine/core/styles/FloatingIndicator.layer.css'
import { Checkbox, Input, SegmentedControl, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { TokenScope } from '../../../core/access.ts'
import type { Reply } from '../../../core/contract.ts'
import { FormModal } from '../../../kit/form/FormModal.tsx'
import { useApp, useText } from '../../../kit/hooks/app.ts'
import { MAX_NAME, tokenCreate } from '../contract.ts'
import { text } from '../text.ts'
import styles from './tokens.module.css'

const DAYS = [7, 30, 90, 365]

interface CreateTokenProps {
  /** What the user may give. */
  scopes: readonly TokenScope[]
  onCreated(made: Reply<typeof tokenCreate>): void
  onClose(): void
}

/** Asks what a token is for and how long it may live. */
export function CreateToken({ scopes, onCreated, onClose }: CreateTokenProps) {
  const { call } = useApp()
  const words = useText(text)
  const form = useForm({
    initialValues: { name: '', scopes: scopes.length === 1 ? [...scopes] : ([] as TokenScope[]), days: '90' },
    validate: {
      name: (name) => (name.trim() ? null : words.form.nameNeeded),
      scopes: (chosen) => (chosen.length ? null : words.form.scopesNeeded),
    },
  })
  return (
    <FormModal
      title={words.create}
      confirm={words.create}
      validate={() => !form.validate().hasErrors}
      submit={async (idempotencyKey) => {
        const { name, scopes, days } = form.values
        const body = { name, scopes, expiresInDays: Number(days) }
        onCreated(await call(tokenCreate, { body }, { idempotencyKey, quiet: true }))
      }}
      onRefused={({ field, message }) => {
        const isOurs = field === 'name' || field === 'scopes'
        if (isOurs) form.setFieldError(field, message)
        return isOurs
      }}
      onClose={onClose}
    >
      <TextInput
        data-autofocus
        label={words.form.name}
        placeholder={words.form.nameHint}
        maxLength={MAX_NAME}
        autoComplete="off"
        required
        {...form.getInputProps('name')}
      />
      <Checkbox.Group label={words.form.scopes} required {...form.getInputProps('scopes')}>
        <div className={styles.scopes}>
          {scopes.map((scope) => (
            <Checkbox key={scope} value={scope} label={words.scopes[scope]} description={scope} />
          ))}
        </div>
      </Checkbox.Group>
      <Input.Wrapper label={words.form.days} labelElement="div">
        <SegmentedControl
          fullWidth
          aria-label={words.form.days}
          data={DAYS.map((days) => ({ value: String(days), label: words.form.daysOf(days) }))}
          {...form.getInputProps('days')}
        />
      </Input.Wrapper>
    </FormModal>
  )
}
