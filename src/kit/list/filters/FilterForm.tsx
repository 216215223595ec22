import '@mantine/core/styles/Combobox.layer.css'
import { Button, Select, TextInput } from '@mantine/core'
import { IconRefresh, IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import { useText } from '../../hooks/app.ts'
import type { Filterable } from '../listSearch.ts'
import { listText } from '../text.ts'
import type { Option } from '../types.ts'
import { DayField } from './DayField.tsx'
import styles from './filterForm.module.css'

interface FilterFormProps {
  filterable: Filterable
  /** The fields in order. */
  names: readonly string[]
  values: Record<string, string>
  nameOf(filter: string): string
  optionsOf(filter: string): readonly Option[]
  label: string
  onSearch(values: Record<string, string>): void
  onReset(): void
}

/** The choice that does not filter. */
const ALL = 'all'

/**
 * A classic form above the table: every filter in its place, each "all" until something is put in, applied by search.
 * What is typed and not yet searched stays while the page lives.
 */
export function FilterForm({
  filterable,
  names,
  values,
  nameOf,
  optionsOf,
  label,
  onSearch,
  onReset,
}: FilterFormProps) {
  const words = useText(listText)
  const [draft, setDraft] = useState(values)
  const set = (name: string) => (value: string) => setDraft((before) => ({ ...before, [name]: value }))
  return (
    <form
      className={styles.form}
      aria-label={label}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        onSearch(
          Object.fromEntries(
            Object.entries(draft).flatMap(([name, value]) => (value.trim() ? [[name, value.trim()]] : [])),
          ),
        )
      }}
    >
      <div className={styles.fields}>
        {names.map((name) => {
          const column = filterable[name]!
          const value = draft[name] ?? ''
          const label = nameOf(name)
          if (column.filter === 'any')
            return (
              <Select
                key={name}
                label={label}
                data={[{ value: ALL, label: words.all }, ...choicesOf(optionsOf(name), value, words.chosen)]}
                value={value || ALL}
                onChange={(next) => set(name)(!next || next === ALL ? '' : next)}
                allowDeselect={false}
                withCheckIcon={false}
              />
            )
          if (column.filter === 'between')
            return <DayField key={name} label={label} column={column} value={value} onChange={set(name)} />
          return (
            <TextInput
              key={name}
              label={label}
              value={value}
              placeholder={words.all}
              maxLength={200}
              onChange={(event) => set(name)(event.currentTarget.value)}
            />
          )
        })}
      </div>
      <div className={styles.buttons}>
        <Button type="submit" leftSection={<IconSearch size={16} stroke={1.6} />}>
          {words.query}
        </Button>
        <Button
          variant="default"
          leftSection={<IconRefresh size={16} stroke={1.6} />}
          onClick={() => {
            setDraft({})
            onReset()
          }}
        >
          {words.reset}
        </Button>
      </div>
    </form>
  )
}

/** The options; a link may carry several at once, which the form shows as one more. */
function choicesOf(
  options: readonly Option[],
  value: string,
  chosen: (first: string, more: number) => string,
): Option[] {
  if (!value.includes(',')) return [...options]
  const labels = value.split(',').map((one) => options.find((option) => option.value === one)?.label ?? one)
  return [...options, { value, label: chosen(labels[0]!, labels.length - 1) }]
}
