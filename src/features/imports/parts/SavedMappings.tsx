import { ActionIcon, Button, Popover, TextInput } from '@mantine/core'
import { IconBookmark, IconTrash } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { ImportTargetName } from '../../../core/importing.ts'
import { useApp, useText } from '../../../kit/hooks/app.ts'
import {
  importDropMapping,
  importList,
  importMappings,
  importSaveMapping,
  type Mapping,
  type SavedMapping,
} from '../contract.ts'
import { screenText } from '../screenText.ts'
import styles from './imports.module.css'

interface SavedMappingsProps {
  target: ImportTargetName
  mapping: Mapping
  onUse(mapping: Mapping): number
}

/** Mappings kept by name. `onUse` takes one and returns how many of its columns this file does not have. */
export function SavedMappings({ target, mapping, onUse }: SavedMappingsProps) {
  const { call, notify } = useApp()
  const { saved: words } = useText(screenText)
  const client = useQueryClient()
  const [isOpen, setOpen] = useState(false)
  const [name, setName] = useState('')
  const key = [importList.key, importMappings.path, target]
  const { data } = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => call(importMappings, { query: { target } }, { signal, quiet: true }),
  })
  const refresh = () => client.invalidateQueries({ queryKey: key })

  function take(saved: SavedMapping) {
    const missing = onUse(saved.mapping)
    setOpen(false)
    notify(missing > 0 ? words.appliedPartly(saved.name, missing) : words.applied(saved.name), 'success')
  }
  async function save(event: FormEvent) {
    event.preventDefault()
    try {
      await call(importSaveMapping, { body: { name: name.trim(), mapping, target } })
      notify(words.saved(name.trim()), 'success')
      setName('')
      setOpen(false)
      await refresh()
    } catch {
      // The shell has shown why.
    }
  }
  async function drop(saved: SavedMapping) {
    try {
      await call(importDropMapping, { params: { id: saved.id } })
      await refresh()
    } catch {
      // The shell has shown why.
    }
  }

  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-end" width={300} trapFocus withinPortal>
      <Popover.Target>
        <Button
          className={styles.savedButton}
          size="xs"
          variant="default"
          leftSection={<IconBookmark size={14} stroke={1.6} />}
          onClick={() => setOpen(!isOpen)}
        >
          {words.use}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={words.use}>
        {data?.mappings.length === 0 && <p className={styles.note}>{words.none}</p>}
        <ul className={styles.savedList}>
          {data?.mappings.map((one) => (
            <li key={one.id}>
              <Button size="xs" variant="subtle" color="gray" justify="start" fullWidth onClick={() => take(one)}>
                {one.name}
              </Button>
              <ActionIcon size={28} aria-label={words.drop(one.name)} onClick={() => void drop(one)}>
                <IconTrash size={14} stroke={1.6} />
              </ActionIcon>
            </li>
          ))}
        </ul>
        <form className={styles.saveForm} onSubmit={(event) => void save(event)}>
          <TextInput
            label={words.save}
            placeholder={words.name}
            description={data?.mappings.some((one) => one.name === name.trim()) ? words.replace : undefined}
            inputWrapperOrder={['label', 'input', 'description']}
            maxLength={40}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <Button size="sm" type="submit" disabled={!name.trim()}>
            {words.saveNow}
          </Button>
        </form>
      </Popover.Dropdown>
    </Popover>
  )
}
