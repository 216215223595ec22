import { isDay } from '../../core/time.ts'
import { FIELD_NAMES, FIELDS, type Field, type FieldKind, ORDER_STATES, SETTLEMENT_TYPES } from './fields.ts'
import { text } from './text.ts'

export type RowFault = 'REQUIRED' | 'TEXT' | 'CHOICE' | 'COUNT' | 'MONEY' | 'RATE' | 'TIME' | 'DOUBLE'

/** One order as it is stored; names are those of the star API, values our units: fen, ppm, ISO instants. */
export type Order = { star_id: string; order_id: string; update_time: string } & Record<
  Field,
  string | number | string[] | null
>
export interface Fault {
  field: Field
  value: string
  code: RowFault
}

/** How a cell or value is written: as the star API does (fen, hundredths of a percent), or as people do (yuan, percent). */
export type Style = 'api' | 'people'

/** Reads one order, or says what is wrong with it first. */
export function readOrder(raw: Partial<Record<Field, unknown>>, styleOf: (field: Field) => Style): Order | Fault {
  const order: Partial<Record<Field, string | number | string[] | null>> = {}
  for (const field of FIELD_NAMES) {
    const value = raw[field]
    const isMissing = value === undefined || value === null || (typeof value === 'string' && isBlank(value))
    if (isMissing) {
      if ('required' in FIELDS[field]) return { field, value: '', code: 'REQUIRED' }
      order[field] = FIELDS[field].kind === 'words' ? [] : null
      continue
    }
    const read = READERS[FIELDS[field].kind](value, styleOf(field))
    if (read.fault) return { field, value: shown(value), code: read.fault }
    order[field] = read.value
  }
  // Without a video there is nothing the figures could be of.
  if (order.item_id === null) for (const field of FIGURES) order[field] = FIELDS[field].kind === 'words' ? [] : null
  return order as Order
}

/** What is measured on the video. */
const FIGURES = FIELD_NAMES.filter(
  (field) => field === 'cpm' || field === 'hot_words' || ['count', 'rate'].includes(FIELDS[field].kind),
)
const isBlank = (value: string): boolean => /^[-—–－]{0,2}$/.test(value.trim())
const shown = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value)).slice(0, 100)

type Read = { value: string | number | string[]; fault?: undefined } | { fault: RowFault }
const READERS: Record<FieldKind, (value: unknown, style: Style) => Read> = {
  text: readText,
  settlement: (value) => readChoice(value, SETTLEMENT_TYPES, 'settlementType'),
  status: (value) => readChoice(value, ORDER_STATES, 'orderStatus'),
  money: readMoney,
  count: readCount,
  rate: readRate,
  words: readWords,
  time: readTime,
}

function readText(value: unknown): Read {
  if (typeof value !== 'string' && typeof value !== 'number') return { fault: 'TEXT' }
  // A number this long has lost its last digits on the way.
  if (typeof value === 'number' && !Number.isSafeInteger(value)) return { fault: 'TEXT' }
  const text = String(value).trim()
  return text.length > 500 || text.includes('\0') ? { fault: 'TEXT' } : { value: text }
}

/** The code itself, or its word in either language. */
function readChoice(value: unknown, codes: readonly string[], name: 'settlementType' | 'orderStatus'): Read {
  const wanted = String(value).trim()
  const code = codes.find(
    (one) =>
      one === wanted.toUpperCase() ||
      Object.values(text).some(({ choices }) => (choices[name] as Record<string, string>)[one] === wanted),
  )
  return code ? { value: code } : { fault: 'CHOICE' }
}

/** `1,234` and full-width digits are numbers; `1.2 万` is not exact and is refused. */
function digitsOf(value: unknown): string {
  const text = typeof value === 'number' ? String(value) : typeof value === 'string' ? value : ''
  const plain = text.trim().replace(/[０-９．，％]/g, (one) => String.fromCharCode(one.charCodeAt(0) - 0xfee0))
  return /^\d{1,3}(,\d{3})+(\.\d+)?%?$/.test(plain) ? plain.replaceAll(',', '') : plain
}

function readCount(value: unknown): Read {
  const digits = digitsOf(value)
  return /^\d{1,15}$/.test(digits) ? { value: Number(digits) } : { fault: 'COUNT' }
}

function readMoney(value: unknown, style: Style): Read {
  const digits = digitsOf(typeof value === 'string' ? value.replace(/^\s*[¥￥]\s*/, '') : value)
  if (style === 'api') return /^\d{1,15}$/.test(digits) ? { value: Number(digits) } : { fault: 'MONEY' }
  const match = /^(\d{1,12})(?:\.(\d{1,2}))?$/.exec(digits)
  return match ? { value: Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0')) } : { fault: 'MONEY' }
}

/** With a percent sign it is a percentage wherever it stands; the API's own value is hundredths of one. */
function readRate(value: unknown, style: Style): Read {
  const digits = digitsOf(value)
  const match = /^(\d{1,9})(?:\.(\d{1,4}))?(%?)$/.exec(digits)
  if (!match) return { fault: 'RATE' }
  const scale = match[3] || style === 'people' ? 10_000 : 100
  return { value: Math.round(Number(`${match[1]}.${match[2] ?? '0'}`) * scale) }
}

function readWords(value: unknown): Read {
  const words = Array.isArray(value) ? value : String(value).split(/[、，,;；|]/)
  if (words.some((word) => typeof word !== 'string')) return { fault: 'TEXT' }
  return { value: [...new Set(words.map((word: string) => word.trim().slice(0, 20)).filter(Boolean))].slice(0, 10) }
}

/** An ISO instant, `YYYY-MM-DD HH:mm[:ss]` in Asia/Shanghai, or seconds since 1970. */
function readTime(value: unknown): Read {
  if (typeof value === 'number' || /^\d{10}$/.test(String(value).trim())) {
    const seconds = Number(value)
    const isPlausible = Number.isInteger(seconds) && seconds > 1.2e9 && seconds < 4.1e9
    return isPlausible ? { value: new Date(seconds * 1000).toISOString() } : { fault: 'TIME' }
  }
  const match =
    /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})(?:[ T](\d{1,2}:\d{2}(?::\d{2}(?:\.\d{1,6})?)?)(Z|[+-]\d{2}:\d{2})?)?$/.exec(
      String(value).trim(),
    )
  if (!match) return { fault: 'TIME' }
  const day = `${match[1]}-${match[2]!.padStart(2, '0')}-${match[3]!.padStart(2, '0')}`
  const instant = new Date(`${day}T${(match[4] ?? '00:00').padStart(5, '0')}${match[5] ?? '+08:00'}`)
  return isDay(day) && !Number.isNaN(+instant) ? { value: instant.toISOString() } : { fault: 'TIME' }
}
