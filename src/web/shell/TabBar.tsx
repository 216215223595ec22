import { VisuallyHidden } from '@mantine/core'
import { IconPinFilled, IconX } from '@tabler/icons-react'
import { type KeyboardEvent, Suspense, useEffect, useRef, useState } from 'react'
import { useText } from '../../kit/hooks/app.ts'
import { latePart } from '../late.ts'
import { useSettings } from '../settings.ts'
import { identityOf, keyOf, move, useTabs } from '../tabs.ts'
import { webText } from '../text.ts'
import styles from './TabBar.module.css'
import { useWord } from './useMenu.ts'
import { useTabDrag } from './useTabDrag.ts'
import { useTabVerbs } from './useTabVerbs.ts'

const Dropdown = latePart('Dropdown')
const TabItems = latePart('TabItems')

/**
 * The open pages. Arrow keys move between them, with Alt and Shift they move the tab; Delete closes; a right click or
 * Shift+F10 opens the verbs; a middle click closes; dragging puts a tab elsewhere.
 */
export default function TabBar() {
  const words = useText(webText)
  const wordAt = useWord()
  const hasNavbar = useSettings((settings) => settings.navbar)
  const tabs = useTabs()
  const verbs = useTabVerbs()
  const { active, open, run } = verbs
  const { dragged, handlers } = useTabDrag()
  const [menuAt, setMenuAt] = useState<string | null>(null)
  const [said, setSaid] = useState('')
  const strip = useRef<HTMLDivElement>(null)

  const buttonOf = (key: string) =>
    strip.current?.querySelector<HTMLElement>(`[data-key="${CSS.escape(key)}"] [role=tab]`)
  useEffect(() => {
    strip.current
      ?.querySelector(`[data-key="${CSS.escape(active)}"]`)
      ?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [active])

  const titleOf = (tab: (typeof tabs.list)[number]) => {
    const identity = identityOf(tab)
    return wordAt(tab.path, tab.title) + (identity ? ` · ${identity}` : '')
  }
  const onKeyDown = (event: KeyboardEvent, at: number) => {
    const { list } = tabs
    const key = keyOf(list[at]!)
    const target = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: list.length - 1 }[event.key]
    if (event.key === 'Delete') void run('closeThis', key)
    else if (event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey)) setMenuAt(key)
    else if (target !== undefined && event.altKey && event.shiftKey) {
      const moved = move(tabs, key, target)
      useTabs.setState(moved)
      setSaid(words.tabMoved(moved.list.findIndex((tab) => keyOf(tab) === key) + 1, list.length))
      requestAnimationFrame(() => buttonOf(key)?.focus())
    } else if (target !== undefined && !event.altKey) {
      const tab = list[(target + list.length) % list.length]!
      open(tab)
      buttonOf(keyOf(tab))?.focus()
    } else return
    event.preventDefault()
  }

  return (
    <nav className={styles.bar} data-navbar={hasNavbar || undefined} ref={strip} aria-label={words.tabs}>
      <div role="tablist" aria-label={words.tabs} className={styles.list}>
        {tabs.list.map((tab, at) => {
          const key = keyOf(tab)
          const title = titleOf(tab)
          const isActive = key === active
          const isPinned = tabs.pinned.includes(key)
          const mayClose = at > 0 && !isPinned
          return (
            <div
              key={key}
              className={styles.tab}
              data-active={isActive || undefined}
              data-dragged={dragged === key || undefined}
              data-key={key}
              role="presentation"
            >
              {isPinned && <IconPinFilled size={12} aria-hidden className={styles.pin} />}
              <button
                type="button"
                role="tab"
                className={styles.name}
                aria-selected={isActive}
                aria-expanded={menuAt === key || undefined}
                aria-controls="main"
                aria-description={isPinned ? words.pinned : undefined}
                aria-keyshortcuts={mayClose ? 'Delete' : undefined}
                tabIndex={isActive ? 0 : -1}
                onMouseDown={(event) => event.button === 1 && event.preventDefault()}
                onAuxClick={(event) => event.button === 1 && void run('closeThis', key)}
                {...(at > 0 ? handlers(key) : undefined)}
                onClick={() => open(tab)}
                onContextMenu={(event) => {
                  event.preventDefault()
                  setMenuAt(key)
                }}
                onKeyDown={(event) => onKeyDown(event, at)}
              >
                {title}
              </button>
              {mayClose && (
                <span className={styles.close} aria-hidden onClick={() => void run('closeThis', key)}>
                  <IconX size={14} stroke={1.6} />
                </span>
              )}
              {menuAt === key && (
                <Suspense>
                  <Dropdown
                    label={words.tabMenu(title)}
                    position="bottom-start"
                    width={200}
                    onClose={() => setMenuAt(null)}
                  >
                    <TabItems tabKey={key} verbs={verbs} />
                  </Dropdown>
                </Suspense>
              )}
            </div>
          )
        })}
      </div>
      <VisuallyHidden role="status">{said}</VisuallyHidden>
    </nav>
  )
}
