import { Button } from '@mantine/core'
import type { ReactNode, Ref } from 'react'
import type { Column } from '../../../core/columns.ts'
import { useText } from '../../hooks/app.ts'
import { listText } from '../text.ts'
import type { Option } from '../types.ts'
import styles from './filters.module.css'

/** What every editor of a filter gets. It keeps what is typed until it commits a value; an empty one clears. */
export interface EditorProps {
  column: Column
  value: string
  options: readonly Option[]
  /** Leaving the popover submits this form, so that an invalid input stays where it is, with its error. */
  formRef: Ref<HTMLFormElement>
  onCommit(value: string): void
}

interface EditorFormProps extends Pick<EditorProps, 'formRef' | 'onCommit'> {
  /** The value of what is typed, or undefined while it is not valid. */
  read(): string | undefined
  children: ReactNode
}

export function EditorForm({ formRef, read, onCommit, children }: EditorFormProps) {
  const words = useText(listText)
  return (
    <form
      ref={formRef}
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        // A portal's submit bubbles through React to forms around the popover.
        event.stopPropagation()
        const value = read()
        if (value !== undefined) onCommit(value)
      }}
    >
      {children}
      <div className={styles.foot}>
        <Button size="xs" variant="subtle" color="gray" onClick={() => onCommit('')}>
          {words.clear}
        </Button>
        <Button size="xs" type="submit">
          {words.apply}
        </Button>
      </div>
    </form>
  )
}
