import { ActionIcon, Menu, Tooltip } from '@mantine/core'
import { useFullscreenDocument } from '@mantine/hooks'
import {
  IconCheck,
  IconLanguage,
  IconMaximize,
  IconMinimize,
  IconMoon,
  IconSettings,
  IconSun,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { LANGUAGES, type Language } from '../../core/text.ts'
import { useText } from '../../kit/hooks/app.ts'
import { notify } from '../notices.ts'
import { setLanguage, usePreferences } from '../preferences.ts'
import { setSettings, useSettings } from '../settings.ts'
import { webText } from '../text.ts'

interface IconButtonProps {
  name: string
  children: ReactNode
  onClick?: () => void
}

/** A button that is only an icon: its name is read out and shown on hover, inside the landmark it stands in. */
export function IconButton({ name, children, onClick }: IconButtonProps) {
  return (
    <Tooltip label={name} withinPortal={false}>
      <ActionIcon aria-label={name} onClick={onClick}>
        {children}
      </ActionIcon>
    </Tooltip>
  )
}

/** Changes the language and says so in the new one; the current one does nothing. */
export function chooseLanguage(language: Language): void {
  if (language === usePreferences.getState().language) return
  setLanguage(language)
  notify(webText[language].languageChanged)
}

export function LanguageMenu() {
  const words = useText(webText)
  const current = usePreferences((state) => state.language)
  return (
    <Menu position="bottom-end" width={140}>
      <Tooltip label={words.language} withinPortal={false}>
        <Menu.Target>
          <ActionIcon aria-label={words.language}>
            <IconLanguage size={18} stroke={1.6} />
          </ActionIcon>
        </Menu.Target>
      </Tooltip>
      <Menu.Dropdown>
        <Menu.RadioGroup value={current} onChange={(language) => chooseLanguage(language as Language)}>
          {LANGUAGES.map((language) => (
            <Menu.RadioItem
              key={language}
              value={language}
              lang={language}
              closeMenuOnClick
              checkIcon={<IconCheck size={16} stroke={1.6} />}
            >
              {words.languages[language]}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </Menu>
  )
}

export const toggleTheme = () => setSettings({ theme: useSettings.getState().theme === 'dark' ? 'light' : 'dark' })

export function ThemeButton() {
  const words = useText(webText)
  const isDark = useSettings((settings) => settings.theme === 'dark')
  return (
    <IconButton name={isDark ? words.useLight : words.useDark} onClick={toggleTheme}>
      {isDark ? <IconMoon size={18} stroke={1.6} /> : <IconSun size={18} stroke={1.6} />}
    </IconButton>
  )
}

/** Follows the browser, also when full screen is left by key. */
export function FullScreenButton() {
  const words = useText(webText)
  const { fullscreen, toggle } = useFullscreenDocument()
  return (
    <IconButton name={fullscreen ? words.exitFullScreen : words.toFullScreen} onClick={() => void toggle()}>
      {fullscreen ? <IconMinimize size={18} stroke={1.6} /> : <IconMaximize size={18} stroke={1.6} />}
    </IconButton>
  )
}

export function SettingsButton() {
  const words = useText(webText)
  return (
    <IconButton name={words.settings} onClick={() => setSettings({ globalSettings: true })}>
      <IconSettings size={18} stroke={1.6} />
    </IconButton>
  )
}
