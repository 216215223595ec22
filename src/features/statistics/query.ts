import {
  COMPARISONS,
  type Comparison,
  faultOf,
  GRANULARITIES,
  type Granularity,
  type Period,
  RANGES,
  type Range,
  rangeDays,
} from '../../core/period.ts'
import type { Dimension } from './contract.ts'

/** What can be drawn and sorted by. */
export const METRICS = [
  'plays',
  'newVideos',
  'activeVideos',
  'estIncomeFen',
  'rpmFen',
  'interactionRate',
  'finishRate',
] as const
export type Metric = (typeof METRICS)[number]

export const FILTERS = ['platform', 'contentType', 'productCode', 'categoryId', 'partnerId'] as const
const FILTER_OF: Record<Dimension, string> = {
  platform: 'platform',
  category: 'categoryId',
  contentType: 'contentType',
  product: 'productCode',
  partner: 'partnerId',
  team: 'teamId',
}

/** What the screen shows, as its URL holds it. */
export interface View extends Period {
  /** The preset the days come from; a custom range has none. */
  range: Range | null
  compare: Comparison
  granularity: Granularity
  dimension: Dimension
  /** What the dimension is crossed with. */
  by: Dimension
  left: Metric
  right: Metric | null
  sort: Sort
  filters: Record<string, string>
}
export interface Sort {
  metric: Metric
  descending: boolean
}

const DEFAULT = { range: 'last30', compare: 'previous', granularity: 'day', dimension: 'platform' } as const
const LEFT: Metric = 'plays'
const RIGHT: Metric = 'estIncomeFen'
/** In the URL: no metric on the right axis. */
const NOTHING = 'none'

/** Reads a page's search parameters; what is unknown or not allowed becomes the default and is named in `ignored`. */
export function readSearch(
  search: Record<string, string>,
  today: string,
  dimensions: readonly Dimension[],
): View & { ignored: { days: boolean; dimension: boolean } } {
  const given = { from: search.from ?? '', to: search.to ?? '' }
  const isGiven = !!given.from || !!given.to
  const isCustom = isGiven && faultOf(given, today) === null
  const range = isCustom ? null : (oneOf(RANGES, search.range) ?? DEFAULT.range)
  const [metric, direction] = (search.sort ?? '').split(':')
  const dimension = oneOf(dimensions, search.dimension)
  const by = oneOf(dimensions, search.by)
  return {
    ...(range ? rangeDays(range, today) : given),
    range,
    compare: oneOf(COMPARISONS, search.compare) ?? DEFAULT.compare,
    granularity: oneOf(GRANULARITIES, search.granularity) ?? DEFAULT.granularity,
    dimension: dimension ?? DEFAULT.dimension,
    by: by && by !== (dimension ?? DEFAULT.dimension) ? by : crossedWith(dimension ?? DEFAULT.dimension),
    left: oneOf(METRICS, search.left) ?? LEFT,
    right: search.right === NOTHING ? null : (oneOf(METRICS, search.right) ?? RIGHT),
    sort: { metric: oneOf(METRICS, metric) ?? LEFT, descending: direction !== 'asc' },
    filters: Object.fromEntries(FILTERS.flatMap((name) => (search[name] ? [[name, search[name]]] : []))),
    ignored: { days: isGiven && !isCustom, dimension: !!search.dimension && !dimension },
  }
}

/** The search parameters of a view; defaults are left out, so that plain links stay short. */
export function writeSearch(view: View): Record<string, string> {
  const { range, from, to, compare, granularity, dimension, by, left, right, sort, filters } = view
  const own = (name: string, value: string, usual: string) => (value === usual ? {} : { [name]: value })
  return {
    ...(range ? own('range', range, DEFAULT.range) : { from, to }),
    ...own('compare', compare, DEFAULT.compare),
    ...own('granularity', granularity, DEFAULT.granularity),
    ...own('dimension', dimension, DEFAULT.dimension),
    ...own('by', by, crossedWith(dimension)),
    ...own('left', left, LEFT),
    ...own('right', right ?? NOTHING, RIGHT),
    ...own('sort', `${sort.metric}:${sort.descending ? 'desc' : 'asc'}`, `${LEFT}:desc`),
    ...filters,
  }
}

/** What the server is asked for a view: nothing that is only drawn. */
export function askOf({ from, to, compare, granularity, dimension, filters }: View) {
  return { from, to, compare, granularity, dimension, ...filters }
}

/** The submissions behind a figure: the data list's filters, with the days whose figures were added up. */
export function listOf({ from, to, filters }: Pick<View, 'from' | 'to' | 'filters'>): Record<string, string> {
  return { ...filters, statDate: `${from}..${to}` }
}

/** The submissions published in the period. */
export function publishedIn({ from, to, filters }: Pick<View, 'from' | 'to' | 'filters'>): Record<string, string> {
  return { ...filters, publishedAt: `${from}..${to}` }
}

/** What narrows that list to one value of a dimension; null where it is several values or none. */
export function narrowTo(dimension: Dimension, key: string): Record<string, string> | null {
  if (key === REST) return null
  if (key === '') return dimension === 'product' ? { hasProduct: 'false' } : null
  return { [FILTER_OF[dimension]]: key === '0' ? 'none' : key }
}

/** The key of what is left over when the largest stand alone. */
export const REST = 'rest'

/** What a dimension is crossed with unless one chooses. */
export const crossedWith = (dimension: Dimension): Dimension => (dimension === 'platform' ? 'contentType' : 'platform')

/** How many values make up the largest tenth, and the part of all plays they carry (ppm); null below ten values. */
export function concentrationOf(
  rows: readonly { plays: number }[],
  total: number,
): { count: number; share: number } | null {
  if (rows.length < 10 || total <= 0) return null
  const count = Math.floor(rows.length / 10)
  const plays = rows.map((row) => row.plays).sort((a, b) => b - a)
  const carried = plays.slice(0, count).reduce((sum, one) => sum + one, 0)
  return { count, share: Math.round((carried / total) * 1_000_000) }
}

/** Rows by one metric; what has no value stands last in both directions. */
export function sortRows<R extends Record<Metric, number | null> & { key: string }>(
  rows: readonly R[],
  { metric, descending }: Sort,
): R[] {
  return [...rows].sort((a, b) => {
    const [first, second] = [a[metric], b[metric]]
    if (first === null || second === null) return Number(first === null) - Number(second === null)
    return (descending ? second - first : first - second) || (a.key < b.key ? -1 : 1)
  })
}

/** The rows with the most plays, and the sum of the rest where there is more than one more. */
export function slicesOf<R extends { key: string; plays: number }>(
  rows: readonly R[],
  total: number,
  most: number,
): { top: R[]; rest: number; restCount: number } {
  const ranked = [...rows].filter(({ plays }) => plays > 0).sort((a, b) => b.plays - a.plays)
  const top = ranked.length <= most + 1 ? ranked : ranked.slice(0, most)
  return {
    top,
    rest: total - top.reduce((sum, { plays }) => sum + plays, 0),
    restCount: ranked.length - top.length,
  }
}

function oneOf<const T extends string>(all: readonly T[], value: string | undefined): T | undefined {
  return all.find((one) => one === value)
}
