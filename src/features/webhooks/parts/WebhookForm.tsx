import '@mantine/core/styles/Checkbox.layer.css'
import '@mantine/core/styles/Switch.layer.css'
import { Checkbox, Switch, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { Reply } from '../../../core/contract.ts'
import { FormModal } from '../../../kit/form/FormModal.tsx'
import { useApp, useText } from '../../../kit/hooks/app.ts'
import { MAX_URL, type webhookRead, webhookSave } from '../contract.ts'
import { text } from '../text.ts'
import styles from './webhooks.module.css'

interface WebhookFormProps {
  read: Reply<typeof webhookRead>
  /** Gets the secret where one was made. */
  onSaved(secret: string | null): void
  onClose(): void
}

/** Asks where to send and what. */
export function WebhookForm({ read: { webhook, kinds, events }, onSaved, onClose }: WebhookFormProps) {
  const { call, notify } = useApp()
  const all = useText(text)
  const words = all.form
  const form = useForm({
    initialValues: {
      url: webhook?.url ?? '',
      kinds: webhook?.kinds ?? ([] as typeof kinds),
      events: webhook?.events ?? events,
      isOn: webhook ? webhook.state === 'on' || webhook.state === 'failing' : true,
    },
    validate: {
      url: (url) => (url.trim() ? null : words.urlNeeded),
      kinds: (chosen, { events: others }) => (chosen.length + others.length ? null : words.needed),
    },
  })
  return (
    <FormModal
      title={webhook ? all.edit : all.add}
      confirm={words.save}
      validate={() => !form.validate().hasErrors}
      submit={async (idempotencyKey) => {
        const body = { ...form.values, url: form.values.url.trim(), version: webhook?.version ?? null }
        const { secret } = await call(webhookSave, { body }, { idempotencyKey, quiet: true })
        notify(all.saved, 'success')
        onSaved(secret)
      }}
      onRefused={({ field, message }) => {
        const isOurs = field === 'url' || field === 'kinds'
        if (isOurs) form.setFieldError(field, message)
        return isOurs
      }}
      onClose={onClose}
    >
      <TextInput
        data-autofocus
        type="url"
        label={words.url}
        placeholder={words.urlHint}
        maxLength={MAX_URL}
        autoComplete="off"
        required
        {...form.getInputProps('url')}
      />
      {kinds.length > 0 && (
        <Checkbox.Group label={words.kinds} description={words.kindsHint} {...form.getInputProps('kinds')}>
          <div className={styles.choices}>
            {kinds.map((kind) => (
              <Checkbox key={kind} value={kind} label={all.kinds[kind]} />
            ))}
          </div>
        </Checkbox.Group>
      )}
      {events.length > 0 && (
        <Checkbox.Group label={words.events} {...form.getInputProps('events')}>
          <div className={styles.choices}>
            {events.map((event) => (
              <Checkbox key={event} value={event} label={all.events[event]} description={event} />
            ))}
          </div>
        </Checkbox.Group>
      )}
      <Switch label={words.isOn} {...form.getInputProps('isOn', { type: 'checkbox' })} />
    </FormModal>
  )
}
