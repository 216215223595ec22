import { useState } from 'react'
import type { Endpoint, Reply } from '../../../core/contract.ts'
import { CallError, type CallInput, useApp } from '../../../kit/hooks/app.ts'
import { useRefresh } from '../../../kit/list/useList.ts'
import { usersList } from '../contract.ts'

/**
 * Changes something and fetches the list anew. One idempotency key serves until the server has answered: sending again
 * after a lost answer has one effect, sending again after a refusal is a new attempt.
 */
export function useAct() {
  const { call } = useApp()
  const refresh = useRefresh(usersList)
  const [isBusy, setBusy] = useState(false)
  const [idempotencyKey, setKey] = useState(() => crypto.randomUUID())

  /** Rejects with the refusal; `quiet` leaves telling it to the caller. */
  async function act<E extends Endpoint>(endpoint: E, input: CallInput<E>, quiet = false): Promise<Reply<E>> {
    setBusy(true)
    try {
      const reply = await call(endpoint, input, { idempotencyKey, quiet })
      setKey(crypto.randomUUID())
      await refresh()
      return reply
    } catch (error) {
      if (error instanceof CallError && error.code > 0) setKey(crypto.randomUUID())
      if (error instanceof CallError && error.reason === 'STALE') await refresh()
      throw error
    } finally {
      setBusy(false)
    }
  }
  return { act, isBusy }
}
