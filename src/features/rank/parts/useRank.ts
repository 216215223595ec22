import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ListRow, Reply } from '../../../core/contract.ts'
import { useApp } from '../../../kit/hooks/app.ts'
import { usePage } from '../../../kit/hooks/page.ts'
import { useList } from '../../../kit/list/useList.ts'
import {
  BOARDS,
  type Board,
  lists,
  rankBoard,
  rankDays,
  rankOfVideo,
  rankRules,
  type todayRank,
  WINDOWS,
} from '../contract.ts'

export type Row = ListRow<typeof todayRank>
export type BoardAnswer = Reply<typeof rankBoard>
export type Rules = Reply<typeof rankRules>
export type Window = (typeof WINDOWS)[number]

/** What the page looks at, as its URL holds it. */
export interface View {
  board: Board
  scope: string
  window: Window
  date: string
  /** A linked snapshot; pages of it agree. */
  snapshotId: string
  current: number
  pageSize: number
  filters: Record<string, string>
  /** The work whose history is open. */
  open: string
}

const FILTERS = ['keyword', 'platform', 'categoryId', 'contentType', 'mine']
export const PAGE_SIZE = 50

export function useView(): { view: View; change(part: Partial<View>): void } {
  const page = usePage()
  const { search } = page
  const wholeNumber = (text: string | undefined, fallback: number, max: number) =>
    /^[1-9]\d{0,5}$/.test(text ?? '') ? Math.min(Number(text), max) : fallback
  const view: View = {
    board: BOARDS.find((board) => page.path.endsWith(`/${board}`)) ?? 'today_rank',
    scope: search.scope || 'all',
    window: WINDOWS.find((one) => one === search.window) ?? '1',
    date: search.date ?? '',
    snapshotId: search.snapshotId ?? '',
    current: wholeNumber(search.current, 1, 1_000),
    pageSize: wholeNumber(search.pageSize, PAGE_SIZE, 200),
    filters: Object.fromEntries(FILTERS.flatMap((name) => (search[name] ? [[name, search[name]]] : []))),
    open: search.open ?? '',
  }
  return {
    view,
    change(part) {
      const next = { ...view, ...part }
      page.setSearch({
        ...next.filters,
        ...(next.scope === 'all' ? {} : { scope: next.scope }),
        ...(next.window === '1' ? {} : { window: next.window }),
        ...(next.date && { date: next.date }),
        ...(next.snapshotId && { snapshotId: next.snapshotId }),
        ...(next.current > 1 ? { current: String(next.current) } : {}),
        ...(next.pageSize === PAGE_SIZE ? {} : { pageSize: String(next.pageSize) }),
        ...(next.open && { open: next.open }),
      })
    },
  }
}

/** The board's own parameters. */
export const seriesOf = ({ board, scope, window }: View) => ({
  board,
  ...(scope === 'all' ? {} : { scope }),
  ...(board === 'play_count_rank' ? { window } : {}),
})

const RENEW_MS = 60_000

/**
 * The board looked at. The first snapshot that arrives is kept: a newer one is announced, not put under the reader's
 * eyes.
 */
export function useBoard(view: View) {
  const { call } = useApp()
  const { isActive } = usePage()
  const key = JSON.stringify([seriesOf(view), view.date])
  const [kept, keep] = useState<{ of: string; id: string }>()
  const snapshotId = view.snapshotId || (kept?.of === key ? kept.id : '')
  const query = useQuery({
    queryKey: ['rank', 'board', key, snapshotId],
    queryFn: async ({ signal }) => {
      const answer = await call(
        rankBoard,
        { query: { ...seriesOf(view), ...(view.date && { date: view.date }), ...(snapshotId && { snapshotId }) } },
        { signal, quiet: true },
      )
      if (!snapshotId) keep({ of: key, id: answer.snapshotId })
      return answer
    },
    placeholderData: keepPreviousData,
    refetchInterval: isActive && view.board === 'today_rank' && !view.date ? RENEW_MS : false,
  })
  return { ...query, renew: () => keep(undefined) }
}

/** The entries of one snapshot. */
export function useEntries(view: View, snapshotId: string) {
  return useList(lists[view.board], askOf(view, snapshotId))
}

/** The list's question; the file takes the same. */
export function askOf(view: View, snapshotId: string): Record<string, string> {
  const { board: _, ...series } = seriesOf(view)
  return { ...view.filters, ...series, snapshotId, current: String(view.current), pageSize: String(view.pageSize) }
}

export function useDays(view: View) {
  const { call } = useApp()
  const series = seriesOf(view)
  const { data } = useQuery({
    queryKey: ['rank', 'days', series],
    queryFn: ({ signal }) => call(rankDays, { query: series }, { signal, quiet: true }),
    staleTime: RENEW_MS,
  })
  return data?.days ?? []
}

export function useRules(): Rules | undefined {
  const { call } = useApp()
  return useQuery({
    queryKey: ['rank', 'rules'],
    queryFn: ({ signal }) => call(rankRules, {}, { signal, quiet: true }),
    staleTime: 5 * RENEW_MS,
  }).data
}

export function useWork(view: View, id: string) {
  const { call } = useApp()
  const series = seriesOf(view)
  return useQuery({
    queryKey: ['rank', 'work', id, series],
    queryFn: ({ signal }) => call(rankOfVideo, { params: { id }, query: series }, { signal, quiet: true }),
  })
}
