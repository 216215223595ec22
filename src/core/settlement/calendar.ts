import { addDays } from '../time.ts'

/** Days that are not what their weekday says: holidays (false) and weekends that are worked (true). */
export type Calendar = ReadonlyMap<string, boolean>

export function isWorkday(day: string, calendar: Calendar): boolean {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay()
  return calendar.get(day) ?? (weekday !== 0 && weekday !== 6)
}

/** The day itself if it is worked, otherwise the next one that is. */
export function workdayFrom(day: string, calendar: Calendar): string {
  let at = day
  while (!isWorkday(at, calendar)) at = addDays(at, 1)
  return at
}

/** The day of the month after a period that its plan pays on, worked or not. */
export function plannedPayDay(period: string, payDay: number): string {
  const [year, month] = period.split('-').map(Number)
  return new Date(Date.UTC(year!, month!, payDay)).toISOString().slice(0, 10)
}

/** So many workdays after a day; with 0 the day itself, worked or not. */
export function addWorkdays(day: string, workdays: number, calendar: Calendar): string {
  let at = day
  for (let left = workdays; left > 0; left--) at = workdayFrom(addDays(at, 1), calendar)
  return at
}
