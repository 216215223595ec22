import { Select } from '@mantine/core'
import '@mantine/core/styles/Combobox.layer.css'
import { useText } from '../../../kit/hooks/app.ts'
import type { Field, ImportJob, Mapping } from '../contract.ts'
import { screenText } from '../screenText.ts'
import { words as shared } from '../text.ts'
import styles from './imports.module.css'

interface FieldPickerProps {
  field: Field
  job: ImportJob
  mapping: Mapping
  error?: string | undefined
  onChoose(field: Field, heading: string | null): void
}

/** Which column of the file holds a field, with a value of it as proof. */
export function FieldPicker({ field, job: { format }, mapping, error, onChoose }: FieldPickerProps) {
  const { columns: words } = useText(screenText)
  const { fields } = useText(shared)
  const heading = mapping.columns[field] ?? null
  const at = heading === null ? -1 : format.header.indexOf(heading)
  const example = format.preview.map((row) => row[at]).find((cell) => cell?.trim())
  const isRequired =
    field === 'statDate' ? !mapping.statDate : field === 'itemId' ? !mapping.columns.shareUrl : field === 'playCount'
  return (
    <Select
      classNames={{ description: styles.example! }}
      error={error}
      label={fields[field]}
      withAsterisk={isRequired}
      placeholder={words.none}
      data={format.header.filter(Boolean)}
      value={heading}
      onChange={(value) => onChoose(field, value)}
      clearable
      searchable
      nothingFoundMessage="—"
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      description={
        at >= 0
          ? example
            ? words.example(example.slice(0, 40))
            : words.emptyExample
          : field === 'shareUrl'
            ? words.linkHint
            : undefined
      }
    />
  )
}
