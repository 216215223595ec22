import { bucketOf, lastDayOf } from './period.ts'
import { addDays, dayOf, startOf } from './time.ts'

export const CADENCES = ['daily', 'weekly', 'monthly'] as const
export type Cadence = (typeof CADENCES)[number]

/** When something comes back: a clock in Shanghai on every day, on one day of the week or on one of the month. */
export interface Turn {
  cadence: Cadence
  /** 1 to 7 from Monday, or 1 to 31; the last day of a month that has fewer. Not looked at where it is daily. */
  onDay: number
  /** HH:MM */
  atTime: string
}

/** The first turn after an instant. */
export function nextTurn(turn: Turn, after: Date): Date {
  const [hours, minutes] = turn.atTime.split(':').map(Number) as [number, number]
  for (let day = dayOf(after); ; day = addDays(day, 1)) {
    const at = new Date(+startOf(day) + (hours * 60 + minutes) * 60_000)
    if (at > after && isTurn(turn, day)) return at
  }
}

function isTurn({ cadence, onDay }: Turn, day: string): boolean {
  if (cadence === 'daily') return true
  if (cadence === 'weekly') return day === addDays(bucketOf(day, 'week'), onDay - 1)
  const last = lastDayOf(bucketOf(day, 'month'), 'month')
  return +day.slice(8) === Math.min(onDay, +last.slice(8))
}
