import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Endpoint } from '../../../core/contract.ts'
import { CallError, type CallInput, useApp } from '../../../kit/hooks/app.ts'
import { type ImportJob, importDetail, importList } from '../contract.ts'

const POLL_MS = 700
const STALLED_MS = 20_000

export const jobKey = (id: string, language: string) => [importList.key, 'job', id, language]
export const isRunning = ({ status }: ImportJob) =>
  status === 'checking' || status === 'applying' || status === 'undoing'

/** One import, followed while it runs. */
export function useJob(id: string) {
  const { call, language } = useApp()
  return useQuery({
    queryKey: jobKey(id, language),
    queryFn: ({ signal }) => call(importDetail, { params: { id } }, { signal, quiet: true }) as Promise<ImportJob>,
    refetchInterval: ({ state }) => (state.data && isRunning(state.data) ? POLL_MS : false),
  })
}

/** Does something to an import and shows what became of it. Returns the refusal; one that names no field has been shown. */
export function useJobAct(id: string) {
  const { call, language, notify } = useApp()
  const client = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  async function act<E extends Endpoint>(endpoint: E, input: CallInput<E>): Promise<CallError | null> {
    setBusy(true)
    try {
      const job = await call(endpoint, { params: { id }, ...input } as CallInput<E>, { quiet: true })
      client.setQueryData(jobKey(id, language), job)
      void client.invalidateQueries({ queryKey: [importList.key, 'list'] })
      return null
    } catch (error) {
      const refusal = error instanceof CallError ? error : new CallError(String(error), 0)
      if (!refusal.field) notify(refusal.message, 'error')
      // Somebody else, or another tab, may have moved it on.
      void client.invalidateQueries({ queryKey: jobKey(id, language) })
      return refusal
    } finally {
      setBusy(false)
    }
  }
  return { act, isBusy }
}

/** True when a running import has shown no progress for long: its process may have died, and it may be started again. */
export function useStalled(progress: number): boolean {
  const [stalledAt, setStalledAt] = useState<number | null>(null)
  useEffect(() => {
    const timer = setTimeout(() => setStalledAt(progress), STALLED_MS)
    return () => clearTimeout(timer)
  }, [progress])
  return stalledAt === progress
}
