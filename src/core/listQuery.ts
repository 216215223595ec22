import type { Column, Columns, FilterKind } from './columns.ts'
import type { List } from './contract.ts'
import { type AppError, errors, refuse, type Words } from './errors.ts'
import { daysBetween, isDay } from './time.ts'

/** A list's question after checking: what the SQL furniture and the filter bar both work on. */
export interface ListQuery {
  current: number
  pageSize: number
  /** What rows are ordered by, the first above the second; never empty, each column once. */
  sort: Sort[]
  filters: Filter[]
  cursor?: string
  /** false: the caller does not want rows counted. */
  wantsTotal: boolean
}
export interface Sort {
  field: string
  descending: boolean
}
export type Filter =
  | { name: string; kind: 'contains'; text: string }
  | { name: string; kind: 'any'; values: string[] }
  | { name: string; kind: 'between'; from?: string; to?: string }
  | { name: string; kind: 'is'; yes: boolean }

export const PAGE_SIZES = [10, 20, 50, 100, 200] as const
export const DEFAULT_PAGE_SIZE = 20
export const MAX_PAGE_SIZE = 200
export const MAX_RANGE_DAYS = 366
export const MAX_TEXT = 200
/** Columns a list may be sorted by at once. */
export const MAX_SORTS = 3
export const MAX_VALUES = 200
/** Ids of rows may be a whole selection. */
export const MAX_ID_VALUES = 1_000
const RESERVED = ['current', 'pageSize', 'sort', 'cursor', 'total']

/** The columns a session may know of; the rest does not exist for it. */
export function visible<C extends Columns>(
  columns: C,
  allows: (needs: NonNullable<Column['options']['needs']>) => boolean,
): Columns {
  return Object.fromEntries(
    Object.entries(columns).filter(([, column]) => !column.options.needs || allows(column.options.needs)),
  )
}

/** Names and kinds of the filters a session may use. */
export function filtersOf(
  list: Pick<List, 'columns' | 'filters'>,
  allows: Parameters<typeof visible>[1],
): Record<string, Column & { filter: FilterKind }> {
  const all = { ...visible(list.columns, allows), ...visible(list.filters, allows) }
  return Object.fromEntries(
    Object.entries(all).flatMap(([name, column]) =>
      column.options.filter ? [[name, { ...column, filter: column.options.filter }]] : [],
    ),
  )
}

/** Names of the columns a session may sort by. */
export function sortsOf(list: Pick<List, 'columns'>, allows: Parameters<typeof visible>[1]): string[] {
  return Object.entries(visible(list.columns, allows)).flatMap(([name, column]) => (column.options.sort ? [name] : []))
}

/**
 * Checks a list's query string. Unknown and forbidden names get the same answer, which names only what this session may
 * use. Throws UNKNOWN_FILTER, UNKNOWN_SORT, SORTS, BAD_FILTER, PAGE, PAGE_SIZE.
 */
export function parseListQuery(
  list: List,
  allows: Parameters<typeof visible>[1],
  raw: Record<string, unknown>,
): ListQuery {
  const filterable = filtersOf(list, allows)
  const filters: Filter[] = []
  for (const [name, value] of Object.entries(raw)) {
    if (RESERVED.includes(name)) continue
    const column = Object.hasOwn(filterable, name) ? filterable[name] : undefined
    if (!column)
      throw refuse(errors, 'UNKNOWN_FILTER', {
        field: name,
        params: { field: name.slice(0, 60), allowed: Object.keys(filterable).join(', ') },
      })
    if (typeof value !== 'string') throw badFilter(name, RULES.once)
    if (value !== '') filters.push(parseFilter(name, column, value))
  }
  return {
    current: wholeNumber(raw.current, 1, 1, 1_000_000_000, 'PAGE'),
    pageSize: wholeNumber(raw.pageSize, DEFAULT_PAGE_SIZE, 1, MAX_PAGE_SIZE, 'PAGE_SIZE'),
    sort: parseSort(list, allows, raw.sort),
    filters,
    ...(typeof raw.cursor === 'string' && raw.cursor ? { cursor: raw.cursor } : {}),
    wantsTotal: raw.total !== 'none',
  }
}

function wholeNumber(value: unknown, fallback: number, min: number, max: number, reason: 'PAGE' | 'PAGE_SIZE'): number {
  if (value === undefined) return fallback
  const field = reason === 'PAGE' ? 'current' : 'pageSize'
  if (typeof value !== 'string' || !/^\d{1,10}$/.test(value) || +value < min || +value > max)
    throw refuse(errors, reason, { field })
  return +value
}

/** A list's own order. */
export function orderOf({ order: [field, direction] }: Pick<List, 'order'>): Sort[] {
  return [{ field, descending: direction === 'desc' }]
}

/** A sort as it stands in a query: `plays:desc,publishedAt:asc`. */
export const sortText = (sort: readonly Sort[]): string =>
  sort.map(({ field, descending }) => `${field}:${descending ? 'desc' : 'asc'}`).join(',')

/** Reads one part of a sort, `field:desc`; undefined where it is none of these columns. */
export function readSortPart(part: string, sortable: readonly string[]): Sort | undefined {
  const match = /^(\w+)(?::(asc|desc))?$/.exec(part)
  const field = match?.[1]
  return field && sortable.includes(field) ? { field, descending: match[2] !== 'asc' } : undefined
}

function parseSort(list: List, allows: Parameters<typeof visible>[1], value: unknown): Sort[] {
  if (value === undefined || value === '') return orderOf(list)
  if (typeof value !== 'string') throw badFilter('sort', RULES.once)
  const sortable = sortsOf(list, allows)
  const sorts = value.split(',').map((part) => {
    const sort = readSortPart(part, sortable)
    if (sort) return sort
    const params = { field: part.slice(0, 60), allowed: sortable.join(', ') }
    throw refuse(errors, 'UNKNOWN_SORT', { field: 'sort', params })
  })
  if (sorts.length > MAX_SORTS || new Set(sorts.map(({ field }) => field)).size < sorts.length)
    throw refuse(errors, 'SORTS', { field: 'sort', params: { limit: MAX_SORTS } })
  return sorts
}

function parseFilter(name: string, column: Column & { filter: FilterKind }, value: string): Filter {
  switch (column.filter) {
    case 'contains': {
      const text = value.trim()
      if ([...text].length > MAX_TEXT) throw badFilter(name, `≤ ${MAX_TEXT}`)
      if (text.includes('\u0000')) throw badFilter(name, 'NUL')
      return { name, kind: 'contains', text }
    }
    case 'is':
      if (value !== 'true' && value !== 'false') throw badFilter(name, 'true | false')
      return { name, kind: 'is', yes: value === 'true' }
    case 'any': {
      const values = [...new Set(value.split(','))]
      const allowed = column.choices
      const most = allowed ? MAX_VALUES : MAX_ID_VALUES
      if (values.length > most) throw badFilter(name, `≤ ${most}`)
      if (allowed && values.some((one) => !allowed.includes(one))) throw badFilter(name, allowed.join(' | '))
      // Of a text there is no set to hold against: an unknown one finds nothing.
      const isOpen = (one: string) =>
        column.kind === 'text' ? one.length <= MAX_TEXT && !one.includes('\u0000') : /^([1-9]\d{0,17}|none)$/.test(one)
      if (!allowed && !values.every(isOpen)) throw badFilter(name, column.kind)
      return { name, kind: 'any', values }
    }
    case 'between':
      return parseRange(name, column, value)
  }
}

function parseRange(name: string, column: Column, value: string): Filter {
  const parts = value.split('..')
  const [from, to] = parts.length === 1 ? [value, value] : parts
  if (parts.length > 2 || (!from && !to)) throw badFilter(name, 'from..to')
  if (column.kind === 'day' || column.kind === 'time') {
    checkDays(from, to, { from: name, to: name })
  } else {
    for (const end of [from, to]) if (end && !/^-?\d{1,15}$/.test(end)) throw badFilter(name, RULES.wholeNumber)
    if (from && to && +from > +to) throw badFilter(name, RULES.limitsReversed)
  }
  return { name, kind: 'between', ...(from ? { from } : {}), ...(to ? { to } : {}) }
}

/**
 * Checks a span of days, either end open: days of the calendar, in order, at most 366 apart. `fields` names the inputs
 * the ends came from. Throws BAD_FILTER.
 */
export function checkDays(
  from: string | undefined,
  to: string | undefined,
  fields: { from: string; to: string } = { from: 'from', to: 'to' },
): void {
  if (from && !isDay(from)) throw badFilter(fields.from, 'YYYY-MM-DD')
  if (to && !isDay(to)) throw badFilter(fields.to, 'YYYY-MM-DD')
  if (!from || !to) return
  if (from > to) throw badFilter(fields.to, RULES.daysReversed)
  if (daysBetween(from, to) > MAX_RANGE_DAYS) throw badFilter(fields.to, RULES.tooManyDays)
}

/** BAD_FILTER for an input, with the rule it breaks. */
export const badFilter = (field: string, rule: string | Words): AppError =>
  refuse(errors, 'BAD_FILTER', { field, params: { field, rule } })

const RULES = {
  once: { 'zh-CN': '只能出现一次', 'en-US': 'may stand only once' },
  daysReversed: { 'zh-CN': '开始日期晚于结束日期', 'en-US': 'the start is after the end' },
  tooManyDays: { 'zh-CN': `最多查询 ${MAX_RANGE_DAYS} 天`, 'en-US': `at most ${MAX_RANGE_DAYS} days` },
  wholeNumber: { 'zh-CN': '须为整数', 'en-US': 'must be a whole number' },
  limitsReversed: { 'zh-CN': '下限大于上限', 'en-US': 'the minimum is above the maximum' },
} as const satisfies Record<string, Words>
