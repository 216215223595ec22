import { Skeleton } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { exactCount, money, rate, shortMoney } from '../../../kit/format/number.ts'
import { useApp, useText } from '../../../kit/hooks/app.ts'
import { KpiSkeleton, KpiStrip } from '../../../kit/list/KpiStrip.tsx'
import { useFiltered } from '../../../kit/list/useList.ts'
import { starList, starSummary } from '../contract.ts'
import { text } from '../text.ts'

const Charts = lazy(() => import('./Charts.tsx'))

/** The filtered orders in figures; GMV and CPM open their charts. */
export function Tiles({ filters }: { filters: Record<string, string> }) {
  const { language } = useApp()
  const { tiles } = useText(text)
  const [isOpen, setOpen] = useState(true)
  const { data, isError } = useFiltered(starList, starSummary, filters)
  if (isError) return null
  if (!data) return <KpiSkeleton tiles={4} />
  const gmv = shortMoney(data.gmvFen, language)
  const opens = { onOpen: () => setOpen(!isOpen), isOpen, openLabel: isOpen ? tiles.hideCharts : tiles.showCharts }
  return (
    <>
      <KpiStrip
        label={tiles.label}
        tiles={[
          { label: tiles.orders, value: exactCount(data.orders), note: tiles.ordersNote },
          {
            label: tiles.gmv,
            help: tiles.gmvHelp,
            value: gmv.digits,
            unit: gmv.unit,
            exact: money(data.gmvFen),
            trend: data.months.map(({ gmvFen }) => gmvFen),
            ...opens,
          },
          { label: tiles.cpm, help: tiles.cpmHelp, value: money(data.cpmFen), ...opens },
          { label: tiles.finish, help: tiles.finishHelp, value: rate(data.finishRate) },
        ]}
      />
      {isOpen && (
        <Suspense fallback={<Skeleton height={284} radius="lg" mb={12} />}>
          <Charts summary={data} />
        </Suspense>
      )}
    </>
  )
}
