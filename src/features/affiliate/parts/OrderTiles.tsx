import { exactCount, rate } from '../../../kit/format/number.ts'
import { fullTime } from '../../../kit/format/time.ts'
import { useApp, useMay, useText } from '../../../kit/hooks/app.ts'
import { KpiSkeleton, KpiStrip, type Tile } from '../../../kit/list/KpiStrip.tsx'
import { useFiltered } from '../../../kit/list/useList.ts'
import { orderList, orderSummary } from '../contractOrders.ts'
import { ordersText } from '../text.ts'
import { amountTile } from './amountTile.ts'

/** The filtered orders in figures. */
export function OrderTiles({ filters }: { filters: Record<string, string> }) {
  const { language } = useApp()
  const words = useText(ordersText)
  const { tiles } = words
  const seesOurs = useMay('affiliate.read')
  const { data, isError } = useFiltered(orderList, orderSummary, filters)
  if (isError) return null
  if (!data) return <KpiSkeleton tiles={seesOurs ? 6 : 5} />
  const amount = (label: string, fen: number) => amountTile(label, fen, language)
  const figures: Tile[] = [
    {
      label: tiles.orders,
      help: tiles.ordersHelp,
      value: exactCount(data.orders),
      note: tiles.rows(exactCount(data.rows)),
    },
    amount(tiles.base, data.baseFen),
    ...(data.estFeeFen === null ? [] : [amount(tiles.estFee, data.estFeeFen)]),
    ...(data.actFeeFen === null ? [] : [amount(tiles.actFee, data.actFeeFen)]),
    ...(seesOurs
      ? []
      : [amount(tiles.ownShare, data.partnerFen), amount(tiles.finishedShare, data.finishedPartnerFen)]),
    { label: tiles.returns, help: tiles.returnsHelp, value: rate(data.returnRate) },
    ...(seesOurs
      ? [
          {
            label: tiles.violations,
            value: exactCount(data.violations),
            note: data.unknown
              ? tiles.unknown(exactCount(data.unknown))
              : data.syncedThrough
                ? words.synced(fullTime(data.syncedThrough))
                : undefined,
          },
        ]
      : []),
  ]
  return <KpiStrip label={tiles.label} tiles={figures} />
}
