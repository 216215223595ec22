import { type Platform, readWorkLink } from '../../../core/works.ts'
import { FIELDS, type Field, type Mapping } from '../contract.ts'
import type { DateRule } from './date.ts'
import { readDay, readInstant } from './date.ts'
import { readCount, readDuration, readMoney, readRate } from './number.ts'
import { Bad, bad, plain, type Reason } from './reason.ts'
import { readContentType, readItemId, readPlatform } from './words.ts'

/** One row of a file, understood: a video's snapshot on one day. Null where the file says nothing. */
export interface Row {
  rowNo: number
  platform: Platform
  itemId: string
  statDate: string
  playCount: number
  effectivePlayCount: number | null
  likeCount: number | null
  commentCount: number | null
  shareCount: number | null
  favoriteCount: number | null
  finishRate: number | null
  estIncome: number | null
  title: string | null
  creatorName: string | null
  creatorUid: string | null
  category: string | null
  publishedAt: string | null
  contentType: string | null
  duration: number | null
  shareUrl: string | null
  coverUrl: string | null
}

/** What is wrong with a row; `field` names the cell. */
export interface Problem {
  field: Field
  value: string
  reason: Reason
}

/** How rows of one file are read: the mapping with headings turned into positions. */
export interface Plan {
  at: Partial<Record<Field, number>>
  mapping: Mapping
  rule: DateRule
  today: string
}

export function planOf(mapping: Mapping, header: readonly string[], today: string): Plan {
  const at: Plan['at'] = {}
  for (const field of FIELDS) {
    const heading = mapping.columns[field]
    if (heading !== undefined) at[field] = header.indexOf(heading)
  }
  const { dateFormat: format, year, zeroEaten } = mapping
  return { at, mapping, rule: { format, year, zeroEaten }, today }
}

const MAX_TITLE = 255
const MAX_NAME = 100
const MAX_URL = 1_000

/** Reads one row. Returns every problem of a row that cannot be taken, in the order of its fields. */
export function readRow(rowNo: number, cells: readonly string[], plan: Plan): Row | Problem[] {
  const { at, mapping, rule, today } = plan
  const problems: Problem[] = []
  const raw = (field: Field) => cells[at[field] ?? -1] ?? ''
  const fail = (field: Field, problem: Bad): null => {
    problems.push({ field, value: raw(field).slice(0, 200), reason: problem.reason })
    return null
  }
  function cell<T>(field: Field, read: (text: string) => T | Bad): T | null {
    if (at[field] === undefined) return null
    const text = plain(raw(field))
    if (text === null) return null
    const value = text instanceof Bad ? text : read(text)
    return value instanceof Bad ? fail(field, value) : value
  }
  /**
   * Text as it was written, only without outer blanks: full-width signs in a title are meant. A spreadsheet error in it
   * says nothing; the row's figures are worth more than the title.
   */
  const words = (field: Field, limit: number) =>
    typeof plain(raw(field)) === 'string' ? [...raw(field).trim()].slice(0, limit).join('') : null

  const itemId = cell('itemId', readItemId)
  // A link beside an id is only kept; alone it must give the id.
  const needsLink = at.itemId === undefined
  const link = needsLink ? cell('shareUrl', (text) => readWorkLink(text) ?? bad('BAD_LINK')) : null
  const failedKey = problems.length > 0
  const platform =
    cell('platform', (text) => readPlatform(text) ?? bad('BAD_PLATFORM')) ?? link?.platform ?? mapping.platform
  const statDate =
    cell('statDate', (text) => readDay(text, rule, today)) ??
    (at.statDate === undefined || isBlank(raw('statDate')) ? mapping.statDate : null)
  const playCount = cell('playCount', readCount)
  if (!failedKey && !(itemId ?? link?.itemId)) fail(needsLink ? 'shareUrl' : 'itemId', bad('MISSING'))
  const has = (field: Field) => problems.some((problem) => problem.field === field)
  if (!platform && !has('platform')) fail('platform', bad('MISSING'))
  if (!statDate && !has('statDate')) fail('statDate', bad('MISSING'))
  if (playCount === null && !has('playCount')) fail('playCount', bad('MISSING'))
  const url = (field: 'shareUrl' | 'coverUrl') =>
    cell(field, (text) => (text.length <= MAX_URL && /^https?:\/\//i.test(text) ? text : null))
  const row = {
    rowNo,
    platform: platform ?? 'other',
    itemId: itemId ?? link?.itemId ?? '',
    statDate: statDate ?? '',
    playCount: playCount ?? 0,
    effectivePlayCount: cell('effectivePlayCount', readCount),
    likeCount: cell('likeCount', readCount),
    commentCount: cell('commentCount', readCount),
    shareCount: cell('shareCount', readCount),
    favoriteCount: cell('favoriteCount', readCount),
    finishRate: cell('finishRate', (text) => readRate(text, mapping.rateUnit)),
    estIncome: cell('estIncome', readMoney),
    title: words('title', MAX_TITLE),
    creatorName: words('creatorName', MAX_NAME),
    creatorUid: words('creatorUid', MAX_NAME),
    category: words('category', MAX_NAME),
    publishedAt: cell('publishedAt', (text) => readPublished(text, rule)),
    contentType: cell('contentType', (text) => readContentType(text) ?? bad('BAD_CONTENT_TYPE')),
    duration: cell('duration', readDuration),
    shareUrl: has('shareUrl') ? null : url('shareUrl'),
    coverUrl: url('coverUrl'),
  } satisfies Row
  return problems.length > 0 ? problems : row
}

const isBlank = (text: string) => plain(text) === null

function readPublished(text: string, rule: DateRule): string | Bad {
  const instant = readInstant(text, rule)
  return instant instanceof Date ? instant.toISOString() : instant
}
