/**
 * What the text of an article may hold. The server keeps nothing else when it saves, the page shows nothing else, and
 * the editor knows nothing else: three readers of one list.
 */
export const ALLOWED_TAGS = [
  ...['p', 'h2', 'h3', 'h4', 'ul', 'ol', 'li', 'blockquote', 'pre', 'hr', 'br'],
  ...['strong', 'em', 'u', 's', 'code', 'a', 'img', 'div'],
] as const

/** `data-media` is a picture of ours by its key: an address of a picture from outside is never kept. */
export const ALLOWED_ATTRIBUTES = {
  a: ['href'],
  img: ['data-media', 'alt'],
  div: ['data-card', 'data-id'],
  ol: ['start'],
} as const

export const MEDIA_KEY = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
/** A row id, as cards carry it. */
export const ROW_ID = /^[1-9]\d{0,17}$/

/** What lives inside a text: a work's figures, the reader's own, a link's 口令 of now. */
const CARDS = ['video', 'statistics', 'token'] as const
export type CardKind = (typeof CARDS)[number]

/** Whether a box is a card: one of the kinds, with the id of a row where it is about one. */
export const isCard = (kind: string, id: string): kind is CardKind =>
  CARDS.some((one) => one === kind) && (kind === 'statistics' || ROW_ID.test(id))

/** What a link opens in a new page must not know or steer the one it came from. */
export const LINK_REL = 'noopener noreferrer nofollow'

/**
 * Whether a link may be followed: web, mail and telephone addresses, and paths of this console. Anything a browser would
 * read in another way than it looks (control characters, backslashes, other schemes) is not.
 */
export function isSafeLink(href: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  if (href.length > 2000 || /[\u0000-\u001f\u007f\\]/.test(href)) return false
  if (href.startsWith('/')) return !href.startsWith('//')
  if (!/^(https?:\/\/|mailto:|tel:)/i.test(href)) return false
  return URL.canParse(href)
}

/** Letters to read: each Chinese character, each Latin word or number. */
export function countWords(plain: string): number {
  return (plain.match(/\p{Script=Han}|[\p{L}\p{N}]+(?:['’-][\p{L}\p{N}]+)*/gu) ?? []).reduce(
    (sum, word) => sum + (/\p{Script=Han}/u.test(word) ? [...word].length : 1),
    0,
  )
}

/** Minutes it takes to read so many words, one at least. */
export const minutesOf = (words: number): number => Math.max(1, Math.round(words / 400))
