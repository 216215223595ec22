import { useText } from '../../../kit/hooks/app.ts'
import { text } from '../text.ts'

/** Names and values of an account's fields in words, for changes. */
export function useFieldWords() {
  const words = useText(text)
  const labels: Record<string, string> = words.columns
  const choices: Record<string, Record<string, string>> = words.choices
  return {
    /** Whether the field is one people know; ids beside an organisation's name are not. */
    isKnown: (field: string): boolean => field in labels,
    labelOf: (field: string): string => labels[field] ?? field,
    wordOf: (field: string, value: string | null): string =>
      value === null || value === '' ? words.history.nothing : (choices[field]?.[value] ?? value),
  }
}
