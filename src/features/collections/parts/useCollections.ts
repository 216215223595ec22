import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useApp } from '../../../kit/hooks/app.ts'
import { treeOptions } from '../../../kit/list/treeOptions.ts'
import { collectionDetail, collectionsList, collectionsOptions } from '../contract.ts'

/** Partners, categories and lines of the session's scope, as the rule and the form offer them. */
export function useCollectionOptions() {
  const { call, language } = useApp()
  const { data } = useQuery({
    queryKey: [collectionsList.key, collectionsOptions.path],
    queryFn: ({ signal }) => call(collectionsOptions, {}, { signal, quiet: true }),
    staleTime: 5 * 60_000,
  })
  return useMemo(() => {
    const named = (rows: { id: string; name: string }[] = []) =>
      rows.map(({ id, name }) => ({ value: id, label: name }))
    return {
      partners: named(data?.partners),
      categories: treeOptions(data?.categories ?? [], language),
      lines: named(data?.lines),
    }
  }, [data, language])
}

/** One collection with everything about it but its items. */
export function useCollection(id: string) {
  const { call } = useApp()
  return useQuery({
    queryKey: [collectionsList.key, 'detail', id],
    queryFn: ({ signal }) => call(collectionDetail, { params: { id } }, { signal, quiet: true }),
  })
}
