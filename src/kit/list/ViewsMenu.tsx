import { ActionIcon, Button, Menu } from '@mantine/core'
import { IconBookmark, IconChevronDown, IconLink, IconTrash } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, use, useState } from 'react'
import { confirm } from '../feedback/confirm.ts'
import { copyText } from '../format/copyText.ts'
import { useApp, useText } from '../hooks/app.ts'
import { usePage } from '../hooks/page.ts'
import styles from './list.module.css'
import { VIEW } from './listSearch.ts'
import { type SavedView, SavedViewsContext } from './savedViews.ts'
import { listText } from './text.ts'

const ViewForm = lazy(() => import('./ViewForm.tsx'))

interface ViewsMenuProps {
  listKey: string
  /** The filters and sort in use, as a query string. */
  query: string
  onOpen(query: string): void
}

/** Filters and sort under a name: open, keep, share, delete. */
export function ViewsMenu({ listKey, query, onOpen }: ViewsMenuProps) {
  const words = useText(listText)
  const views = use(SavedViewsContext)
  const client = useQueryClient()
  const { notify } = useApp()
  const { path } = usePage()
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
  const copyLink = async (view: SavedView) => {
    const isCopied = await copyText(`${location.origin}${path}?${VIEW}=${view.id}`)
    notify(isCopied ? words.linkCopied : words.linkNotCopied, isCopied ? 'success' : 'error')
  }
  const row = (view: SavedView) => (
    <div key={view.id} className={styles.view}>
      <Menu.Item className={styles.viewName} onClick={() => onOpen(view.query)}>
        <span className={styles.viewTitle}>{view.name}</span>
        {view.reach !== 'own' && (
          <small>{view.isMine ? words.reaches[view.reach] : words.sharedBy(view.owner ?? '')}</small>
        )}
      </Menu.Item>
      <ActionIcon size={28} aria-label={words.copyLink(view.name)} onClick={() => void copyLink(view)}>
        <IconLink size={14} stroke={1.6} />
      </ActionIcon>
      {view.isMine && (
        <ActionIcon size={28} aria-label={words.deleteView(view.name)} onClick={() => void remove(view.id, view.name)}>
          <IconTrash size={14} stroke={1.6} />
        </ActionIcon>
      )}
    </div>
  )
  const remove = async (id: string, name: string) => {
    if (!(await confirm({ title: words.deleteView(name), confirm: words.delete, isDanger: true }))) return
    await views.remove(id)
    await client.invalidateQueries({ queryKey })
  }
  return (
    <>
      <Menu position="bottom-end" offset={4} width={280} onOpen={() => setWanted(true)}>
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
          {data.filter(({ isMine }) => isMine).map(row)}
          {data.some(({ isMine }) => !isMine) && <Menu.Label>{words.sharedViews}</Menu.Label>}
          {data.filter(({ isMine }) => !isMine).map(row)}
          {data.length === 0 && <Menu.Label>{words.noViews}</Menu.Label>}
          <Menu.Divider />
          <Menu.Item disabled={query === ''} onClick={() => setNaming(true)}>
            {words.saveView}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {isNaming && (
        <Suspense>
          <ViewForm
            current={current?.isMine ? current : undefined}
            save={async (view, idempotencyKey) => {
              await views.save(listKey, { ...view, query }, idempotencyKey)
              await client.invalidateQueries({ queryKey })
            }}
            onClose={() => setNaming(false)}
          />
        </Suspense>
      )}
    </>
  )
}

/** The order in which filters were set does not make another view. */
function sameQuery(one: string, other: string): boolean {
  const sorted = (query: string) => [...new URLSearchParams(query)].map(String).sort().join('&')
  return sorted(one) === sorted(other)
}
