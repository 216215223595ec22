import { useBlocker, useNavigate } from '@tanstack/react-router'
import { Activity, memo, useEffect, useLayoutEffect, useMemo, useRef } from 'react'
import { confirm } from '../../kit/feedback/confirm.ts'
import { useText } from '../../kit/hooks/app.ts'
import { PageContext, type PageLocation } from '../../kit/hooks/page.ts'
import { nameOf } from '../house.ts'
import { pageAt } from '../pages.ts'
import { trimmed } from '../path.ts'
import { usePreferences } from '../preferences.ts'
import { useSettings } from '../settings.ts'
import { keyOf, tabOf, useTabs, visit } from '../tabs.ts'
import { webText } from '../text.ts'
import { unsaved } from '../unsaved.ts'
import { useVisit } from '../visits.ts'
import { Page } from './Page.tsx'
import { useCurrentPage, useWord } from './useMenu.ts'

/** Tab → how far its window was scrolled. */
const scrolled = new Map<string, number>()

/** The open page; with the tab bar on, the other tabs' pages too, hidden and kept as they were. */
export function Pages() {
  const { path, search } = useCurrentPage()
  const keepsTabs = useSettings(({ tabBar, device }) => tabBar && device === 'desktop')
  const { list, kept, reloads } = useTabs()
  const tab = useMemo(() => tabOf(path, search), [path, search])
  // Without tabs a page stays the same whatever it shows.
  const key = tab && keepsTabs ? keyOf(tab) : path
  useEffect(() => {
    if (tab) useTabs.setState((tabs) => visit(tabs, tab))
  }, [tab])
  useTitle(path)
  useVisit(path)
  useScroll(key, keepsTabs)
  useFocus(tab)
  useUnsavedGuard(keepsTabs)

  const others = keepsTabs ? list.filter((other) => keyOf(other) !== key && kept.includes(keyOf(other))) : []
  const shown = [...others.map((other) => ({ key: keyOf(other), path: other.path, search: other.query }))]
  shown.push({ key, path, search })
  // Always in the same order, whatever that of the tabs: a page moved in the document loses its inner scroll positions.
  return shown
    .sort((a, b) => (a.key < b.key ? -1 : 1))
    .map((page) => (
      <Activity key={`${page.key} ${reloads[page.key] ?? 0}`} mode={page.key === key ? 'visible' : 'hidden'}>
        <LocatedPage tabKey={page.key} path={page.path} search={page.search} isActive={page.key === key} />
      </Activity>
    ))
}

interface LocatedPageProps {
  tabKey: string
  path: string
  search: Record<string, string>
  isActive: boolean
}

/** A page with its own location, which stays as it was while another tab is open. */
const LocatedPage = memo(function LocatedPage({ tabKey, path, search, isActive }: LocatedPageProps) {
  const navigate = useNavigate()
  const location = useMemo<PageLocation>(
    () => ({
      path,
      search,
      isActive,
      setSearch(next, { replace = false } = {}) {
        const filled = Object.fromEntries(Object.entries(next).filter(([, value]) => value !== ''))
        if (!isActive) return useTabs.setState((tabs) => visit(tabs, tabOf(path, filled)!))
        void navigate({ to: path, search: leftAt(tabKey, path, filled) ?? filled, replace })
      },
      guardLeave(question) {
        if (question) unsaved.set(tabKey, question)
        else unsaved.delete(tabKey)
      },
    }),
    [tabKey, path, search, isActive, navigate],
  )
  return (
    <PageContext value={location}>
      <Page path={path} tabKey={tabKey} />
    </PageContext>
  )
})

/** Going back from one thing to its list finds the list's tab as it was left. */
function leftAt(tabKey: string, path: string, search: Record<string, string>) {
  if (tabKey === path || Object.keys(search).length > 0) return undefined
  return useTabs.getState().list.find((tab) => keyOf(tab) === path)?.query
}

function useTitle(path: string) {
  const words = useText(webText)
  const language = usePreferences((state) => state.language)
  const wordAt = useWord()
  const route = pageAt(path)?.route
  const name = route && wordAt(route.path, route.word)
  useEffect(() => {
    document.title = `${name ?? words.notFound} · ${nameOf(language)}`
  }, [name, language, words])
}

/** A new page starts at its top; a kept one where it was left. */
function useScroll(key: string, keepsTabs: boolean) {
  useLayoutEffect(() => {
    window.scrollTo(0, keepsTabs ? (scrolled.get(key) ?? 0) : 0)
    const remember = () => scrolled.set(key, window.scrollY)
    window.addEventListener('scroll', remember, { passive: true })
    return () => window.removeEventListener('scroll', remember)
  }, [key, keepsTabs])
}

/** Where what had the focus went with what was shown, reading goes on at what came in its place. */
function useFocus(shown: unknown) {
  const before = useRef(shown)
  useLayoutEffect(() => {
    const { activeElement: focused, body } = document
    if (before.current !== shown && (!focused || focused === body || isPutAway(focused)))
      document.getElementById('main')?.focus({ preventScroll: true })
    before.current = shown
  }, [shown])
}

/** In a page that is kept behind: by the style React hides it with, for to ask the browser has everything laid out first. */
function isPutAway(element: Element): boolean {
  for (let at: Element | null = element; at; at = at.parentElement)
    if ((at as HTMLElement).style.display === 'none') return true
  return false
}

/** A closed tab that is opened again begins at its top, with nothing to ask. */
export function forgetPage(key: string): void {
  scrolled.delete(key)
  unsaved.delete(key)
}

/** Asks before unsaved work is lost. A kept tab loses nothing when another is opened. */
function useUnsavedGuard(keepsTabs: boolean) {
  const words = useText(webText)
  useBlocker({
    async shouldBlockFn({ current, next }) {
      const keyAt = ({ pathname, search }: { pathname: string; search: unknown }) => {
        const path = trimmed(pathname)
        return keepsTabs ? keyOf({ path, query: search as Record<string, string> }) : path
      }
      const from = keyAt(current)
      const question = unsaved.get(from)
      if (!question || from === keyAt(next) || (keepsTabs && pageAt(trimmed(next.pathname)))) return false
      const mayLeave = await askToLeave(question, words)
      if (mayLeave) unsaved.delete(from)
      return !mayLeave
    },
    enableBeforeUnload: () => unsaved.size > 0,
  })
}

/** True when the user gives the unsaved work up. */
export function askToLeave(question: string, words: { unsavedTitle: string; leave: string; stay: string }) {
  return confirm({
    title: words.unsavedTitle,
    body: question,
    confirm: words.leave,
    cancel: words.stay,
    isDanger: true,
  })
}
