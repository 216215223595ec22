import type { SessionInfo } from '../core/session.ts'
import { isOpenTo, pageAt } from './pages.ts'
import { setSettings, useSettings } from './settings.ts'
import { FRESH, keyOf, type Tab, type Tabs, tabOf, useTabs } from './tabs.ts'

const STORED = 'backlot-tabs'
/** More than anybody works with; keeps a hand-made record from filling the bar. */
const STORED_MAX = 200

interface Memory {
  user: string
  tabs: { path: string; query: Record<string, string>; isPinned: boolean }[]
}

/** The tabs of a stored record that the user may still open. They wait asleep: each is built, and asks, when visited. */
export function recall(stored: string | null, session: SessionInfo): Tabs | undefined {
  const memory = read(stored)
  if (memory?.user !== session.accessId) return undefined
  const list: Tab[] = [FRESH.list[0]!]
  const pinned: string[] = []
  for (const { path, query, isPinned } of memory.tabs.slice(0, STORED_MAX)) {
    const page = pageAt(path)
    const tab = page && isOpenTo(session, page) ? tabOf(path, query) : undefined
    if (!tab || list.some((open) => keyOf(open) === keyOf(tab))) continue
    list.push(tab)
    if (isPinned) pinned.push(keyOf(tab))
  }
  const rank = (tab: Tab) => (tab === list[0] ? 0 : pinned.includes(keyOf(tab)) ? 1 : 2)
  return { ...FRESH, list: list.toSorted((a, b) => rank(a) - rank(b)), pinned }
}

function read(stored: string | null): Memory | undefined {
  try {
    const memory = JSON.parse(stored ?? '')
    const isQuery = (query: unknown) =>
      !!query && typeof query === 'object' && Object.values(query).every((value) => typeof value === 'string')
    const isTab = (tab: Memory['tabs'][number]) => typeof tab?.path === 'string' && isQuery(tab.query)
    return typeof memory?.user === 'string' && Array.isArray(memory.tabs) && memory.tabs.every(isTab)
      ? memory
      : undefined
  } catch {
    return undefined
  }
}

let owner: string | null = null

/** Brings this window's tabs back after a reload, with the bar they stood in, and remembers them from now on. */
export function followTabs(session: SessionInfo): void {
  if (owner === session.accessId) return
  owner = session.accessId
  const tabs = recall(
    attempt(() => sessionStorage.getItem(STORED)),
    session,
  )
  if (!tabs) return
  useTabs.setState(tabs)
  setSettings({ tabBar: true })
}

/** The next user of this window begins anew. */
export function forgetTabs(): void {
  owner = null
  useTabs.setState(FRESH)
  attempt(() => sessionStorage.removeItem(STORED))
}

/** Only while the bar is on: who works without tabs finds none after a reload. */
function remember(): void {
  if (!owner) return
  if (!useSettings.getState().tabBar) {
    attempt(() => sessionStorage.removeItem(STORED))
    return
  }
  const { list, pinned } = useTabs.getState()
  const memory: Memory = {
    user: owner,
    tabs: list.slice(1).map((tab) => ({ path: tab.path, query: tab.query, isPinned: pinned.includes(keyOf(tab)) })),
  }
  attempt(() => sessionStorage.setItem(STORED, JSON.stringify(memory)))
}
useTabs.subscribe(remember)
useSettings.subscribe((now, before) => now.tabBar !== before.tabBar && remember())

/** Storage that is full or forbidden costs the memory, nothing else. */
function attempt<T>(use: () => T): T | null {
  try {
    return use()
  } catch {
    return null
  }
}
