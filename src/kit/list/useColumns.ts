import { useCallback, useMemo } from 'react'
import type { Columns } from '../../core/columns.ts'
import { useStored } from '../hooks/useStored.ts'
import { type ColumnSetting, readSettings, settingsKey } from './columnSettings.ts'

export interface Arrangement {
  settings: ColumnSetting[]
  arrange(settings: ColumnSetting[]): void
  reset(): void
}

/** How the user arranged a list's columns, kept in local storage. */
export function useColumns(listKey: string, columns: Columns): Arrangement {
  const [stored, store] = useStored(settingsKey(listKey))
  const settings = useMemo(() => readSettings(stored, columns), [stored, columns])
  const arrange = useCallback((next: ColumnSetting[]) => store(JSON.stringify(next)), [store])
  const reset = useCallback(() => store(null), [store])
  return { settings, arrange, reset }
}
