import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { Endpoint, Reply } from '../../../core/contract.ts'
import { CallError, type CallInput, useApp } from '../../../kit/hooks/app.ts'
import { treeOptions } from '../../../kit/list/treeOptions.ts'
import type { Option } from '../../../kit/list/types.ts'
import { useRefresh } from '../../../kit/list/useList.ts'
import { recommendDetail, recommendList, recommendOptions } from '../contract.ts'

export type Detail = Reply<typeof recommendDetail>

/** Partners, own creators and categories of the session's scope. */
export function useRecommendOptions() {
  const { call, language } = useApp()
  const { data } = useQuery({
    queryKey: [recommendList.key, recommendOptions.path],
    queryFn: ({ signal }) => call(recommendOptions, {}, { signal, quiet: true }),
    staleTime: 5 * 60_000,
  })
  return useMemo(
    () => ({
      partners: (data?.partners ?? []).map(({ id, name }): Option => ({ value: id, label: name })),
      creators: data?.creators ?? [],
      categories: treeOptions(data?.categories ?? [], language),
    }),
    [data, language],
  )
}

export function useDetail(id: string) {
  const { call } = useApp()
  return useQuery({
    queryKey: [recommendList.key, 'detail', id],
    queryFn: ({ signal }) => call(recommendDetail, { params: { id } }, { signal, quiet: true }),
  })
}

/** Changes something at once, says so and fetches anew. What is refused is shown by the call; a stale row is fetched too. */
export function useAct() {
  const { call, notify } = useApp()
  const refresh = useRefresh(recommendList)
  const [isBusy, setBusy] = useState(false)
  async function act<E extends Endpoint>(
    endpoint: E,
    input: CallInput<E>,
    done: string,
  ): Promise<Reply<E> | undefined> {
    setBusy(true)
    try {
      const reply = await call(endpoint, input, { idempotencyKey: crypto.randomUUID() })
      notify(done, 'success')
      await refresh()
      return reply
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      await refresh()
      return undefined
    } finally {
      setBusy(false)
    }
  }
  return { act, isBusy }
}
