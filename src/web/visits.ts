import { useEffect } from 'react'
import { HOME } from '../core/access.ts'
import { recordVisit } from '../features/workplace/contract.ts'
import { useOpenPages } from '../kit/hooks/openPages.ts'
import { client, queryClient } from './session.ts'

/** Remembers on the server that a page was opened, once it stands. Nobody waits for it, and nobody is told when it fails. */
export function useVisit(path: string): void {
  const name = useOpenPages().find((page) => page.path === path && path !== HOME)?.name
  useEffect(() => {
    if (!name) return
    const tell = () =>
      client.call(recordVisit, { body: { name } }, { quiet: true }).then(
        () => queryClient.invalidateQueries({ queryKey: ['workplace'] }),
        () => undefined,
      )
    ;(window.requestIdleCallback ?? setTimeout)(() => void tell())
  }, [name])
}
