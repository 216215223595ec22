import { useQuery } from '@tanstack/react-query'
import type { Endpoint, Reply } from '../../../core/contract.ts'
import { useApp } from '../../../kit/hooks/app.ts'

/** The one answer a page of this group is drawn from. */
export function useAnswer<E extends Endpoint>(endpoint: E) {
  const { call } = useApp()
  return useQuery({
    queryKey: ['visualization', endpoint.path],
    queryFn: ({ signal }): Promise<Reply<E>> => call(endpoint, {}, { signal, quiet: true }),
  })
}
