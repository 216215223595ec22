import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { dayOf } from '../../../core/time.ts'
import { shortDay } from '../../../kit/format/time.ts'
import { useApp, useText } from '../../../kit/hooks/app.ts'
import { treeOptions } from '../../../kit/list/treeOptions.ts'
import { distributionList, distributionOptions } from '../contract.ts'
import { text } from '../text.ts'

/** Suppliers, batches and categories as the filters offer them, and the accounts a supplier has used. */
export function useDistributionOptions() {
  const { call, language } = useApp()
  const words = useText(text)
  const { data } = useQuery({
    queryKey: [distributionList.key, distributionOptions.path],
    queryFn: ({ signal }) => call(distributionOptions, {}, { signal, quiet: true }),
    staleTime: 60_000,
  })
  return useMemo(
    () => ({
      quotas: data?.suppliers ?? [],
      suppliers: data?.suppliers.map(({ id, name }) => ({ value: id, label: name })) ?? [],
      batches:
        data?.batches.map(({ id, name, createdAt }) => ({
          value: id,
          label: name ?? `${words.batchNo(id)} · ${shortDay(dayOf(Date.parse(createdAt)), language)}`,
        })) ?? [],
      categories: treeOptions(data?.categories ?? [], language),
      channels: data?.channels ?? [],
    }),
    [data, language, words],
  )
}
