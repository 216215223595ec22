import { useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useText } from '../../kit/hooks/app.ts'
import { queryClient } from '../session.ts'
import { useSettings } from '../settings.ts'
import { type CloseVerb, close, closedBy, keyOf, reload, type Tab, useTabs } from '../tabs.ts'
import { webText } from '../text.ts'
import { unsaved } from '../unsaved.ts'
import { askToLeave, forgetPage } from './Pages.tsx'
import { useCurrentPage } from './useMenu.ts'

export interface TabVerbs {
  /** Key of the open page. */
  active: string
  open(tab: Tab): void
  /** Closes; asks first for each tab with unsaved work, and closes none when one is to stay. */
  run(verb: CloseVerb, key: string): Promise<void>
  /** Builds a page anew from fresh answers; asks first when its work would be lost. */
  reload(key: string): Promise<void>
  /** Opens what was closed last. */
  reopen(): void
  /** The tab so many places on, round the ends. */
  step(by: number): void
}

export const useHasTabs = () => useSettings(({ tabBar, device }) => tabBar && device === 'desktop')

/** What can be done with tabs, for the bar, its menu and the keys. */
export function useTabVerbs(): TabVerbs {
  const words = useText(webText)
  const navigate = useNavigate()
  const page = useCurrentPage()
  const active = keyOf({ path: page.path, query: page.search })
  return useMemo(() => {
    const open = (tab: Tab) => void navigate({ to: tab.path, search: tab.query })
    const mayLose = async (key: string) => {
      const question = unsaved.get(key)
      return !question || (await askToLeave(question, words))
    }
    return {
      active,
      open,
      async run(verb, key) {
        const closing = closedBy(useTabs.getState(), verb, key)
        for (const each of closing) if (!(await mayLose(each))) return
        for (const each of closing) forgetPage(each)
        const { tabs, goTo } = close(useTabs.getState(), verb, key, active)
        if (goTo) await navigate({ to: goTo.path, search: goTo.query })
        // The way there was a visit, so the other tabs' state is taken anew.
        useTabs.setState(goTo ? close(useTabs.getState(), verb, key, keyOf(goTo)).tabs : tabs)
      },
      async reload(key) {
        if (!(await mayLose(key))) return
        unsaved.delete(key)
        await queryClient.invalidateQueries({ refetchType: 'none' })
        useTabs.setState((tabs) => reload(tabs, key))
      },
      reopen() {
        const tab = useTabs.getState().closed.at(-1)
        if (tab) open(tab)
      },
      step(by) {
        const { list } = useTabs.getState()
        const at = list.findIndex((tab) => keyOf(tab) === active)
        open(list[(at + by + list.length) % list.length]!)
      },
    }
  }, [active, navigate, words])
}
