import { create } from 'zustand'
import { HOME } from '../core/access.ts'
import { pageAt } from './pages.ts'
import { unsaved } from './unsaved.ts'

type Query = Record<string, string>

/** One open page. A page has one tab whatever its query, unless it shows one thing of many. */
export interface Tab {
  /** Key of the title's word. */
  title: string
  name: string
  path: string
  fullPath: string
  query: Query
  ignoreCache: boolean
}

/** Tabs are told apart by keys: the path, with the identity of what is shown where the page has one. */
export interface Tabs {
  /** The first one is the workplace and stays; the pinned ones follow. */
  list: readonly Tab[]
  /** Pages kept mounted, least recently visited first. */
  kept: readonly string[]
  pinned: readonly string[]
  /** What was closed, the last one at the end. */
  closed: readonly Tab[]
  /** How often a page was reloaded; a page of another count is another page. */
  reloads: Readonly<Record<string, number>>
}

/** A kept page keeps its whole document in memory: the least recently visited ones are rebuilt instead. */
export const KEPT_MAX = 12
const CLOSED_MAX = 10

/** What the tab shows of many, such as an article's id; undefined for a page that is itself the thing. */
export function identityOf({ path, query }: Pick<Tab, 'path' | 'query'>): string | undefined {
  const parameter = pageAt(path)?.route.identity
  return parameter ? query[parameter] || undefined : undefined
}

export function keyOf(tab: Pick<Tab, 'path' | 'query'>): string {
  const identity = identityOf(tab)
  return identity === undefined ? tab.path : `${tab.path}#${identity}`
}

/** The tab of a page at a query; undefined for what never gets one: login, redirect, not-found, groups. */
export function tabOf(path: string, query: Query = {}): Tab | undefined {
  const route = pageAt(path)?.route
  if (!route?.name || route.noTab) return undefined
  const search = new URLSearchParams(query).toString()
  const fullPath = search ? `${path}?${search}` : path
  return { title: route.word, name: route.name, path, fullPath, query, ignoreCache: !!route.ignoreCache }
}

export const FRESH: Tabs = { list: [tabOf(HOME)!], kept: [HOME], pinned: [], closed: [], reloads: {} }

/** Adds the page's tab, or brings its query up to date. A page with unsaved work is never put to sleep. */
export function visit(tabs: Tabs, tab: Tab): Tabs {
  const key = keyOf(tab)
  const isOpen = tabs.list.some((open) => keyOf(open) === key)
  const list = isOpen ? tabs.list.map((open) => (keyOf(open) === key ? tab : open)) : [...tabs.list, tab]
  const others = tabs.kept.filter((other) => other !== key)
  const closed = tabs.closed.filter((other) => keyOf(other) !== key)
  if (tab.ignoreCache) return { ...tabs, list, closed, kept: others }
  const asleep = others.slice(0, Math.max(0, others.length + 1 - KEPT_MAX)).filter((other) => !unsaved.has(other))
  return { ...tabs, list, closed, kept: [...others.filter((other) => !asleep.includes(other)), key] }
}

export type CloseVerb = 'closeThis' | 'closeLeft' | 'closeRight' | 'closeOthers' | 'closeAll'

/** The keys a verb closes, seen from a tab. The workplace and the pinned ones stay. */
export function closedBy({ list, pinned }: Tabs, verb: CloseVerb, key: string): string[] {
  const at = list.findIndex((tab) => keyOf(tab) === key)
  if (at < 0) return []
  const isClosed = (index: number) => {
    if (verb === 'closeThis') return index === at
    if (verb === 'closeLeft') return index < at
    if (verb === 'closeRight') return index > at
    return verb === 'closeAll' || index !== at
  }
  const keys = list.map(keyOf)
  return keys.filter((each, index) => index > 0 && !pinned.includes(each) && isClosed(index))
}

/** Whether a verb has anything to close from this tab. */
export const mayClose = (tabs: Tabs, verb: CloseVerb, key: string): boolean => closedBy(tabs, verb, key).length > 0

/** The tabs after a verb and, if the open page was closed, the tab to go to: the one before it, or the verb's own. */
export function close(tabs: Tabs, verb: CloseVerb, key: string, active: string): { tabs: Tabs; goTo?: Tab } {
  const gone = closedBy(tabs, verb, key)
  const isGone = (tab: Tab) => gone.includes(keyOf(tab))
  const list = tabs.list.filter((tab) => !isGone(tab))
  const reloads = Object.fromEntries(Object.entries(tabs.reloads).filter(([each]) => !gone.includes(each)))
  const after: Tabs = {
    ...tabs,
    list,
    kept: tabs.kept.filter((kept) => !gone.includes(kept)),
    closed: [...tabs.closed, ...tabs.list.filter(isGone)].slice(-CLOSED_MAX),
    reloads,
  }
  if (!gone.includes(active)) return { tabs: after }
  const before = tabs.list[tabs.list.findIndex((tab) => keyOf(tab) === active) - 1]
  const named = (wanted: string | undefined) => list.find((tab) => keyOf(tab) === wanted)
  return { tabs: after, goTo: named(key) ?? named(before && keyOf(before)) ?? list[0]! }
}

/** Lets the page be built anew, with its requests. */
export function reload(tabs: Tabs, key: string): Tabs {
  return { ...tabs, reloads: { ...tabs.reloads, [key]: (tabs.reloads[key] ?? 0) + 1 } }
}

/** Pins a tab behind the other pinned ones, or lets it go to the front of the rest. The workplace is always first. */
export function togglePin(tabs: Tabs, key: string): Tabs {
  const tab = tabs.list.find((each) => keyOf(each) === key)
  if (!tab || tab === tabs.list[0]) return tabs
  const isPinned = tabs.pinned.includes(key)
  const pinned = isPinned ? tabs.pinned.filter((each) => each !== key) : [...tabs.pinned, key]
  const rest = tabs.list.filter((each) => each !== tab)
  const at = 1 + (isPinned ? pinned.length : pinned.length - 1)
  return { ...tabs, pinned, list: [...rest.slice(0, at), tab, ...rest.slice(at)] }
}

/** Puts a tab at a place among its own kind: pinned ones stay left of the others, the workplace stays first. */
export function move(tabs: Tabs, key: string, to: number): Tabs {
  const from = tabs.list.findIndex((tab) => keyOf(tab) === key)
  if (from < 1) return tabs
  const isPinned = tabs.pinned.includes(key)
  const first = isPinned ? 1 : 1 + tabs.pinned.length
  const last = isPinned ? tabs.pinned.length : tabs.list.length - 1
  const at = Math.min(last, Math.max(first, to))
  if (at === from) return tabs
  const rest = tabs.list.filter((_, index) => index !== from)
  return { ...tabs, list: [...rest.slice(0, at), tabs.list[from]!, ...rest.slice(at)] }
}

export const useTabs = create<Tabs>(() => FRESH)
