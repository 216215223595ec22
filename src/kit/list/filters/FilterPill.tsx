import { Popover } from '@mantine/core'
import { IconChevronDown, IconX } from '@tabler/icons-react'
import { type ComponentType, useRef } from 'react'
import type { Column, FilterKind } from '../../../core/columns.ts'
import { useApp, useText } from '../../hooks/app.ts'
import { wordsOf } from '../filterValue.ts'
import { listText } from '../text.ts'
import type { Option } from '../types.ts'
import { ChoiceEditor } from './ChoiceEditor.tsx'
import { DayEditor } from './DayEditor.tsx'
import type { EditorProps } from './EditorForm.tsx'
import { FlagEditor } from './FlagEditor.tsx'
import styles from './filters.module.css'
import { RangeEditor } from './RangeEditor.tsx'
import { TextEditor } from './TextEditor.tsx'

interface FilterPillProps {
  label: string
  column: Column & { filter: FilterKind }
  value: string
  options: readonly Option[]
  isOpen: boolean
  onOpen(isOpen: boolean): void
  onChange(value: string): void
  /** Has no cross: there is always a value. */
  isRequired?: boolean
}

function editorOf({ filter, kind }: FilterPillProps['column'], hasOptions: boolean): ComponentType<EditorProps> {
  // Ids that nobody lists are typed or pasted.
  if (filter === 'any') return kind === 'id' && !hasOptions ? TextEditor : ChoiceEditor
  if (filter === 'is') return FlagEditor
  if (filter === 'contains') return TextEditor
  return kind === 'day' || kind === 'time' ? DayEditor : RangeEditor
}

/** One filter: its name, its value when set, a popover to change it and a cross to remove it. */
export function FilterPill({ label, column, value, options, isOpen, onOpen, onChange, isRequired }: FilterPillProps) {
  const { language } = useApp()
  const words = useText(listText)
  const form = useRef<HTMLFormElement>(null)
  const name = useRef<HTMLButtonElement>(null)
  const Editor = editorOf(column, options.length > 0)
  // The popover gives the focus back a moment later, and not at all where something else took it meanwhile.
  const close = () => {
    name.current?.focus({ preventScroll: true })
    onOpen(false)
  }
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
      <div className={styles.pill} data-active={value ? true : undefined}>
        <Popover.Target>
          <button ref={name} type="button" className={styles.name} onClick={() => onOpen(!isOpen)}>
            <span>{label}</span>
            {value ? (
              <b>{wordsOf({ ...column, options: { filter: column.filter } }, value, language, options)}</b>
            ) : (
              <IconChevronDown size={14} stroke={1.8} aria-hidden />
            )}
          </button>
        </Popover.Target>
        {value && !isRequired && (
          <button
            type="button"
            className={styles.cross}
            aria-label={words.removeFilter(label)}
            onClick={() => onChange('')}
          >
            <IconX size={14} stroke={1.8} aria-hidden />
          </button>
        )}
      </div>
      <Popover.Dropdown
        p={12}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || event.nativeEvent.isComposing) return
          event.stopPropagation()
          close()
        }}
      >
        <Editor
          key={value}
          column={column}
          value={value}
          options={options}
          formRef={form}
          onCommit={(next) => {
            close()
            if (next !== value) onChange(next)
          }}
        />
      </Popover.Dropdown>
    </Popover>
  )
}
