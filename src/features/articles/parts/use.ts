import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useApp } from '../../../kit/hooks/app.ts'
import { treeOptions } from '../../../kit/list/treeOptions.ts'
import { articleCategories, articleOptions, articlesList, pathList } from '../contract.ts'

/** The tree with the asker's counts. */
export function useCategories() {
  const { call, language } = useApp()
  const { data } = useQuery({
    queryKey: [articlesList.key, articleCategories.path],
    queryFn: ({ signal }) => call(articleCategories, {}, { signal, quiet: true }),
  })
  return useMemo(() => {
    const categories = data?.categories ?? []
    return { categories, options: treeOptions(categories, language), isLoading: !data }
  }, [data, language])
}

/** Partners by name, for the audience. */
export function usePartners() {
  const { call } = useApp()
  const { data } = useQuery({
    queryKey: [articlesList.key, articleOptions.path],
    queryFn: ({ signal }) => call(articleOptions, {}, { signal, quiet: true }),
    staleTime: 5 * 60_000,
  })
  return useMemo(() => data?.partners.map(({ id, name }) => ({ value: id, label: name })) ?? [], [data])
}

/** The learning paths with the asker's progress. */
export function usePaths() {
  const { call } = useApp()
  const { data } = useQuery({
    queryKey: [articlesList.key, pathList.path],
    queryFn: ({ signal }) => call(pathList, {}, { signal, quiet: true }),
  })
  return { paths: data?.paths ?? [] }
}

export const DETAIL = '/dashboard/article_detail'
export const EDIT = '/dashboard/article_edit'
export const LIST = '/dashboard/article_list'
