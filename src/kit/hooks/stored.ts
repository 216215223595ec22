type Listener = (key: string, value: string | null) => void

const listeners = new Set<Listener>()
/** What a browser that refuses storage is told, for the page's life. */
const refused = new Map<string, string | null>()

export function readStored(key: string): string | null {
  if (refused.has(key)) return refused.get(key)!
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

/** Writes local storage, or forgets a key, and tells who listens. */
export function writeStored(key: string, value: string | null): void {
  if (readStored(key) === value) return
  refused.delete(key)
  try {
    if (value === null) localStorage.removeItem(key)
    else localStorage.setItem(key, value)
  } catch {
    // Full or forbidden storage costs the memory of an arrangement, nothing else.
    refused.set(key, value)
  }
  for (const listener of listeners) listener(key, value)
}

/** Hears of every change this window makes. Returns how to stop. */
export function onStored(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
