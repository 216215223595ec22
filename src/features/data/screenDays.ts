import type { Reply } from '../../core/contract.ts'
import { addDays, daysBetween } from '../../core/time.ts'
import type { dataDays } from './contract.ts'

export type Day = Reply<typeof dataDays>['days'][number]
/** A day, delivered or not. */
export type GapDay = Day | { statDate: string; playDelta: null }

/** Every day from the first to the last, oldest first; a day that was not delivered is there with nothing in it. */
export function withGaps(days: readonly Day[]): GapDay[] {
  const known = new Map(days.map((day) => [day.statDate, day]))
  const dates = [...known.keys()].sort()
  const [first, last] = [dates[0], dates.at(-1)]
  if (!first || !last) return []
  return Array.from({ length: daysBetween(first, last) + 1 }, (_, index) => {
    const statDate = addDays(first, index)
    return known.get(statDate) ?? { statDate, playDelta: null }
  })
}

export const isDay = (day: GapDay | undefined): day is Day => !!day && 'playCount' in day
