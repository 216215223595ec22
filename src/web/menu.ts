import { menuOrder, type Route, routes, SECTIONS, type Section } from '../core/access.ts'
import type { Subject } from '../core/can.ts'
import { wordIn } from '../core/menuText.ts'
import { isOpenTo, type Page, pageAt, pageNamed } from './pages.ts'
import type { ServerMenuItem } from './settings.ts'

/** A line of the menu. */
export interface Entry {
  path: string
  /** Key of the word to show. */
  word: string
  icon?: string | undefined
  children?: Entry[]
}

/** Lines under one heading. */
export interface Block {
  section: Section
  entries: Entry[]
}

/** The menu of a user: from the server's list if there is one, else from the access table. Refused pages never show. */
export function menuOf(subject: Subject, serverMenu: readonly ServerMenuItem[] | null): Block[] {
  const placed = serverMenu ? fromServer(subject, serverMenu) : fromRoutes(subject)
  return SECTIONS.map((section) => ({
    section,
    entries: placed.filter((line) => line.section === section).map(({ entry }) => entry),
  })).filter(({ entries }) => entries.length > 0)
}

interface Placed {
  section: Section
  entry: Entry
}

function fromRoutes(subject: Subject): Placed[] {
  const rank = ({ path }: Route) => (menuOrder.includes(path) ? menuOrder.indexOf(path) : menuOrder.length)
  return [...routes]
    .sort((a, b) => rank(a) - rank(b))
    .flatMap((route) => {
      const entry = entryOf(subject, { route, parents: [] })
      return entry && route.section ? [{ section: route.section, entry }] : []
    })
}

function entryOf(subject: Subject, page: Page): Entry | undefined {
  const { route, parents } = page
  if (route.hideInMenu || !isOpenTo(subject, page)) return undefined
  const entry = { path: route.path, word: route.word, icon: route.icon }
  if (!route.children) return entry
  const children = route.children.flatMap((child) => {
    const line = entryOf(subject, { route: child, parents: [...parents, route] })
    return line ? [line] : []
  })
  return children.length > 0 ? { ...entry, children } : undefined
}

function fromServer(subject: Subject, items: readonly ServerMenuItem[]): Placed[] {
  return ordered(items).flatMap((item) => {
    const entry = serverEntryOf(subject, item)
    const route = pageAt((entry?.children?.[0] ?? entry)?.path ?? '')
    const section = item.meta.section ?? route?.route.section ?? route?.parents[0]?.section
    return entry && section ? [{ section, entry }] : []
  })
}

/** Only addresses of the web are links; what else a menu might say of a path it does not know is left out. */
export const leadsOut = (path: string): boolean => /^https?:\/\//i.test(path)

const ordered = (items: readonly ServerMenuItem[]) =>
  [...items].sort((a, b) => (a.meta.order ?? 0) - (b.meta.order ?? 0))

function serverEntryOf(subject: Subject, item: ServerMenuItem): Entry | undefined {
  const { hideInMenu, locale, icon, names } = item.meta
  if (hideInMenu) return undefined
  const page = pageNamed(item.name ?? '') ?? pageAt(item.path)
  const entry = {
    path: page?.route.path ?? item.path,
    word: names ? wordIn(names) : locale,
    icon: icon ?? page?.route.icon,
  }
  if (leadsOut(item.path)) return entry
  if (!item.children?.length) return page && !page.route.children && isOpenTo(subject, page) ? entry : undefined
  const children = ordered(item.children).flatMap((child) => serverEntryOf(subject, child) ?? [])
  return children.length > 0 ? { ...entry, children } : undefined
}

/** The line to mark while a page is open; a hidden page names another. */
export const markedPath = (path: string): string => pageAt(path)?.route.activeMenu ?? path

/** True for a line that is marked or holds the marked one. */
export const holds = (entry: Entry, marked: string): boolean =>
  entry.path === marked || !!entry.children?.some((child) => holds(child, marked))

/** Every line that is a page, in the menu's order. */
export const leavesOf = (blocks: readonly Block[]): Entry[] =>
  blocks
    .flatMap(({ entries }) => entries.flatMap((entry) => entry.children ?? [entry]))
    .filter(({ path }) => !leadsOut(path))

/** Pages and groups an administrator has renamed, by their path; one arranged twice is called as it stands first. */
export function renamedIn(items: readonly ServerMenuItem[], found = new Map<string, string>()): Map<string, string> {
  for (const { path, name, meta, children } of items) {
    const page = pageNamed(name ?? '') ?? pageAt(path)
    if (page && meta.names && !found.has(page.route.path)) found.set(page.route.path, wordIn(meta.names))
    renamedIn(children ?? [], found)
  }
  return found
}
