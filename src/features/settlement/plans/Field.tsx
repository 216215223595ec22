import '@mantine/core/styles/Combobox.layer.css'
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Switch.layer.css'
import { Select, Switch, TextInput } from '@mantine/core'
import { useText } from '../../../kit/hooks/app.ts'
import { FIELDS, type FieldName } from './fields.ts'
import styles from './plans.module.css'
import { text } from './text.ts'

interface FieldProps {
  name: FieldName
  value: string
  fault: string | undefined
  onChange(value: string): void
}

/** One parameter, in the unit people say it in. */
export function Field({ name, value, fault, onChange }: FieldProps) {
  const words = useText(text)
  const field = FIELDS[name]
  const label = words.names[name]
  if (field.kind === 'flag')
    return (
      <div className={styles.flag}>
        <span aria-hidden>{label}</span>
        <Switch
          aria-label={label}
          label={value === 'true' ? words.yes : words.no}
          checked={value === 'true'}
          onChange={(event) => onChange(String(event.currentTarget.checked))}
        />
      </div>
    )
  if (field.kind === 'choice')
    return (
      <Select
        label={label}
        withAsterisk
        allowDeselect={false}
        value={value}
        error={fault}
        data={field.values.map((one) => ({ value: one, label: words.options[name]![one]! }))}
        onChange={(next) => next && onChange(next)}
      />
    )
  return (
    <TextInput
      label={label}
      withAsterisk={!field.isOptional}
      inputMode={field.unit === 'yuan' || field.unit === 'percent' ? 'decimal' : 'numeric'}
      value={value}
      error={fault}
      description={fault ? undefined : words.hints[name]}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      rightSectionWidth="auto"
      rightSection={<span className={styles.unit}>{words.units[field.unit]}</span>}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
