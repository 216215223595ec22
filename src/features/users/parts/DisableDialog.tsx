import { Button, Modal, Textarea } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { CallError, useApp, useText } from '../../../kit/hooks/app.ts'
import { userDisable, usersDisable } from '../contract.ts'
import { text } from '../text.ts'
import type { Dialog } from './dialog.ts'
import { useAct } from './useAct.ts'
import styles from './users.module.css'

type Disabling = Extract<Dialog, { kind: 'disable' | 'disableMany' }>

/** Asks for the reason before one account, or a selection, is disabled. */
export function DisableDialog({ dialog, close }: { dialog: Disabling; close(): void }) {
  const { disable: words, cancel } = useText(text)
  const { notify } = useApp()
  const { act, isBusy } = useAct()
  const [reason, setReason] = useState('')
  const [error, setError] = useState<string>()
  const isReason = reason.trim().length >= 2

  async function submit(event: FormEvent) {
    event.preventDefault()
    try {
      const body = { reason: reason.trim() }
      if (dialog.kind === 'disable') {
        const { accessId, version } = dialog.user
        await act(userDisable, { params: { id: accessId }, body: { ...body, version } }, true)
        notify(words.done(1), 'success')
      } else {
        const { changed } = await act(usersDisable, { body: { ...body, ids: dialog.ids } }, true)
        notify(words.done(changed), 'success')
        dialog.onDone()
      }
      close()
    } catch (failure) {
      setError(failure instanceof CallError ? failure.message : String(failure))
    }
  }

  const title = dialog.kind === 'disable' ? words.title(dialog.user.displayName) : words.titleMany(dialog.ids.length)
  return (
    <Modal opened onClose={close} title={title}>
      <form onSubmit={submit}>
        <p className={styles.lead}>{words.body}</p>
        <Textarea
          data-autofocus
          label={words.reason}
          description={error ? undefined : words.reasonHint}
          error={error}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          autosize
          minRows={2}
          maxRows={5}
          maxLength={200}
          required
          withAsterisk={false}
          value={reason}
          onChange={(event) => {
            setReason(event.currentTarget.value)
            setError(undefined)
          }}
        />
        <div className={styles.answers}>
          <Button variant="default" onClick={close}>
            {cancel}
          </Button>
          <Button type="submit" color="red" loading={isBusy} disabled={!isReason}>
            {words.action}
          </Button>
        </div>
      </form>
    </Modal>
  )
}
