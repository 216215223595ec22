import { IconCircleCheck, IconCircleOff, IconKey, IconLockOpen, IconLogout, IconPencil } from '@tabler/icons-react'
import { confirm } from '../../../kit/feedback/confirm.ts'
import { useApp, useText } from '../../../kit/hooks/app.ts'
import type { Action } from '../../../kit/list/types.ts'
import { userEnable, userReset, userSignOut, userUnlock } from '../contract.ts'
import { mayEdit, mayManage } from '../rules.ts'
import { text } from '../text.ts'
import type { Dialog, UserRow } from './dialog.ts'
import { useAct } from './useAct.ts'

const icon = { size: 16, stroke: 1.6 }

/** The verbs this session has for an account, by the server's own rules; what it may not do is absent. */
export function useUserActions(open: (dialog: Dialog) => void): (user: UserRow) => Action[] {
  const { session, notify } = useApp()
  const words = useText(text)
  const { act } = useAct()
  // The call has told the user what went wrong; nothing is left to do.
  const told = () => {}

  async function reset({ accessId, displayName, status, version }: UserRow) {
    const isNew = status === 'invited'
    const isMeant = await confirm({
      title: isNew ? words.reset.inviteTitle(displayName) : words.reset.title(displayName),
      body: isNew ? words.reset.inviteBody : words.reset.body,
      confirm: isNew ? words.reset.invite : words.reset.action,
      isDanger: !isNew,
    })
    if (!isMeant) return
    const link = await act(userReset, { params: { id: accessId }, body: { version } })
    open({ kind: 'link', displayName, link })
  }

  async function signOut({ accessId, displayName }: UserRow) {
    const { action, title, body, done } = words.signOut
    if (!(await confirm({ title: title(displayName), body, confirm: action, isDanger: true }))) return
    await act(userSignOut, { params: { id: accessId } })
    notify(done, 'success')
  }

  async function enable({ accessId, version }: UserRow) {
    await act(userEnable, { params: { id: accessId }, body: { version } })
    notify(words.enable.done, 'success')
  }

  async function unlock({ accessId }: UserRow) {
    await act(userUnlock, { params: { id: accessId } })
    notify(words.unlock.done, 'success')
  }

  return (user) => {
    if (!session || !mayEdit(session, user)) return []
    const { accessId, displayName, status } = user
    const actions: Action[] = [
      {
        label: words.edit,
        icon: <IconPencil {...icon} />,
        run: () => open({ kind: 'edit', accessId, displayName }),
      },
    ]
    if (!mayManage(session, user)) return actions
    if (status === 'disabled') {
      actions.push({
        label: words.enable.action,
        icon: <IconCircleCheck {...icon} />,
        run: () => void enable(user).catch(told),
      })
      return actions
    }
    if (status === 'locked')
      actions.push({
        label: words.unlock.action,
        icon: <IconLockOpen {...icon} />,
        run: () => void unlock(user).catch(told),
      })
    actions.push({
      label: status === 'invited' ? words.reset.invite : words.reset.action,
      icon: <IconKey {...icon} />,
      run: () => void reset(user).catch(told),
    })
    if (status !== 'invited')
      actions.push({
        label: words.signOut.action,
        icon: <IconLogout {...icon} />,
        run: () => void signOut(user).catch(told),
      })
    actions.push({
      label: words.disable.action,
      icon: <IconCircleOff {...icon} />,
      isDanger: true,
      run: () => open({ kind: 'disable', user }),
    })
    return actions
  }
}
