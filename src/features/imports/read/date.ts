import { addDays, dayOf, isDay } from '../../../core/time.ts'
import type { DateFormat } from '../contract.ts'
import { type Bad, bad } from './reason.ts'

export interface DateRule {
  format: DateFormat
  /** Year of days written without one. */
  year: number | null
  zeroEaten: boolean
}

/** No platform we know is older; a date before it is a typing error. */
export const EARLIEST = '2005-01-01'

const TIME = String.raw`(?:[T\s]+(\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?\s*(Z|[+-]\d{2}:?\d{2})?)?`
const YMD = new RegExp(
  String.raw`^(\d{4})(?:[-/.](\d{1,2})[-/.](\d{1,2})|年(\d{1,2})月(\d{1,2})日?|(\d{2})(\d{2}))${TIME}$`,
)
const THREE = new RegExp(String.raw`^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})${TIME}$`)
const TWO = new RegExp(String.raw`^(\d{1,2})([-/.月])(\d{1,2})日?${TIME}$`)
const SERIAL = /^(\d{5})(\.\d+)?$/

/**
 * Reads a day with an optional time of day, Asia/Shanghai unless it names a zone, as the instant it means.
 *
 * A spreadsheet that took `22.10` for a number shows `22.1`: with `zeroEaten`, a second part of a single digit behind a
 * dot gets its zero back. `9.09` keeps both digits, so a column in which months are written with two digits can hold
 * `.1` only where `.10` was meant.
 */
export function readInstant(text: string, rule: DateRule): Date | Bad {
  const full = YMD.exec(text)
  if (full) return instantOf(full[1]!, full[2] ?? full[4] ?? full[6]!, full[3] ?? full[5] ?? full[7]!, full.slice(8))
  switch (rule.format) {
    case 'dmy':
    case 'mdy': {
      const match = THREE.exec(text)
      if (!match) return bad('BAD_DATE')
      const [month, day] = rule.format === 'dmy' ? [match[2]!, match[1]!] : [match[1]!, match[2]!]
      return instantOf(match[3]!, month, day, match.slice(4))
    }
    case 'md':
    case 'dm': {
      const match = TWO.exec(text)
      if (!match || rule.year === null) return bad('BAD_DATE')
      const second = rule.zeroEaten && match[2] === '.' && match[3]!.length === 1 ? `${match[3]}0` : match[3]!
      const isMonthFirst = rule.format === 'md' || match[2] === '月'
      const [month, day] = isMonthFirst ? [match[1]!, second] : [second, match[1]!]
      return instantOf(String(rule.year), month, day, match.slice(4))
    }
    case 'serial': {
      const match = SERIAL.exec(text)
      if (!match) return bad('BAD_DATE')
      const day = addDays('1899-12-30', Number(match[1]))
      const seconds = Math.round(Number(match[2] ?? 0) * 86_400)
      return new Date(Date.parse(`${day}T00:00:00+08:00`) + seconds * 1000)
    }
    default:
      return bad('BAD_DATE')
  }
}

function instantOf(
  year: string,
  month: string,
  day: string,
  [hour, minute, second, zone]: (string | undefined)[],
): Date | Bad {
  const written = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  if (!isDay(written)) return bad('BAD_DATE')
  const clock = `${(hour ?? '0').padStart(2, '0')}:${minute ?? '00'}:${second ?? '00'}`
  const at = Date.parse(`${written}T${clock}${zone ? zone.replace(/^([+-]\d{2})(\d{2})$/, '$1:$2') : '+08:00'}`)
  return Number.isNaN(at) ? bad('BAD_DATE') : new Date(at)
}

/** A business day between the first platforms and today. */
export function readDay(text: string, rule: DateRule, today: string): string | Bad {
  const instant = readInstant(text, rule)
  if (!(instant instanceof Date)) return instant
  const day = dayOf(instant)
  if (day > today) return bad('FUTURE_DATE')
  return day < EARLIEST ? bad('EARLY_DATE') : day
}

/** The format under which most of a column's values are days; null when none fits any. */
export function guessDateFormat(values: readonly string[]): DateFormat | null {
  let best: { format: DateFormat; hits: number } | null = null
  const [preferDay, dotted] = [
    values.some((v) => /^\d{1,2}\.\d{1,2}\.\d{4}/.test(v)),
    values.some((v) => /^\d{1,2}\.\d{1,2}$/.test(v)),
  ]
  const order: DateFormat[] = [
    'ymd',
    ...(preferDay ? (['dmy', 'mdy'] as const) : (['mdy', 'dmy'] as const)),
    ...(dotted ? (['dm', 'md'] as const) : (['md', 'dm'] as const)),
    'serial',
  ]
  for (const format of order) {
    const rule: DateRule = {
      format,
      year: 2024,
      zeroEaten: format === 'md' || format === 'dm' ? isZeroEaten(values, format) : false,
    }
    const hits = values.filter((value) => readInstant(value, rule) instanceof Date).length
    if (hits > 0 && (!best || hits > best.hits)) best = { format, hits }
  }
  return best?.format ?? null
}

/**
 * Whether a column of days shows that final zeros are gone: months (or days) are written with two digits, which a single
 * digit contradicts unless a zero fell off behind it. `13.09` beside `1.1` shows it; `13.9` beside `1.1` does not.
 */
export function isZeroEaten(values: readonly string[], format: 'md' | 'dm'): boolean {
  const seconds = values.flatMap((value) => /^\d{1,2}\.(\d{1,2})$/.exec(value)?.[1] ?? [])
  const singles = seconds.filter((part) => part.length === 1)
  const possible = format === 'dm' ? ['1'] : ['1', '2', '3']
  return (
    singles.length > 0 &&
    singles.every((part) => possible.includes(part)) &&
    seconds.some((part) => /^0[1-9]$/.test(part))
  )
}
