import { change, exactCount, rate } from '../../../kit/format/number.ts'
import { useText } from '../../../kit/hooks/app.ts'
import { usePage } from '../../../kit/hooks/page.ts'
import { KpiSkeleton, KpiStrip } from '../../../kit/list/KpiStrip.tsx'
import { useFiltered } from '../../../kit/list/useList.ts'
import { riskList, riskSummary } from '../contract.ts'
import { screenText } from '../screenText.ts'

/** The filtered set of cases in figures. */
export function Tiles({ filters }: { filters: Record<string, string> }) {
  const words = useText(screenText)
  const page = usePage()
  const { data, isError } = useFiltered(riskList, riskSummary, filters)
  if (isError) return null
  if (!data) return <KpiSkeleton tiles={6} />
  const only = (search: Record<string, string>) => () => page.setSearch({ ...page.search, current: '', ...search })
  const { staff } = data
  if (!staff)
    return (
      <KpiStrip
        label={words.partner.tiles}
        tiles={[
          {
            label: words.partner.answerable,
            value: exactCount(data.answerable),
            onOpen: only({ state: 'decided', appealState: 'none' }),
          },
          { label: words.partner.open, value: exactCount(data.open), onOpen: only({ state: 'pending' }) },
          { label: words.partner.appealing, value: exactCount(data.appealing), onOpen: only({ state: 'appealing' }) },
          {
            label: words.partner.decided,
            value: exactCount(data.decided),
            onOpen: only({ state: 'decided', appealState: '' }),
          },
        ]}
      />
    )
  return (
    <KpiStrip
      label={words.kpi.label}
      tiles={[
        {
          label: words.kpi.inbound,
          value: exactCount(staff.inbound),
          change: change(staff.inbound, staff.inboundBefore),
          isNeutral: true,
          note: words.kpi.vsBefore,
        },
        {
          label: words.kpi.pending,
          value: exactCount(staff.pending),
          note: `${words.kpi.escalated} ${exactCount(staff.escalated)}`,
          onOpen: only({ state: 'pending' }),
        },
        {
          label: words.kpi.overdue,
          value: exactCount(staff.overdue),
          note: `${words.head.mine} ${exactCount(staff.mine)}`,
          onOpen: only({ isOverdue: 'true' }),
        },
        {
          label: words.kpi.handled,
          value: exactCount(staff.handled),
          note: words.kpi.actionRate(rate(staff.actionRatePpm)),
        },
        { label: words.kpi.handling, value: words.seconds(staff.handlingSeconds), note: words.kpi.days30 },
        { label: words.kpi.overturn, value: rate(staff.overturnRatePpm), note: words.kpi.days30 },
      ]}
    />
  )
}
