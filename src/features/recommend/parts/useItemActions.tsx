import {
  IconArrowBarToUp,
  IconCalendarTime,
  IconCircleOff,
  IconHandGrab,
  IconPencil,
  IconPlayerPlay,
} from '@tabler/icons-react'
import { actionsFrom } from '../../../core/flow.ts'
import { confirm } from '../../../kit/feedback/confirm.ts'
import { CallError, useApp, useText } from '../../../kit/hooks/app.ts'
import type { Action } from '../../../kit/list/types.ts'
import { useAllows, useRefresh } from '../../../kit/list/useList.ts'
import { recommendList, recommendPublish, recommendSchedule, recommendTop, recommendWithdraw } from '../contract.ts'
import { type ItemStatus, itemFlow } from '../flow.ts'
import { text } from '../text.ts'
import type { Dialog } from './dialog.ts'
import { useAct } from './use.ts'

const icon = { size: 16, stroke: 1.6 } as const

/** What the verbs need to know of an item. */
export interface Subject {
  recId: string
  title: string
  status: ItemStatus
  platform: string | null
  startAt: string | null
  targetType: string
  version: number
}

/** The verbs this session has for an item in its state, as the flow declares them. */
export function useItemActions(open: (dialog: Dialog) => void): (item: Subject) => Action[] {
  const { call, notify, go } = useApp()
  const words = useText(text)
  const refresh = useRefresh(recommendList)
  const allows = useAllows()
  const { act } = useAct()

  /** A risky target is told with the way to its case. */
  async function publish({ recId, version }: Subject) {
    try {
      await call(recommendPublish, { params: { id: recId }, body: { version } }, { quiet: true })
      notify(words.done.published, 'success')
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      const link = error.data.link as string | undefined
      if (!link) notify(error.message, 'error')
      else if (await confirm({ title: words.actions.publish, body: error.message, confirm: words.actions.openCase })) {
        const [path, query] = link.split('?') as [string, string | undefined]
        go(path, Object.fromEntries(new URLSearchParams(query)))
      }
    }
    await refresh()
  }

  return (item) => {
    const { recId, title, status, version, targetType } = item
    const possible = actionsFrom(itemFlow, status, allows)
    const input = { params: { id: recId }, body: { version } }
    const isAhead = item.startAt !== null && new Date(item.startAt) > new Date()
    const actions: Action[] = []
    if (allows('recommend.claim') && status === 'online')
      actions.push({
        label: words.actions.claim,
        icon: <IconHandGrab {...icon} />,
        run: () => open({ kind: 'claim', id: recId, title, platform: targetType === 'task' ? item.platform : null }),
      })
    if (possible.includes('publish'))
      actions.push({
        label: words.actions.publish,
        icon: <IconPlayerPlay {...icon} />,
        run: () => void publish(item),
      })
    if (possible.includes('schedule') && isAhead)
      actions.push({
        label: words.actions.schedule,
        icon: <IconCalendarTime {...icon} />,
        run: () => void act(recommendSchedule, input, words.done.scheduled),
      })
    if (allows('recommend.write') && status !== 'expired')
      actions.push(
        {
          label: words.actions.edit,
          icon: <IconPencil {...icon} />,
          run: () => open({ kind: 'edit', id: recId }),
        },
        {
          label: words.actions.top,
          icon: <IconArrowBarToUp {...icon} />,
          run: () => void act(recommendTop, input, words.done.topped),
        },
      )
    if (possible.includes('withdraw'))
      actions.push({
        label: words.actions.withdraw,
        icon: <IconCircleOff {...icon} />,
        isDanger: true,
        run: () => void act(recommendWithdraw, input, words.done.withdrawn),
      })
    return actions
  }
}
