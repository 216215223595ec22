/**
 * Business days are Asia/Shanghai calendar days, written YYYY-MM-DD, half-open [00:00, next 00:00) at UTC+8 (domain
 * page 0.2). The zone has kept UTC+8 without daylight saving since 1991, so a fixed offset is exact for our data.
 */

const OFFSET_MS = 8 * 3_600_000
const DAY_MS = 86_400_000

/** The business day an instant falls on. */
export function dayOf(instant: Date | number): string {
  return new Date(+instant + OFFSET_MS).toISOString().slice(0, 10)
}

/** The instant a business day begins. */
export function startOf(day: string): Date {
  return new Date(Date.parse(`${day}T00:00:00Z`) - OFFSET_MS)
}

export function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10)
}

/** Whole days from `from` to `to`; negative when `to` is earlier. */
export function daysBetween(from: string, to: string): number {
  return (Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / DAY_MS
}

/** True for a real calendar day in the form YYYY-MM-DD. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const at = Date.parse(`${text}T00:00:00Z`)
  return !Number.isNaN(at) && new Date(at).toISOString().slice(0, 10) === text
}

/** `YYYY-MM-DD HH:mm` in Asia/Shanghai. */
export function clockOf(instant: Date | string | number): string {
  return new Date(+new Date(instant) + OFFSET_MS).toISOString().slice(0, 16).replace('T', ' ')
}
