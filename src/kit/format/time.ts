import type { Language } from '../../core/text.ts'
import { clockOf } from '../../core/time.ts'
import { MISSING } from './number.ts'

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** A business day: `11-19` or `Nov 19`; with its year when that is not `thisYear`. */
export function shortDay(day: string, language: Language, thisYear?: string): string {
  const [year, month, date] = day.split('-') as [string, string, string]
  if (thisYear && year !== thisYear) return language === 'zh-CN' ? day : `${MONTHS[+month - 1]} ${+date}, ${year}`
  return language === 'zh-CN' ? `${month}-${date}` : `${MONTHS[+month - 1]} ${+date}`
}

/** An instant in Asia/Shanghai: `11-19 09:42`, `Nov 19, 09:42`; in another year `2025-11-19 09:42`. */
export function shortTime(instant: string | null | undefined, language: Language, thisYear?: string): string {
  if (!instant) return MISSING
  const full = clockOf(instant)
  const [day, clock] = full.split(' ') as [string, string]
  if (thisYear && day.slice(0, 4) !== thisYear) return full
  return language === 'zh-CN' ? `${day.slice(5)} ${clock}` : `${shortDay(day, language)}, ${clock}`
}

/** `2026-11-19 09:42`, Asia/Shanghai. */
export function fullTime(instant: string | null | undefined): string {
  return instant ? clockOf(instant) : MISSING
}

/** Milliseconds as `2:03`, from an hour on `1:02:03`. */
export function span(ms: number | null | undefined): string {
  if (ms == null) return MISSING
  const seconds = Math.round(ms / 1000)
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
  const shown = parts[0] ? parts : parts.slice(1)
  return shown.map((part, index) => (index ? String(part).padStart(2, '0') : String(part))).join(':')
}
