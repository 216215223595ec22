import { useCallback, useState } from 'react'

/** A value kept in local storage. A browser that refuses storage keeps it for the page's life. */
export function useStored(key: string): [string | null, (value: string | null) => void] {
  const [value, setValue] = useState(() => readStored(key))
  const store = useCallback(
    (next: string | null) => {
      setValue(next)
      try {
        if (next === null) localStorage.removeItem(key)
        else localStorage.setItem(key, next)
      } catch {
        // Full or forbidden storage costs the memory of an arrangement, nothing else.
      }
    },
    [key],
  )
  return [value, store]
}

function readStored(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}
