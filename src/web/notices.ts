import { late } from './late.ts'

const SHOWN_MS = 5000
const COLORS = { success: 'green', error: 'red', info: 'brand' } as const

/** A short message at the top. The same one never stands twice. */
export function notify(message: string, kind: keyof typeof COLORS = 'success'): void {
  const id = `${kind}:${message}`
  void late().then(({ notifications }) =>
    notifications.show({
      id,
      message,
      color: COLORS[kind],
      autoClose: SHOWN_MS,
      role: kind === 'error' ? 'alert' : 'status',
    }),
  )
}

const MENU_NOTICE = 'menuNotice'

/** The menu's notification: loading, then success or error, each in the place of the one before. */
export function notifyMenu(title: string, message: string, stage: 'loading' | 'success' | 'error'): void {
  const notice = {
    id: MENU_NOTICE,
    title,
    message,
    loading: stage === 'loading',
    color: stage === 'loading' ? COLORS.info : COLORS[stage],
    autoClose: stage === 'loading' ? (false as const) : SHOWN_MS,
    role: stage === 'error' ? ('alert' as const) : ('status' as const),
  }
  void late().then(({ notifications }) =>
    stage === 'loading' ? notifications.show(notice) : notifications.update(notice),
  )
}
