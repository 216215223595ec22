import { useQuery } from '@tanstack/react-query'
import { money } from '../../../kit/format/number.ts'
import { shortDay, shortTime } from '../../../kit/format/time.ts'
import { useApp, useText } from '../../../kit/hooks/app.ts'
import { usePage } from '../../../kit/hooks/page.ts'
import { KpiSkeleton, KpiStrip } from '../../../kit/list/KpiStrip.tsx'
import { partnerSummary, sm4List } from '../contract/statements.ts'
import { screenText } from '../screenText.ts'

/** A partner's own money: what is coming, what waits for it, what was paid (domain page S12). */
export function PartnerTiles() {
  const { call, language } = useApp()
  const words = useText(screenText)
  const page = usePage()
  const { data } = useQuery({
    queryKey: [sm4List.key, partnerSummary.path],
    queryFn: ({ signal }) => call(partnerSummary, {}, { signal, quiet: true }),
  })
  const { tiles } = words
  if (!data) return <KpiSkeleton tiles={5} />
  const [first] = data.toConfirm
  return (
    <KpiStrip
      label={tiles.estimate}
      tiles={[
        {
          label: tiles.estimate,
          value: money(data.estimateFen),
          note: data.estimateThrough
            ? tiles.since(shortDay(data.estimateFrom, language), shortDay(data.estimateThrough, language))
            : tiles.none,
        },
        {
          label: tiles.toConfirm,
          value: money(data.toConfirmFen),
          note: first ? `${words.confirmDue} ${shortTime(first.confirmDue, language)}` : tiles.none,
          ...(first && {
            onOpen: () => page.setSearch({ statement: first.statementId }),
            openLabel: words.statement(first.no),
          }),
        },
        { label: tiles.confirmed, value: money(data.confirmedFen) },
        { label: tiles.paid, value: money(data.paidFen) },
        { label: tiles.nextPay, value: data.nextPayOn ? shortDay(data.nextPayOn, language) : tiles.none },
      ]}
    />
  )
}
