import { ActionIcon, TextInput, Tooltip } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import { MAX_TEXT } from '../../../core/listQuery.ts'
import { useText } from '../../hooks/app.ts'
import { listText } from '../text.ts'
import styles from './filters.module.css'

interface SearchBoxProps {
  placeholder: string
  value: string
  onSearch(text: string): void
}

/** The keyword: searches on Enter or by its button, never while an input method is still composing. */
export function SearchBox({ placeholder, value, onSearch }: SearchBoxProps) {
  const words = useText(listText)
  const [typed, setTyped] = useState(value)
  const [shown, setShown] = useState(value)
  if (shown !== value) {
    setShown(value)
    setTyped(value)
  }
  const search = () => onSearch(typed.trim())
  return (
    <TextInput
      className={styles.search}
      type="search"
      fz={13}
      leftSectionWidth={32}
      leftSectionPointerEvents="all"
      leftSection={
        <Tooltip label={words.search}>
          <ActionIcon size={26} aria-label={words.search} onClick={search}>
            <IconSearch size={16} stroke={1.6} />
          </ActionIcon>
        </Tooltip>
      }
      aria-label={placeholder}
      placeholder={placeholder}
      maxLength={MAX_TEXT}
      value={typed}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onKeyDown={(event) => {
        // Safari ends a composition before its Enter arrives; only the key code still tells.
        if (event.key === 'Enter' && !event.nativeEvent.isComposing && event.keyCode !== 229) search()
      }}
    />
  )
}
