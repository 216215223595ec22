import { create } from 'zustand'
import { HOME } from '../core/access.ts'
import { pageAt } from './pages.ts'

/** One open page; a page has one tab whatever its query. */
export interface Tab {
  /** Key of the title's word. */
  title: string
  name: string
  path: string
  fullPath: string
  query: Record<string, string>
  ignoreCache: boolean
}

export interface Tabs {
  /** The first one is the workplace and stays. */
  list: readonly Tab[]
  /** Paths of the pages kept mounted, least recently visited first. */
  kept: readonly string[]
  /** How often a page was reloaded; a page of another count is another page. */
  reloads: Readonly<Record<string, number>>
}

/** A kept page keeps its whole document in memory: the least recently visited ones are rebuilt instead. */
export const KEPT_MAX = 12

/** The tab of a page at a query; undefined for what never gets one: login, redirect, not-found, groups. */
export function tabOf(path: string, query: Record<string, string> = {}): Tab | undefined {
  const route = pageAt(path)?.route
  if (!route?.name || route.noTab) return undefined
  const search = new URLSearchParams(query).toString()
  const fullPath = search ? `${path}?${search}` : path
  return { title: route.word, name: route.name, path, fullPath, query, ignoreCache: !!route.ignoreCache }
}

export const FRESH: Tabs = { list: [tabOf(HOME)!], kept: [HOME], reloads: {} }

/** Adds the page's tab, or brings its query up to date. */
export function visit(tabs: Tabs, tab: Tab): Tabs {
  const isOpen = tabs.list.some(({ path }) => path === tab.path)
  const list = isOpen ? tabs.list.map((open) => (open.path === tab.path ? tab : open)) : [...tabs.list, tab]
  const others = tabs.kept.filter((path) => path !== tab.path)
  return { ...tabs, list, kept: tab.ignoreCache ? others : [...others, tab.path].slice(-KEPT_MAX) }
}

export type CloseVerb = 'closeThis' | 'closeLeft' | 'closeRight' | 'closeOthers' | 'closeAll'

/** Whether a verb has anything to close from this tab. */
export function mayClose({ list }: Tabs, verb: CloseVerb, path: string): boolean {
  const at = list.findIndex((tab) => tab.path === path)
  switch (verb) {
    case 'closeThis':
      return at > 0
    case 'closeLeft':
      return at > 1
    case 'closeRight':
      return at >= 0 && at < list.length - 1
    default:
      return list.length > 1
  }
}

/** The paths a verb closes, seen from a tab. */
export function closedBy(tabs: Tabs, verb: CloseVerb, path: string): string[] {
  if (!mayClose(tabs, verb, path)) return []
  const at = tabs.list.findIndex((tab) => tab.path === path)
  const isClosed = (index: number) => {
    if (index === 0) return false
    if (verb === 'closeThis') return index === at
    if (verb === 'closeLeft') return index < at
    if (verb === 'closeRight') return index > at
    return verb === 'closeAll' || index !== at
  }
  return tabs.list.filter((_, index) => isClosed(index)).map((tab) => tab.path)
}

/** The tabs after a verb and, if the open page was closed, the tab to go to: the one before it, or the verb's own. */
export function close(tabs: Tabs, verb: CloseVerb, path: string, active: string): { tabs: Tabs; goTo?: Tab } {
  const closed = closedBy(tabs, verb, path)
  const list = tabs.list.filter((tab) => !closed.includes(tab.path))
  const after = { ...tabs, list, kept: tabs.kept.filter((kept) => !closed.includes(kept)) }
  if (!closed.includes(active)) return { tabs: after }
  const before = tabs.list[tabs.list.findIndex((tab) => tab.path === active) - 1]
  const goTo = list.find((tab) => tab.path === path) ?? list.find((tab) => tab.path === before?.path) ?? list[0]!
  return { tabs: after, goTo }
}

/** Lets the page be built anew, with its requests. */
export function reload(tabs: Tabs, path: string): Tabs {
  return { ...tabs, reloads: { ...tabs.reloads, [path]: (tabs.reloads[path] ?? 0) + 1 } }
}

export const useTabs = create<Tabs>(() => FRESH)
