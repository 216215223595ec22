import { useCallback, useSyncExternalStore } from 'react'
import { onStored, readStored, writeStored } from './stored.ts'

/** A value kept in local storage, shared by all who show it. */
export function useStored(key: string): [string | null, (value: string | null) => void] {
  const value = useSyncExternalStore(onStored, () => readStored(key))
  const store = useCallback((next: string | null) => writeStored(key, next), [key])
  return [value, store]
}
