import type { Language } from '../../../core/text.ts'
import { activityText } from '../activityText.ts'

/** An action of the audit log in words: as a whole where it has its own, else deed and thing. */
export function describe(action: string, language: Language): string {
  const words = activityText[language]
  const whole = (words.whole as Record<string, string>)[action]
  if (whole) return whole
  const [thing = '', deed = ''] = action.split('.')
  const name = (words.things as Record<string, string>)[thing]
  if (!name) return words.something
  return words.did(name, (words.deeds as Record<string, string>)[deed] ?? words.other)
}
