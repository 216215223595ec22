import { Radio, TextInput } from '@mantine/core'
import '@mantine/core/styles/Radio.layer.css'
import '@mantine/core/styles/InlineInput.layer.css'
import { useState } from 'react'
import { FormModal } from '../form/FormModal.tsx'
import { useMay, useText } from '../hooks/app.ts'
import styles from './list.module.css'
import { REACHES, type Reach } from './savedViews.ts'
import { listText } from './text.ts'

interface ViewFormProps {
  /** What the filters in use are saved as, if they are. */
  current: { name: string; reach: Reach } | undefined
  save(view: { name: string; reach: Reach }, idempotencyKey: string): Promise<void>
  onClose(): void
}

const MAX_NAME = 40

/** A name for filters and sort, and who may open them. */
export default function ViewForm({ current, save, onClose }: ViewFormProps) {
  const words = useText(listText)
  const mayPublish = useMay('views.publish')
  const [name, setName] = useState(current?.name ?? '')
  const [reach, setReach] = useState<Reach>(current?.reach ?? 'own')
  const [fault, setFault] = useState('')
  return (
    <FormModal
      title={words.saveViewTitle}
      note={words.saveViewNote}
      validate={() => {
        setFault(name.trim() ? '' : words.viewNameRequired)
        return !!name.trim()
      }}
      submit={(idempotencyKey) => save({ name: name.trim(), reach }, idempotencyKey)}
      onClose={onClose}
    >
      <TextInput
        label={words.viewName}
        maxLength={MAX_NAME}
        value={name}
        error={fault}
        onChange={(event) => setName(event.currentTarget.value)}
        data-autofocus
      />
      <Radio.Group label={words.viewReach} value={reach} onChange={(next) => setReach(next as Reach)}>
        <div className={styles.reaches}>
          {REACHES.filter((one) => mayPublish || one !== 'everyone').map((one) => (
            <Radio key={one} value={one} label={words.reaches[one]} description={words.reachNotes[one]} />
          ))}
        </div>
      </Radio.Group>
    </FormModal>
  )
}
