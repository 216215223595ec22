import { use, useEffect } from 'react'
import { usePage } from '../hooks/page.ts'
import { VIEW } from './listSearch.ts'
import { SavedViewsContext } from './savedViews.ts'

/**
 * Opens the view a link names: its filters take the place of the link. A view that is not there, or not for this person,
 * leaves the list as it is. True while it is looked for.
 */
export function useSharedView(listKey: string): boolean {
  const views = use(SavedViewsContext)
  const { search, setSearch } = usePage()
  const { [VIEW]: id, ...rest } = search
  const rests = JSON.stringify(rest)
  useEffect(() => {
    if (!id || !views) return
    let isCurrent = true
    void views.find(listKey, id).then((query) => {
      if (!isCurrent) return
      setSearch(query === null ? JSON.parse(rests) : Object.fromEntries(new URLSearchParams(query)), { replace: true })
    })
    return () => {
      isCurrent = false
    }
  }, [views, listKey, id, rests, setSearch])
  return !!id && !!views
}
