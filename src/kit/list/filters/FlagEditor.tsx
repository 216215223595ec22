import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Radio.layer.css'
import { Radio } from '@mantine/core'
import { useState } from 'react'
import { useText } from '../../hooks/app.ts'
import { listText } from '../text.ts'
import { EditorForm, type EditorProps } from './EditorForm.tsx'
import styles from './filters.module.css'

/** Yes, no, or all. */
export function FlagEditor({ value, formRef, onCommit }: EditorProps) {
  const words = useText(listText)
  const [chosen, setChosen] = useState(value)
  return (
    <EditorForm formRef={formRef} onCommit={onCommit} read={() => chosen}>
      <Radio.Group value={chosen} onChange={setChosen} aria-label={words.filters}>
        <div className={styles.choices}>
          <Radio className={styles.choice} value="" label={words.all} />
          <Radio className={styles.choice} value="true" label={words.yes} />
          <Radio className={styles.choice} value="false" label={words.no} />
        </div>
      </Radio.Group>
    </EditorForm>
  )
}
