import { exactCount, MISSING, money, rate, shorten, shortMoney } from '../../../kit/format/number.ts'
import { useApp, useMay, useText } from '../../../kit/hooks/app.ts'
import { usePage } from '../../../kit/hooks/page.ts'
import { KpiSkeleton, KpiStrip, type Tile } from '../../../kit/list/KpiStrip.tsx'
import { useFiltered } from '../../../kit/list/useList.ts'
import { distributionList, distributionSummary } from '../contract.ts'
import { text } from '../text.ts'

/** The filtered set in figures: an operator's or a supplier's (domain page S8). */
export function Tiles({ filters }: { filters: Record<string, string> }) {
  const { language } = useApp()
  const words = useText(text).tiles
  const page = usePage()
  const manages = useMay('distributions.manage')
  const { data, isError } = useFiltered(distributionList, distributionSummary, filters)
  if (isError) return null
  if (!data) return <KpiSkeleton tiles={manages ? 5 : 6} />
  const show = (search: Record<string, string>) => ({
    openLabel: words.show,
    onOpen: () => page.setSearch({ ...page.search, current: '', cursor: '', ...search }),
  })
  const plays = shorten(data.plays, language)
  const fee = shortMoney(data.estFeeFen, language)
  const dueToday: Tile = { label: words.dueToday, value: exactCount(data.dueToday), note: words.inFilter }
  const tiles: Tile[] = manages
    ? [
        {
          label: words.toCheck,
          value: exactCount(data.toCheck),
          note: words.show,
          ...show({ checkState: 'pending', status: 'published,verified' }),
        },
        { label: words.takeUpRate, value: rate(data.takeUpRate), help: words.takeUpHelp, note: words.inFilter },
        { label: words.onTimeRate, value: rate(data.onTimeRate), help: words.onTimeHelp, note: words.inFilter },
        {
          label: words.hoursToPublish,
          value: data.hoursToPublish === null ? MISSING : data.hoursToPublish.toFixed(1),
          unit: words.hours,
          note: words.inFilter,
        },
        {
          label: words.recallOverdue,
          value: exactCount(data.recallOverdue),
          note: words.recalling(exactCount(data.recalling)),
          ...show({ status: 'recall_overdue' }),
        },
      ]
    : [
        { label: words.toAccept, value: exactCount(data.toAccept), note: words.show, ...show({ status: 'pending' }) },
        dueToday,
        { label: words.publishedThisMonth, value: exactCount(data.publishedThisMonth), note: words.inFilter },
        { label: words.passRate, value: rate(data.passRate), note: words.ofChecked },
        {
          label: words.plays,
          value: plays.digits,
          unit: plays.unit,
          exact: exactCount(data.plays),
          note: words.inFilter,
        },
        { label: words.estFee, value: fee.digits, unit: fee.unit, exact: money(data.estFeeFen), note: words.inFilter },
      ]
  return <KpiStrip label={words.label} tiles={tiles} />
}
