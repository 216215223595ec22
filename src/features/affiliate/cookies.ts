/** Cookies as people have them: a header, `name=value` pairs, an extension's JSON, or a Netscape file. Pure, for both sides. */

export const MAX_COOKIE_BYTES = 16 * 1024
/** The site's own name for the account a cookie belongs to. */
const PIN_NAMES = ['pin', 'pt_pin']
const NAME = /^[!#$%&'*+\-.^`|~\w]+$/

export interface Cookie {
  name: string
  value: string
}
export type CookieFault = 'COOKIES_EMPTY' | 'COOKIES_TOO_LARGE' | 'COOKIES_CONTROL' | 'COOKIES_MALFORMED'

/** The cookies of a pasted text; of a name that comes twice the last stands. What is wrong is said without any value. */
export function parseCookies(pasted: string): { cookies: Cookie[] } | { fault: CookieFault } {
  if (new TextEncoder().encode(pasted).length > MAX_COOKIE_BYTES) return { fault: 'COOKIES_TOO_LARGE' }
  const text = pasted.trim()
  if (!text) return { fault: 'COOKIES_EMPTY' }
  const found = text.startsWith('[') ? ofJson(text) : isNetscape(text) ? ofNetscape(text) : ofHeader(text)
  if (!found) return { fault: 'COOKIES_MALFORMED' }
  if (found.length === 0) return { fault: 'COOKIES_EMPTY' }
  // A line break inside a value would begin another header.
  if (found.some(({ name, value }) => hasControl(name) || hasControl(value))) return { fault: 'COOKIES_CONTROL' }
  const isGood = ({ name, value }: Cookie) => NAME.test(name) && /^[\x20-\x7e]*$/.test(value) && !value.includes(';')
  if (!found.every(isGood)) return { fault: 'COOKIES_MALFORMED' }
  return { cookies: [...new Map(found.map((cookie) => [cookie.name, cookie])).values()] }
}

/** As the Cookie header has them. */
export const headerOf = (cookies: readonly Cookie[]): string =>
  cookies.map(({ name, value }) => `${name}=${value}`).join('; ')

/** The JD account the cookies belong to, as far as they say. */
export function pinOf(cookies: readonly Cookie[]): string | undefined {
  const value = cookies.find(({ name }) => PIN_NAMES.includes(name))?.value
  try {
    return value && decodeURIComponent(value)
  } catch {
    return value
  }
}

const hasControl = (text: string): boolean => [...text].some((one) => one < ' ' || one === '\u007f')

function ofJson(text: string): Cookie[] | undefined {
  try {
    const list: unknown = JSON.parse(text)
    if (!Array.isArray(list)) return undefined
    return list.every((one) => typeof one?.name === 'string' && typeof one?.value === 'string')
      ? list.map(({ name, value }: Cookie) => ({ name, value }))
      : undefined
  } catch {
    return undefined
  }
}

const isNetscape = (text: string): boolean => text.split(/\r?\n/).some((line) => line.split('\t').length >= 7)

function ofNetscape(text: string): Cookie[] | undefined {
  const lines = text
    .split(/\r?\n/)
    .map((line) => line.replace(/^#HttpOnly_/, ''))
    .filter((line) => line.trim() !== '' && !line.startsWith('#'))
  const parts = lines.map((line) => line.split('\t'))
  return parts.every((part) => part.length === 7)
    ? parts.map(([, , , , , name, value]) => ({ name: name!, value: value! }))
    : undefined
}

function ofHeader(text: string): Cookie[] | undefined {
  const pairs = text
    .replace(/^cookie:\s*/i, '')
    .split(/;|\r?\n/)
    .map((pair) => pair.trim())
    .filter(Boolean)
  return pairs.every((pair) => pair.indexOf('=') > 0)
    ? pairs.map((pair) => {
        const at = pair.indexOf('=')
        return { name: pair.slice(0, at).trim(), value: pair.slice(at + 1).trim() }
      })
    : undefined
}
