import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useApp, useText } from '../../kit/hooks/app.ts'
import { treeOptions } from '../../kit/list/treeOptions.ts'
import type { Option } from '../../kit/list/types.ts'
import { dataOptions } from './contract.ts'
import { text } from './text.ts'

/** Partners, teams and categories of the session's scope, as the filters and forms offer them. */
export function useDataOptions(): { partners: Option[]; teams: Option[]; categories: Option[] } {
  const { call, language } = useApp()
  const { data } = useQuery({
    queryKey: ['data', dataOptions.path],
    queryFn: ({ signal }) => call(dataOptions, {}, { signal, quiet: true }),
    staleTime: 5 * 60_000,
  })
  return useMemo(
    () => ({
      partners: data?.partners.map(asOption) ?? [],
      teams: data?.teams.map(asOption) ?? [],
      categories: treeOptions(data?.categories ?? [], language),
    }),
    [data, language],
  )
}

const asOption = ({ id, name }: { id: string; name: string }): Option => ({ value: id, label: name })

/** Copies a text and says so. */
export function useCopy(): (value: string) => void {
  const { notify } = useApp()
  const words = useText(text)
  return (value) => {
    navigator.clipboard.writeText(value).then(
      () => notify(words.copied, 'success'),
      () => notify(words.copyFailed, 'error'),
    )
  }
}
