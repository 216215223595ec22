import { Button, Menu } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useText } from '../../hooks/app.ts'
import type { Filterable } from '../listSearch.ts'
import { listText } from '../text.ts'
import type { Option } from '../types.ts'
import { FilterPill } from './FilterPill.tsx'
import styles from './filters.module.css'
import { SearchBox } from './SearchBox.tsx'

interface FilterBarProps {
  filterable: Filterable
  values: Record<string, string>
  nameOf(filter: string): string
  optionsOf(filter: string): readonly Option[]
  /** Filters that are always shown; the rest is behind "add filter". */
  primary: readonly string[]
  onChange(values: Record<string, string>): void
  /** Refresh, density and columns, at the right end. */
  tools?: ReactNode
}

/** The filter of the search box. */
export const KEYWORD = 'keyword'

export function FilterBar({ filterable, values, nameOf, optionsOf, primary, onChange, tools }: FilterBarProps) {
  const words = useText(listText)
  const [open, setOpen] = useState<string | null>(null)
  const [added, setAdded] = useState<string[]>([])
  const [resets, setResets] = useState(0)
  const names = Object.keys(filterable).filter((name) => name !== KEYWORD)
  const isShown = (name: string) => primary.includes(name) || !!values[name] || added.includes(name)
  const shown = [
    ...primary.filter((name) => names.includes(name)),
    ...names.filter((name) => !primary.includes(name) && isShown(name)),
  ]
  const rest = names.filter((name) => !isShown(name))
  const change = (name: string, value: string) => {
    const { [name]: _, ...others } = values
    onChange(value ? { ...others, [name]: value } : others)
    if (!value) setAdded((before) => before.filter((one) => one !== name))
  }
  return (
    <div className={styles.bar}>
      {Object.hasOwn(filterable, KEYWORD) && (
        <SearchBox
          key={resets}
          placeholder={nameOf(KEYWORD)}
          value={values[KEYWORD] ?? ''}
          onSearch={(text) => change(KEYWORD, text)}
        />
      )}
      {shown.map((name) => (
        <FilterPill
          key={name}
          label={nameOf(name)}
          column={filterable[name]!}
          value={values[name] ?? ''}
          options={optionsOf(name)}
          isOpen={open === name}
          onOpen={(isOpen) => setOpen(isOpen ? name : null)}
          onChange={(value) => change(name, value)}
        />
      ))}
      {rest.length > 0 && (
        <Menu position="bottom-start" offset={4}>
          <Menu.Target>
            <button type="button" className={styles.add}>
              <IconPlus size={14} stroke={1.8} aria-hidden />
              {words.addFilter}
            </button>
          </Menu.Target>
          <Menu.Dropdown mah={320} style={{ overflowY: 'auto' }}>
            {rest.map((name) => (
              <Menu.Item
                key={name}
                onClick={() => {
                  setAdded((before) => [...before, name])
                  // After the menu has given focus back, or its popover would close the new one.
                  requestAnimationFrame(() => setOpen(name))
                }}
              >
                {nameOf(name)}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
      {names.length + (Object.hasOwn(filterable, KEYWORD) ? 1 : 0) > 0 && (
        <Button
          className={styles.reset}
          variant="subtle"
          color="gray"
          fz={13}
          onClick={() => {
            setAdded([])
            setResets(resets + 1)
            onChange({})
          }}
        >
          {words.reset}
        </Button>
      )}
      {tools && <div className={styles.tools}>{tools}</div>}
    </div>
  )
}
