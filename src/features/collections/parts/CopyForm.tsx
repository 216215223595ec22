import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { FormModal } from '../../../kit/form/FormModal.tsx'
import { useApp, useText } from '../../../kit/hooks/app.ts'
import { useRefresh } from '../../../kit/list/useList.ts'
import { collectionCopy, collectionsList } from '../contract.ts'
import { text } from '../text.ts'

const MAX_NAME = 60

export function CopyForm({ id, name, onClose }: { id: string; name: string; onClose(): void }) {
  const { call, notify } = useApp()
  const words = useText(text)
  const refresh = useRefresh(collectionsList)
  const [typed, setTyped] = useState(() => words.form.copyName(name).slice(0, MAX_NAME))
  const [fault, setFault] = useState('')
  return (
    <FormModal
      title={words.form.copyTitle}
      note={words.form.copyNote}
      confirm={words.actions.copy}
      validate={() => {
        setFault(typed.trim() ? '' : words.form.nameRequired)
        return !!typed.trim()
      }}
      submit={async (idempotencyKey) => {
        const { number } = await call(
          collectionCopy,
          { params: { id }, body: { name: typed.trim() } },
          { idempotencyKey, quiet: true },
        )
        notify(words.done.copied(number), 'success')
        await refresh()
      }}
      onClose={onClose}
    >
      <TextInput
        label={words.form.name}
        value={typed}
        maxLength={MAX_NAME}
        error={fault}
        onChange={(event) => setTyped(event.currentTarget.value)}
        data-autofocus
      />
    </FormModal>
  )
}
