import { Textarea } from '@mantine/core'
import { useState } from 'react'
import { FormModal } from '../../../kit/form/FormModal.tsx'
import { useApp, useText } from '../../../kit/hooks/app.ts'
import { userDisable, usersDisable } from '../contract.ts'
import { text } from '../text.ts'
import type { Dialog } from './dialog.ts'
import { useAct } from './useAct.ts'

type Disabling = Extract<Dialog, { kind: 'disable' | 'disableMany' }>

/** Asks for the reason before one account, or a selection, is disabled. */
export function DisableDialog({ dialog, close }: { dialog: Disabling; close(): void }) {
  const { disable: words } = useText(text)
  const { notify } = useApp()
  const { act } = useAct()
  const [typed, setTyped] = useState('')
  const [isShort, setShort] = useState(false)
  const reason = typed.trim()

  function validate(): boolean {
    setShort(reason.length < 2)
    return reason.length >= 2
  }

  async function submit() {
    if (dialog.kind === 'disable') {
      const { accessId, version } = dialog.user
      await act(userDisable, { params: { id: accessId }, body: { reason, version } }, true)
      notify(words.done(1), 'success')
    } else {
      const { changed } = await act(usersDisable, { body: { reason, ids: dialog.ids } }, true)
      notify(words.done(changed), 'success')
      dialog.onDone()
    }
  }

  return (
    <FormModal
      title={dialog.kind === 'disable' ? words.title(dialog.user.displayName) : words.titleMany(dialog.ids.length)}
      note={words.body}
      confirm={words.action}
      isDanger
      validate={validate}
      submit={submit}
      onClose={close}
    >
      <Textarea
        data-autofocus
        label={words.reason}
        description={isShort ? undefined : words.reasonHint}
        error={isShort && words.reasonHint}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        autosize
        minRows={2}
        maxRows={5}
        maxLength={200}
        value={typed}
        onChange={(event) => {
          setTyped(event.currentTarget.value)
          setShort(false)
        }}
      />
    </FormModal>
  )
}
