import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Endpoint, Reply } from '../../../core/contract.ts'
import { CallError, type CallInput, useApp, useText } from '../../../kit/hooks/app.ts'
import { creatorsList, partnersList, structure, suppliersList } from '../contract.ts'
import { text } from '../screenText.ts'

/** Lines and teams, a parent before its children. */
export function useStructure() {
  const { call } = useApp()
  return useQuery({
    queryKey: [partnersList.key, 'structure'],
    queryFn: ({ signal }) => call(structure, {}, { signal, quiet: true }),
  })
}

/** Changes something and fetches every list of the organisation anew; a stale version is told. */
export function useAct() {
  const { call, notify } = useApp()
  const words = useText(text)
  const client = useQueryClient()
  const refresh = () =>
    Promise.all(
      [partnersList, suppliersList, creatorsList].map(({ key }) => client.invalidateQueries({ queryKey: [key] })),
    )
  return async function act<E extends Endpoint>(
    endpoint: E,
    input: CallInput<E>,
    idempotencyKey?: string,
  ): Promise<Reply<E>> {
    try {
      const reply = await call(endpoint, input, { quiet: true, ...(idempotencyKey && { idempotencyKey }) })
      await refresh()
      return reply
    } catch (error) {
      if (error instanceof CallError && error.reason === 'STALE') {
        notify(words.stale, 'error')
        await refresh()
      }
      throw error
    }
  }
}

/** A team's name with those above it: a name alone may stand in several places. */
export function pathNames(
  teams: readonly { id: string; name: string; parentId: string | null }[],
): Map<string, string> {
  const names = new Map<string, string>()
  for (const { id, name, parentId } of teams) {
    const above = parentId && names.get(parentId)
    names.set(id, above ? `${above} / ${name}` : name)
  }
  return names
}
