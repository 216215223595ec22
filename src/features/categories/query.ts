import { COMPARISONS, type Comparison, faultOf, type Period, RANGES, type Range, rangeDays } from '../../core/period.ts'
import { figureIn, METRICS, type Metric } from './columns.ts'
import type { Figures } from './compute.ts'

export const FILTERS = ['platform', 'contentType', 'productCode', 'partnerId'] as const
/** Categories a radar can compare and still be read. */
export const MOST_COMPARED = 4

export interface Sort {
  metric: Metric
  descending: boolean
}

/** What the screen shows, as its URL holds it. */
export interface View extends Period {
  /** The preset the days come from; a custom range has none. */
  range: Range | null
  compare: Comparison
  sort: Sort
  /** First-level categories whose children are shown. */
  open: readonly string[]
  /** Categories of the radar; empty: the largest. */
  compared: readonly string[]
  filters: Record<string, string>
}

const DEFAULT = { range: 'last30', compare: 'previous', sort: 'plays:desc' } as const

/** Reads a page's search parameters; days that are not valid become the default and are named. */
export function readSearch(search: Record<string, string>, today: string): View & { hasBadDays: boolean } {
  const given = { from: search.from ?? '', to: search.to ?? '' }
  const isGiven = !!given.from || !!given.to
  const isCustom = isGiven && faultOf(given, today) === null
  const range = isCustom ? null : (RANGES.find((one) => one === search.range) ?? DEFAULT.range)
  const [metric, direction] = (search.sort ?? DEFAULT.sort).split(':')
  const ids = (value = '') => value.split(',').filter((id) => /^\d{1,18}$/.test(id))
  return {
    ...(range ? rangeDays(range, today) : given),
    range,
    compare: COMPARISONS.find((one) => one === search.compare) ?? DEFAULT.compare,
    sort: { metric: METRICS.find((one) => one === metric) ?? 'plays', descending: direction !== 'asc' },
    open: ids(search.open),
    compared: ids(search.compared).slice(0, MOST_COMPARED),
    filters: Object.fromEntries(FILTERS.flatMap((name) => (search[name] ? [[name, search[name]]] : []))),
    hasBadDays: isGiven && !isCustom,
  }
}

/** The search parameters of a view; defaults are left out, so that plain links stay short. */
export function writeSearch({ range, from, to, compare, sort, open, compared, filters }: View): Record<string, string> {
  const own = (name: string, value: string, usual: string) => (value === usual ? {} : { [name]: value })
  return {
    ...(range ? own('range', range, DEFAULT.range) : { from, to }),
    ...own('compare', compare, DEFAULT.compare),
    ...own('sort', `${sort.metric}:${sort.descending ? 'desc' : 'asc'}`, DEFAULT.sort),
    ...own('open', open.join(), ''),
    ...own('compared', compared.join(), ''),
    ...filters,
  }
}

/** What the server is asked for a view: nothing that is only drawn. */
export const askOf = ({ from, to, compare, filters }: View) => ({ from, to, compare, ...filters })

/** The search of the submissions behind a category's figure, with the page's filters. */
export function listOf(id: string, { from, to, filters }: View, what: 'period' | 'new' | 'risky', creatorId?: string) {
  return {
    ...filters,
    categoryId: id === '0' ? 'none' : id,
    ...(what === 'period' ? { statDate: `${from}..${to}` } : { publishedAt: `${from}..${to}` }),
    ...(what === 'risky' && { riskState: 'pending,limited,blocked,appealing' }),
    ...(creatorId && { creatorId }),
  }
}

/** Rows by one figure; what has no value stands last in both directions. */
export function sortRows<R extends Figures & { id: string; heat: number | null }>(
  rows: readonly R[],
  { metric, descending }: Sort,
): R[] {
  return rows.toSorted((a, b) => {
    const [first, second] = [figureIn(a, metric), figureIn(b, metric)]
    if (first === null || second === null) return Number(first === null) - Number(second === null)
    return (descending ? second - first : first - second) || (a.id < b.id ? -1 : 1)
  })
}
