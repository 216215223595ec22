import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { Permission } from '../../core/access.ts'
import { may } from '../../core/can.ts'
import type { Endpoint, List, ListRow, Page, Reply } from '../../core/contract.ts'
import { MAX_PAGE_SIZE } from '../../core/listQuery.ts'
import { type App, type CallOptions, useApp } from '../hooks/app.ts'

/** The call behind a list. */
export function askList<L extends List>(
  app: App,
  list: L,
  search: Record<string, string>,
  options?: CallOptions,
): Promise<Page<ListRow<L>>> {
  const endpoint = { method: 'GET', path: list.path, permission: list.permission } as const satisfies Endpoint
  return askFiltered(app, endpoint, search, options) as Promise<Page<ListRow<L>>>
}

/** Calls an endpoint that takes a list's filters as its query. */
export function askFiltered<E extends Endpoint>(
  app: App,
  endpoint: E,
  search: Record<string, string>,
  options?: CallOptions,
): Promise<Reply<E>> {
  return app.call(endpoint as Endpoint, { query: search as Record<string, never> }, options) as Promise<Reply<E>>
}

/** A page of a list. While another page is on its way the old one stays. */
export function useList<L extends List>(list: L, search: Record<string, string>, enabled = true) {
  const app = useApp()
  return useQuery({
    queryKey: [list.key, 'list', search, app.language],
    queryFn: ({ signal }) => askList(app, list, search, { signal, quiet: true }),
    enabled,
    placeholderData: keepPreviousData,
  })
}

/** What an endpoint tells about a filtered set, e.g. its tiles. */
export function useFiltered<E extends Endpoint>(list: List, endpoint: E, search: Record<string, string>) {
  const app = useApp()
  return useQuery({
    queryKey: [list.key, endpoint.path, search, app.language],
    queryFn: ({ signal }) => askFiltered(app, endpoint, search, { signal, quiet: true }),
    placeholderData: keepPreviousData,
  })
}

/** After a change: fetches anew whatever is shown of this list. */
export function useRefresh(list: List): () => Promise<void> {
  const client = useQueryClient()
  return useCallback(() => client.invalidateQueries({ queryKey: [list.key] }), [client, list.key])
}

/** The session's rights as the list rules ask for them. */
export function useAllows(): (needs: Permission) => boolean {
  const { session } = useApp()
  return useCallback((needs) => !!session && may(session, needs), [session])
}

/** The ids of the first rows of a filter, page by page, at most `limit`. */
export async function collectIds(
  app: App,
  list: List,
  search: Record<string, string>,
  limit: number,
): Promise<string[]> {
  const ids: string[] = []
  let cursor: string | null | undefined
  do {
    const page: Page<Record<string, unknown>> = await askList(app, list, {
      ...search,
      pageSize: String(MAX_PAGE_SIZE),
      total: 'none',
      ...(cursor ? { cursor } : {}),
    })
    for (const row of page.list) ids.push(String(row[list.rowId]))
    cursor = page.nextCursor
  } while (cursor && ids.length < limit)
  return ids.slice(0, limit)
}
