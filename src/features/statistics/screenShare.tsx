import { Donut, type Slice } from '../../kit/chart/Donut.tsx'
import { rate, shortCount } from '../../kit/format/number.ts'
import { useApp, useText } from '../../kit/hooks/app.ts'
import { nameOf } from './names.ts'
import { listOf, narrowTo, REST, slicesOf } from './query.ts'
import { formatOf } from './screenFormat.ts'
import type { Answered } from './screenUse.ts'
import { text } from './text.ts'

/** Who the plays come from: the five largest and the rest. */
export function Share({ answer: { rows, totals }, asked }: Answered) {
  const { dimension } = asked
  const { language, go } = useApp()
  const words = useText(text)
  const { top, rest, restCount } = slicesOf(rows, totals.plays, 5)
  const slices: Slice[] = top.map((row) => {
    const narrowed = narrowTo(dimension, row.key)
    return {
      key: row.key,
      name: nameOf(dimension, row, language),
      value: row.plays,
      onOpen: narrowed ? () => go('/dashboard/data', { ...listOf(asked), ...narrowed }) : undefined,
    }
  })
  if (restCount > 0) slices.push({ key: REST, name: words.share.rest(restCount), value: rest })
  return (
    <Donut
      title={words.share.title(words.dimensions[dimension])}
      note={words.metrics.plays}
      slices={slices}
      format={formatOf('plays', language)}
      whole={{ name: words.share.total, value: shortCount(totals.plays, language) }}
      share={(fraction) => rate(Math.round(fraction * 1_000_000))}
    />
  )
}
