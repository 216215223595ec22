import { addDays, isDay } from '../../../core/time.ts'

/** Days from today, as people say them. */
const SPOKEN: Record<string, number> = {
  ...{ 前天: -2, 昨天: -1, 昨日: -1, 今天: 0, 今日: 0, 明天: 1, 明日: 1, 后天: 2 },
  ...{ yesterday: -1, today: 0, tomorrow: 1 },
}
/** `2026-11-22`, `2026/1/2`, `2026.1.2`, `2026年1月2日`; without its year a day of this year. */
const WRITTEN = /^(?:(\d{4})\s*[-/.年]\s*)?(\d{1,2})\s*[-/.月]\s*(\d{1,2})\s*日?$/
const PACKED = /^(\d{4})(\d{2})(\d{2})$/

/** The day a text means, seen from `today`; undefined where it means none. Full-width digits are read as digits. */
export function parseDay(text: string, today: string): string | undefined {
  const said = text.normalize('NFKC').trim().toLowerCase()
  const days = Object.hasOwn(SPOKEN, said) ? SPOKEN[said] : undefined
  if (days !== undefined) return addDays(today, days)
  const [, year = today.slice(0, 4), month, date] = WRITTEN.exec(said) ?? PACKED.exec(said) ?? []
  if (!month || !date) return undefined
  const day = `${year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`
  return isDay(day) ? day : undefined
}

/** The day so many months away; the last of the month where it has none of this number. */
export function addMonths(day: string, months: number): string {
  const [year, month, date] = day.split('-').map(Number) as [number, number, number]
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate()
  return new Date(Date.UTC(year, month - 1 + months, Math.min(date, last))).toISOString().slice(0, 10)
}
