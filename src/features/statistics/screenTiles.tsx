import { periodText } from '../../kit/form/text.ts'
import { change, changePoints } from '../../kit/format/number.ts'
import { useApp, useText } from '../../kit/hooks/app.ts'
import { KpiStrip, type Tile } from '../../kit/list/KpiStrip.tsx'
import { listOf, publishedIn } from './query.ts'
import { formatOf, isRate } from './screenFormat.ts'
import type { Answered } from './screenUse.ts'
import { text } from './text.ts'

export const TILES = ['plays', 'newVideos', 'activeVideos', 'estIncomeFen', 'rpmFen', 'interactionRate'] as const

/** The period's totals beside those of the compared period, with their course. */
export function Tiles({ answer: { totals, before, series }, asked, isWhole }: Answered & { isWhole: boolean }) {
  const { language, go } = useApp()
  const words = useText(text)
  const periods = useText(periodText)
  const tiles = TILES.map((metric): Tile => {
    const format = formatOf(metric, language)
    const { digits, unit } = format.tile(totals[metric])
    const compared = isRate(metric)
      ? changePoints(totals[metric], before?.[metric], language)
      : change(totals[metric], before?.[metric])
    return {
      label: words.metrics[metric],
      help: words.help[metric],
      value: digits,
      unit,
      exact: format.exact(totals[metric]),
      openLabel: words.openList,
      onOpen: () => go('/dashboard/data', metric === 'newVideos' ? publishedIn(asked) : listOf(asked)),
      ...(series.length > 1 && { trend: series.map((point) => point[metric]) }),
      ...(before && { change: isWhole ? compared : ({ kind: 'none' } as const), note: periods.versus[asked.compare] }),
    }
  })
  return <KpiStrip label={words.tiles} tiles={tiles} />
}
