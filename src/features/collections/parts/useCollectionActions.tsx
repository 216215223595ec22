import { IconCopy, IconPencil, IconPlayerPlay, IconPlayerStop, IconTrash } from '@tabler/icons-react'
import { actionsFrom } from '../../../core/flow.ts'
import { confirm } from '../../../kit/feedback/confirm.ts'
import { CallError, useApp, useMay, useText } from '../../../kit/hooks/app.ts'
import type { Action } from '../../../kit/list/types.ts'
import { useRefresh } from '../../../kit/list/useList.ts'
import { collectionDelete, collectionOffline, collectionOnline, collectionsList } from '../contract.ts'
import { type CollectionStatus, collectionFlow } from '../flow.ts'
import { text } from '../text.ts'

const icon = { size: 16, stroke: 1.6 } as const

/** What the row's own verbs need to know of it. */
export interface Acted {
  collectionId: string
  name: string
  status: string
  version: number
  isReadOnly: boolean
}

export type Dialog = { kind: 'create' | 'import' } | { kind: 'edit' | 'copy' | 'paste'; row: Acted } | undefined

/** The verbs on a collection, as its flow and the session's rights allow. */
export function useCollectionActions(open: (dialog: Dialog) => void, onGone?: () => void): (row: Acted) => Action[] {
  const { call, notify } = useApp()
  const words = useText(text)
  const refresh = useRefresh(collectionsList)
  const canWrite = useMay('collections.write')
  const verbs = { online: collectionOnline, offline: collectionOffline, delete: collectionDelete }
  const said = { online: words.done.online, offline: words.done.offline, delete: words.done.deleted }
  const asked = {
    online: { title: words.confirm.onlineTitle, body: words.confirm.onlineBody },
    offline: { title: words.confirm.offlineTitle, body: words.confirm.offlineBody },
    delete: { title: words.confirm.deleteTitle, body: words.confirm.deleteBody },
  }
  const icons = { online: IconPlayerPlay, offline: IconPlayerStop, delete: IconTrash }
  const move = async (row: Acted, action: keyof typeof verbs) => {
    const { title, body } = asked[action]
    const isDanger = action === 'delete'
    if (!(await confirm({ title: title(row.name), body, confirm: words.actions[action], isDanger }))) return
    try {
      await call(verbs[action], { params: { id: row.collectionId }, body: { version: row.version } })
      notify(said[action], 'success')
      if (isDanger) onGone?.()
    } catch (error) {
      // The shell has said why; what is shown may be stale.
      if (!(error instanceof CallError)) throw error
    }
    await refresh()
  }
  return (row) => {
    if (!canWrite) return []
    const copy: Action = {
      label: words.actions.copy,
      icon: <IconCopy {...icon} />,
      run: () => open({ kind: 'copy', row }),
    }
    if (row.isReadOnly) return [copy]
    const steps = actionsFrom(collectionFlow, row.status as CollectionStatus, () => true) as (keyof typeof verbs)[]
    return [
      { label: words.actions.edit, icon: <IconPencil {...icon} />, run: () => open({ kind: 'edit', row }) },
      copy,
      ...steps.map((action) => {
        const Icon = icons[action]
        return {
          label: words.actions[action],
          icon: <Icon {...icon} />,
          run: () => void move(row, action),
          ...(action === 'delete' ? { isDanger: true } : {}),
        }
      }),
    ]
  }
}
