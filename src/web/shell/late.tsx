import { type FloatingPosition, Menu, Popover } from '@mantine/core'
import { Notifications, notifications } from '@mantine/notifications'
import {
  IconCheck,
  IconLanguage,
  IconLogout,
  IconRoute,
  IconSettings,
  IconUser,
  IconUserCog,
} from '@tabler/icons-react'
import { useRouter } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense } from 'react'
import { wordOf } from '../../core/menuText.ts'
import { LANGUAGES, type Language } from '../../core/text.ts'
import { useText } from '../../kit/hooks/app.ts'
import type { Entry } from '../menu.ts'
import { usePreferences } from '../preferences.ts'
import { setSettings, useSettings } from '../settings.ts'
import { type CloseVerb, keyOf, mayClose, move, type Tabs, togglePin, useTabs } from '../tabs.ts'
import { webText } from '../text.ts'
import { Invitation } from '../tour/Invitation.tsx'
import { invitationText } from '../tour/invitationText.ts'
import { startTour } from '../tour/tour.ts'
import { EntryLink } from './EntryLink.tsx'
import menuStyles from './Menu.module.css'
import styles from './Shell.module.css'
import { Shortcuts } from './Shortcuts.ts'
import { chooseLanguage } from './tools.tsx'
import { useSignOut } from './useSignOut.ts'
import type { TabVerbs } from './useTabVerbs.ts'

export { notifications }

const SMALL = { size: 16, stroke: 1.6 }

function Messages() {
  return <Notifications position="top-center" limit={4} zIndex={1000} />
}

interface DropdownProps {
  label: string
  position: FloatingPosition
  width?: number
  offset?: number
  onClose(): void
  children: ReactNode
}

/** An open menu below (or beside) the element it stands in. */
function Dropdown({ label, onClose, children, ...place }: DropdownProps) {
  return (
    <Menu opened onChange={(isOpen) => !isOpen && onClose()} {...place}>
      <Menu.Target>
        <span className={styles.spot} aria-hidden />
      </Menu.Target>
      <Menu.Dropdown aria-label={label} mah="calc(100vh - 80px)" style={{ overflow: 'auto' }}>
        {children}
      </Menu.Dropdown>
    </Menu>
  )
}

function LanguageItems() {
  const words = useText(webText)
  const current = usePreferences((state) => state.language)
  return (
    <Menu.RadioGroup value={current} onChange={(language) => chooseLanguage(language as Language)}>
      {LANGUAGES.map((language) => (
        <Menu.RadioItem
          key={language}
          value={language}
          lang={language}
          closeMenuOnClick
          checkIcon={<IconCheck {...SMALL} />}
        >
          {words.languages[language]}
        </Menu.RadioItem>
      ))}
    </Menu.RadioGroup>
  )
}

function UserItems() {
  const words = useText(webText)
  const { tour } = useText(invitationText)
  const router = useRouter()
  const leave = useSignOut()
  const language = usePreferences((state) => state.language)
  const isMobile = useSettings((settings) => settings.device === 'mobile')
  const other = LANGUAGES.find((candidate) => candidate !== language)!
  const go = (path: string) => () => void router.navigate({ to: path })
  return (
    <>
      <Menu.Item leftSection={<IconUser {...SMALL} />} onClick={go('/user/info')}>
        {words.userCenter}
      </Menu.Item>
      <Menu.Item leftSection={<IconUserCog {...SMALL} />} onClick={go('/user/setting')}>
        {words.userSettings}
      </Menu.Item>
      <Menu.Item leftSection={<IconRoute {...SMALL} />} onClick={startTour}>
        {tour}
      </Menu.Item>
      {isMobile && (
        <>
          <Menu.Item lang={other} leftSection={<IconLanguage {...SMALL} />} onClick={() => chooseLanguage(other)}>
            {words.languages[other]}
          </Menu.Item>
          <Menu.Item leftSection={<IconSettings {...SMALL} />} onClick={() => setSettings({ globalSettings: true })}>
            {words.settings}
          </Menu.Item>
        </>
      )}
      <Menu.Divider />
      <Menu.Item leftSection={<IconLogout {...SMALL} />} onClick={() => void leave()}>
        {words.logout}
      </Menu.Item>
    </>
  )
}

/** The context menu's closing verbs; a line stands before those that follow a `null`. */
const VERBS: readonly (CloseVerb | null)[] = [
  null,
  'closeThis',
  'closeLeft',
  'closeRight',
  'closeOthers',
  'closeAll',
  null,
]

/** What can be done with one tab. */
function TabItems({ tabKey, verbs }: { tabKey: string; verbs: TabVerbs }) {
  const words = useText(webText)
  const tabs = useTabs()
  const at = tabs.list.findIndex((tab) => keyOf(tab) === tabKey)
  const isPinned = tabs.pinned.includes(tabKey)
  const change = (to: (tabs: Tabs) => Tabs) => () => useTabs.setState(to)
  const moveItem = (word: 'moveLeft' | 'moveRight', to: number) => (
    <Menu.Item disabled={move(tabs, tabKey, to) === tabs} onClick={change((now) => move(now, tabKey, to))}>
      {words.tab[word]}
    </Menu.Item>
  )
  return (
    <>
      <Menu.Item onClick={() => void verbs.reload(tabKey)}>{words.tab.reload}</Menu.Item>
      <Menu.Item disabled={at === 0} onClick={change((now) => togglePin(now, tabKey))}>
        {isPinned ? words.tab.unpin : words.tab.pin}
      </Menu.Item>
      {moveItem('moveLeft', at - 1)}
      {moveItem('moveRight', at + 1)}
      {VERBS.map((verb, index) =>
        verb ? (
          <Menu.Item key={verb} disabled={!mayClose(tabs, verb, tabKey)} onClick={() => void verbs.run(verb, tabKey)}>
            {words.tab[verb]}
          </Menu.Item>
        ) : (
          <Menu.Divider key={index} />
        ),
      )}
      <Menu.Item disabled={tabs.closed.length === 0} onClick={verbs.reopen}>
        {words.tab.reopen}
      </Menu.Item>
    </>
  )
}

interface EntryItemsProps {
  entries: readonly Entry[]
  marked: string
  /** Stands above them. */
  heading?: string | undefined
}

/** Pages as items of a drop-down menu; those of a group stand below its name. */
function EntryItems({ entries, marked, heading }: EntryItemsProps) {
  const language = usePreferences((state) => state.language)
  return (
    <>
      {heading && <Menu.Label>{heading}</Menu.Label>}
      {entries.map(({ path, word, children }) =>
        children ? (
          <EntryItems key={path} entries={children} marked={marked} heading={wordOf(language, word)} />
        ) : (
          <Menu.Item
            key={path}
            component={EntryLink}
            path={path}
            data-marked={path === marked || undefined}
            aria-current={path === marked ? 'page' : undefined}
            className={menuStyles.item}
          >
            {wordOf(language, word)}
          </Menu.Item>
        ),
      )}
    </>
  )
}

const Box = lazy(() => import('../../features/messages/Box.tsx'))

/** The message box below the bell. */
function BellBox({ label, onClose }: { label: string; onClose(): void }) {
  return (
    <Popover
      opened
      onChange={(isOpen) => !isOpen && onClose()}
      position="bottom-end"
      width="min(384px, calc(100vw - 24px))"
      trapFocus
    >
      <Popover.Target>
        <span className={styles.spot} aria-hidden />
      </Popover.Target>
      <Popover.Dropdown p={0} aria-label={label}>
        <Suspense fallback={<div style={{ height: 426 }} />}>
          <Box onClose={onClose} />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  )
}

export const parts = {
  BellBox,
  Dropdown,
  EntryItems,
  Invitation,
  LanguageItems,
  Messages,
  Shortcuts,
  TabItems,
  UserItems,
}
