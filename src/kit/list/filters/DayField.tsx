import { CloseButton, InputBase, Popover } from '@mantine/core'
import { IconCalendar } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { useApp, useText } from '../../hooks/app.ts'
import { wordsOf } from '../filterValue.ts'
import type { Filterable } from '../listSearch.ts'
import { listText } from '../text.ts'
import { DayEditor } from './DayEditor.tsx'

interface DayFieldProps {
  label: string
  column: Filterable[string]
  value: string
  onChange(value: string): void
}

/** A range of days as a field of a form: "all" or the range in words, with the calendar behind it. */
export function DayField({ label, column, value, onChange }: DayFieldProps) {
  const { language } = useApp()
  const words = useText(listText)
  const form = useRef<HTMLFormElement>(null)
  const [isOpen, setOpen] = useState(false)
  const shown = value ? wordsOf({ ...column, options: { filter: column.filter } }, value, language, []) : words.all
  return (
    <Popover
      opened={isOpen}
      onDismiss={() => form.current?.requestSubmit()}
      closeOnEscape={false}
      trapFocus
      returnFocus
      position="bottom-start"
      offset={4}
    >
      <Popover.Target>
        <InputBase
          label={label}
          component="button"
          type="button"
          pointer
          aria-label={`${label} ${shown}`}
          rightSection={
            value ? (
              <CloseButton size={20} aria-label={words.removeFilter(label)} onClick={() => onChange('')} />
            ) : (
              <IconCalendar size={16} stroke={1.6} />
            )
          }
          rightSectionPointerEvents={value ? 'all' : 'none'}
          onClick={() => setOpen(!isOpen)}
        >
          {shown}
        </InputBase>
      </Popover.Target>
      <Popover.Dropdown
        p={12}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || event.nativeEvent.isComposing) return
          event.stopPropagation()
          setOpen(false)
        }}
      >
        <DayEditor
          key={value}
          column={column}
          value={value}
          options={[]}
          formRef={form}
          onCommit={(next) => {
            setOpen(false)
            onChange(next)
          }}
        />
      </Popover.Dropdown>
    </Popover>
  )
}
