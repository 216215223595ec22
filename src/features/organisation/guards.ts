import { errors as common, refuse } from '../../core/errors.ts'
import { isDay } from '../../core/time.ts'
import { errors } from './errors.ts'

/** Throws NOT_FOUND for a missing row, STALE with the row for another version than the one meant. */
export function ensureHeld<Row extends { version: number }>(row: Row | undefined, version: number): Row {
  if (!row) throw refuse(common, 'NOT_FOUND')
  if (row.version !== version) throw refuse(common, 'STALE', { field: 'version', data: { current: row } })
  return row
}

/** Throws BAD_DAY for a day the calendar does not have. */
export function ensureDay(day: string | null, field: string): void {
  if (day !== null && !isDay(day)) throw refuse(errors, 'BAD_DAY', { field })
}

/** The fields that differ, on both sides, for the audit log. */
export function differing<T extends object>(before: T, after: Partial<T>): { before: Partial<T>; after: Partial<T> } {
  const names = (Object.keys(after) as (keyof T)[]).filter((name) => before[name] !== after[name])
  const pick = (side: Partial<T>) => Object.fromEntries(names.map((name) => [name, side[name]])) as Partial<T>
  return { before: pick(before), after: pick(after) }
}
