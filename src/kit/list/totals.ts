import { useStored } from '../hooks/useStored.ts'
import { settingsKey } from './columnSettings.ts'

/** What may stand below a table: the figures of all rows of the filter. */
export const TOTAL_KINDS = ['sum', 'mean'] as const
export type TotalKind = (typeof TOTAL_KINDS)[number]

/** Which rows of figures the user wants below this list, kept as its columns are. */
export function useTotals(listKey: string): [TotalKind[], (kinds: TotalKind[]) => void] {
  const [stored, store] = useStored(settingsKey(`${listKey}-totals`))
  return [
    TOTAL_KINDS.filter((kind) => stored?.includes(`"${kind}"`)),
    (kinds) => store(kinds.length > 0 ? JSON.stringify(kinds) : null),
  ]
}
