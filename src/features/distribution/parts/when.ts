const MINUTE_MS = 60_000
const SOON_MS = 24 * 60 * MINUTE_MS

interface Spans {
  minutes(n: number): string
  hoursSpan(h: number): string
  daysSpan(d: number, h: number): string
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
        : words.daysSpan(Math.floor(hours / 24), hours % 24)
  return { text, isSoon: ms < SOON_MS, isOver: ms <= 0 }
}
