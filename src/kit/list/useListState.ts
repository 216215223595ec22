import type { Permission } from '../../core/access.ts'
import type { List } from '../../core/contract.ts'
import { orderOf, type Sort } from '../../core/listQuery.ts'
import { usePage } from '../hooks/page.ts'
import { type ListState, readSearch, writeSearch } from './listSearch.ts'

export interface Change {
  filters?: Record<string, string>
  /** undefined: the list's own order. */
  sort?: Sort[] | undefined
  current?: number
  cursor?: string | undefined
  pageSize?: number
  open?: string | undefined
}

/**
 * The list's state, read from the page's URL, and the one way to change it. Whatever changes the rows goes back to the
 * first page; opening a row leaves the page where it is.
 */
export function useListState(list: List, allows: (needs: Permission) => boolean) {
  const page = usePage()
  const state = readSearch(list, allows, page.search)
  const change = (change: Change) => {
    const staysOnPage = 'current' in change || 'open' in change
    const next: Omit<ListState, 'ignored'> = {
      filters: change.filters ?? state.filters,
      sort: 'sort' in change ? (change.sort ?? orderOf(list)) : state.sort,
      pageSize: change.pageSize ?? state.pageSize,
      current: change.current ?? (staysOnPage ? state.current : 1),
      cursor: 'current' in change ? change.cursor : staysOnPage ? state.cursor : undefined,
      open: 'open' in change ? change.open : undefined,
    }
    page.setSearch(writeSearch(list, next))
  }
  return { state, change, open: (search: Record<string, string>) => page.setSearch(search) }
}
