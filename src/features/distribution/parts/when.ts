import type { Language } from '../../../core/text.ts'
import { clockOf } from '../../../core/time.ts'
import { fullTime, shortDay, shortTime } from '../../../kit/format/time.ts'

const MINUTE_MS = 60_000
const SOON_MS = 24 * 60 * MINUTE_MS

interface Spans {
  minutes(n: number): string
  hoursSpan(h: number): string
  daysSpan(d: number): string
}

/** What is left until an instant, in the largest units that matter. */
export function leftOf(
  instant: string,
  words: Spans,
  now = Date.now(),
): { text: string; isSoon: boolean; isOver: boolean } {
  const ms = Date.parse(instant) - now
  const hours = Math.floor(ms / (60 * MINUTE_MS))
  const text =
    hours < 1
      ? words.minutes(Math.max(1, Math.ceil(ms / MINUTE_MS)))
      : hours < 24
        ? words.hoursSpan(hours)
        : words.daysSpan(Math.floor(hours / 24))
  return { text, isSoon: ms < SOON_MS, isOver: ms <= 0 }
}

/** An end of a span: midnight is the 24:00 of the day that ends. */
export function endTime(instant: string, language?: Language): string {
  const at = Date.parse(instant)
  const isMidnight = clockOf(at).endsWith('00:00')
  if (!isMidnight) return language ? shortTime(instant, language) : fullTime(instant)
  const day = clockOf(at - 1).slice(0, 10)
  return `${language ? shortDay(day, language) : day} 24:00`
}
