import { create } from 'zustand'
import { LANGUAGES, type Language, pickLanguage } from '../core/text.ts'
import { readStored, writeStored } from '../kit/hooks/stored.ts'
import { webText } from './text.ts'

export const LANGUAGE_KEY = 'arco-locale'

interface Preferences {
  language: Language
  /** Null follows the language: red up in Chinese, green up in English. */
  upIsRed: boolean | null
}

const storedLanguage = (): Language => {
  const stored = readStored(LANGUAGE_KEY)
  return LANGUAGES.find((language) => language === stored) ?? pickLanguage(stored)
}

export const usePreferences = create<Preferences>(() => ({ language: storedLanguage(), upIsRed: null }))

/** Tells the page which language it speaks, and names the landmark that menus open in. */
export function applyLanguage(language: Language): void {
  document.documentElement.lang = language
  document.getElementById('layers')?.setAttribute('aria-label', webText[language].layers)
}

export function setLanguage(language: Language): void {
  writeStored(LANGUAGE_KEY, language)
  applyLanguage(language)
  usePreferences.setState({ language })
}
