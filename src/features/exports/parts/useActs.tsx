import {
  IconCalendarRepeat,
  IconCopy,
  IconDownload,
  IconPlayerStop,
  IconRefresh,
  IconRepeat,
  IconTrash,
} from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { EXPORT_PAGE } from '../../../core/export.ts'
import { confirm } from '../../../kit/feedback/confirm.ts'
import { CallError, useApp, useText } from '../../../kit/hooks/app.ts'
import type { Action } from '../../../kit/list/types.ts'
import { exportAgain, exportCancel, exportDrop, exportRetry, exportsList } from '../contract.ts'
import { MAX_ATTEMPTS, type State } from '../flow.ts'
import { screenText } from '../screenText.ts'

const icon = { size: 16, stroke: 1.6 } as const

interface Row {
  exportId: string
  title: string
  status: State
  attempts: number
}

/** What can be done with an export in its state, the first thing first. */
export function useActs(onSchedule: (id: string) => void): (row: Row) => Action[] {
  const { call, download, notify } = useApp()
  const words = useText(screenText)
  const client = useQueryClient()
  const refresh = () => client.invalidateQueries({ queryKey: [exportsList.key] })
  const change = async (
    endpoint: typeof exportCancel | typeof exportRetry | typeof exportDrop,
    id: string,
    said: string,
  ) => {
    try {
      await call(endpoint, { params: { id } })
      notify(said, 'success')
    } catch (error) {
      if (!(error instanceof CallError)) throw error
    } finally {
      await refresh()
    }
  }
  const again = async (id: string) => {
    try {
      const { isEarlier } = await call(exportAgain, { params: { id } })
      notify(isEarlier ? words.done.earlier : words.done.ordered, isEarlier ? 'info' : 'success')
    } catch (error) {
      if (!(error instanceof CallError)) throw error
    } finally {
      await refresh()
    }
  }
  const save = async (id: string) => {
    try {
      await download(`/api/exports/${id}/file`)
    } catch {
      // The shell has shown why.
    } finally {
      await refresh()
    }
  }
  const copy = (id: string) =>
    navigator.clipboard.writeText(`${location.origin}${EXPORT_PAGE}?open=${id}`).then(
      () => notify(words.done.copied, 'success'),
      () => notify(words.done.copyFailed, 'error'),
    )
  const drop = async ({ exportId, title }: Row) => {
    const isSure = await confirm({
      title: words.sureDrop(title),
      body: words.sureDropWhy,
      confirm: words.actions.drop,
      isDanger: true,
    })
    if (isSure) await change(exportDrop, exportId, words.done.dropped)
  }
  return (row) => {
    const { exportId: id, status, attempts } = row
    const isOpen = status === 'queued' || status === 'running'
    const { actions, done } = words
    return [
      ...(status === 'done'
        ? [
            { label: actions.download, icon: <IconDownload {...icon} />, run: () => void save(id) },
            { label: actions.copy, icon: <IconCopy {...icon} />, run: () => void copy(id) },
          ]
        : []),
      ...(status === 'failed' && attempts < MAX_ATTEMPTS
        ? [
            {
              label: actions.retry,
              icon: <IconRefresh {...icon} />,
              run: () => void change(exportRetry, id, done.retried),
            },
          ]
        : []),
      ...(isOpen
        ? [
            {
              label: actions.cancel,
              icon: <IconPlayerStop {...icon} />,
              run: () => void change(exportCancel, id, done.canceled),
            },
          ]
        : [
            { label: actions.again, icon: <IconRepeat {...icon} />, run: () => void again(id) },
            { label: actions.schedule, icon: <IconCalendarRepeat {...icon} />, run: () => onSchedule(id) },
            { label: actions.drop, icon: <IconTrash {...icon} />, isDanger: true, run: () => void drop(row) },
          ]),
    ]
  }
}
