import { useRouterState } from '@tanstack/react-router'
import { useMemo } from 'react'
import { wordOf } from '../../core/menuText.ts'
import { type Block, menuOf, renamedIn } from '../menu.ts'
import { trimmed } from '../path.ts'
import { usePreferences } from '../preferences.ts'
import { useSession } from '../session.ts'
import { useSettings } from '../settings.ts'

/** The menu of the signed-in user as the settings want it. */
export function useMenu(): Block[] {
  const session = useSession((state) => state.info)
  const isFromServer = useSettings((settings) => settings.menuFromServer)
  const serverMenu = useSettings((settings) => settings.serverMenu)
  return useMemo(
    // Without an answer from the server the built-in menu stands: nobody is left without one.
    () => (session ? menuOf(session, isFromServer && serverMenu.length > 0 ? serverMenu : null) : []),
    [session, isFromServer, serverMenu],
  )
}

const NO_NAMES: ReadonlyMap<string, string> = new Map()

/** What a page is called, as the menu has it: one an administrator renamed has its new name in trail, tab and title, too. */
export function useWord(): (path: string, word: string) => string {
  const language = usePreferences((state) => state.language)
  const isFromServer = useSettings((settings) => settings.menuFromServer)
  const serverMenu = useSettings((settings) => settings.serverMenu)
  const renamed = useMemo(() => (isFromServer ? renamedIn(serverMenu) : NO_NAMES), [isFromServer, serverMenu])
  return (path, word) => wordOf(language, renamed.get(path) ?? word)
}

/** The page that passed the guard; a refused one never shows, not even for a moment. */
export function useCurrentPage(): { path: string; search: Record<string, string> } {
  const path = useRouterState({ select: ({ matches }) => trimmed(matches.at(-1)?.pathname ?? '/') })
  const search = useRouterState({ select: ({ matches }) => (matches.at(-1)?.search ?? {}) as Record<string, string> })
  return { path, search }
}
