import { create } from 'zustand'
import type { Section } from '../core/access.ts'
import type { Language } from '../core/text.ts'
import { readStored, writeStored } from '../kit/hooks/stored.ts'
import { isColor } from '../kit/theme/palette.ts'
import defaults from './settings.json' with { type: 'json' }

/** An entry of the server's menu: it orders, relabels and hides, and may lead out; pages stay those of the access table. */
export interface ServerMenuItem {
  path: string
  name?: string
  meta: {
    locale: string
    requiresAuth?: boolean
    icon?: string
    order?: number
    hideInMenu?: boolean
    section?: Section
    names?: Record<Language, string>
  }
  children?: ServerMenuItem[]
}

/** The specification's fifteen application settings (section 3). */
export interface Settings {
  theme: 'light' | 'dark'
  colorWeak: boolean
  navbar: boolean
  menu: boolean
  topMenu: boolean
  /** The side menu is out of the way and opens as a drawer. */
  hideMenu: boolean
  menuCollapse: boolean
  footer: boolean
  themeColor: string
  menuWidth: number
  device: 'desktop' | 'mobile'
  tabBar: boolean
  menuFromServer: boolean
  serverMenu: ServerMenuItem[]
  /** The settings drawer is open. */
  globalSettings: boolean
}

export const DEFAULTS = defaults as Settings
export const MENU_WIDTH = { min: 160, max: 400 }

/** The settings after a change: a value that is not allowed changes nothing, and dependent settings follow. */
export function changeSettings(settings: Settings, change: Partial<Settings>): Settings {
  const next = { ...settings, ...change }
  if (!isColor(next.themeColor)) next.themeColor = settings.themeColor
  if (!Number.isFinite(next.menuWidth)) next.menuWidth = settings.menuWidth
  next.menuWidth = Math.round(Math.min(MENU_WIDTH.max, Math.max(MENU_WIDTH.min, next.menuWidth)))
  if (next.topMenu !== settings.topMenu) next.menuCollapse = false
  if (change.device) next.hideMenu = change.device === 'mobile'
  return next
}

/** The text "Copy settings" puts on the clipboard: exactly the settings, nothing of the session. */
export function printSettings(settings: Settings): string {
  const known = Object.keys(DEFAULTS).map((key) => [key, settings[key as keyof Settings]])
  return JSON.stringify(Object.fromEntries(known), null, 2)
}

/** Kept so that the next start does not flash; every other setting is back at its default after a reload. */
export const THEME_KEY = 'arco-theme'
const storedTheme = (): Settings['theme'] => {
  const stored = readStored(THEME_KEY)
  return stored === 'dark' || stored === 'light' ? stored : DEFAULTS.theme
}

export const useSettings = create<Settings>(() => ({ ...DEFAULTS, theme: storedTheme() }))

export function setSettings(change: Partial<Settings>): void {
  if (change.theme) writeStored(THEME_KEY, change.theme)
  useSettings.setState((settings) => changeSettings(settings, change))
}
