import { clockOf } from '../../../core/time.ts'

/** An instant as the value of a date and time field, which shows Asia/Shanghai wherever the browser stands. */
export const fieldOf = (instant: string | null): string => (instant ? clockOf(instant).replace(' ', 'T') : '')
/** What was typed there, as an instant; null when the field is empty. */
export const instantOf = (field: string): string | null => (field ? `${field}:00+08:00` : null)
