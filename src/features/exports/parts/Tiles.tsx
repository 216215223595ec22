import { useQuery } from '@tanstack/react-query'
import { exactCount } from '../../../kit/format/number.ts'
import { useApp, useText } from '../../../kit/hooks/app.ts'
import { usePage } from '../../../kit/hooks/page.ts'
import { KpiSkeleton, KpiStrip } from '../../../kit/list/KpiStrip.tsx'
import { exportsList, exportsSummary } from '../contract.ts'
import { screenText } from '../screenText.ts'
import { bytesOf } from './bytes.ts'

const POLL_MS = 4_000

/** The figures of the export centre; fetched again and again while something is under way. */
export function useSummary() {
  const { call, language } = useApp()
  const page = usePage()
  return useQuery({
    queryKey: [exportsList.key, exportsSummary.path, language],
    queryFn: ({ signal }) => call(exportsSummary, {}, { signal, quiet: true }),
    refetchInterval: ({ state }) => (page.isActive && (state.data?.running || state.data?.waiting) ? POLL_MS : false),
  })
}

/** What runs, waits and is kept; each figure of work under way opens its rows. */
export function Tiles() {
  const { tiles } = useText(screenText)
  const page = usePage()
  const { data, isError } = useSummary()
  if (isError) return null
  if (!data) return <KpiSkeleton tiles={4} />
  const show = (status: string) => () => page.setSearch({ ...page.search, current: '', cursor: '', status })
  const [stored, unit] = bytesOf(data.storedBytes).split(' ')
  return (
    <KpiStrip
      label={tiles.label}
      tiles={[
        { label: tiles.running, value: exactCount(data.running), onOpen: show('running') },
        { label: tiles.waiting, value: exactCount(data.waiting), onOpen: show('queued') },
        {
          label: tiles.doneToday,
          value: exactCount(data.doneToday),
          note: tiles.rowsToday(exactCount(data.rowsToday)),
        },
        { label: tiles.stored, value: stored!, unit: unit!, note: tiles.files(exactCount(data.storedFiles)) },
      ]}
    />
  )
}
