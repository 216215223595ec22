import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import type { Endpoint, Reply } from '../../../core/contract.ts'
import { CallError, type CallInput, useApp, useText } from '../../../kit/hooks/app.ts'
import { lineDetail, lineList, statementDetail } from '../contract/statements.ts'
import { screenText } from '../screenText.ts'

export type Detail = Reply<typeof statementDetail>
export type Statement = Detail['statement']

/** Everything of this room hangs below keys that begin so. */
const ROOM = 'settlement'

export function useStatement(id: string) {
  const { call, language } = useApp()
  return useQuery({
    queryKey: [ROOM, 'statement', id, language],
    queryFn: ({ signal }) => call(statementDetail, { params: { id } }, { signal, quiet: true }),
  })
}

export function useLine(id: string, lineNo: number) {
  const { call, language } = useApp()
  return useQuery({
    queryKey: [lineList.key, id, lineNo, language],
    queryFn: ({ signal }) =>
      call(lineDetail, { params: { id }, query: { lineNo: String(lineNo) } }, { signal, quiet: true }),
  })
}

/** After a change: lists, tiles and statements of the room are fetched anew. */
export function useRefreshRoom(): () => Promise<void> {
  const client = useQueryClient()
  return useCallback(
    () => client.invalidateQueries({ predicate: ({ queryKey }) => String(queryKey[0]).startsWith(ROOM) }),
    [client],
  )
}

/** Changes something at once, says so and fetches anew. What is refused is shown by the call; a stale row is fetched too. */
export function useAct() {
  const { call, notify } = useApp()
  const words = useText(screenText)
  const refresh = useRefreshRoom()
  const [isBusy, setBusy] = useState(false)
  async function act<E extends Endpoint>(
    endpoint: E,
    input: CallInput<E>,
    done: string = words.done,
  ): Promise<Reply<E> | undefined> {
    setBusy(true)
    try {
      const reply = await call(endpoint, input, { idempotencyKey: crypto.randomUUID() })
      notify(done, 'success')
      return reply
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      return undefined
    } finally {
      setBusy(false)
      await refresh()
    }
  }
  return { act, isBusy }
}
