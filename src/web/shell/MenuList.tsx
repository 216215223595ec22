import { IconChevronDown } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { menuText, wordOf } from '../../core/menuText.ts'
import { useText } from '../../kit/hooks/app.ts'
import { MenuIcon } from '../../kit/layout/MenuIcon.tsx'
import { latePart } from '../late.ts'
import { type Block, type Entry, holds, markedPath } from '../menu.ts'
import { usePreferences } from '../preferences.ts'
import { EntryLink } from './EntryLink.tsx'
import { LateMenu } from './LateMenu.tsx'
import styles from './Menu.module.css'
import { useCurrentPage, useMenu } from './useMenu.ts'

const EntryItems = latePart('EntryItems')

/** The menu's blocks with their headings; groups unfold, and the one of the open page always is. */
export function MenuList({ isCollapsed = false, onChoose }: { isCollapsed?: boolean; onChoose?: () => void }) {
  const blocks = useMenu()
  const marked = markedPath(useCurrentPage().path)
  const [open, setOpen] = useState<readonly string[]>([])
  useEffect(() => {
    const above = blocks.flatMap(({ entries }) =>
      entries.filter((entry) => entry.children && holds(entry, marked)).map(({ path }) => path),
    )
    setOpen((paths) => [...new Set([...paths, ...above])])
  }, [blocks, marked])
  const toggle = (path: string) =>
    setOpen((paths) => (paths.includes(path) ? paths.filter((other) => other !== path) : [...paths, path]))
  return blocks.map((block) => (
    <BlockOf key={block.section} block={block} isCollapsed={isCollapsed}>
      {block.entries.map((entry) => {
        if (!entry.children) return <Leaf key={entry.path} {...{ entry, marked, isCollapsed, onChoose }} />
        if (isCollapsed) return <FlyOut key={entry.path} {...{ entry, marked }} />
        return (
          <Group
            key={entry.path}
            {...{ entry, marked, onChoose }}
            isOpen={open.includes(entry.path)}
            onToggle={() => toggle(entry.path)}
          />
        )
      })}
    </BlockOf>
  ))
}

interface BlockProps {
  block: Block
  isCollapsed: boolean
  children: React.ReactNode
}

function BlockOf({ block: { section }, isCollapsed, children }: BlockProps) {
  const { sections } = useText(menuText)
  const id = `menu-${section}`
  return (
    <div className={styles.block}>
      {section !== 'dashboard' && !isCollapsed && (
        <h2 id={id} className={styles.heading}>
          {sections[section]}
        </h2>
      )}
      <ul className={styles.list} aria-label={sections[section]}>
        {children}
      </ul>
    </div>
  )
}

interface LineProps {
  entry: Entry
  marked: string
  onChoose?: (() => void) | undefined
}

const useWord = (key: string) =>
  wordOf(
    usePreferences((state) => state.language),
    key,
  )

function Leaf({
  entry,
  marked,
  isCollapsed,
  isChild,
  onChoose,
}: LineProps & { isCollapsed?: boolean; isChild?: boolean }) {
  const word = useWord(entry.word)
  const isMarked = entry.path === marked
  return (
    <li>
      <EntryLink
        path={entry.path}
        className={styles.line}
        data-child={isChild || undefined}
        data-marked={isMarked || undefined}
        aria-current={isMarked ? 'page' : undefined}
        aria-label={isCollapsed ? word : undefined}
        data-tip={isCollapsed ? word : undefined}
        data-tip-at="right"
        onClick={onChoose}
      >
        {!isChild && <MenuIcon name={entry.icon} />}
        {!isCollapsed && <span className="ellipsis">{word}</span>}
      </EntryLink>
    </li>
  )
}

function Group({ entry, marked, isOpen, onToggle, onChoose }: LineProps & { isOpen: boolean; onToggle(): void }) {
  const word = useWord(entry.word)
  return (
    <li>
      <button
        type="button"
        className={styles.line}
        aria-expanded={isOpen}
        data-holds={holds(entry, marked) || undefined}
        onClick={onToggle}
      >
        <MenuIcon name={entry.icon} />
        <span className="ellipsis">{word}</span>
        <IconChevronDown className={styles.chevron} size={16} stroke={1.6} aria-hidden />
      </button>
      {isOpen && (
        <ul className={styles.list}>
          {entry.children!.map((child) => (
            <Leaf key={child.path} entry={child} marked={marked} isChild onChoose={onChoose} />
          ))}
        </ul>
      )}
    </li>
  )
}

/** A group of the collapsed menu: its pages fly out beside it. */
function FlyOut({ entry, marked }: LineProps) {
  const word = useWord(entry.word)
  return (
    <li>
      <LateMenu
        label={word}
        position="right-start"
        offset={10}
        onHover
        button={(properties) => (
          <button
            type="button"
            className={styles.line}
            aria-label={word}
            data-marked={holds(entry, marked) || undefined}
            {...properties}
          >
            <MenuIcon name={entry.icon} />
          </button>
        )}
      >
        <EntryItems entries={entry.children!} marked={marked} heading={word} />
      </LateMenu>
    </li>
  )
}
