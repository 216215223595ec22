import { yuanOf } from '../../core/money.ts'
import type { Language } from '../../core/text.ts'

/** What stands where a value is missing: absent is not zero. */
export const MISSING = '—'
const MINUS = '−'

const grouped = (digits: string): string => digits.replace(/\B(?=(\d{3})+(?!\d))/g, ',')

/** 12846 → `12,846`, −5 → `−5` (U+2212). */
export function exactCount(value: number | null | undefined): string {
  if (value == null) return MISSING
  return `${value < 0 ? MINUS : ''}${grouped(String(Math.abs(value)))}`
}

const UNITS: Record<Language, readonly (readonly [size: number, unit: string])[]> = {
  'zh-CN': [
    [1e8, '亿'],
    [1e4, '万'],
  ],
  'en-US': [
    [1e9, 'B'],
    [1e6, 'M'],
    [1e3, 'K'],
  ],
}

/** Up to here a number is shown in full. */
const EXACT_BELOW = 10_000

export interface Short {
  digits: string
  /** 万, 亿, K, M … or empty. */
  unit: string
}

/**
 * A number as people say it: 621000 → `62.1` `万` or `621` `K`. Three significant digits, whole numbers from 100 on;
 * `decimals` fixes the decimals instead. A value that rounds up to the next unit takes that unit.
 */
export function shorten(value: number, language: Language, decimals?: number): Short {
  const size = Math.abs(value)
  const units = UNITS[language]
  if (size < EXACT_BELOW && decimals === undefined) return { digits: exactCount(Math.round(value)), unit: '' }
  for (const [index, [scale, unit]] of units.entries()) {
    if (size < scale && !roundsUpTo(size, scale, units[index + 1]?.[0], decimals)) continue
    const scaled = size / scale
    const places = decimals ?? (scaled < 9.995 ? 2 : scaled < 99.95 ? 1 : 0)
    const [whole, fraction] = scaled.toFixed(places).split('.')
    return { digits: `${value < 0 ? MINUS : ''}${grouped(whole!)}${fraction ? `.${fraction}` : ''}`, unit }
  }
  return { digits: exactCount(Math.round(value)), unit: '' }
}

/** 99,996,000 is 1.00 亿, not 10,000 万. */
function roundsUpTo(size: number, scale: number, below: number | undefined, decimals = 0): boolean {
  if (!below) return false
  return Number((size / below).toFixed(decimals)) >= scale / below
}

const spaced = ({ digits, unit }: Short, language: Language): string =>
  unit && language === 'zh-CN' ? `${digits} ${unit}` : `${digits}${unit}`

/** `62.1 万`, `951 万`, `9.86 亿`; `621K`, `9.51M`. Below 10,000 exact. */
export function shortCount(value: number | null | undefined, language: Language): string {
  return value == null ? MISSING : spaced(shorten(value, language), language)
}

/** `¥8,083.93`. */
export function money(fen: number | null | undefined): string {
  if (fen == null) return MISSING
  const [whole, cents] = yuanOf(fen).replace('-', '').split('.')
  return `${fen < 0 ? MINUS : ''}¥${grouped(whole!)}.${cents}`
}

/** Tile form of an amount: `¥18.64 万`, `¥186.4K`; below 10,000 yuan exact. */
export function shortMoney(fen: number | null | undefined, language: Language): Short {
  if (fen == null) return { digits: MISSING, unit: '' }
  if (Math.abs(fen) < 1e6) return { digits: money(fen), unit: '' }
  // Four digits are enough, and all that fits a tile.
  const size = Math.abs(fen) / 100
  const scaled = size < 1e8 ? size / 1e4 : size / 1e8
  const decimals = language === 'en-US' ? 1 : scaled >= 999.95 ? 0 : scaled >= 99.995 ? 1 : 2
  const { digits, unit } = shorten(fen / 100, language, decimals)
  return { digits: digits.startsWith(MINUS) ? `${MINUS}¥${digits.slice(1)}` : `¥${digits}`, unit }
}

/** Parts per million as a percentage: 329000 → `32.9%`. */
export function rate(ppm: number | null | undefined, decimals = 1): string {
  if (ppm == null) return MISSING
  return `${ppm < 0 ? MINUS : ''}${(Math.abs(ppm) / 10_000).toFixed(decimals)}%`
}

/** How two values compare: the sign of the change and its size, in the words of look §3. */
export type Change =
  | { kind: 'none' }
  | { kind: 'flat' }
  | { kind: 'new' }
  | { kind: 'up' | 'down' /** `+12.4%` */; text: string }

/** A missing day gives no change; from zero it is new, not infinite. */
export function change(now: number | null | undefined, before: number | null | undefined): Change {
  if (now == null || before == null) return { kind: 'none' }
  if (now === before) return { kind: 'flat' }
  if (before === 0) return now > 0 ? { kind: 'new' } : { kind: 'none' }
  const percent = ((now - before) / Math.abs(before)) * 100
  const digits = grouped(Math.abs(percent).toFixed(1).split('.')[0]!)
  const text = `${digits}.${Math.abs(percent).toFixed(1).split('.')[1]}%`
  return percent > 0 ? { kind: 'up', text: `+${text}` } : { kind: 'down', text: `${MINUS}${text}` }
}

/** How two rates compare, in percentage points: `+1.2 个百分点`, `+1.2 pp`. */
export function changePoints(
  now: number | null | undefined,
  before: number | null | undefined,
  language: Language,
): Change {
  if (now == null || before == null) return { kind: 'none' }
  const points = (now - before) / 10_000
  const digits = Math.abs(points).toFixed(1)
  if (Number(digits) === 0) return { kind: 'flat' }
  const unit = language === 'zh-CN' ? '个百分点' : 'pp'
  return points > 0 ? { kind: 'up', text: `+${digits} ${unit}` } : { kind: 'down', text: `${MINUS}${digits} ${unit}` }
}

/** A signed count: `+182,150`, `−2,548`, `0`. */
export function signed(value: number | null | undefined): string {
  if (value == null) return MISSING
  return value > 0 ? `+${exactCount(value)}` : exactCount(value)
}
