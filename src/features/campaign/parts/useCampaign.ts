import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { freezeSelection, MAX_IDS } from '../../../core/bulk.ts'
import { useApp } from '../../../kit/hooks/app.ts'
import { campaignOptions, campaignPreview, campaignResolve, MAX_LINES, type Source } from '../contract.ts'
import { type Draft, linesOf, queryOf, termsOf } from '../draft.ts'

const PAUSE_MS = 400
/** A frozen selection lives two hours on the server; it is made anew well before. */
const FROZEN_MS = 60 * 60_000

export function useCampaignOptions() {
  const { call } = useApp()
  return useQuery({
    queryKey: ['campaign', campaignOptions.path],
    queryFn: ({ signal }) => call(campaignOptions, {}, { signal, quiet: true }),
    staleTime: 60_000,
  })
}

/** Rows another page asked to distribute: by its address. */
export interface Given {
  source: Source
  count: number
}

export function givenBy(search: Record<string, string>): Given | undefined {
  if (/^\d{1,18}$/.test(search.selection ?? ''))
    return { source: { selection: search.selection! }, count: Number(search.count) || 0 }
  const ids = [...new Set((search.videos ?? '').split(',').filter((id) => /^[1-9]\d{0,17}$/.test(id)))].slice(
    0,
    MAX_IDS,
  )
  return ids.length ? { source: { ids }, count: ids.length } : undefined
}

export interface Chosen {
  source: Source | undefined
  count: number | undefined
  unknown: string[]
  isCounting: boolean
  error: unknown
}

/** What the first step's choice means: how many videos, and under which name the server knows them. */
export function useChosen(draft: Draft, given: Given | undefined): Chosen {
  const { call } = useApp()
  const [query] = useDebouncedValue(queryOf(draft), PAUSE_MS)
  const [pasted] = useDebouncedValue(draft.pasted, PAUSE_MS)
  const lines = linesOf(pasted).slice(0, MAX_LINES)
  const filter = useQuery({
    queryKey: ['campaign', 'filter', query],
    queryFn: ({ signal }) => call(freezeSelection, { body: { listKey: 'data', query } }, { signal, quiet: true }),
    enabled: !given && draft.source === 'filter',
    staleTime: FROZEN_MS,
    gcTime: FROZEN_MS,
  })
  const found = useQuery({
    queryKey: ['campaign', 'lines', lines],
    queryFn: ({ signal }) => call(campaignResolve, { body: { lines } }, { signal, quiet: true }),
    enabled: !given && draft.source === 'ids' && lines.length > 0,
  })
  const { data: options } = useCampaignOptions()
  const none = { unknown: [] as string[], isCounting: false, error: null }
  if (given) return { ...none, source: given.source, count: given.count }
  if (draft.source === 'collection') {
    const collection = options?.collections.find(({ id }) => id === draft.collectionId)
    return { ...none, source: collection && { collectionId: collection.id }, count: collection?.count }
  }
  if (draft.source === 'filter') {
    const isCounting = filter.isFetching || query !== queryOf(draft)
    const source = filter.data && !isCounting ? { selection: filter.data.id } : undefined
    return { ...none, source, count: isCounting ? undefined : filter.data?.count, isCounting, error: filter.error }
  }
  const isCounting = found.isFetching || pasted !== draft.pasted
  const ids = lines.length ? found.data?.ids : []
  return {
    source: ids?.length ? { ids } : undefined,
    count: isCounting ? undefined : ids?.length,
    unknown: lines.length ? (found.data?.unknown ?? []) : [],
    isCounting,
    error: found.error,
  }
}

/** What the campaign would do now. */
export function usePreview(draft: Draft, source: Source | undefined, isOpen: boolean) {
  const { call } = useApp()
  const terms = termsOf(draft)
  return useQuery({
    queryKey: ['campaign', 'preview', source, terms],
    queryFn: ({ signal }) => call(campaignPreview, { body: { source: source!, terms } }, { signal, quiet: true }),
    enabled: isOpen && !!source,
    // Quotas and what others sent meanwhile count: it is looked at anew each time.
    staleTime: 0,
    gcTime: 0,
  })
}
