import '@mantine/spotlight/styles.layer.css'
import { Spotlight, spotlight } from '@mantine/spotlight'
import { IconLanguage, IconLogout, IconMoon, IconSearch, IconSettings, IconSun } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import { wordOf } from '../../core/menuText.ts'
import { LANGUAGES } from '../../core/text.ts'
import { useApp, useMay, useText } from '../../kit/hooks/app.ts'
import { MenuIcon } from '../../kit/layout/MenuIcon.tsx'
import { leavesOf } from '../menu.ts'
import { setSettings } from '../settings.ts'
import { webText } from '../text.ts'
import styles from './CommandPalette.module.css'
import { forgetPalette } from './palette.ts'
import { chooseLanguage, toggleTheme } from './tools.tsx'
import { useMenu } from './useMenu.ts'
import { useSignOut } from './useSignOut.ts'

const DATA = '/dashboard/data'
const SMALL = { size: 18, stroke: 1.6 }

interface Action {
  id: string
  label: string
  /** What a query is looked for in. */
  found: string
  icon: ReactNode
  run(): void
}

/** Jump to a page, do something, or search the data: by words of either language. */
export default function CommandPalette({ asked }: { asked: number }) {
  const words = useText(webText)
  const navigate = useNavigate()
  const maySearch = useMay('data.read')
  const [query, setQuery] = useState('')
  const pages = usePageActions()
  const actions = useShellActions()
  // biome-ignore lint/correctness/useExhaustiveDependencies: each asking opens it, also while it is still closing
  useEffect(() => spotlight.open(), [asked])
  useEffect(() => forgetPalette, [])

  const keyword = query.trim()
  const matches = ({ found }: Action) => found.toLowerCase().includes(keyword.toLowerCase())
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
    { label: words.palettePages, actions: pages.filter(matches) },
    { label: words.paletteActions, actions: actions.filter(matches) },
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
            {list.map(({ id, label: name, icon, run }) => (
              <Spotlight.Action key={id} label={name} leftSection={icon} onClick={run} />
            ))}
          </Spotlight.ActionsGroup>
        ))}
        {groups.length === 0 && <Spotlight.Empty>{words.noResult}</Spotlight.Empty>}
      </Spotlight.ActionsList>
    </Spotlight.Root>
  )
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
    action('settings', <IconSettings {...SMALL} />, () => setSettings({ globalSettings: true })),
    action('logout', <IconLogout {...SMALL} />, () => void signOut()),
  ]
}
