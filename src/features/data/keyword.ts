import { refuse } from '../../core/errors.ts'
import { readWorkLink } from '../../core/works.ts'
import { errors } from './errors.ts'

/** What somebody typed or pasted into the search box of the data list. */
export type Keyword = { kind: 'items'; itemIds: string[] } | { kind: 'title'; text: string }

export const MAX_PASTED_IDS = 50

/**
 * Reads a keyword: pasted links and lists of ids find works exactly, anything else is looked for in titles.
 * Throws UNKNOWN_LINK, TOO_MANY_IDS.
 */
export function readKeyword(keyword: string): Keyword {
  if (/^https?:\/\//i.test(keyword)) return { kind: 'items', itemIds: limited(keyword.split(/\s+/).map(itemOfLink)) }
  const parts = keyword.split(/[\s,，;；]+/).filter(Boolean)
  const areIds = parts.every((part) => /^\d{6,20}$/.test(part) || /^BV\w{10}$/.test(part))
  return areIds ? { kind: 'items', itemIds: limited(parts) } : { kind: 'title', text: keyword }
}

function itemOfLink(link: string): string {
  const work = readWorkLink(link)
  if (!work) throw refuse(errors, 'UNKNOWN_LINK', { field: 'keyword' })
  return work.itemId
}

function limited(ids: string[]): string[] {
  if (ids.length > MAX_PASTED_IDS)
    throw refuse(errors, 'TOO_MANY_IDS', { field: 'keyword', params: { limit: MAX_PASTED_IDS } })
  return ids
}
