import { MAX_RANGE_DAYS } from './listQuery.ts'
import { addDays, daysBetween, isDay } from './time.ts'

/** First and last business day, both included. */
export interface Period {
  from: string
  to: string
}

export const COMPARISONS = ['previous', 'year', 'none'] as const
export type Comparison = (typeof COMPARISONS)[number]
export const GRANULARITIES = ['day', 'week', 'month'] as const
export type Granularity = (typeof GRANULARITIES)[number]
/** Presets of finished days. */
export const RANGES = ['yesterday', 'last7', 'last30', 'last90'] as const
export type Range = (typeof RANGES)[number]
const LENGTH: Record<Range, number> = { yesterday: 1, last7: 7, last30: 30, last90: 90 }

/** The period a comparison looks at: as many days just before, or the same dates a year earlier. */
export function comparedPeriod({ from, to }: Period, compare: Comparison): Period | null {
  switch (compare) {
    case 'previous':
      return { from: addDays(from, -daysBetween(from, to) - 1), to: addDays(from, -1) }
    case 'year':
      return { from: yearBefore(from), to: yearBefore(to) }
    case 'none':
      return null
  }
}

/** 29 February has its like on the 28th. */
function yearBefore(day: string): string {
  const year = String(Number(day.slice(0, 4)) - 1)
  return day.endsWith('02-29') ? `${year}-02-28` : `${year}${day.slice(4)}`
}

/** The first day of the bucket a day falls in; weeks start on Monday. */
export function bucketOf(day: string, granularity: Granularity): string {
  if (granularity === 'day') return day
  if (granularity === 'month') return `${day.slice(0, 7)}-01`
  return addDays(day, -((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7))
}

/** Every bucket a period touches, oldest first. */
export function bucketsOf({ from, to }: Period, granularity: Granularity): string[] {
  const buckets: string[] = []
  for (let bucket = bucketOf(from, granularity); bucket <= to; bucket = addDays(lastDayOf(bucket, granularity), 1))
    buckets.push(bucket)
  return buckets
}

/** The last day of the bucket that begins on `bucket`. */
export function lastDayOf(bucket: string, granularity: Granularity): string {
  if (granularity === 'day') return bucket
  if (granularity === 'week') return addDays(bucket, 6)
  const [year, month] = bucket.split('-').map(Number) as [number, number]
  const next = month === 12 ? `${year + 1}-01-01` : `${year}-${String(month + 1).padStart(2, '0')}-01`
  return addDays(next, -1)
}

/** The days of a preset: finished ones, so that the last is the day before `today` (Asia/Shanghai). */
export function rangeDays(range: Range, today: string): Period {
  return { from: addDays(today, -LENGTH[range]), to: addDays(today, -1) }
}

export type RangeFault = 'chooseDays' | 'tooLong' | 'tooLate'

/** What is wrong with a range of days that was typed or linked; null when nothing is. */
export function faultOf({ from, to }: Period, today: string): RangeFault | null {
  if (!isDay(from) || !isDay(to) || from > to) return 'chooseDays'
  if (to >= today) return 'tooLate'
  return daysBetween(from, to) > MAX_RANGE_DAYS ? 'tooLong' : null
}
