import { Bubble } from '../../kit/chart/Bubble.tsx'
import type { Format } from '../../kit/chart/ChartFrame.tsx'
import { Donut } from '../../kit/chart/Donut.tsx'
import { HeatMap } from '../../kit/chart/HeatMap.tsx'
import { LineChart } from '../../kit/chart/LineChart.tsx'
import { Radar } from '../../kit/chart/Radar.tsx'
import { StackedBars } from '../../kit/chart/StackedBars.tsx'
import { Treemap } from '../../kit/chart/Treemap.tsx'
import { Waterfall } from '../../kit/chart/Waterfall.tsx'
import { exactCount, money, rate, shortCount } from '../../kit/format/number.ts'
import { useApp, useText } from '../../kit/hooks/app.ts'
import { Story } from './Story.tsx'
import { galleryText } from './text.ts'

const HEIGHT = 220
const days = (count: number) => Array.from({ length: count }, (_, at) => `2026-10-${String(at + 1).padStart(2, '0')}`)
/** A course with a weekly rhythm and a day without data. */
const course = (count: number, level: number) =>
  Array.from({ length: count }, (_, at) => (at === 5 ? null : Math.round(level * (1 + 0.3 * Math.sin(at)))))

/** Every chart of the kit; each can be read as a table. */
export function ChartStories() {
  const words = useText(galleryText)
  const { language } = useApp()
  const plays: Format = {
    short: (value) => shortCount(value, language),
    exact: exactCount,
    file: (value) => String(value ?? ''),
  }
  const amount: Format = { short: money, exact: money, file: (value) => String(value ?? '') }
  const share: Format = { short: rate, exact: rate, file: (value) => String(value ?? '') }
  const frame = { title: words.metric, note: words.asOf }
  const parts = words.parts.map((name, at) => ({ key: name, name, value: 400_000 / (at + 1) }))
  return (
    <>
      <Story name="LineChart">
        <LineChart
          {...frame}
          {...plays}
          days={days(7)}
          height={HEIGHT}
          series={[{ name: words.metric, values: course(7, 8_000) }]}
        />
        <LineChart
          {...frame}
          {...plays}
          right={share}
          days={days(30)}
          height={HEIGHT}
          series={[
            { name: words.metric, values: course(30, 800_000) },
            { name: words.compared, values: course(30, 700_000), isBefore: true },
            { name: '%', values: course(30, 300_000), isRight: true },
          ]}
          partial={days(30).map((_, at) => at === 29)}
        />
      </Story>
      <Story name="StackedBars">
        <StackedBars
          {...frame}
          format={plays}
          height={HEIGHT}
          barsName={words.day}
          bars={days(14).map((day, at) => ({ key: day, name: day, tick: day.slice(5), isPartial: at === 13 }))}
          stacks={words.parts.map((name, at) => ({
            key: name,
            name,
            values: course(14, 100_000 / (at + 1)).map((value) => value ?? 0),
          }))}
        />
      </Story>
      <Story name="Donut, Ring">
        <Donut
          {...frame}
          slices={parts}
          format={plays}
          whole={{ name: words.whole, value: shortCount(833_333, language) }}
          share={(fraction) => rate(fraction * 1_000_000)}
        />
      </Story>
      <Story name="HeatMap">
        <HeatMap
          {...frame}
          rowsName={words.name}
          format={plays}
          columns={days(14).map((day) => ({ key: day, name: day.slice(5) }))}
          rows={words.people.map((name, at) => ({ key: name, name, values: course(14, 1_000 * (at + 1)) }))}
        />
      </Story>
      <Story name="Treemap">
        <Treemap
          {...frame}
          height={HEIGHT}
          tilesName={words.name}
          sizeName={words.metric}
          shadeName={words.compared}
          format={plays}
          tiles={parts.map(({ key, name, value }, at) => ({
            key,
            name,
            size: value,
            shade: [0.9, 0.2, null, -0.8][at]!,
            change: ['+42.0%', '+8.1%', '—', '−31.5%'][at]!,
          }))}
        />
      </Story>
      <Story name="Waterfall">
        <Waterfall
          title={words.money}
          stepsName={words.name}
          format={amount}
          steps={[
            { key: 'a', name: words.parts[0]!, value: 1_864_000, isSum: true },
            { key: 'b', name: words.parts[1]!, value: 240_000 },
            { key: 'c', name: words.parts[2]!, value: -310_000 },
            { key: 'd', name: words.parts[3]!, value: 0 },
            { key: 'e', name: words.whole, value: 1_794_000, isSum: true },
          ]}
        />
      </Story>
      <Story name="Bubble">
        <Bubble
          {...frame}
          height={320}
          bubblesName={words.name}
          x={{ name: words.compared, format: share }}
          y={{ name: '%', format: share }}
          size={{ name: words.metric, format: plays }}
          quadrants={words.quadrants as [string, string, string, string]}
          bubbles={words.parts.map((name, at) => ({
            key: name,
            name,
            x: [220_000, -140_000, 60_000, -310_000][at]!,
            y: [90_000, 180_000, -120_000, -40_000][at]!,
            size: 400_000 / (at + 1),
          }))}
        />
      </Story>
      <Story name="Radar">
        <Radar
          {...frame}
          height={280}
          itemsName={words.name}
          axes={words.parts.map((name) => ({ key: name, name, highest: 1_000, format: plays }))}
          items={words.people.map((name, at) => ({
            key: name,
            name,
            values: [900, 420, 700, null].map((value) => value && value - at * 90),
          }))}
        />
      </Story>
    </>
  )
}
