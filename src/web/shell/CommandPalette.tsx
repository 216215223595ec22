import '@mantine/spotlight/styles.layer.css'
import { VisuallyHidden } from '@mantine/core'
import { Spotlight, spotlight } from '@mantine/spotlight'
import {
  IconArrowBackUp,
  IconHistory,
  IconKeyboard,
  IconLanguage,
  IconLogout,
  IconMoon,
  IconRefresh,
  IconRoute,
  IconSearch,
  IconSettings,
  IconSun,
  IconX,
} from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import { wordOf } from '../../core/menuText.ts'
import { LANGUAGES } from '../../core/text.ts'
import { useApp, useMay, useText } from '../../kit/hooks/app.ts'
import { MenuIcon } from '../../kit/layout/MenuIcon.tsx'
import { leavesOf } from '../menu.ts'
import { pageAt } from '../pages.ts'
import { setSettings } from '../settings.ts'
import { identityOf, keyOf, mayClose, useTabs } from '../tabs.ts'
import { webText } from '../text.ts'
import { invitationText } from '../tour/invitationText.ts'
import { startTour } from '../tour/tour.ts'
import styles from './CommandPalette.module.css'
import { forgetPalette } from './palette.ts'
import { isSpelledIn } from './pinyin.ts'
import { openSheet } from './sheet.ts'
import { shortcutText } from './shortcutText.ts'
import { chooseLanguage, toggleTheme } from './tools.tsx'
import { useFoundRows } from './useFoundRows.ts'
import { useCurrentPage, useMenu } from './useMenu.ts'
import { useSignOut } from './useSignOut.ts'
import { useHasTabs, useTabVerbs } from './useTabVerbs.ts'

const DATA = '/dashboard/data'
const RECENT = 4
const SMALL = { size: 18, stroke: 1.6 }

interface Action {
  id: string
  label: string
  /** Says more about a row. */
  note?: string
  /** What a query is looked for in. */
  found: string
  icon: ReactNode
  run(): void
}

/** Jump to a page, do something, or search the data: by words of either language, by pinyin and by initials. */
export default function CommandPalette({ asked }: { asked: number }) {
  const words = useText(webText)
  const navigate = useNavigate()
  const { language } = useApp()
  const maySearch = useMay('data.read')
  const [query, setQuery] = useState('')
  const pages = usePageActions()
  const recent = useRecentActions()
  const actions = [...useTabActions(), ...useShellActions()]
  // biome-ignore lint/correctness/useExhaustiveDependencies: each asking opens it, also while it is still closing
  useEffect(() => spotlight.open(), [asked])
  useEffect(() => forgetPalette, [])

  const keyword = query.trim()
  const matches = ({ found }: Action) =>
    found.toLowerCase().includes(keyword.toLowerCase()) || isSpelledIn(keyword, found)
  const { groups: found, isLooking } = useFoundRows(keyword)
  const rows = found.map(({ page, rows: list }) => ({
    label: wordOf(language, pageAt(page)!.route.word),
    actions: list.map(
      ({ id, name, note, path, search }): Action => ({
        id,
        label: name,
        note,
        found: '',
        icon: <MenuIcon name={pageAt(page)?.route.icon} />,
        run: () => void navigate({ to: path, search }),
      }),
    ),
  }))
  const search: Action[] =
    keyword && maySearch
      ? [
          {
            id: 'search',
            label: words.searchData(keyword),
            found: '',
            icon: <IconSearch {...SMALL} />,
            run: () => void navigate({ to: DATA, search: { keyword } }),
          },
        ]
      : []
  const groups = [
    { label: words.paletteRecent, actions: keyword ? [] : recent },
    { label: words.palettePages, actions: pages.filter(matches) },
    { label: words.paletteActions, actions: actions.filter(matches) },
    ...rows,
    { label: words.search, actions: search },
  ].filter((group) => group.actions.length > 0)

  return (
    <Spotlight.Root
      query={query}
      onQueryChange={setQuery}
      shortcut={null}
      scrollable
      centered={false}
      classNames={styles}
      maxHeight={440}
      attributes={{ content: { 'aria-label': words.paletteTitle } }}
      overlayProps={{ backgroundOpacity: 0.28, blur: 0 }}
      transitionProps={{ duration: 100 }}
    >
      <Spotlight.Search
        placeholder={words.searchHint}
        aria-label={words.searchHint}
        leftSection={<IconSearch {...SMALL} />}
      />
      <Spotlight.ActionsList>
        {groups.map(({ label, actions: list }) => (
          <Spotlight.ActionsGroup key={label} label={label}>
            {list.map(({ id, label: name, note, icon, run }) => (
              <Spotlight.Action
                key={id}
                label={name}
                {...(note && { description: note })}
                leftSection={icon}
                onClick={run}
              />
            ))}
          </Spotlight.ActionsGroup>
        ))}
        {groups.length === 0 && !isLooking && <Spotlight.Empty>{words.noResult}</Spotlight.Empty>}
      </Spotlight.ActionsList>
      <VisuallyHidden role="status">
        {keyword && !isLooking ? words.paletteFound(groups.reduce((sum, { actions: all }) => sum + all.length, 0)) : ''}
      </VisuallyHidden>
    </Spotlight.Root>
  )
}

/** The pages visited last, the newest first. */
function useRecentActions(): Action[] {
  const { language } = useApp()
  const navigate = useNavigate()
  const { path: current } = useCurrentPage()
  const { list, kept } = useTabs()
  return kept
    .toReversed()
    .flatMap((key) => list.find((tab) => keyOf(tab) === key) ?? [])
    .filter((tab) => tab.path !== current)
    .slice(0, RECENT)
    .map((tab) => ({
      id: `recent:${keyOf(tab)}`,
      label: [wordOf(language, tab.title), identityOf(tab)].filter(Boolean).join(' · '),
      found: '',
      icon: <IconHistory {...SMALL} />,
      run: () => void navigate({ to: tab.path, search: tab.query }),
    }))
}

/** What the keys do with the open tab, for those who do not know them. */
function useTabActions(): Action[] {
  const { language } = useApp()
  const hasTabs = useHasTabs()
  const verbs = useTabVerbs()
  const tabs = useTabs()
  const action = (id: keyof (typeof shortcutText)['zh-CN']['does'], icon: ReactNode, run: () => void): Action => ({
    id,
    label: shortcutText[language].does[id],
    found: LANGUAGES.map((each) => shortcutText[each].does[id]).join(' '),
    icon,
    run,
  })
  const sheet = action('sheet', <IconKeyboard {...SMALL} />, openSheet)
  if (!hasTabs) return [sheet]
  const close = () => void verbs.run('closeThis', verbs.active)
  return [
    action('reloadTab', <IconRefresh {...SMALL} />, () => void verbs.reload(verbs.active)),
    ...(mayClose(tabs, 'closeThis', verbs.active) ? [action('closeTab', <IconX {...SMALL} />, close)] : []),
    ...(tabs.closed.length > 0 ? [action('reopenTab', <IconArrowBackUp {...SMALL} />, verbs.reopen)] : []),
    sheet,
  ]
}

function usePageActions(): Action[] {
  const { language } = useApp()
  const navigate = useNavigate()
  return leavesOf(useMenu()).map(({ path, word, icon }) => ({
    id: path,
    label: wordOf(language, word),
    found: LANGUAGES.map((each) => wordOf(each, word)).join(' '),
    icon: <MenuIcon name={icon} />,
    run: () => void navigate({ to: path }),
  }))
}

function useShellActions(): Action[] {
  const { language, theme } = useApp()
  const signOut = useSignOut()
  const other = LANGUAGES.find((each) => each !== language)!
  const themeWord = theme === 'dark' ? 'useLight' : 'useDark'
  const action = (word: 'settings' | 'logout' | 'useDark' | 'useLight', icon: ReactNode, run: () => void): Action => ({
    id: word,
    label: webText[language][word],
    found: LANGUAGES.map((each) => webText[each][word]).join(' '),
    icon,
    run,
  })
  return [
    action(themeWord, theme === 'dark' ? <IconSun {...SMALL} /> : <IconMoon {...SMALL} />, toggleTheme),
    {
      id: 'language',
      label: webText[language].languages[other],
      found: LANGUAGES.map((each) => `${webText[each].language} ${webText[each].languages[other]}`).join(' '),
      icon: <IconLanguage {...SMALL} />,
      run: () => chooseLanguage(other),
    },
    {
      id: 'tour',
      label: invitationText[language].tour,
      found: LANGUAGES.map((each) => invitationText[each].tour).join(' '),
      icon: <IconRoute {...SMALL} />,
      run: startTour,
    },
    action('settings', <IconSettings {...SMALL} />, () => setSettings({ globalSettings: true })),
    action('logout', <IconLogout {...SMALL} />, () => void signOut()),
  ]
}
