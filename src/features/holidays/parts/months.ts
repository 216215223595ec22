import { workdayFrom } from '../../../core/settlement/calendar.ts'
import { addDays } from '../../../core/time.ts'
import type { HolidayYear, YearDay } from '../contract.ts'

/** Monday is 0. */
export const weekdayOf = (day: string): number => (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7

export const dayAt = (year: number, month: number, day: number): string =>
  `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`

/** A month's days in weeks from Monday; null where a week's day is of another month. */
export function weeksOf(year: number, month: number): (string | null)[][] {
  const count = new Date(Date.UTC(year, month, 0)).getUTCDate()
  const cells: (string | null)[] = Array.from({ length: weekdayOf(dayAt(year, month, 1)) }, () => null)
  for (let day = 1; day <= count; day++) cells.push(dayAt(year, month, day))
  while (cells.length % 7) cells.push(null)
  return Array.from({ length: cells.length / 7 }, (_, at) => cells.slice(at * 7, at * 7 + 7))
}

/** Days in a row from a day on set to one kind, or with null given back to their weekday. */
export function withDays(
  days: readonly YearDay[],
  first: string,
  count: number,
  value: Omit<YearDay, 'day'> | null,
): YearDay[] {
  const set = new Set(Array.from({ length: count }, (_, at) => addDays(first, at)))
  const kept = days.filter(({ day }) => !set.has(day))
  const added = value ? [...set].map((day) => ({ ...value, day })) : []
  return [...kept, ...added].sort((a, b) => (a.day < b.day ? -1 : 1))
}

/** How many days differ between two states of a year. */
export function countApart(before: readonly YearDay[], after: readonly YearDay[]): number {
  const told = (days: readonly YearDay[]) =>
    new Map(days.map((one) => [one.day, `${one.kind} ${one.nameZh} ${one.nameEn}`]))
  const [old, now] = [told(before), told(after)]
  return [...new Set([...old.keys(), ...now.keys()])].filter((day) => old.get(day) !== now.get(day)).length
}

export interface Pay {
  period: string
  /** What is paid; plans that pay on the same day stand together. */
  products: { nameZh: string; nameEn: string }[]
  before: string
  after: string
}

/** The day each period is paid, by the calendar that stands and by the one being made. */
export function paysOf({ pays, days, next }: HolidayYear, draft: readonly YearDay[]): Pay[] {
  const calendarOf = (list: readonly YearDay[]) =>
    new Map([...list, ...next].map(({ day, kind }) => [day, kind === 'work']))
  const [old, now] = [calendarOf(days), calendarOf(draft)]
  const found = new Map<string, Pay>()
  for (const { period, planned, nameZh, nameEn } of pays) {
    const key = `${period} ${planned}`
    const pay = found.get(key) ?? {
      ...{ period, products: [] },
      ...{ before: workdayFrom(planned, old), after: workdayFrom(planned, now) },
    }
    pay.products.push({ nameZh, nameEn })
    found.set(key, pay)
  }
  return [...found.values()]
}
