import { Select } from '@mantine/core'
import '@mantine/core/styles/Combobox.layer.css'
import { useText } from '../../../kit/hooks/app.ts'
import type { ImportJob, Mapping } from '../contract.ts'
import { screenText } from '../screenText.ts'
import styles from './imports.module.css'

interface FieldPickerProps {
  field: string
  label: string
  hint?: string | null | undefined
  isRequired: boolean
  job: ImportJob
  mapping: Mapping
  error?: string | undefined
  onChoose(field: string, heading: string | null): void
}

/** Which column of the file holds a field, with a value of it as proof. */
export function FieldPicker(props: FieldPickerProps) {
  const { field, label, hint, isRequired, mapping, error, onChoose } = props
  const { format } = props.job
  const { columns: words } = useText(screenText)
  const heading = mapping.columns[field] ?? null
  const at = heading === null ? -1 : format.header.indexOf(heading)
  const example = format.preview.map((row) => row[at]).find((cell) => cell?.trim())
  return (
    <Select
      classNames={{ description: styles.example! }}
      error={error}
      label={label}
      withAsterisk={isRequired}
      placeholder={words.none}
      data={format.header.filter(Boolean)}
      value={heading}
      onChange={(value) => onChoose(field, value)}
      clearable
      searchable
      nothingFoundMessage="—"
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      description={at >= 0 ? (example ? words.example(example.slice(0, 40)) : words.emptyExample) : (hint ?? undefined)}
    />
  )
}
