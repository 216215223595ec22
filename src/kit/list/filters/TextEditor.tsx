import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { MAX_TEXT } from '../../../core/listQuery.ts'
import { useText } from '../../hooks/app.ts'
import { listText } from '../text.ts'
import { EditorForm, type EditorProps } from './EditorForm.tsx'

/** Text to look for, or ids as people paste them. */
export function TextEditor({ column, value, formRef, onCommit }: EditorProps) {
  const words = useText(listText)
  const [typed, setTyped] = useState(value)
  return (
    <EditorForm
      formRef={formRef}
      onCommit={onCommit}
      read={() => (column.kind === 'id' ? (typed.match(/\d+/g) ?? []).join(',') : typed.trim())}
    >
      <TextInput
        aria-label={words.search}
        maxLength={column.kind === 'id' ? undefined : MAX_TEXT}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        data-autofocus
      />
    </EditorForm>
  )
}
