import { Menu } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import styles from './pick.module.css'

interface PickProps<T extends string> {
  /** What is chosen, before the choice. */
  label: string
  value: T
  options: readonly T[]
  nameOf(option: T): string
  onChange(value: T): void
}

/** One of a few, as a button that says its choice. */
export function Pick<T extends string>({ label, value, options, nameOf, onChange }: PickProps<T>) {
  return (
    <Menu position="bottom-end" offset={4}>
      <Menu.Target>
        <button type="button" className={styles.pick}>
          <span>{label}</span>
          <b>{nameOf(value)}</b>
          <IconChevronDown size={14} stroke={1.8} aria-hidden />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.RadioGroup value={value} onChange={(next) => onChange(next as T)}>
          {options.map((one) => (
            <Menu.RadioItem key={one} value={one}>
              {nameOf(one)}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </Menu>
  )
}
