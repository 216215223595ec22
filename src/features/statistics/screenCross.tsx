import { StackedBars } from '../../kit/chart/StackedBars.tsx'
import { topSeries } from '../../kit/chart/scale.ts'
import { Failed } from '../../kit/feedback/State.tsx'
import { Pick } from '../../kit/form/Pick.tsx'
import { useApp, useText } from '../../kit/hooks/app.ts'
import type { Dimension } from './contract.ts'
import { nameOf } from './names.ts'
import { listOf, narrowTo, REST, type View } from './query.ts'
import { formatOf } from './screenFormat.ts'
import { useCross } from './screenUse.ts'
import { text } from './text.ts'

interface CrossProps {
  view: View
  dimensions: readonly Dimension[]
  onChange(change: Partial<View>): void
}

const HEIGHT = 260

/** Plays by two dimensions: the ten largest values and the rest, each stacked of the other dimension. */
export function Cross({ view, dimensions, onChange }: CrossProps) {
  const { language, go } = useApp()
  const words = useText(text)
  const { data, error, refetch } = useCross(view)
  if (error && !data) return <Failed error={error} onRetry={() => void refetch()} />
  const { answer, asked } = data ?? { answer: { bars: [], parts: [] }, asked: view }
  const named = (dimension: Dimension, one: { key: string; nameZh: string; nameEn: string }) =>
    one.key === REST ? words.others : nameOf(dimension, one, language)
  const stacks = answer.parts.map((part, at) => ({
    key: part.key,
    name: named(asked.by, part),
    values: answer.bars.map(({ plays }) => plays[at]!),
  }))
  return (
    <StackedBars
      title={words.cross.title(words.dimensions[asked.dimension], words.dimensions[asked.by])}
      note={words.metrics.plays}
      controls={
        <Pick
          label={words.cross.by}
          value={view.by}
          options={dimensions.filter((one) => one !== view.dimension)}
          nameOf={(one) => words.dimensions[one]}
          onChange={(by) => onChange({ by })}
        />
      }
      barsName={words.dimensions[asked.dimension]}
      bars={answer.bars.map((bar) => ({ key: bar.key, name: named(asked.dimension, bar) }))}
      stacks={topSeries(stacks, stacks.length, words.share.rest)}
      format={formatOf('plays', language)}
      height={HEIGHT}
      onOpen={(key) => {
        const narrowed = narrowTo(asked.dimension, key)
        if (narrowed) go('/dashboard/data', { ...listOf(asked), ...narrowed })
      }}
    />
  )
}
