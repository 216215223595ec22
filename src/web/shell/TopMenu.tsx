import { IconChevronDown } from '@tabler/icons-react'
import { menuText, wordOf } from '../../core/menuText.ts'
import { useText } from '../../kit/hooks/app.ts'
import { latePart } from '../late.ts'
import { holds, markedPath } from '../menu.ts'
import { usePreferences } from '../preferences.ts'
import { webText } from '../text.ts'
import { EntryLink } from './EntryLink.tsx'
import { LateMenu } from './LateMenu.tsx'
import styles from './Menu.module.css'
import { useCurrentPage, useMenu } from './useMenu.ts'

const EntryItems = latePart('EntryItems')

/** The menu inside the top bar: one drop-down a block, a block of one page is that page. */
export function TopMenu() {
  const words = useText(webText)
  const { sections } = useText(menuText)
  const language = usePreferences((state) => state.language)
  const blocks = useMenu()
  const marked = markedPath(useCurrentPage().path)
  return (
    <nav className={styles.top} aria-label={words.menu}>
      {blocks.map(({ section, entries }) => {
        const isMarked = entries.some((entry) => holds(entry, marked)) || undefined
        const [only] = entries
        if (only && entries.length === 1 && !only.children) {
          return (
            <EntryLink key={section} path={only.path} className={styles.topLine} data-marked={isMarked}>
              {wordOf(language, only.word)}
            </EntryLink>
          )
        }
        return (
          <LateMenu
            key={section}
            label={sections[section] ?? words.menu}
            position="bottom-start"
            onHover
            button={(properties) => (
              <button type="button" className={styles.topLine} data-marked={isMarked} {...properties}>
                {sections[section]}
                <IconChevronDown size={14} stroke={1.6} aria-hidden />
              </button>
            )}
          >
            <EntryItems entries={entries} marked={marked} />
          </LateMenu>
        )
      })}
    </nav>
  )
}
