type Search = Record<string, string>

/** Lists keep 18-digit ids in the address: values stay text, nothing is read as JSON. */
export const parseSearch = (text: string): Search => Object.fromEntries(new URLSearchParams(text))

/** The query with its empty values left out. */
export function stringifySearch(search: Record<string, unknown>): string {
  const filled = Object.entries(search).filter(([, value]) => value !== undefined && value !== '')
  const text = new URLSearchParams(filled.map(([name, value]) => [name, String(value)])).toString()
  return text && `?${text}`
}

/** A path without its trailing slash. */
export const trimmed = (path: string): string => path.replace(/(?<=^\/|[^/])\/+$/, '')
