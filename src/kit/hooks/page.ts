import { createContext, use } from 'react'

/**
 * The location of the page a component stands in. Kept-alive tabs stay mounted while another is open, so a page reads
 * its own location from here, never the browser's.
 */
export interface PageLocation {
  path: string
  search: Record<string, string>
  /** Replaces the page's search parameters; an empty value removes one. */
  setSearch(search: Record<string, string>, options?: { replace?: boolean }): void
  /** Asks before the tab closes or the page is left. Pass null when nothing is unsaved. */
  guardLeave(question: string | null): void
  isActive: boolean
}

export const PageContext = createContext<PageLocation | null>(null)

export function usePage(): PageLocation {
  const page = use(PageContext)
  if (!page) throw new Error('usePage outside a page')
  return page
}
