import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { exactCount, MISSING, rate, shorten } from '../../../kit/format/number.ts'
import { useApp, useText } from '../../../kit/hooks/app.ts'
import { usePage } from '../../../kit/hooks/page.ts'
import { KpiSkeleton, KpiStrip } from '../../../kit/list/KpiStrip.tsx'
import { useFiltered } from '../../../kit/list/useList.ts'
import { recommendList, recommendOwn, recommendSummary } from '../contract.ts'
import { text } from '../text.ts'
import { Funnel } from './Funnel.tsx'
import styles from './recommend.module.css'

const ppmOf = (part: number, whole: number): number | null => (whole > 0 ? Math.round((part / whole) * 1e6) : null)

/** The filtered set in figures; the claim rate opens the funnel. */
export function StaffTiles({ filters }: { filters: Record<string, string> }) {
  const { language } = useApp()
  const words = useText(text)
  const page = usePage()
  const [isOpen, setOpen] = useState(false)
  const { data, isError } = useFiltered(recommendList, recommendSummary, filters)
  if (isError) return null
  if (!data) return <KpiSkeleton tiles={4} />
  const { tiles, funnel } = words
  const plays = data.claims > 0 ? shorten(Math.round(data.plays / data.claims), language) : null
  const opens = { onOpen: () => setOpen(!isOpen), isOpen, openLabel: isOpen ? funnel.hide : funnel.show }
  return (
    <>
      <KpiStrip
        label={tiles.label}
        tiles={[
          {
            label: tiles.online,
            value: exactCount(data.online),
            note: tiles.onlineNote,
            onOpen: () => page.setSearch({ ...page.search, current: '', cursor: '', status: 'online,full' }),
          },
          {
            label: tiles.claimRate,
            help: tiles.claimRateHelp,
            value: rate(ppmOf(data.claims, data.impressions)),
            note: tiles.of(exactCount(data.claims), exactCount(data.impressions)),
            ...opens,
          },
          {
            label: tiles.submitRate,
            help: tiles.submitRateHelp,
            value: rate(ppmOf(data.submissions, data.claims)),
            note: tiles.of(exactCount(data.submissions), exactCount(data.claims)),
            ...opens,
          },
          {
            label: tiles.playsPerClaim,
            help: tiles.playsPerClaimHelp,
            value: plays?.digits ?? MISSING,
            unit: plays?.unit ?? '',
            exact: exactCount(data.plays),
            note: tiles.of(exactCount(data.plays), exactCount(data.claims)),
          },
        ]}
      />
      {isOpen && (
        <div className={`card ${styles.funnelCard}`}>
          <Funnel figures={data} />
        </div>
      )}
    </>
  )
}

/** What is offered to a partner, and where its claims stand; each leads to its rows. */
export function OwnTiles() {
  const { call } = useApp()
  const words = useText(text)
  const page = usePage()
  const { data, isError } = useQuery({
    queryKey: [recommendList.key, recommendOwn.path],
    queryFn: ({ signal }) => call(recommendOwn, {}, { signal, quiet: true }),
  })
  if (isError) return null
  if (!data) return <KpiSkeleton tiles={4} />
  const { tiles } = words
  const shows = (search: Record<string, string>) => () =>
    page.setSearch({ ...page.search, current: '', cursor: '', status: '', myState: '', ...search })
  return (
    <KpiStrip
      label={tiles.label}
      tiles={[
        { label: tiles.offered, value: exactCount(data.offered), onOpen: shows({ status: 'online' }) },
        {
          label: tiles.claimed,
          value: exactCount(data.claimed),
          ...(data.dueSoon > 0 && { note: tiles.dueSoon(exactCount(data.dueSoon)) }),
          onOpen: shows({ myState: 'claimed' }),
        },
        {
          label: tiles.submitted,
          value: exactCount(data.submitted),
          note: tiles.byClaim,
          onOpen: shows({ myState: 'submitted' }),
        },
        {
          label: tiles.valid,
          value: exactCount(data.valid),
          note: tiles.byClaim,
          onOpen: shows({ myState: 'valid,settled' }),
        },
      ]}
    />
  )
}
