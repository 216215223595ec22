import { createContext } from 'react'

export interface SavedView {
  id: string
  name: string
  /** Filters and sort as a query string. */
  query: string
}

/** Where a user's named filters are kept; lent by the front door, because the furniture knows no endpoints. */
export interface SavedViews {
  list(listKey: string, signal: AbortSignal): Promise<SavedView[]>
  save(listKey: string, name: string, query: string, idempotencyKey: string): Promise<void>
  remove(id: string): Promise<void>
}

export const SavedViewsContext = createContext<SavedViews | null>(null)
