import { createContext } from 'react'

export const REACHES = ['own', 'team', 'everyone'] as const
export type Reach = (typeof REACHES)[number]

export interface SavedView {
  id: string
  name: string
  /** Filters and sort as a query string. */
  query: string
  /** Who may open it. */
  reach: Reach
  isMine: boolean
  /** Who shares it; null for one's own. */
  owner: string | null
}

/** Where a user's named filters are kept; lent by the front door, because the furniture knows no endpoints. */
export interface SavedViews {
  list(listKey: string, signal: AbortSignal): Promise<SavedView[]>
  /** The query of a view of this list; null where one may not open it or there is none. */
  find(listKey: string, id: string): Promise<string | null>
  save(listKey: string, view: { name: string; query: string; reach: Reach }, idempotencyKey: string): Promise<void>
  remove(id: string): Promise<void>
}

export const SavedViewsContext = createContext<SavedViews | null>(null)
