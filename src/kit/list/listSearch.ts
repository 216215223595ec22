import type { Permission } from '../../core/access.ts'
import type { Column, FilterKind } from '../../core/columns.ts'
import type { List } from '../../core/contract.ts'
import {
  DEFAULT_PAGE_SIZE,
  filtersOf,
  MAX_PAGE_SIZE,
  MAX_SORTS,
  orderOf,
  readSortPart,
  type Sort,
  sortsOf,
  sortText,
} from '../../core/listQuery.ts'

/** The URL's parameters beside the filters. */
const CURRENT = 'current'
const PAGE_SIZE = 'pageSize'
const SORT = 'sort'
const CURSOR = 'cursor'
const OPEN = 'open'
/** In place of a page's size: rows are loaded on while one scrolls. */
export const ALL_ROWS = 0
const ALL = 'all'
/** Names a saved view in a link. */
export const VIEW = 'view'
const OWN = new Set([CURRENT, PAGE_SIZE, SORT, CURSOR, OPEN, VIEW])

export type Filterable = Record<string, Column & { filter: FilterKind }>

/** A list page's state, as its URL holds it. */
export interface ListState {
  /** Filter name → value in the grammar of the list query, never empty. */
  filters: Record<string, string>
  /** The first above the second; never empty. */
  sort: Sort[]
  current: number
  pageSize: number
  /** Continues after the rows that can be paged by number. */
  cursor?: string
  /** The row whose drawer is open. */
  open?: string
  /** Parameters of a foreign link that this session may not use. */
  ignored: string[]
}

type May = (needs: Permission) => boolean

/** Reads a page's search parameters. What the session may not use is not applied, but named in `ignored`. */
export function readSearch(list: List, may: May, search: Record<string, string>): ListState {
  const allowed = filtersOf(list, may)
  const filters: Record<string, string> = {}
  const ignored: string[] = []
  for (const [name, value] of Object.entries(search)) {
    if (OWN.has(name) || value === '') continue
    if (Object.hasOwn(allowed, name)) filters[name] = value
    else ignored.push(name)
  }
  return {
    filters,
    sort: readSort(list, may, search[SORT]),
    current: search[PAGE_SIZE] === ALL ? 1 : readNumber(search[CURRENT], 1, 1_000_000_000),
    pageSize: search[PAGE_SIZE] === ALL ? ALL_ROWS : readNumber(search[PAGE_SIZE], DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE),
    ...(search[CURSOR] ? { cursor: search[CURSOR] } : {}),
    ...(search[OPEN] ? { open: search[OPEN] } : {}),
    ignored,
  }
}

function readNumber(value: string | undefined, fallback: number, max: number): number {
  return value && /^[1-9]\d{0,9}$/.test(value) && +value <= max ? +value : fallback
}

function readSort(list: List, may: May, value = ''): Sort[] {
  const sortable = sortsOf(list, may)
  const sorts = new Map<string, Sort>()
  for (const part of value.split(',')) {
    const sort = readSortPart(part, sortable)
    if (sort && !sorts.has(sort.field)) sorts.set(sort.field, sort)
  }
  return sorts.size > 0 ? [...sorts.values()].slice(0, MAX_SORTS) : orderOf(list)
}

/** The search parameters of a state; what equals the list's default is left out, so that plain links stay short. */
export function writeSearch(list: List, state: Omit<ListState, 'ignored'>): Record<string, string> {
  const sort = sortText(state.sort)
  return {
    ...state.filters,
    ...(sort === sortText(orderOf(list)) ? {} : { [SORT]: sort }),
    ...(state.current > 1 ? { [CURRENT]: String(state.current) } : {}),
    ...(state.pageSize === DEFAULT_PAGE_SIZE ? {} : { [PAGE_SIZE]: String(state.pageSize || ALL) }),
    ...(state.cursor ? { [CURSOR]: state.cursor } : {}),
    ...(state.open ? { [OPEN]: state.open } : {}),
  }
}

/** What the server is asked for this state. */
export function askOf(state: ListState): Record<string, string> {
  return {
    ...state.filters,
    sort: sortText(state.sort),
    pageSize: String(state.pageSize || MAX_PAGE_SIZE),
    ...(state.cursor ? { cursor: state.cursor } : { current: String(state.current) }),
  }
}
