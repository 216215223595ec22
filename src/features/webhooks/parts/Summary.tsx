import { Button } from '@mantine/core'
import { useState } from 'react'
import { confirm } from '../../../kit/feedback/confirm.ts'
import { fullTime } from '../../../kit/format/time.ts'
import { useApp, useText } from '../../../kit/hooks/app.ts'
import { Status } from '../../../kit/list/Status.tsx'
import { Tag } from '../../../kit/list/Tag.tsx'
import { type Webhook, webhookRemove, webhookRotate, webhookTest } from '../contract.ts'
import { text } from '../text.ts'
import styles from './webhooks.module.css'

const TONE = { on: 'green', failing: 'orange', off: 'grey', given_up: 'red' } as const

interface SummaryProps {
  webhook: Webhook
  onEdit(): void
  onSecret(secret: string): void
  onChanged(): void
}

/** Where the webhook leads, how it is, and what can be done with it. */
export function Summary({ webhook, onEdit, onSecret, onChanged }: SummaryProps) {
  const words = useText(text)
  return (
    <>
      <dl className={styles.facts}>
        <div>
          <dt>{words.url}</dt>
          <dd className={styles.url}>{webhook.url}</dd>
        </div>
        <div>
          <dt>{words.state}</dt>
          <dd>
            <Status tone={TONE[webhook.state]}>{words.states[webhook.state]}</Status>
            <Trouble webhook={webhook} />
          </dd>
        </div>
        <div>
          <dt>{words.wants}</dt>
          <dd className={styles.tags}>
            {webhook.kinds.map((kind) => (
              <Tag key={kind} tone="blue">
                {words.kinds[kind]}
              </Tag>
            ))}
            {webhook.events.map((event) => (
              <Tag key={event} tone="grey">
                {words.events[event]}
              </Tag>
            ))}
          </dd>
        </div>
      </dl>
      <Actions onEdit={onEdit} onSecret={onSecret} onChanged={onChanged} />
    </>
  )
}

function Trouble({ webhook: { state, failingSince, nextTryAt } }: { webhook: Webhook }) {
  const words = useText(text)
  if (state === 'given_up') return <p className={styles.note}>{words.givenUpNote}</p>
  if (state !== 'failing' || !failingSince || !nextTryAt) return null
  return <p className={styles.note}>{words.failingNote(fullTime(failingSince), fullTime(nextTryAt))}</p>
}

function Actions({ onEdit, onSecret, onChanged }: Omit<SummaryProps, 'webhook'>) {
  const { call, notify } = useApp()
  const words = useText(text)
  const [busy, setBusy] = useState('')
  const run = async (name: string, work: () => Promise<void>) => {
    setBusy(name)
    // A refusal has been said by the shell.
    await work().catch(() => undefined)
    onChanged()
    setBusy('')
  }
  const test = () =>
    run('test', async () => {
      const { isDelivered, status, trouble } = await call(webhookTest, {})
      if (isDelivered) return notify(words.tested(status!), 'success')
      const why = trouble === null ? words.answered(status!) : (words.troubles[trouble] ?? trouble)
      notify(words.testFailed(why), 'error')
    })
  const rotate = async () => {
    if (!(await confirm({ title: words.rotateTitle, body: words.rotateBody, confirm: words.rotate }))) return
    await run('rotate', async () => onSecret((await call(webhookRotate, {})).secret))
  }
  const remove = async () => {
    const question = { title: words.removeTitle, body: words.removeBody, confirm: words.remove, isDanger: true }
    if (!(await confirm(question))) return
    await run('remove', async () => {
      await call(webhookRemove, {})
      notify(words.removed, 'success')
    })
  }
  return (
    <div className={styles.actions}>
      <Button loading={busy === 'test'} onClick={() => void test()}>
        {words.test}
      </Button>
      <Button variant="default" onClick={onEdit}>
        {words.edit}
      </Button>
      <Button variant="default" loading={busy === 'rotate'} onClick={() => void rotate()}>
        {words.rotate}
      </Button>
      <Button variant="subtle" color="red" loading={busy === 'remove'} onClick={() => void remove()}>
        {words.remove}
      </Button>
    </div>
  )
}
