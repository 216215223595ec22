import type { Permission } from './access.ts'

/**
 * The kinds of column a list may have. Each kind decides what travels (`Value`), how it is filtered, formatted, aligned
 * and exported; a list only says which column is which.
 */
export type Kind =
  | 'id'
  | 'text'
  | 'choice'
  | 'day'
  | 'time'
  | 'count'
  | 'delta'
  | 'rate'
  | 'money'
  | 'micro'
  | 'span'
  | 'trend'
  | 'flag'

/** contains: literal text search · any: one or more of a set · between: a range, `from..to`, either end open · is: yes or no */
export type FilterKind = 'contains' | 'any' | 'between' | 'is'

export interface ColumnOptions {
  filter?: FilterKind
  sort?: boolean
  /** Without this permission the column is absent from rows, sorts, filters, exports and messages alike. */
  needs?: Permission
  /** Off by default in the table; the column settings turn it on. */
  hidden?: boolean
  /** Never a table column: travels with the row for the screen's own use, or only filters. */
  internal?: boolean
  nullable?: boolean
  width?: number
  pin?: 'start' | 'end'
}

export interface Column<K extends Kind = Kind, O extends ColumnOptions = ColumnOptions> {
  kind: K
  options: O
  /** The values of a choice. */
  choices?: readonly string[]
}

const column =
  <K extends Kind>(kind: K) =>
  <const O extends ColumnOptions = Record<never, never>>(options: O = {} as O): Column<K, O> => ({ kind, options })

/** A platform or own id: a string of any length, never a number. */
export const id = column('id')
export const text = column('text')
/** Asia/Shanghai business day, YYYY-MM-DD. */
export const day = column('day')
/** Instant, ISO 8601; filtered by business days. */
export const time = column('time')
/** Whole number, shown short in the table (62.1 万), exact in tooltip and export. */
export const count = column('count')
/** Signed change of a count. */
export const delta = column('delta')
/** Parts per million. */
export const rate = column('rate')
/** Integer fen. */
export const money = column('money')
/** Integer micro-yuan: what lies below a line, shown in yuan with as many decimals as there are. */
export const micro = column('micro')
/** Milliseconds, shown as 2:03. */
export const span = column('span')
/** The last values of a series, drawn as a sparkline. */
export const trend = column('trend')
export const flag = column('flag')

export function choice<const C extends readonly string[], const O extends ColumnOptions = Record<never, never>>(
  choices: C,
  options: O = {} as O,
): Column<'choice', O> & { choices: C } {
  return { kind: 'choice', options, choices }
}

interface Values {
  id: string
  text: string
  choice: string
  day: string
  time: string
  count: number
  delta: number
  rate: number
  money: number
  micro: number
  span: number
  trend: (number | null)[]
  flag: boolean
}

type ValueOf<C extends Column> =
  | (C extends { choices: readonly (infer V)[] } ? V : Values[C['kind']])
  | (C['options']['nullable'] extends true ? null : never)

export type Columns = Record<string, Column>
/** The row of a list; a column that needs a permission may be missing. */
export type RowOf<C extends Columns> = {
  [K in keyof C as C[K]['options']['needs'] extends Permission ? never : K]: ValueOf<C[K]>
} & {
  [K in keyof C as C[K]['options']['needs'] extends Permission ? K : never]?: ValueOf<C[K]>
}

const NUMERIC: ReadonlySet<Kind> = new Set(['count', 'delta', 'rate', 'money', 'micro', 'span'])
/** Right-aligned, ranged as numbers, typed as numbers in spreadsheets. */
export const isNumeric = (kind: Kind): boolean => NUMERIC.has(kind)
