import { dayOf, isDay } from '../../core/time.ts'
import { fenOfDecimal, ppmOfPercent } from './decimal.ts'
import { FIELD_NAMES, FIELDS, type Field, type FieldKind } from './fields.ts'

export type RowFault = 'REQUIRED' | 'TEXT' | 'COUNT' | 'MONEY' | 'RATE' | 'TIME'
type Value = string | number | boolean | Record<string, number> | null

/** One row of an order in our units: fen, ppm, ISO instants; names are the union's. `raw` is what came. */
export interface JdRow {
  fields: Record<Field, Value> & { id: string; orderId: string; orderTime: string; modifyTime: string }
  raw: Record<string, unknown>
}
export interface Fault {
  field: Field
  value: string
  code: RowFault
}
export interface RowProblem extends Fault {
  row: number
}

const DEFAULTS: Partial<Record<Field, Value>> = { skuNum: 1, parentId: '0', plus: false, balanceExt: {} }

/** Reads one row, or says what is wrong with it first. Amounts are text: a JSON number with a point is refused. */
export function readRow(given: Record<string, unknown>): JdRow | Fault {
  const raw = flat(given)
  const fields: Partial<Record<Field, Value>> = {}
  for (const field of FIELD_NAMES) {
    const value = raw[field]
    if (value === undefined || value === null || value === '') {
      if ('required' in FIELDS[field]) return { field, value: '', code: 'REQUIRED' }
      fields[field] = DEFAULTS[field] ?? (isSum(FIELDS[field].kind) ? 0 : null)
      continue
    }
    const read = READERS[FIELDS[field].kind](value)
    if ('fault' in read) return { field, value: shown(value), code: read.fault }
    fields[field] = read.value
  }
  return { fields: fields as JdRow['fields'], raw: given }
}

/** Reads rows one by one; of a row that comes twice the newest stands. */
export function readRows(raws: readonly { row: number; raw: unknown }[]): { rows: JdRow[]; problems: RowProblem[] } {
  const rows = new Map<string, JdRow>()
  const problems: RowProblem[] = []
  for (const { row, raw } of raws) {
    const isObject = raw !== null && typeof raw === 'object' && !Array.isArray(raw)
    const read = readRow(isObject ? (raw as Record<string, unknown>) : {})
    if ('code' in read) problems.push({ ...read, row })
    else {
      const known = rows.get(read.fields.id)
      if (!known || known.fields.modifyTime <= read.fields.modifyTime) rows.set(read.fields.id, read)
    }
  }
  return { rows: [...rows.values()], problems }
}

const isSum = (kind: FieldKind): boolean => kind === 'money' || kind === 'percent' || kind === 'count'
const shown = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value)).slice(0, 100)

/** The union puts shop and category into objects of their own. */
function flat(raw: Record<string, unknown>): Record<string, unknown> {
  const inner = (name: string) => (raw[name] && typeof raw[name] === 'object' ? (raw[name] as object) : {})
  return { ...inner('categoryInfo'), ...inner('goodsInfo'), ...raw }
}

type Read = { value: Value } | { fault: RowFault }
/** A whole number may come as a JSON number, a decimal only as text. */
const textOf = (value: unknown): string =>
  typeof value === 'string'
    ? value.trim()
    : typeof value === 'number' && Number.isSafeInteger(value)
      ? String(value)
      : '\0'
const orFault = (value: Value | undefined, fault: RowFault): Read => (value === undefined ? { fault } : { value })

const READERS: Record<FieldKind, (value: unknown) => Read> = {
  text: (value) => (textOf(value).includes('\0') ? { fault: 'TEXT' } : { value: textOf(value).slice(0, 500) }),
  id: (value) => (/^[\w.-]{1,60}$/.test(textOf(value)) ? { value: textOf(value) } : { fault: 'TEXT' }),
  count: (value) => (/^\d{1,9}$/.test(textOf(value)) ? { value: Number(textOf(value)) } : { fault: 'COUNT' }),
  code: (value) => (/^-?\d{1,6}$/.test(textOf(value)) ? { value: Number(textOf(value)) } : { fault: 'COUNT' }),
  money: (value) => orFault(fenOfDecimal(textOf(value)), 'MONEY'),
  percent: (value) => orFault(ppmOfPercent(textOf(value)), 'RATE'),
  time: readTime,
  day: readDay,
  flag: (value) => ({ value: value === true || ['1', 'true', '是', 'yes'].includes(String(value).toLowerCase()) }),
  months: readMonths,
}

/** `YYYY-MM-DD HH:mm[:ss]` is Asia/Shanghai, as the union writes; an instant with its own zone is taken as it is. */
function readTime(value: unknown): Read {
  const match = /^(\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,6})?)?)(Z|[+-]\d{2}:\d{2})?$/.exec(
    textOf(value),
  )
  if (!match || !isDay(match[1]!)) return { fault: 'TIME' }
  const instant = new Date(`${match[1]}T${match[2]}${match[3] ?? '+08:00'}`)
  return Number.isNaN(+instant) ? { fault: 'TIME' } : { value: instant.toISOString() }
}

/** YYYYMMDD or a day; 0 is the union's word for none yet. */
function readDay(value: unknown): Read {
  const text = textOf(value)
  if (text === '0') return { value: null }
  const day = /^\d{8}$/.test(text) ? `${text.slice(0, 4)}-${text.slice(4, 6)}-${text.slice(6)}` : text
  return isDay(day) ? { value: day } : { fault: 'TIME' }
}

/** `{"202610": 1.23, "202611": -1.23}`, as an object or as its text, to fen. */
function readMonths(value: unknown): Read {
  let given = value
  if (typeof given === 'string')
    try {
      given = JSON.parse(given.replace(/:\s*(-?\d+(?:\.\d+)?)\s*(?=[,}])/g, ':"$1"'))
    } catch {
      return { fault: 'MONEY' }
    }
  if (given === null || typeof given !== 'object') return { fault: 'MONEY' }
  const months: Record<string, number> = {}
  for (const [month, amount] of Object.entries(given)) {
    const fen = fenOfDecimal(textOf(amount))
    if (!/^\d{6}$/.test(month) || fen === undefined) return { fault: 'MONEY' }
    months[month] = fen
  }
  return { value: months }
}

/** The business day an instant of a row falls on; null stays null. */
export const dayOfValue = (instant: Value): string | null =>
  instant === null ? null : dayOf(new Date(String(instant)))
