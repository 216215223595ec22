import { Donut } from '../../kit/chart/Donut.tsx'
import { exactCount, rate, shortCount } from '../../kit/format/number.ts'
import { useApp, useText } from '../../kit/hooks/app.ts'
import { nameOf } from './names.ts'
import { slicesOf } from './query.ts'
import type { Answered } from './screenUse.ts'
import { text } from './text.ts'

/** Who the plays come from: the five largest and the rest. */
export function Share({ answer: { rows, totals }, asked: { dimension } }: Answered) {
  const { language } = useApp()
  const words = useText(text)
  const { top, rest, restCount } = slicesOf(rows, totals.plays, 5)
  const slices = top.map((row) => ({
    key: row.key,
    name: nameOf(dimension, row, language),
    value: row.plays,
    exact: exactCount(row.plays),
  }))
  if (restCount > 0)
    slices.push({ key: 'rest', name: words.share.rest(restCount), value: rest, exact: exactCount(rest) })
  return (
    <Donut
      title={words.share.title(words.dimensions[dimension])}
      slices={slices}
      whole={{ name: words.share.total, value: shortCount(totals.plays, language) }}
      share={(fraction) => rate(Math.round(fraction * 1_000_000))}
    />
  )
}
