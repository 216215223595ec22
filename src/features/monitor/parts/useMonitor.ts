import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Reply } from '../../../core/contract.ts'
import { useApp } from '../../../kit/hooks/app.ts'
import { usePage } from '../../../kit/hooks/page.ts'
import { monitorRead } from '../contract.ts'

export type Monitor = Reply<typeof monitorRead>

export const KEY = ['monitor']
const RENEW_MS = 30_000

/** The answer, renewed every half minute while the page is looked at and not paused. */
export function useMonitor() {
  const { call } = useApp()
  const { isActive } = usePage()
  const [isPaused, setPaused] = useState(false)
  const query = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => call(monitorRead, {}, { signal, quiet: true }),
    refetchInterval: isActive && !isPaused ? RENEW_MS : false,
  })
  return { ...query, isPaused, setPaused }
}
