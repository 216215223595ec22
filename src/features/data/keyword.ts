import { refuse } from '../../core/errors.ts'
import { errors } from './errors.ts'

/** What somebody typed or pasted into the search box of the data list. */
export type Keyword = { kind: 'items'; itemIds: string[] } | { kind: 'title'; text: string }

export const MAX_PASTED_IDS = 50

/** Where each platform's links carry the work's id; short links carry none and are refused. */
const LINKS: [host: RegExp, item: RegExp][] = [
  [/(^|\.)(ies)?douyin\.com$/, /\/(?:video|note|share\/video)\/(\d+)|[?&]modal_id=(\d+)/],
  [/(^|\.)(kuaishou|gifshow|chenzhongtech)\.com$/, /\/(?:short-video|fw\/photo)\/(\w+)/],
  [/(^|\.)bilibili\.com$/, /\/video\/(BV\w{10}|av\d+)/i],
  [/(^|\.)ixigua\.com$/, /\/(?:video\/)?(\d{6,})/],
  [/(^|\.)toutiao\.com$/, /\/(?:video|article|w|i)\/?(\d{6,})/],
  [/(^|\.)channels\.weixin\.qq\.com$/, /[?&](?:feedid|id|exportid)=([\w-]+)/i],
  [/(^|\.)(youtube\.com|youtu\.be)$/, /(?:[?&]v=|youtu\.be\/|\/shorts\/)([\w-]{11})/],
]

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
  if (!URL.canParse(link)) throw refuse(errors, 'UNKNOWN_LINK', { field: 'keyword' })
  const url = new URL(link)
  const known = LINKS.find(([host]) => host.test(url.hostname))
  const item = known?.[1].exec(url.href)?.slice(1).find(Boolean)
  if (!item) throw refuse(errors, 'UNKNOWN_LINK', { field: 'keyword' })
  return item
}

function limited(ids: string[]): string[] {
  if (ids.length > MAX_PASTED_IDS)
    throw refuse(errors, 'TOO_MANY_IDS', { field: 'keyword', params: { limit: MAX_PASTED_IDS } })
  return ids
}
