import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { CallError, useApp, useText } from '../../../kit/hooks/app.ts'
import { configList, configRestore, configSet, type Item } from '../contract.ts'
import { text } from '../text.ts'

const KEY = 'config'

/** Every setting as it stands. */
export function useConfig() {
  const { call } = useApp()
  return useQuery({
    queryKey: [KEY, 'items'],
    queryFn: async ({ signal }) => (await call(configList, {}, { signal, quiet: true })).items,
  })
}

export const historyKey = (key: string | undefined) => [KEY, 'history', key ?? '']

/** Sets, resets and restores. A refusal is thrown; a stale version is told, and the newest one fetched. */
export function useChange(item: Pick<Item, 'key' | 'version'>) {
  const { call, notify } = useApp()
  const words = useText(text)
  const client = useQueryClient()
  const [isBusy, setBusy] = useState(false)

  async function run(change: () => Promise<unknown>): Promise<void> {
    setBusy(true)
    try {
      await change()
      await client.invalidateQueries({ queryKey: [KEY] })
    } catch (error) {
      if (!(error instanceof CallError && error.reason === 'STALE')) throw error
      notify(words.stale, 'error')
      await client.invalidateQueries({ queryKey: [KEY] })
      throw error
    } finally {
      setBusy(false)
    }
  }
  const params = { id: item.key }
  const { version } = item
  return {
    isBusy,
    /** null gives the key back to its default. */
    set: (value: unknown) => run(() => call(configSet, { params, body: { version, value } }, { quiet: true })),
    restore: (restore: number) =>
      run(() => call(configRestore, { params, body: { version, restore } }, { quiet: true })),
  }
}
