import { ActionIcon, Button, Menu, TextInput } from '@mantine/core'
import { IconBookmark, IconChevronDown, IconTrash } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { use, useState } from 'react'
import { confirm } from '../feedback/confirm.ts'
import { FormModal } from '../form/FormModal.tsx'
import { useText } from '../hooks/app.ts'
import styles from './list.module.css'
import { SavedViewsContext } from './savedViews.ts'
import { listText } from './text.ts'

interface ViewsMenuProps {
  listKey: string
  /** The filters and sort in use, as a query string. */
  query: string
  onOpen(query: string): void
}

const MAX_NAME = 40

/** Filters and sort under a name: open, keep, delete. */
export function ViewsMenu({ listKey, query, onOpen }: ViewsMenuProps) {
  const words = useText(listText)
  const views = use(SavedViewsContext)
  const client = useQueryClient()
  const [isNaming, setNaming] = useState(false)
  const [isWanted, setWanted] = useState(false)
  const queryKey = ['views', listKey]
  const { data = [] } = useQuery({
    queryKey,
    queryFn: ({ signal }) => views!.list(listKey, signal),
    // A list as it comes has no view's name to show: it waits until somebody looks.
    enabled: !!views && (isWanted || query !== ''),
  })
  if (!views) return null
  const current = data.find((view) => sameQuery(view.query, query))
  const remove = async (id: string, name: string) => {
    if (!(await confirm({ title: words.deleteView(name), confirm: words.delete, isDanger: true }))) return
    await views.remove(id)
    await client.invalidateQueries({ queryKey })
  }
  return (
    <>
      <Menu position="bottom-end" offset={4} width={240} onOpen={() => setWanted(true)}>
        <Menu.Target>
          <Button
            variant="default"
            leftSection={<IconBookmark size={16} stroke={1.6} />}
            rightSection={<IconChevronDown size={14} stroke={1.8} />}
          >
            {current?.name ?? words.views}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {data.map((view) => (
            <div key={view.id} className={styles.view}>
              <Menu.Item className={styles.viewName} onClick={() => onOpen(view.query)}>
                {view.name}
              </Menu.Item>
              <ActionIcon
                size={28}
                aria-label={words.deleteView(view.name)}
                onClick={() => void remove(view.id, view.name)}
              >
                <IconTrash size={14} stroke={1.6} />
              </ActionIcon>
            </div>
          ))}
          {data.length === 0 && <Menu.Label>{words.noViews}</Menu.Label>}
          <Menu.Divider />
          <Menu.Item disabled={query === ''} onClick={() => setNaming(true)}>
            {words.saveView}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {isNaming && (
        <NameForm
          initial={current?.name ?? ''}
          save={async (name, idempotencyKey) => {
            await views.save(listKey, name, query, idempotencyKey)
            await client.invalidateQueries({ queryKey })
          }}
          onClose={() => setNaming(false)}
        />
      )}
    </>
  )
}

interface NameFormProps {
  initial: string
  save(name: string, idempotencyKey: string): Promise<void>
  onClose(): void
}

function NameForm({ initial, save, onClose }: NameFormProps) {
  const words = useText(listText)
  const [name, setName] = useState(initial)
  const [fault, setFault] = useState('')
  return (
    <FormModal
      title={words.saveViewTitle}
      note={words.saveViewNote}
      validate={() => {
        setFault(name.trim() ? '' : words.viewNameRequired)
        return !!name.trim()
      }}
      submit={(idempotencyKey) => save(name.trim(), idempotencyKey)}
      onClose={onClose}
    >
      <TextInput
        label={words.viewName}
        maxLength={MAX_NAME}
        value={name}
        error={fault}
        onChange={(event) => setName(event.currentTarget.value)}
        data-autofocus
      />
    </FormModal>
  )
}

/** The order in which filters were set does not make another view. */
function sameQuery(one: string, other: string): boolean {
  const sorted = (query: string) => [...new URLSearchParams(query)].map(String).sort().join('&')
  return sorted(one) === sorted(other)
}
