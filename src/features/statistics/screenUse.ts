import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Reply } from '../../core/contract.ts'
import { useApp } from '../../kit/hooks/app.ts'
import { treeOptions } from '../../kit/list/treeOptions.ts'
import type { Option } from '../../kit/list/types.ts'
import { statisticsCross, statisticsHours, statisticsOfPeriod, statisticsOptions } from './contract.ts'
import { askOf, type View } from './query.ts'

export type Answer = Reply<typeof statisticsOfPeriod>
/** An answer and the view it was asked for: while the next is on its way, the old one keeps its own words. */
export interface Answered {
  answer: Answer
  asked: View
}

export function useStatistics(view: View) {
  const { call } = useApp()
  const ask = askOf(view)
  return useQuery({
    queryKey: ['statistics', statisticsOfPeriod.path, ask],
    queryFn: async ({ signal }): Promise<Answered> => ({
      answer: await call(statisticsOfPeriod, { query: ask }, { signal, quiet: true }),
      asked: view,
    }),
    placeholderData: keepPreviousData,
  })
}

/** Plays by the view's dimension and the one it is crossed with. */
export function useCross(view: View) {
  const { call } = useApp()
  const ask = { ...askOf(view), by: view.by }
  return useQuery({
    queryKey: ['statistics', statisticsCross.path, ask],
    queryFn: async ({ signal }) => ({
      answer: await call(statisticsCross, { query: ask }, { signal, quiet: true }),
      asked: view,
    }),
    placeholderData: keepPreviousData,
  })
}

/** Plays by weekday and hour. */
export function useHours(view: View) {
  const { call } = useApp()
  const { from, to, filters } = view
  const ask = { from, to, ...filters }
  return useQuery({
    queryKey: ['statistics', statisticsHours.path, ask],
    queryFn: ({ signal }) => call(statisticsHours, { query: ask }, { signal, quiet: true }),
    placeholderData: keepPreviousData,
  })
}

/** Categories and, for those who may compare them, partners. */
export function useStatisticsOptions(): { partners: Option[]; categories: Option[] } {
  const { call, language } = useApp()
  const { data } = useQuery({
    queryKey: ['statistics', statisticsOptions.path],
    queryFn: ({ signal }) => call(statisticsOptions, {}, { signal, quiet: true }),
    staleTime: 5 * 60_000,
  })
  return useMemo(
    () => ({
      partners: data?.partners.map(({ id, name }) => ({ value: id, label: name })) ?? [],
      categories: treeOptions(data?.categories ?? [], language),
    }),
    [data, language],
  )
}
