import { setImmediate } from 'node:timers/promises'
import { addDays, dayOf, startOf } from '../../../core/time.ts'
import { CONTENT_TYPES, type ContentType, PLATFORMS, type Platform } from '../../../core/works.ts'
import { Cells } from './cells.ts'
import type { ReadRows } from './codes.ts'

const VISIBILITIES = ['public', 'private', 'reviewing', 'removed', 'deleted'] as const
const MAX_TITLE = 255
const MAX_NAME = 100
const HOUR_MS = 3_600_000
/** The facts of an hour are kept eight days; a day less may be sent, so that each hour finds the one before it. */
const HOURS_BACK_DAYS = 7
const WHOLE = 1_000_000

export interface Work {
  platform: Platform
  itemId: string
}
export interface VideoRow extends Work {
  title: string | null
  shareUrl: string | null
  coverUrl: string | null
  contentType: ContentType | null
  durationMs: number | null
  category: string | null
  creatorUid: string | null
  creatorName: string | null
  publishedAt: string | null
  visibility: (typeof VISIBILITIES)[number] | null
}
/** Totals of a work; null where the row says nothing. */
interface Totals extends Work {
  play: number
  like: number | null
  comment: number | null
  share: number | null
  favorite: number | null
}
export interface MetricRow extends Totals {
  day: string
  effective: number | null
  finishRate: number | null
  income: number | null
}
export interface HourRow extends Totals {
  /** ISO instant of the hour's beginning. */
  bucketAt: string
}
export interface BindingRow {
  platform: Platform
  creatorUid: string
  creatorName: string | null
  partnerCode: string
  /** Milliseconds. */
  bindAt: number
  unbindAt: number | null
}

/** One revision of an income row; amounts as text of whole micro-yuan and fen. */
export interface BillRow extends Work {
  day: string
  task: string
  settleType: number
  adIncomeMicro: string
  gmvFen: string
  refundFen: string
  ratePpm: number
  appId: string | null
  agentId: string | null
  sourceRow: number | null
}

export interface Reading {
  now: Date
  /** The day of rows that name none. */
  statDate: string | null
}

export type Read<Row> = (rows: readonly unknown[], reading: Reading) => Promise<ReadRows<Row>>

/** Rows read at a stretch: a large batch leaves the thread to others in between. */
const STRETCH = 500

/**
 * Reads rows one by one; `flag` counts what is taken as it stands and looks wrong (domain page, section 5). `begin` is
 * called once a batch, for what is the same for all its rows.
 */
function reader<Row>(
  fields: readonly string[],
  begin: (cells: Cells, reading: Reading, flag: (what: string) => void) => () => Row,
): Read<Row> {
  const known = new Set(fields)
  return async (rows, reading) => {
    const found: ReadRows<Row> = { rows: [], problems: [], flagged: {} }
    const cells = new Cells(known)
    let flags: string[] = []
    const next = begin(cells, reading, (what) => flags.push(what))
    for (let index = 0; index < rows.length; index++) {
      if (index % STRETCH === 0 && index > 0) await setImmediate()
      cells.open(rows[index], index)
      const value = next()
      if (cells.problem) found.problems.push(cells.problem)
      else {
        for (const what of flags) found.flagged[what] = (found.flagged[what] ?? 0) + 1
        found.rows.push(Object.assign(value as Row & { index: number }, { index }))
      }
      if (flags.length) flags = []
    }
    return found
  }
}

const workOf = (cells: Cells): Work => ({
  platform: cells.choice('platform', PLATFORMS, true)!,
  itemId: cells.id('platformItemId')!,
})

function totalsOf(cells: Cells, flag: (what: string) => void): Totals {
  const totals = Object.assign(workOf(cells), {
    play: cells.whole('playCount', true)!,
    like: cells.whole('likeCount'),
    comment: cells.whole('commentCount'),
    share: cells.whole('shareCount'),
    favorite: cells.whole('favoriteCount'),
  })
  if (totals.play < 0) flag('negative')
  if (totals.like !== null && totals.like > totals.play) flag('likesOverPlays')
  return totals
}

const TOTALS = ['platform', 'platformItemId', 'playCount', 'likeCount', 'commentCount', 'shareCount', 'favoriteCount']

export const readMetrics = reader<MetricRow>(
  [...TOTALS, 'statDate', 'effectivePlayCount', 'finishRatePpm', 'estIncomeFen'],
  (cells, { now, statDate }, flag) => {
    const today = dayOf(now)
    return () => {
      const row = Object.assign(totalsOf(cells, flag), {
        day: cells.day('statDate', statDate, today)!,
        effective: cells.whole('effectivePlayCount'),
        finishRate: cells.whole('finishRatePpm'),
        income: cells.whole('estIncomeFen'),
      })
      if (row.finishRate !== null && row.finishRate > WHOLE) flag('rateOver')
      return row
    }
  },
)

export const readHours = reader<HourRow>([...TOTALS, 'bucketAt'], (cells, { now }, flag) => {
  const earliest = +startOf(addDays(dayOf(now), -HOURS_BACK_DAYS))
  return () => {
    const totals = totalsOf(cells, flag)
    const at = cells.instant('bucketAt', true) ?? 0
    const bucketAt = new Date(at).toISOString()
    if (at % HOUR_MS !== 0) cells.fail('bucketAt', bucketAt, 'NOT_FULL_HOUR')
    if (at > +now) cells.fail('bucketAt', bucketAt, 'FUTURE_HOUR')
    if (at < earliest) cells.fail('bucketAt', bucketAt, 'OLD_HOUR')
    return Object.assign(totals, { bucketAt })
  }
})

export const readVideos = reader<VideoRow>(
  [
    ...['platform', 'platformItemId', 'title', 'shareUrl', 'coverUrl', 'contentType', 'durationMs', 'category'],
    ...['creatorUid', 'creatorName', 'publishedAt', 'visibility'],
  ],
  (cells) => () => {
    const row = {
      ...workOf(cells),
      title: cells.text('title', MAX_TITLE),
      shareUrl: cells.url('shareUrl'),
      coverUrl: cells.url('coverUrl'),
      contentType: cells.choice('contentType', CONTENT_TYPES),
      durationMs: cells.positive('durationMs'),
      category: cells.text('category', MAX_NAME),
      creatorUid: cells.text('creatorUid', MAX_NAME),
      creatorName: cells.text('creatorName', MAX_NAME),
      visibility: cells.choice('visibility', VISIBILITIES),
    }
    const published = cells.instant('publishedAt')
    return { ...row, publishedAt: published === null ? null : new Date(published).toISOString() }
  },
)

export const readBindings = reader<BindingRow>(
  ['platform', 'creatorUid', 'creatorName', 'partnerCode', 'bindTime', 'unbindTime'],
  (cells) => () => {
    const row = {
      platform: cells.choice('platform', PLATFORMS, true)!,
      creatorUid: cells.text('creatorUid', MAX_NAME, true)!,
      creatorName: cells.text('creatorName', MAX_NAME),
      partnerCode: cells.text('partnerCode', MAX_NAME, true)!,
      bindAt: cells.instant('bindTime', true)!,
      unbindAt: cells.instant('unbindTime'),
    }
    if (row.unbindAt !== null && row.unbindAt <= row.bindAt)
      cells.fail('unbindTime', new Date(row.unbindAt).toISOString(), 'BINDING_ORDER')
    return row
  },
)

const SETTLE_TYPES = [1, 2, 3, 7, 8] as const

export const readBills = reader<BillRow>(
  [
    ...['platform', 'platformItemId', 'earnDate', 'taskCode', 'settleType', 'adIncome', 'gmv', 'refundGmv'],
    ...['upstreamRatioPpm', 'appId', 'agentId', 'currency', 'sourceRow'],
  ],
  (cells, { now, statDate }) => {
    const today = dayOf(now)
    return () => {
      cells.choice('currency', ['CNY'])
      const row: BillRow = {
        ...workOf(cells),
        day: cells.day('earnDate', statDate, today)!,
        task: cells.text('taskCode', MAX_NAME) ?? '',
        settleType: cells.choice('settleType', SETTLE_TYPES, true)!,
        adIncomeMicro: cells.yuan('adIncome', 6),
        gmvFen: cells.yuan('gmv', 2),
        refundFen: cells.yuan('refundGmv', 2),
        ratePpm: cells.positive('upstreamRatioPpm') ?? 0,
        appId: cells.text('appId', MAX_NAME),
        agentId: cells.text('agentId', MAX_NAME),
        sourceRow: cells.positive('sourceRow'),
      }
      if (row.ratePpm > WHOLE) cells.fail('upstreamRatioPpm', row.ratePpm, 'BAD_CHOICE')
      if (BigInt(row.refundFen) < 0n) cells.fail('refundGmv', row.refundFen, 'NEGATIVE')
      if (BigInt(row.refundFen) > BigInt(row.gmvFen)) cells.fail('refundGmv', row.refundFen, 'REFUND_OVER')
      return row
    }
  },
)
