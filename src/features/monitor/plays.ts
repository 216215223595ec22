import type { Reply } from '../../core/contract.ts'
import type { monitorRead } from './contract.ts'
import type { Hour } from './sql/data.ts'

type Plays = NonNullable<Reply<typeof monitorRead>['plays']>

/** So many same weekdays make a usual course. */
const ENOUGH_DAYS = 3
const SPREAD = 3

const median = (values: readonly number[]): number => {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length / 2
  return sorted.length % 2 ? sorted[Math.floor(middle)]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}

/** The newest day beside the day before and what is usual: same hours with same hours, so that a running day can be compared. */
export function playsOf(all: readonly Hour[]): Plays | null {
  const day = all.find(({ ago }) => ago === 0)?.day
  if (!day) return null
  const course = (days: number): (number | null)[] => {
    const of = new Map(all.filter(({ ago }) => ago === days).map(({ hour, plays }) => [hour, plays]))
    return Array.from({ length: 24 }, (_, hour) => of.get(hour) ?? null)
  }
  const values = course(0)
  const hours = values.findLastIndex((value) => value !== null) + 1
  const sumOf = (of: readonly (number | null)[]): number =>
    of.slice(0, hours).reduce<number>((sum, n) => sum + (n ?? 0), 0)
  const before = course(1)
  const weeks = [7, 14, 21, 28]
    .map(course)
    .filter((of) => of.some((value) => value !== null))
    .map(sumOf)
  const middle = median(weeks)
  const spread = SPREAD * median(weeks.map((sum) => Math.abs(sum - middle)))
  return {
    day,
    hours,
    values,
    before,
    sum: sumOf(values),
    sumBefore: before.some((value) => value !== null) ? sumOf(before) : null,
    usual:
      weeks.length < ENOUGH_DAYS
        ? null
        : {
            median: Math.round(middle),
            low: Math.max(0, Math.round(middle - spread)),
            high: Math.round(middle + spread),
          },
  }
}
