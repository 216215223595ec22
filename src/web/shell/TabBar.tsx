import { IconX } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { type KeyboardEvent, Suspense, useEffect, useRef, useState } from 'react'
import { wordOf } from '../../core/menuText.ts'
import { useText } from '../../kit/hooks/app.ts'
import { latePart } from '../late.ts'
import { usePreferences } from '../preferences.ts'
import { useSettings } from '../settings.ts'
import { type CloseVerb, close, closedBy, type Tab, useTabs } from '../tabs.ts'
import { webText } from '../text.ts'
import { askToLeave, unsaved } from './Pages.tsx'
import styles from './TabBar.module.css'
import { useCurrentPage } from './useMenu.ts'

const Dropdown = latePart('Dropdown')
const TabItems = latePart('TabItems')

/** The open pages. Arrow keys move between them, Delete closes, a right click or Shift+F10 opens the verbs. */
export function TabBar() {
  const words = useText(webText)
  const language = usePreferences((state) => state.language)
  const hasNavbar = useSettings((settings) => settings.navbar)
  const navigate = useNavigate()
  const tabs = useTabs()
  const { path: active } = useCurrentPage()
  const [menuAt, setMenuAt] = useState<string | null>(null)
  const strip = useRef<HTMLDivElement>(null)

  useEffect(() => {
    strip.current
      ?.querySelector(`[data-path="${CSS.escape(active)}"]`)
      ?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [active])

  const open = (tab: Tab) => void navigate({ to: tab.path, search: tab.query })
  const run = async (verb: CloseVerb, path: string) => {
    for (const closing of closedBy(tabs, verb, path)) {
      const question = unsaved.get(closing)
      if (question && !(await askToLeave(question, words))) return
      unsaved.delete(closing)
    }
    const { tabs: after, goTo } = close(useTabs.getState(), verb, path, active)
    if (goTo) await navigate({ to: goTo.path, search: goTo.query })
    useTabs.setState(after)
  }
  const onKeyDown = (event: KeyboardEvent, at: number) => {
    const { list } = tabs
    const target = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: list.length - 1 }[event.key]
    const tab = list[target === undefined ? at : (target + list.length) % list.length]!
    if (event.key === 'Delete') void run('closeThis', list[at]!.path)
    else if (event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey)) setMenuAt(list[at]!.path)
    else if (target !== undefined) {
      open(tab)
      strip.current?.querySelectorAll<HTMLElement>('[role=tab]')[tabs.list.indexOf(tab)]?.focus()
    } else return
    event.preventDefault()
  }

  return (
    <nav className={styles.bar} data-navbar={hasNavbar || undefined} ref={strip} aria-label={words.tabs}>
      <div role="tablist" aria-label={words.tabs} className={styles.list}>
        {tabs.list.map((tab, at) => {
          const title = wordOf(language, tab.title)
          const isActive = tab.path === active
          return (
            <div
              key={tab.path}
              className={styles.tab}
              data-active={isActive || undefined}
              data-path={tab.path}
              role="presentation"
            >
              <button
                type="button"
                role="tab"
                className={styles.name}
                aria-selected={isActive}
                aria-expanded={menuAt === tab.path || undefined}
                aria-controls="main"
                aria-keyshortcuts={at > 0 ? 'Delete' : undefined}
                tabIndex={isActive ? 0 : -1}
                onClick={() => open(tab)}
                onAuxClick={(event) => event.button === 1 && void run('closeThis', tab.path)}
                onContextMenu={(event) => {
                  event.preventDefault()
                  setMenuAt(tab.path)
                }}
                onKeyDown={(event) => onKeyDown(event, at)}
              >
                {title}
              </button>
              {at > 0 && (
                <span className={styles.close} aria-hidden onClick={() => void run('closeThis', tab.path)}>
                  <IconX size={14} stroke={1.6} />
                </span>
              )}
              {menuAt === tab.path && (
                <Suspense>
                  <Dropdown
                    label={words.tabMenu(title)}
                    position="bottom-start"
                    width={200}
                    onClose={() => setMenuAt(null)}
                  >
                    <TabItems path={tab.path} isActive={isActive} run={(verb) => void run(verb, tab.path)} />
                  </Dropdown>
                </Suspense>
              )}
            </div>
          )
        })}
      </div>
    </nav>
  )
}
