import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useState } from 'react'
import type { ListRow, Reply } from '../../../core/contract.ts'
import { useApp } from '../../../kit/hooks/app.ts'
import { useList } from '../../../kit/list/useList.ts'
import { riskDetail, riskList, riskOptions } from '../contract.ts'

export type CaseRow = ListRow<typeof riskList>
export type Detail = Reply<typeof riskDetail>
export type Staff = NonNullable<Detail['staff']>
export type Options = Reply<typeof riskOptions>
export type QueueTab = 'all' | 'mine' | 'appeals'

const QUEUE_SIZE = 50
const TABS: Record<QueueTab, Record<string, string>> = {
  all: { state: 'pending,claimed,escalated' },
  mine: { isMine: 'true' },
  appeals: { state: 'appealing' },
}

/** The most urgent cases of a queue. */
export function useQueue(tab: QueueTab, filters: Record<string, string>) {
  const search = { ...TABS[tab], ...filters, sort: 'priority:desc', pageSize: String(QUEUE_SIZE) }
  const { data, isPending, isError, error, refetch } = useList(riskList, search)
  return { rows: (data?.list ?? []) as CaseRow[], total: data?.total ?? 0, isPending, isError, error, refetch }
}

export function useCase(id: string | undefined) {
  const { call, language } = useApp()
  return useQuery({
    queryKey: [riskList.key, 'detail', id, language],
    queryFn: ({ signal }) => call(riskDetail, { params: { id: id! } }, { signal, quiet: true }),
    enabled: !!id,
  })
}

export function useRiskOptions(): Options | undefined {
  const { call } = useApp()
  const { data } = useQuery({
    queryKey: ['riskOptions'],
    queryFn: ({ signal }) => call(riskOptions, {}, { signal, quiet: true }),
    staleTime: 5 * 60_000,
  })
  return data
}

/** Fetches anew whatever is shown of the cases. */
export function useRefreshRisk(): () => Promise<void> {
  const client = useQueryClient()
  return useCallback(() => client.invalidateQueries({ queryKey: [riskList.key] }), [client])
}

/** The instant, moving on while it is looked at. */
export function useNow(everyMs: number): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs)
    return () => clearInterval(timer)
  }, [everyMs])
  return now
}
