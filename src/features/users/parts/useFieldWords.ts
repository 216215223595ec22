import { useText } from '../../../kit/hooks/app.ts'
import { text } from '../text.ts'

/** Names and values of an account's fields in words, for changes. */
export function useFieldWords() {
  const words = useText(text)
  const labels: Record<string, string> = words.columns
  const choices: Record<string, Record<string, string>> = words.choices
  return {
    /** The fields people know, in the form's order; ids beside an organisation's name are not among them. */
    known: Object.keys(labels),
    labelOf: (field: string): string => labels[field] ?? field,
    wordOf(field: string, value: string | null): string {
      if (value) return choices[field]?.[value] ?? value
      return field === 'accessState' ? words.none : words.history.nothing
    },
  }
}
