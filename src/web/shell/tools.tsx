import { ActionIcon } from '@mantine/core'
import { useFullscreenDocument } from '@mantine/hooks'
import { IconLanguage, IconMaximize, IconMinimize, IconMoon, IconSettings, IconSun } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { Language } from '../../core/text.ts'
import { useText } from '../../kit/hooks/app.ts'
import { latePart } from '../late.ts'
import { notify } from '../notices.ts'
import { setLanguage, usePreferences } from '../preferences.ts'
import { setSettings, useSettings } from '../settings.ts'
import { webText } from '../text.ts'
import { LateMenu } from './LateMenu.tsx'

const LanguageItems = latePart('LanguageItems')

interface IconButtonProps {
  name: string
  children: ReactNode
  onClick?: () => void
}

/** A button that is only an icon: its name is read out and shown on hover. */
export function IconButton({ name, children, onClick }: IconButtonProps) {
  return (
    <ActionIcon aria-label={name} data-tip={name} onClick={onClick}>
      {children}
    </ActionIcon>
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
  return (
    <LateMenu
      label={words.language}
      position="bottom-end"
      width={140}
      button={(properties) => (
        <ActionIcon aria-label={words.language} data-tip={words.language} {...properties}>
          <IconLanguage size={18} stroke={1.6} />
        </ActionIcon>
      )}
    >
      <LanguageItems />
    </LateMenu>
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
