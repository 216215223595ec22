import { checkDays } from '../../core/listQuery.ts'
import { serve } from '../../core/verb.ts'
import { FEED_LIMIT, feed, receiptMetrics } from './openContract.ts'
import { type FeedRow, readFeed } from './sql/feed.ts'
import { putMetrics } from './sql/receipts.ts'

const serveFeed = serve(feed, async (ctx, { query }) => {
  const { format = 'json', cursor = '0', limit = FEED_LIMIT, status = null } = query
  const found = await readFeed(ctx.db, ctx.scope, { after: cursor, limit: limit + 1, status, now: ctx.now })
  const rows = found.slice(0, limit)
  const nextCursor = found.length > limit ? rows.at(-1)!.id : null
  if (format === 'mrss')
    return { name: 'distributions.xml', type: 'application/rss+xml; charset=utf-8', body: mrssOf(rows, nextCursor) }
  return {
    name: 'distributions.json',
    type: 'application/json; charset=utf-8',
    body: JSON.stringify({ items: rows, nextCursor }),
  }
})

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' }
/** XML 1.0 has no place for most control characters, not even escaped. */
const xml = (text: string): string =>
  text
    .replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '')
    .replace(/[&<>"']/g, (character) => ESCAPES[character]!)

/** Media RSS 1.5.1; what it has no element for stands in our own namespace. */
export function mrssOf(rows: readonly FeedRow[], nextCursor: string | null): string {
  const element = (name: string, value: string | null): string =>
    value === null ? '' : `<${name}>${xml(value)}</${name}>`
  const items = rows.map((row) => {
    const seconds = row.durationMs === null ? '' : ` duration="${Math.round(row.durationMs / 1000)}"`
    const medium = row.contentType === 'img' ? 'image' : 'video'
    return [
      '<item>',
      `<guid isPermaLink="false">${xml(row.id)}</guid>`,
      element('title', row.title),
      element('link', row.originalUrl),
      element('pubDate', new Date(row.createdAt).toUTCString()),
      element('media:title', row.title),
      row.originalUrl === null ? '' : `<media:player url="${xml(row.originalUrl)}"/>`,
      row.originalUrl === null ? '' : `<media:content url="${xml(row.originalUrl)}" medium="${medium}"${seconds}/>`,
      row.coverUrl === null ? '' : `<media:thumbnail url="${xml(row.coverUrl)}"/>`,
      element('media:category', row.categoryZh),
      row.requiredTags.length ? element('media:keywords', row.requiredTags.join(', ')) : '',
      element('backlot:status', row.status),
      element('backlot:deadline', row.deadlineAt),
      element('backlot:platforms', row.platforms.join(' ')),
      element('backlot:region', row.region),
      element('backlot:rightsStart', row.rightsStart),
      element('backlot:rightsEnd', row.rightsEnd),
      element('backlot:allowEdit', String(row.allowEdit)),
      element('backlot:takedownDue', row.takedownDueAt),
      '</item>',
    ].join('')
  })
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<rss version="2.0" xmlns:media="http://search.yahoo.com/mrss/" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:backlot="urn:backlot:distribution:1">',
    '<channel><title>Backlot distributions</title><link>/open/v1/distributions</link><description>Tasks for this token’s owner</description>',
    nextCursor === null
      ? ''
      : `<atom:link rel="next" href="/open/v1/distributions?format=mrss&amp;cursor=${xml(nextCursor)}"/>`,
    ...items,
    '</channel></rss>',
  ].join('\n')
}

const takeMetrics = serve(receiptMetrics, async (ctx, { body }) => {
  const items = new Map<string, Parameters<typeof putMetrics>[1][number]>()
  for (const item of body.items) {
    checkDays(item.statDate, undefined, { from: 'statDate', to: 'statDate' })
    // Of two that stand for the same post and day, the later one counts.
    items.set(`${item.platform} ${item.platformItemId} ${item.statDate}`, {
      likeCount: 0,
      commentCount: 0,
      shareCount: 0,
      ...item,
    })
  }
  const { known, unknown } = await putMetrics(ctx.db, [...items.values()], ctx.now)
  return { accepted: known, unknown: [...new Set(unknown)] }
})

export const openVerbs = [serveFeed, takeMetrics]
