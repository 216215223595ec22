import type { ListRow } from '../../core/contract.ts'
import { Empty } from '../../kit/feedback/State.tsx'
import { exactCount } from '../../kit/format/number.ts'
import { useApp, useMay, useText } from '../../kit/hooks/app.ts'
import { KpiSkeleton, KpiStrip, type Tile } from '../../kit/list/KpiStrip.tsx'
import { ListPage } from '../../kit/list/ListPage.tsx'
import { useFiltered } from '../../kit/list/useList.ts'
import { dailyList, dailySummary } from './contractBills.ts'
import { amountTile } from './parts/amountTile.ts'
import { DayCard } from './parts/DayCard.tsx'
import { useOwners } from './parts/useOwners.ts'
import { dailyText } from './textBills.ts'

/** What each business day earned, new and taken back (domain page S22.7). */
export default function DailyScreen() {
  const words = useText(dailyText)
  const seesOurs = useMay('affiliate.read')
  const { filterOptions, withoutFilters } = useOwners()
  return (
    <ListPage
      list={dailyList}
      text={dailyText}
      summary={(filters) => <DailyTiles filters={filters} />}
      filterOptions={filterOptions}
      withoutFilters={withoutFilters}
      primary={seesOurs ? ['reportDate', 'orderDate', 'accountId', 'partnerId'] : ['reportDate', 'orderDate']}
      card={(row) => <DailyCard row={row} />}
      emptyState={<Empty title={words.empty.title}>{words.empty.why}</Empty>}
    />
  )
}

function DailyTiles({ filters }: { filters: Record<string, string> }) {
  const { language } = useApp()
  const { tiles } = useText(dailyText)
  const seesOurs = useMay('affiliate.read')
  const { data, isError } = useFiltered(dailyList, dailySummary, filters)
  if (isError) return null
  if (!data) return <KpiSkeleton tiles={seesOurs ? 5 : 4} />
  const amount = (label: string, fen: number | null) => amountTile(label, fen ?? 0, language)
  const days = { trend: data.trend, note: tiles.days(exactCount(data.days)) }
  const figures: Tile[] = seesOurs
    ? [
        { ...amount(tiles.net, data.netFen), ...days },
        amount(tiles.added, data.firstFen),
        amount(tiles.adjust, data.adjustFen),
        amount(tiles.finished, data.finishedFen),
        amount(tiles.settled, data.settledFen),
      ]
    : [
        { ...amount(tiles.netShare, data.netPartnerFen), ...days },
        amount(tiles.addedShare, data.firstPartnerFen),
        amount(tiles.clawbackShare, data.clawbackPartnerFen),
        amount(tiles.settledShare, data.settledPartnerFen),
      ]
  return <KpiStrip label={tiles.label} tiles={figures} />
}

/** A day on a small screen. */
function DailyCard({ row }: { row: ListRow<typeof dailyList> }) {
  const { columns } = useText(dailyText)
  const isOurs = row.netFen !== undefined
  return (
    <DayCard
      day={row.reportDate}
      whose={isOurs ? [row.partnerName, row.accountName].filter(Boolean).join(' · ') : null}
      figures={[
        [isOurs ? columns.newFen : columns.newPartnerFen, row.newFen ?? row.newPartnerFen],
        [isOurs ? columns.clawbackFen : columns.clawbackPartnerFen, row.clawbackFen ?? row.clawbackPartnerFen],
        [isOurs ? columns.netFen : columns.netPartnerFen, row.netFen ?? row.netPartnerFen],
      ]}
    />
  )
}
