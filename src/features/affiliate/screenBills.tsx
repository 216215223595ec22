import { Button } from '@mantine/core'
import { IconCalendarCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import type { ListRow } from '../../core/contract.ts'
import { Empty } from '../../kit/feedback/State.tsx'
import { exactCount } from '../../kit/format/number.ts'
import { useApp, useMay, useText } from '../../kit/hooks/app.ts'
import { KpiSkeleton, KpiStrip, type Tile } from '../../kit/list/KpiStrip.tsx'
import { ListPage } from '../../kit/list/ListPage.tsx'
import { Status } from '../../kit/list/Status.tsx'
import type { StatusTones } from '../../kit/list/types.ts'
import { useFiltered } from '../../kit/list/useList.ts'
import { billList, billSummary, reconcile } from './contractBills.ts'
import { amountTile } from './parts/amountTile.ts'
import { BillPanel } from './parts/BillPanel.tsx'
import { DayCard } from './parts/DayCard.tsx'
import { useOwners } from './parts/useOwners.ts'
import { billsText } from './textBills.ts'

const MonthsModal = lazy(() => import('./parts/MonthsModal.tsx'))
const tones = { status: { estimating: 'blue', adjusted: 'orange', final: 'green' } } as const satisfies StatusTones

/** The estimated bill of each day: the version that stands, and what the orders have become since (domain page S22.8). */
export default function BillsScreen() {
  const words = useText(billsText)
  const seesOurs = useMay('affiliate.read')
  const { filterOptions, withoutFilters } = useOwners()
  const [isClosing, setClosing] = useState(false)
  return (
    <>
      <ListPage
        list={billList}
        text={billsText}
        summary={(filters) => <BillTiles filters={filters} />}
        statusTones={tones}
        filterOptions={filterOptions}
        withoutFilters={withoutFilters}
        primary={seesOurs ? ['orderDate', 'reportDate', 'status', 'partnerId'] : ['orderDate', 'reportDate', 'status']}
        headActions={
          seesOurs && (
            <Button
              variant="default"
              leftSection={<IconCalendarCheck size={16} stroke={1.6} />}
              onClick={() => setClosing(true)}
            >
              {words.actions.months}
            </Button>
          )
        }
        drawer={(id, close) => <BillPanel key={id} id={id} onClose={close} />}
        card={(row) => <BillCard row={row} />}
        emptyState={<Empty title={words.empty.title}>{words.empty.why}</Empty>}
      />
      {isClosing && (
        <Suspense>
          <MonthsModal onClose={() => setClosing(false)} />
        </Suspense>
      )}
    </>
  )
}

function BillTiles({ filters }: { filters: Record<string, string> }) {
  const { call, language } = useApp()
  const { tiles } = useText(billsText)
  const seesOurs = useMay('affiliate.read')
  const { data, isError } = useFiltered(billList, billSummary, filters)
  const even = useQuery({
    queryKey: [billList.key, reconcile.path],
    queryFn: ({ signal }) => call(reconcile, {}, { signal, quiet: true }),
    enabled: seesOurs,
  })
  if (isError) return null
  if (!data) return <KpiSkeleton tiles={seesOurs ? 6 : 4} />
  const uneven = even.data?.accounts.filter(({ isEven }) => !isEven).length
  const amount = (label: string, fen: number | null) => amountTile(label, fen ?? 0, language)
  const figures: Tile[] = seesOurs
    ? [
        amount(tiles.first, data.firstFen),
        amount(tiles.adjust, data.adjustFen),
        { ...amount(tiles.net, data.netFen), trend: data.trend },
        amount(tiles.share, data.netPartnerFen),
        { label: tiles.open, help: tiles.openHelp, value: exactCount(data.open), note: tiles.openNote },
        {
          label: tiles.even,
          help: tiles.evenHelp,
          value: uneven === undefined ? '—' : uneven === 0 ? tiles.isEven : tiles.uneven(uneven),
        },
      ]
    : [
        amount(tiles.firstShare, data.firstPartnerFen),
        amount(tiles.adjustShare, data.adjustPartnerFen),
        { ...amount(tiles.netShare, data.netPartnerFen), trend: data.trend },
        { label: tiles.open, help: tiles.openHelp, value: exactCount(data.open), note: tiles.openNote },
      ]
  return <KpiStrip label={tiles.label} tiles={figures} />
}

/** A bill on a small screen. */
function BillCard({ row }: { row: ListRow<typeof billList> }) {
  const { columns, choices, panel } = useText(billsText)
  const isOurs = row.firstFen !== undefined
  return (
    <DayCard
      day={row.orderDate}
      whose={isOurs ? [row.partnerName ?? panel.nobody, row.accountName].join(' · ') : null}
      state={<Status tone={tones.status[row.status]}>{choices.status[row.status]}</Status>}
      figures={[
        [isOurs ? columns.firstFen : columns.firstPartnerFen, row.firstFen ?? row.firstPartnerFen],
        [isOurs ? columns.adjustFen : columns.adjustPartnerFen, row.adjustFen ?? row.adjustPartnerFen],
        [isOurs ? columns.netFen : columns.netPartnerFen, row.netFen ?? row.netPartnerFen],
      ]}
    />
  )
}
