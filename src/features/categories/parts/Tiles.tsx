import { periodText } from '../../../kit/form/text.ts'
import { figureOf } from '../../../kit/format/figure.ts'
import { change } from '../../../kit/format/number.ts'
import { useApp, useText } from '../../../kit/hooks/app.ts'
import { KpiStrip, type Tile } from '../../../kit/list/KpiStrip.tsx'
import { figureIn, kindOf, type Metric } from '../columns.ts'
import { text } from '../text.ts'
import type { Answered } from './use.ts'

export const TILES = [
  'plays',
  'newVideos',
  'estIncomeFen',
  'rpmFen',
  'interactionRate',
  'riskRate',
] as const satisfies Metric[]

/** All categories together. */
export function Tiles({ answer: { totals }, asked, isWhole }: Answered & { isWhole: boolean }) {
  const { language } = useApp()
  const words = useText(text)
  const periods = useText(periodText)
  const before: Partial<Record<Metric, number | null>> = {
    plays: totals.playsBefore,
    newVideos: totals.newVideosBefore,
  }
  const tiles = TILES.map((metric): Tile => {
    const format = figureOf(kindOf(metric), language)
    const value = figureIn(totals, metric)
    const { digits, unit } = format.tile(value)
    return {
      label: words.metrics[metric],
      help: words.help[metric],
      value: digits,
      unit,
      exact: format.exact(value),
      ...(isWhole &&
        before[metric] !== undefined && { change: change(value, before[metric]), note: periods.versus[asked.compare] }),
    }
  })
  return <KpiStrip label={words.title} tiles={tiles} />
}
