import type { Column } from '../../core/columns.ts'
import { MAX_RANGE_DAYS } from '../../core/listQuery.ts'
import { fenOf, yuanOf } from '../../core/money.ts'
import type { Language } from '../../core/text.ts'
import { daysBetween } from '../../core/time.ts'
import { exactCount, money, rate } from '../format/number.ts'
import { presetOf } from '../format/ranges.ts'
import { shortDay } from '../format/time.ts'
import { listText } from './text.ts'
import type { Option } from './types.ts'

/** Both ends of a range value `from..to`; a single value is both. */
export function splitRange(value: string): [from: string, to: string] {
  const [from = '', to] = value.split('..')
  return [from, to ?? from]
}

export function joinRange(from: string, to: string): string {
  return from || to ? `${from}..${to}` : ''
}

/** Digits as people type them: full-width ones and thousands separators are fine. */
const plainDigits = (typed: string): string =>
  typed
    .normalize('NFKC')
    .replace(/[,\s]/g, '')
    .replace(/^[¥￥]/, '')

/** What a person typed for a number column → the stored number; undefined when it is not one. Yuan become fen, percent ppm. */
export function parseTyped(kind: Column['kind'], typed: string): number | undefined {
  const text = plainDigits(typed)
  if (kind === 'money') return fenOf(text)
  if (kind === 'rate')
    return /^-?\d{1,10}(\.\d{1,4})?%?$/.test(text) ? Math.round(Number.parseFloat(text) * 10_000) : undefined
  return /^-?\d{1,15}$/.test(text) ? Number(text) : undefined
}

/** The stored number as a person would type it. */
export function typedOf(kind: Column['kind'], stored: string): string {
  if (!/^-?\d+$/.test(stored)) return stored
  if (kind === 'money') return yuanOf(BigInt(stored)).replace(/\.00$/, '')
  return kind === 'rate' ? String(Number(stored) / 10_000) : stored
}

export type RangeFault = 'badNumber' | 'badMoney' | 'badRate' | 'badOrder'
export type TypedRange = { value: string } | { from?: RangeFault; to?: RangeFault }

/** Both typed ends → a filter value, or what is wrong with which. */
export function readTypedRange(kind: Column['kind'], from: string, to: string): TypedRange {
  const fault: RangeFault = kind === 'money' ? 'badMoney' : kind === 'rate' ? 'badRate' : 'badNumber'
  const ends = [from, to].map((typed) => (typed.trim() ? parseTyped(kind, typed) : null))
  if (ends.includes(undefined)) {
    return { ...(ends[0] === undefined ? { from: fault } : {}), ...(ends[1] === undefined ? { to: fault } : {}) }
  }
  const [low, high] = ends as (number | null)[]
  if (low != null && high != null && low > high) return { to: 'badOrder' }
  return { value: joinRange(low == null ? '' : String(low), high == null ? '' : String(high)) }
}

export const isTooLong = (from: string, to: string): boolean => !!from && !!to && daysBetween(from, to) > MAX_RANGE_DAYS

/** A filter's value in words, for its pill and the "no match" state. */
export function wordsOf(
  column: Column,
  value: string,
  language: Language,
  options: readonly Option[],
  today?: string,
): string {
  const words = listText[language]
  switch (column.options.filter) {
    case 'is':
      return value === 'true' ? words.yes : words.no
    case 'any': {
      const labels = value.split(',').map((one) => options.find((option) => option.value === one)?.label ?? one)
      return labels.length > 2 ? words.chosen(labels[0]!, labels.length - 1) : words.listOf(labels)
    }
    case 'between':
      return rangeWords(column, value, language, today)
    default:
      return value
  }
}

function rangeWords({ kind }: Column, value: string, language: Language, today?: string): string {
  const words = listText[language]
  const [from, to] = splitRange(value)
  if (kind === 'day' || kind === 'time') {
    const preset = presetOf(from, to, today)
    if (preset) return words.presets[preset]
    const year = today?.slice(0, 4)
    if (!from) return words.until(shortDay(to, language, year))
    if (!to) return words.from(shortDay(from, language, year))
    return from === to
      ? shortDay(from, language, year)
      : words.range(shortDay(from, language, year), shortDay(to, language, year))
  }
  const show = (stored: string) =>
    kind === 'money' ? money(+stored) : kind === 'rate' ? rate(+stored) : exactCount(+stored)
  if (!from) return words.atMost(show(to))
  if (!to) return words.atLeast(show(from))
  return words.range(show(from), show(to))
}
