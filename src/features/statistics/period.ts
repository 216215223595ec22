import { addDays, daysBetween } from '../../core/time.ts'
import type { COMPARISONS, Granularity } from './contract.ts'

export interface Period {
  from: string
  to: string
}

/** The period a comparison looks at: as many days just before, or the same dates a year earlier. */
export function comparedPeriod({ from, to }: Period, compare: (typeof COMPARISONS)[number]): Period | null {
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
