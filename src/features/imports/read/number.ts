import { fenOf } from '../../../core/money.ts'
import { type Bad, bad } from './reason.ts'

/** Totals beyond this are typing errors; it also stays exact in JSON. */
const MAX_COUNT = 9_000_000_000_000_000
const WITH_UNIT = /^[+-]?[\d.,]+\s*(万|亿|千|百|w|k|m|b|kk)\+?$/i
const ROUNDED = /^[+-]?\d+(\.\d+)?e[+-]?\d+$|^[\d.,]+\+$/i

/** `1,234` → 1234. What a person or a spreadsheet has rounded (`1.2万`, `3.4E+06`) is refused: only the exact number counts. */
export function readCount(text: string): number | Bad {
  const number = text.replace('\u2212', '-').replace(/^\+/, '')
  if (WITH_UNIT.test(number) || ROUNDED.test(number)) return bad('AMBIGUOUS_NUMBER')
  const match = /^(-?)(\d{1,3}(?:,\d{3})+|\d+)(?:\.0+)?$/.exec(number)
  if (!match) return bad('BAD_NUMBER')
  const value = Number(match[2]!.replaceAll(',', ''))
  if (value > MAX_COUNT) return bad('NUMBER_TOO_LARGE')
  return match[1] && value ? -value : value
}

/** `45.3%` → 453000 ppm. Without the sign the column's unit decides. */
export function readRate(text: string, unit: 'percent' | 'fraction'): number | Bad {
  const match = /^(\d{1,6}(?:\.\d+)?)\s*(%?)$/.exec(text)
  if (!match) return bad('BAD_RATE')
  const perUnit = match[2] || unit === 'percent' ? 10_000 : 1_000_000
  const ppm = Math.round(Number(match[1]) * perUnit)
  return ppm > 1_000_000_000 ? bad('BAD_RATE') : ppm
}

/** Yuan → fen, at most two decimals. */
export function readMoney(text: string): number | Bad {
  const yuan = text.replace('\u2212', '-').replace(/(?<!\s)\s*(元|CNY|RMB)$/i, '')
  const fen = fenOf(yuan)
  if (fen === undefined) return bad(/^-?[¥]?[\d,]+\.\d{3,}$/.test(yuan) ? 'MONEY_DECIMALS' : 'BAD_MONEY')
  return Math.abs(fen) > MAX_COUNT ? bad('NUMBER_TOO_LARGE') : fen
}

/** `2:03`, `1:02:03`, `1分25秒` or seconds → milliseconds. */
export function readDuration(text: string): number | Bad {
  const clock =
    /^(?:(\d{1,2}):)?(\d{1,3}):(\d{2})$/.exec(text) ?? /^(?:(\d{1,2})时)?(?:(\d{1,3})分)?(\d{1,2})秒$/.exec(text)
  if (clock) return (Number(clock[1] ?? 0) * 3600 + Number(clock[2] ?? 0) * 60 + Number(clock[3])) * 1000
  const seconds = /^(\d{1,6}(?:\.\d{1,3})?)\s*(?:s|秒)?$/i.exec(text)
  return seconds ? Math.round(Number(seconds[1]) * 1000) : bad('BAD_DURATION')
}
