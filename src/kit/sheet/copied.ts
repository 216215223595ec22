import { StringDecoder } from 'node:string_decoder'
import { type Column, type Columns, isNumeric } from '../../core/columns.ts'
import type { Language } from '../../core/text.ts'
import { addDays, clockOf } from '../../core/time.ts'
import type { ListText } from '../../core/verb.ts'
import { cell, decimal, END } from '../format/csv.ts'
import { words } from '../format/listCsv.ts'
import type { Lines, Rows } from './file.ts'

/** Rows as PostgreSQL's COPY writes them in text form. */
const NULL = '\\N'

/** Splits pieces that end anywhere into lines; those of one piece at a time. */
async function* linesOf(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<string[]> {
  const decoder = new StringDecoder('utf8')
  let tail = ''
  for await (const piece of pieces) {
    const lines = (tail + decoder.write(piece as Buffer)).split('\n')
    tail = lines.pop()!
    if (lines.length > 0) yield lines
  }
}

const ESCAPES: Record<string, string> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' }
const plain = (text: string): string =>
  text.includes('\\') ? text.replace(/\\(.)/gs, (_, one: string) => ESCAPES[one] ?? one) : text

type Write = (text: string) => string

/** Such lines as the rows a list hands out. */
export async function* rowsOf(pieces: AsyncIterable<Uint8Array>, columns: Columns): Rows {
  const names = Object.keys(columns)
  const readers = Object.values(columns).map(readerOf)
  for await (const lines of linesOf(pieces))
    yield lines.map((line) => {
      const row: Record<string, unknown> = {}
      const values = line.split('\t')
      for (let at = 0; at < names.length; at++) row[names[at]!] = values[at] === NULL ? null : readers[at]!(values[at]!)
      return row
    })
}

function readerOf(column: Column): (text: string) => unknown {
  if (isNumeric(column.kind)) return (text) => (Number.isSafeInteger(Number(text)) ? Number(text) : text)
  if (column.kind === 'flag') return (text) => text === 't'
  return column.kind === 'time' ? (text) => `${text.slice(0, -3).replace(' ', 'T')}Z` : plain
}

/** Turns such lines into those of a CSV file, adding up the columns it is told to. One writer for each set of columns. */
export function csvWriter(columns: Columns, text: ListText, language: Language, adding: ReadonlySet<Column['kind']>) {
  const writers = Object.entries(columns).map(([name, column]) =>
    writerOf(column, text[language].choices?.[name], language),
  )
  const sums = Object.entries(columns).map(([name, { kind }]) => (adding.has(kind) ? new Sum(name) : null))
  const last = writers.length - 1
  const write = (lines: readonly string[]): string => {
    let out = ''
    for (const line of lines) {
      const values = line.split('\t')
      for (let at = 0; at <= last; at++) {
        const value = values[at]!
        if (value !== NULL) {
          out += writers[at]!(value)
          sums[at]?.add(value)
        }
        out += at === last ? END : ','
      }
    }
    return out
  }
  return {
    async *lines(pieces: AsyncIterable<Uint8Array>): Lines {
      for await (const lines of linesOf(pieces)) yield { text: write(lines), rows: lines.length }
    },
    totals: (): Record<string, string> =>
      Object.fromEntries(sums.flatMap((sum) => (sum ? [[sum.name, String(sum.value)]] : []))),
  }
}

const SMALL = 2 ** 52

/** An exact sum: small steps as numbers, carried over before they could lose a unit. */
class Sum {
  readonly name: string
  #small = 0
  #large = 0n
  constructor(name: string) {
    this.name = name
  }
  add(text: string): void {
    const value = Number(text)
    const next = this.#small + value
    if (next < SMALL && next > -SMALL) {
      this.#small = next
      return
    }
    this.#large += BigInt(text)
  }
  get value(): bigint {
    return this.#large + BigInt(this.#small)
  }
}

function writerOf({ kind }: Column, choices: Record<string, string> | undefined, language: Language): Write {
  switch (kind) {
    case 'money':
      return yuan
    case 'micro':
      return (text) => decimal(Number(text), 6, 2)
    case 'rate':
      return (text) => `${decimal(Number(text), 4, 1)}%`
    case 'span':
      return (text) => decimal(Number(text), 3, 0)
    case 'count':
    case 'delta':
    case 'day':
      return (text) => text
    case 'time':
      return clock
    case 'flag': {
      const { yes, no } = words[language]
      return (text) => (text === 't' ? yes : no)
    }
    case 'choice': {
      const known = new Map(Object.entries(choices ?? {}).map(([value, word]) => [value, cell(word)]))
      return (text) => known.get(text) ?? cell(plain(text))
    }
    default:
      return (text) => cell(plain(text))
  }
}

/** Digits of fen as yuan. */
function yuan(fen: string): string {
  const isNegative = fen.charCodeAt(0) === 45
  const digits = (isNegative ? fen.slice(1) : fen).padStart(3, '0')
  return `${isNegative ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

const AHEAD = 8
const nextDays = new Map<string, string>()

/** `2026-11-01 18:30:00+00` as the clock in Shanghai: eight hours ahead, so often the same day. */
function clock(utc: string): string {
  const hour = Number(utc.slice(11, 13)) + AHEAD
  if (utc.charCodeAt(4) !== 45 || Number.isNaN(hour)) return clockOf(utc)
  const day = utc.slice(0, 10)
  if (hour < 24) return `${day} ${hour < 10 ? '0' : ''}${hour}${utc.slice(13, 16)}`
  let next = nextDays.get(day)
  if (!next) {
    if (nextDays.size > 10_000) nextDays.clear()
    next = addDays(day, 1)
    nextDays.set(day, next)
  }
  return `${next} 0${hour - 24}${utc.slice(13, 16)}`
}
