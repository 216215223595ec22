import type { Language } from '../../core/text.ts'
import { text } from './text.ts'

/** Why an export failed, in words. */
export function failureOf(reason: string, language: Language): string {
  const known: Record<string, string> = text[language].failures
  return known[reason] ?? text[language].failures.INTERNAL
}
