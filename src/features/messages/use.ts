import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useApp } from '../../kit/hooks/app.ts'
import { messageList, messageRead, messagesList, messageUnread } from './contract.ts'

/** Everything that shows something of the box hangs below this key. */
export const BOX_KEY = 'message'

/** Asked for again at least this often, should the stream be silent. */
const POLL_MS = 60_000

export function useUnread() {
  const { call } = useApp()
  return useQuery({
    queryKey: [BOX_KEY, messageUnread.path],
    queryFn: ({ signal }) => call(messageUnread, {}, { signal, quiet: true }),
    refetchInterval: POLL_MS,
  })
}

export function useBox() {
  const { call, language } = useApp()
  return useQuery({
    queryKey: [BOX_KEY, messageList.path, language],
    queryFn: ({ signal }) => call(messageList, {}, { signal }),
  })
}

/** After a change: the numbers, the box and the page. */
export function useRefreshBox(): () => Promise<unknown> {
  const client = useQueryClient()
  return useCallback(
    () =>
      Promise.all([
        client.invalidateQueries({ queryKey: [BOX_KEY] }),
        client.invalidateQueries({ queryKey: [messagesList.key] }),
      ]),
    [client],
  )
}

/** Marks a message as read and goes where it leads, to what is there by now and not what was when last looked at. */
export function useOpenMessage(): (message: { id: string; isUnread: boolean; link: string | null }) => void {
  const { call, go } = useApp()
  const client = useQueryClient()
  const refresh = useRefreshBox()
  return ({ id, isUnread, link }) => {
    if (isUnread) void call(messageRead, { body: { ids: [id] } }).then(refresh, () => undefined)
    if (!link) return
    void client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== BOX_KEY })
    const [path, query] = link.split('?') as [string, string?]
    go(path, Object.fromEntries(new URLSearchParams(query)))
  }
}
