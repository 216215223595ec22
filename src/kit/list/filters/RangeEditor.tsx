import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { useText } from '../../hooks/app.ts'
import { type RangeFault, readTypedRange, splitRange, typedOf } from '../filterValue.ts'
import { listText } from '../text.ts'
import { EditorForm, type EditorProps } from './EditorForm.tsx'
import styles from './filters.module.css'

/** A range of numbers, amounts or percentages, typed as people write them. */
export function RangeEditor({ column, value, formRef, onCommit }: EditorProps) {
  const words = useText(listText)
  const [ends, setEnds] = useState(() => splitRange(value).map((end) => typedOf(column.kind, end)) as [string, string])
  const [faults, setFaults] = useState<{ from?: RangeFault; to?: RangeFault }>({})
  const [low, high] =
    column.kind === 'money'
      ? [words.minYuan, words.maxYuan]
      : column.kind === 'rate'
        ? [words.minPercent, words.maxPercent]
        : [words.min, words.max]
  const read = () => {
    const typed = readTypedRange(column.kind, ends[0], ends[1])
    setFaults('value' in typed ? {} : typed)
    return 'value' in typed ? typed.value : undefined
  }
  return (
    <EditorForm formRef={formRef} onCommit={onCommit} read={read}>
      <div className={styles.ends}>
        <TextInput
          label={low}
          inputMode="decimal"
          autoComplete="off"
          value={ends[0]}
          error={faults.from && words[faults.from]}
          onChange={(event) => setEnds([event.currentTarget.value, ends[1]])}
          data-autofocus
        />
        <TextInput
          label={high}
          inputMode="decimal"
          autoComplete="off"
          value={ends[1]}
          error={faults.to && words[faults.to]}
          onChange={(event) => setEnds([ends[0], event.currentTarget.value])}
        />
      </div>
    </EditorForm>
  )
}
