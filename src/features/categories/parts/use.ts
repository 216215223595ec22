import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Reply } from '../../../core/contract.ts'
import type { Language } from '../../../core/text.ts'
import { useApp, useText } from '../../../kit/hooks/app.ts'
import type { Option } from '../../../kit/list/types.ts'
import { categoryMovers, categoryOptions, categoryStatistics, categoryTree } from '../contract.ts'
import { askOf, type View } from '../query.ts'
import { text } from '../text.ts'

export type Answer = Reply<typeof categoryStatistics>
export type Tree = Reply<typeof categoryTree>
export type Row = Tree['categories'][number]
/** An answer and the view it was asked for: while the next is on its way, the old one keeps its own words. */
export interface Answered {
  answer: Answer
  asked: View
}

const REBUILDING_MS = 4_000

export function useCategories(view: View) {
  const { call } = useApp()
  const ask = askOf(view)
  return useQuery({
    queryKey: ['categories', categoryStatistics.path, ask],
    queryFn: async ({ signal }): Promise<Answered> => ({
      answer: await call(categoryStatistics, { query: ask }, { signal, quiet: true }),
      asked: view,
    }),
    placeholderData: keepPreviousData,
    // While figures change, the page follows.
    refetchInterval: ({ state }) =>
      state.data && (state.data.answer.rebuildingDays > 0 || state.data.answer.merging.length > 0)
        ? REBUILDING_MS
        : false,
  })
}

export function useMovers({ from, to, compare, filters }: View) {
  const { call } = useApp()
  const ask = { from, to, compare: compare === 'year' ? compare : ('previous' as const) }
  return useQuery({
    queryKey: ['categories', categoryMovers.path, ask],
    queryFn: ({ signal }) => call(categoryMovers, { query: ask }, { signal, quiet: true }),
    placeholderData: keepPreviousData,
    enabled: compare !== 'none' && Object.keys(filters).length === 0,
  })
}

export function usePartners(): Option[] {
  const { call } = useApp()
  const { data } = useQuery({
    queryKey: ['categories', categoryOptions.path],
    queryFn: ({ signal }) => call(categoryOptions, {}, { signal, quiet: true }),
    staleTime: 5 * 60_000,
  })
  return useMemo(() => data?.partners.map(({ id, name }) => ({ value: id, label: name })) ?? [], [data])
}

export function useTree() {
  const { call } = useApp()
  return useQuery({
    queryKey: ['categories', categoryTree.path],
    queryFn: ({ signal }) => call(categoryTree, {}, { signal, quiet: true }),
  })
}

/** Asks anew for everything about categories. */
export function useRefresh(): () => Promise<void> {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: ['categories'] })
}

interface Named {
  id?: string
  nameZh: string
  nameEn: string
}

/** What a category is called; without one it has a name of ours. */
export function useNameOf(): (one: Named) => string {
  const { language } = useApp()
  const words = useText(text)
  return (one) => (one.id === '0' || !one.nameZh ? words.none : nameIn(one, language))
}

export const nameIn = ({ nameZh, nameEn }: Named, language: Language): string =>
  language === 'zh-CN' ? nameZh : nameEn || nameZh
