import { useBlocker, useNavigate } from '@tanstack/react-router'
import { Activity, memo, useEffect, useLayoutEffect, useMemo } from 'react'
import { wordOf } from '../../core/menuText.ts'
import { confirm } from '../../kit/feedback/confirm.ts'
import { useText } from '../../kit/hooks/app.ts'
import { PageContext, type PageLocation } from '../../kit/hooks/page.ts'
import { nameOf } from '../house.ts'
import { pageAt } from '../pages.ts'
import { trimmed } from '../path.ts'
import { usePreferences } from '../preferences.ts'
import { useSettings } from '../settings.ts'
import { tabOf, useTabs, visit } from '../tabs.ts'
import { webText } from '../text.ts'
import { useVisit } from '../visits.ts'
import { Page } from './Page.tsx'
import { useCurrentPage } from './useMenu.ts'

/** Path → the question to ask before the page is left. */
export const unsaved = new Map<string, string>()
const scrolled = new Map<string, number>()

/** The open page; with the tab bar on, the other tabs' pages too, hidden and kept as they were. */
export function Pages() {
  const { path, search } = useCurrentPage()
  const keepsTabs = useSettings(({ tabBar, device }) => tabBar && device === 'desktop')
  const { list, kept, reloads } = useTabs()
  const tab = useMemo(() => tabOf(path, search), [path, search])
  useEffect(() => {
    if (tab) useTabs.setState((tabs) => visit(tabs, tab))
  }, [tab])
  useTitle(path)
  useVisit(path)
  useScroll(path, keepsTabs)
  useUnsavedGuard(keepsTabs)

  const hidden = keepsTabs ? list.filter((other) => other.path !== path && kept.includes(other.path)) : []
  const shown = [...hidden.map((other) => ({ path: other.path, search: other.query })), { path, search }]
  const position = (at: string) => {
    const index = list.findIndex((other) => other.path === at)
    return index < 0 ? list.length : index
  }
  // Always in the order of the tabs: moving a page in the document would lose its inner scroll positions.
  return shown
    .sort((a, b) => position(a.path) - position(b.path))
    .map((page) => (
      <Activity key={`${page.path}#${reloads[page.path] ?? 0}`} mode={page.path === path ? 'visible' : 'hidden'}>
        <LocatedPage path={page.path} search={page.search} isActive={page.path === path} />
      </Activity>
    ))
}

interface LocatedPageProps {
  path: string
  search: Record<string, string>
  isActive: boolean
}

/** A page with its own location, which stays as it was while another tab is open. */
const LocatedPage = memo(function LocatedPage({ path, search, isActive }: LocatedPageProps) {
  const navigate = useNavigate()
  const location = useMemo<PageLocation>(
    () => ({
      path,
      search,
      isActive,
      setSearch(next, { replace = false } = {}) {
        const filled = Object.fromEntries(Object.entries(next).filter(([, value]) => value !== ''))
        if (isActive) void navigate({ to: path, search: filled, replace })
        else useTabs.setState((tabs) => visit(tabs, tabOf(path, filled)!))
      },
      guardLeave(question) {
        if (question) unsaved.set(path, question)
        else unsaved.delete(path)
      },
    }),
    [path, search, isActive, navigate],
  )
  return (
    <PageContext value={location}>
      <Page path={path} />
    </PageContext>
  )
})

function useTitle(path: string) {
  const words = useText(webText)
  const language = usePreferences((state) => state.language)
  const word = pageAt(path)?.route.word
  useEffect(() => {
    document.title = `${word ? wordOf(language, word) : words.notFound} · ${nameOf(language)}`
  }, [word, language, words])
}

/** A new page starts at its top; a kept one where it was left. */
function useScroll(path: string, keepsTabs: boolean) {
  useLayoutEffect(() => {
    window.scrollTo(0, keepsTabs ? (scrolled.get(path) ?? 0) : 0)
    const remember = () => scrolled.set(path, window.scrollY)
    window.addEventListener('scroll', remember, { passive: true })
    return () => window.removeEventListener('scroll', remember)
  }, [path, keepsTabs])
}

/** Asks before unsaved work is lost. A kept tab loses nothing when another is opened. */
function useUnsavedGuard(keepsTabs: boolean) {
  const words = useText(webText)
  useBlocker({
    async shouldBlockFn({ current, next }) {
      const from = trimmed(current.pathname)
      const question = unsaved.get(from)
      if (!question || from === trimmed(next.pathname) || (keepsTabs && pageAt(trimmed(next.pathname)))) return false
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
