import { isDay } from '../../../core/time.ts'
import type { Code, Problem } from './codes.ts'

const ITEM_ID = /^[\w\-=.:]{1,64}$/
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,6})?)?(Z|[+-]\d{2}:\d{2})$/
/** Yuan of at most two, or six, decimals; grouped digits and signs of currency are not what machines send. */
const YUAN = { 2: /^-?\d{1,12}(\.\d{1,2})?$/, 6: /^-?\d{1,9}(\.\d{1,6})?$/ }
const EARLIEST = '2005-01-01'
const MAX_URL = 1_000

/** Reads the fields of one row after another; the first that is wrong is its problem and the rest is not looked at. */
export class Cells {
  problem: Problem | undefined
  #row: Record<string, unknown> = {}
  #index = 0
  readonly #known: ReadonlySet<string>
  constructor(known: ReadonlySet<string>) {
    this.#known = known
  }

  /** Turns to the next row; a field nobody knows is its problem. */
  open(row: unknown, index: number): void {
    this.problem = undefined
    this.#index = index
    if (typeof row !== 'object' || row === null || Array.isArray(row)) {
      this.#row = {}
      this.fail('', row, 'NOT_A_ROW')
      return
    }
    this.#row = row as Record<string, unknown>
    for (const name in row) if (!this.#known.has(name)) this.fail(name.slice(0, 60), this.#row[name], 'UNKNOWN_FIELD')
  }

  fail(field: string, value: unknown, code: Code): null {
    const shown = typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
    this.problem ??= { index: this.#index, field, value: shown.slice(0, 200), code }
    return null
  }

  /** The value of a field, null where the row says nothing. */
  #at(field: string, isNeeded: boolean): unknown {
    const value = this.#row[field]
    if (value !== undefined && value !== null) return value
    return isNeeded ? this.fail(field, '', 'MISSING') : null
  }

  /** A platform's id: text alone, for a JSON number has lost its last digits before we see it. */
  id(field: string, isNeeded = true): string | null {
    const value = this.#at(field, isNeeded)
    if (value === null) return null
    if (typeof value === 'number') return this.fail(field, value, 'NUMBER_ID')
    if (typeof value !== 'string' || !ITEM_ID.test(value)) return this.fail(field, value, 'BAD_ID')
    return value
  }

  /** Text without outer blanks; empty text says nothing. */
  text(field: string, maxLength: number, isNeeded = false): string | null {
    const value = this.#at(field, isNeeded)
    if (value === null) return null
    if (typeof value !== 'string') return this.fail(field, value, 'NOT_TEXT')
    const text = value.trim()
    if (!text) return isNeeded ? this.fail(field, value, 'MISSING') : null
    return [...text].length > maxLength ? this.fail(field, value, 'TOO_LONG') : text
  }

  choice<T extends string | number>(field: string, values: readonly T[], isNeeded = false): T | null {
    const value = this.#at(field, isNeeded)
    if (value === null) return null
    return values.includes(value as T) ? (value as T) : this.fail(field, value, 'BAD_CHOICE')
  }

  /** A whole number that JSON carries exactly; negative ones are corrections. */
  whole(field: string, isNeeded = false): number | null {
    const value = this.#at(field, isNeeded)
    if (value === null) return null
    return Number.isSafeInteger(value) ? (value as number) : this.fail(field, value, 'NOT_WHOLE')
  }

  positive(field: string): number | null {
    const value = this.whole(field)
    return value !== null && value < 0 ? this.fail(field, value, 'NEGATIVE') : value
  }

  /** Yuan as text, in the smallest unit its decimals allow: fen or micro-yuan. A JSON number went through a float. */
  yuan(field: string, decimals: 2 | 6): string {
    const value = this.#at(field, false) ?? '0'
    if (typeof value !== 'string' || !YUAN[decimals].test(value)) {
      this.fail(field, value, 'NOT_YUAN')
      return '0'
    }
    const [whole, fraction = ''] = value.split('.')
    return BigInt(`${whole}${fraction.padEnd(decimals, '0')}`).toString()
  }

  day(field: string, otherwise: string | null, today: string): string | null {
    const value = this.#at(field, otherwise === null) ?? otherwise
    if (value === null) return null
    if (typeof value !== 'string' || !isDayOnce(value)) return this.fail(field, value, 'BAD_DAY')
    if (value < EARLIEST) return this.fail(field, value, 'EARLY_DAY')
    return value > today ? this.fail(field, value, 'FUTURE_DAY') : value
  }

  /** An instant, as milliseconds. */
  instant(field: string, isNeeded = false): number | null {
    const value = this.#at(field, isNeeded)
    if (value === null) return null
    const isWritten = typeof value === 'string' && INSTANT.test(value) && isDayOnce(value.slice(0, 10))
    const at = isWritten ? Date.parse(value) : Number.NaN
    return Number.isNaN(at) ? this.fail(field, value, 'BAD_INSTANT') : at
  }

  url(field: string): string | null {
    const value = this.text(field, MAX_URL)
    return value === null || /^https?:\/\/[^\s]+$/i.test(value) ? value : this.fail(field, value, 'BAD_URL')
  }
}

let lastDay = ''
/** Rows of a batch are mostly of one day. */
function isDayOnce(text: string): boolean {
  if (text === lastDay) return true
  if (!isDay(text)) return false
  lastDay = text
  return true
}

/** A day a batch may name as its own. */
export const isOpenDay = (day: string, today: string): boolean => isDay(day) && day >= EARLIEST && day <= today
