import { useQuery } from '@tanstack/react-query'
import { exactCount, rate } from '../../../kit/format/number.ts'
import { useApp, useText } from '../../../kit/hooks/app.ts'
import { usePage } from '../../../kit/hooks/page.ts'
import { KpiSkeleton, KpiStrip } from '../../../kit/list/KpiStrip.tsx'
import { usersList, usersSummary } from '../contract.ts'
import { text } from '../text.ts'

/** Four counts over the whole scope; each opens the list of what it counts. */
export function Tiles() {
  const { call } = useApp()
  const { tiles: words, title } = useText(text)
  const { setSearch } = usePage()
  const { data } = useQuery({
    queryKey: [usersList.key, usersSummary.path],
    queryFn: ({ signal }) => call(usersSummary, {}, { signal, quiet: true }),
  })
  if (!data) return <KpiSkeleton tiles={4} />
  const { total, active, activeFrom, neverSignedIn, locked } = data
  const share = total > 0 ? rate(Math.round((active / total) * 1e6)) : null
  return (
    <KpiStrip
      label={title}
      tiles={[
        { label: words.total, value: exactCount(total), note: words.scope, onOpen: () => setSearch({}) },
        {
          label: words.active,
          value: exactCount(active),
          note: share ? words.activeShare(share) : words.scope,
          onOpen: () => setSearch({ lastLoginAt: `${activeFrom}..` }),
        },
        {
          label: words.neverSignedIn,
          value: exactCount(neverSignedIn),
          note: words.neverHint,
          onOpen: () => setSearch({ neverSignedIn: 'true' }),
        },
        {
          label: words.locked,
          value: exactCount(locked),
          note: words.lockedHint,
          onOpen: () => setSearch({ status: 'locked' }),
        },
      ]}
    />
  )
}
