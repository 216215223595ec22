import { useQuery } from '@tanstack/react-query'
import type { Reply } from '../../../core/contract.ts'
import { useApp } from '../../../kit/hooks/app.ts'
import { articleDraft, articlesList } from '../contract.ts'

export type Loaded = Reply<typeof articleDraft>

/** The article as the editor opens it. What is on the page is the editor's own afterwards: nothing is fetched over it. */
export function useLoaded(id: string) {
  const { call } = useApp()
  return useQuery({
    queryKey: [articlesList.key, 'edit', id],
    queryFn: ({ signal }) => call(articleDraft, { params: { id } }, { signal, quiet: true }),
    enabled: /^[1-9]\d{0,17}$/.test(id),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  })
}
