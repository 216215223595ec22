import { Bubble } from '../../../kit/chart/Bubble.tsx'
import { Donut } from '../../../kit/chart/Donut.tsx'
import { Treemap } from '../../../kit/chart/Treemap.tsx'
import { figureOf } from '../../../kit/format/figure.ts'
import { change, rate, shortCount } from '../../../kit/format/number.ts'
import { useApp, useText } from '../../../kit/hooks/app.ts'
import { growthOf, supplyGrowthOf } from '../compute.ts'
import { listOf } from '../query.ts'
import { text } from '../text.ts'
import styles from './categories.module.css'
import { type Answered, useNameOf } from './use.ts'

/** Growth beyond this is drawn here: one category that began with little would press all others together. */
const MOST_GROWTH = 2_000_000
const SLICES = 5

interface ChartProps extends Answered {
  /** The compared period is there wholly. */
  isWhole: boolean
}

/** Second-level categories, or a first-level one that has none, by plays; the shade is their growth. */
export function Areas({ answer: { list }, asked, isWhole }: ChartProps) {
  const { language, go } = useApp()
  const words = useText(text)
  const nameOf = useNameOf()
  const leaves = list.flatMap((one) => (one.children.some(({ plays }) => plays > 0) ? one.children : [one]))
  const inWords = (of: (typeof leaves)[number]) => {
    const found = isWhole ? change(of.plays, of.playsBefore) : ({ kind: 'none' } as const)
    if (found.kind === 'up' || found.kind === 'down') return found.text
    return found.kind === 'none' ? words.noChange : '0%'
  }
  return (
    <Treemap
      title={words.charts.treemap}
      note={words.charts.treemapNote}
      tilesName={words.category}
      sizeName={words.metrics.plays}
      shadeName={words.metrics.growth}
      tiles={leaves.map((one) => {
        const growth = isWhole ? growthOf(one) : null
        return {
          key: one.id,
          name: nameOf(one),
          size: one.plays,
          // Half more or half less is the strongest shade.
          shade: growth === null ? null : Math.max(-1, Math.min(1, growth / 500_000)),
          change: inWords(one),
        }
      })}
      format={figureOf('count', language)}
      height={296}
      onOpen={(id) => go('/dashboard/data', listOf(id, asked, 'period'))}
    />
  )
}

export function Share({ answer: { list, totals }, asked }: Answered) {
  const { language, go } = useApp()
  const words = useText(text)
  const nameOf = useNameOf()
  const format = figureOf('count', language)
  const played = list.filter(({ plays }) => plays > 0)
  const top = played.length <= SLICES + 1 ? played : played.slice(0, SLICES)
  const rest = totals.plays - top.reduce((sum, { plays }) => sum + plays, 0)
  return (
    <Donut
      title={words.charts.share}
      note={words.metrics.plays}
      format={format}
      slices={[
        ...top.map((one) => ({
          key: one.id,
          name: nameOf(one),
          value: one.plays,
          onOpen: () => go('/dashboard/data', listOf(one.id, asked, 'period')),
        })),
        ...(top.length < played.length
          ? [{ key: 'rest', name: words.charts.rest(played.length - top.length), value: rest }]
          : []),
      ]}
      whole={{ name: words.charts.total, value: shortCount(totals.plays, language) }}
      share={(fraction) => rate(Math.round(fraction * 1_000_000))}
    />
  )
}

/** Growth of supply against growth of plays: where there is room, and where it is crowded. */
export function Quadrants({ answer: { list }, asked, isWhole }: ChartProps) {
  const { language, go } = useApp()
  const words = useText(text)
  const nameOf = useNameOf()
  const percent = figureOf('rate', language)
  const leaves = list.flatMap((one) => (one.children.length > 0 ? one.children : [one]))
  const grown = leaves.flatMap((one) => {
    const [x, y] = [supplyGrowthOf(one), growthOf(one)]
    return isWhole && x !== null && y !== null ? [{ key: one.id, name: nameOf(one), x, y, size: one.plays }] : []
  })
  const isCapped = grown.some(({ x, y }) => x > MOST_GROWTH || y > MOST_GROWTH)
  if (grown.length === 0)
    return (
      <figure className={styles.without} aria-label={words.charts.quadrant}>
        <b>{words.charts.quadrant}</b>
        <p>{words.charts.noCompare}</p>
      </figure>
    )
  return (
    <>
      <Bubble
        title={words.charts.quadrant}
        note={[words.charts.quadrantNote, ...(isCapped ? [words.charts.capped(percent.short(MOST_GROWTH))] : [])].join(
          ' · ',
        )}
        bubblesName={words.category}
        x={{ name: words.metrics.supplyGrowth, format: percent, most: MOST_GROWTH }}
        y={{ name: words.metrics.growth, format: percent, most: MOST_GROWTH }}
        size={{ name: words.metrics.plays, format: figureOf('count', language) }}
        bubbles={grown}
        quadrants={words.charts.quadrants}
        height={320}
        onOpen={(id) => go('/dashboard/data', listOf(id, asked, 'period'))}
      />
      <p className={styles.chartNote}>{words.charts.quadrantHelp}</p>
    </>
  )
}
