import '@mantine/core/styles/Checkbox.layer.css'
import '@mantine/core/styles/InlineInput.layer.css'
import { Checkbox, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useText } from '../../hooks/app.ts'
import { listText } from '../text.ts'
import { EditorForm, type EditorProps } from './EditorForm.tsx'
import styles from './filters.module.css'

const SEARCH_FROM = 9

/** One or more of a set; long sets can be searched. */
export function ChoiceEditor({ value, options, formRef, onCommit }: EditorProps) {
  const words = useText(listText)
  const [chosen, setChosen] = useState(() => new Set(value ? value.split(',') : []))
  const [sought, setSought] = useState('')
  const shown = options.filter(({ label }) => label.toLowerCase().includes(sought.trim().toLowerCase()))
  const toggle = (one: string) =>
    setChosen((before) => {
      const after = new Set(before)
      if (!after.delete(one)) after.add(one)
      return after
    })
  return (
    <EditorForm formRef={formRef} onCommit={onCommit} read={() => [...chosen].join(',')}>
      {options.length >= SEARCH_FROM && (
        <TextInput
          size="xs"
          value={sought}
          onChange={(event) => setSought(event.currentTarget.value)}
          aria-label={words.findChoice}
          placeholder={words.findChoice}
          data-autofocus
        />
      )}
      <div className={styles.choices}>
        {shown.map((option) => (
          <Checkbox
            key={option.value}
            className={styles.choice}
            label={option.label}
            checked={chosen.has(option.value)}
            onChange={() => toggle(option.value)}
          />
        ))}
        {shown.length === 0 && <p className={styles.note}>{words.noChoice}</p>}
      </div>
    </EditorForm>
  )
}
