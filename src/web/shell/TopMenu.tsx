import { Menu } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { Fragment } from 'react'
import { useText } from '../../kit/hooks/app.ts'
import { holds, markedPath } from '../menu.ts'
import { menuText, wordOf } from '../menuText.ts'
import { usePreferences } from '../preferences.ts'
import { webText } from '../text.ts'
import styles from './Menu.module.css'
import { EntryItems } from './MenuList.tsx'
import { useCurrentPage, useMenu } from './useMenu.ts'

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
            <Link key={section} to={only.path} className={styles.topLine} data-marked={isMarked}>
              {wordOf(language, only.word)}
            </Link>
          )
        }
        return (
          <Menu key={section} position="bottom-start" trigger="click-hover" openDelay={60}>
            <Menu.Target>
              <button type="button" className={styles.topLine} data-marked={isMarked}>
                {sections[section]}
                <IconChevronDown size={14} stroke={1.6} aria-hidden />
              </button>
            </Menu.Target>
            <Menu.Dropdown mah="calc(100vh - 80px)" style={{ overflow: 'auto' }}>
              {entries.map((entry) =>
                entry.children ? (
                  <Fragment key={entry.path}>
                    <Menu.Label>{wordOf(language, entry.word)}</Menu.Label>
                    <EntryItems entries={entry.children} marked={marked} />
                  </Fragment>
                ) : (
                  <EntryItems key={entry.path} entries={[entry]} marked={marked} />
                ),
              )}
            </Menu.Dropdown>
          </Menu>
        )
      })}
    </nav>
  )
}
