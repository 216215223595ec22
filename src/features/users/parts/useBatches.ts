import { useInfiniteQuery } from '@tanstack/react-query'
import type { Endpoint, Reply } from '../../../core/contract.ts'
import { type CallInput, useApp } from '../../../kit/hooks/app.ts'
import { usersList } from '../contract.ts'

interface Batch {
  before: string | null
}

/** What an account did or what was done to it, newest first, in batches. */
export function useBatches<E extends Endpoint>(endpoint: E, id: string) {
  const { call } = useApp()
  return useInfiniteQuery({
    queryKey: [usersList.key, endpoint.path, id],
    queryFn: ({ signal, pageParam }): Promise<Reply<E> & Batch> =>
      call(endpoint, { params: { id }, query: { before: pageParam } } as CallInput<E>, {
        signal,
        quiet: true,
      }) as Promise<Reply<E> & Batch>,
    initialPageParam: '',
    getNextPageParam: (last) => last.before,
  })
}
