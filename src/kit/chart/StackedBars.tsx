import { useApp, useText } from '../hooks/app.ts'
import styles from './bars.module.css'
import { ChartFrame, type Format, type FrameProps } from './ChartFrame.tsx'
import { PALETTE } from './palette.ts'
import { niceTop, type Stack, withoutZeros } from './scale.ts'
import { Tip } from './Tip.tsx'
import { chartText } from './text.ts'
import { useMarks } from './useMarks.ts'

interface StackedBarsProps extends FrameProps {
  /** One bar each: a bucket of time or a category. */
  bars: readonly { key: string; name: string; tick?: string; isPartial?: boolean }[]
  /** What the bars are stacked of, from the bottom; six at most (`topSeries`). */
  stacks: readonly Stack[]
  /** What the first column of the table is. */
  barsName: string
  format: Format
  height: number
  onOpen?: (bar: string) => void
}

const LINES = 4
/** So many bars have room for all their names, however narrow the place. */
const FEW = 6

/** Sums and what they are made of, as bars. */
export function StackedBars(props: StackedBarsProps) {
  const { bars, stacks, barsName, format, height, onOpen } = props
  const { theme } = useApp()
  const words = useText(chartText)
  const marks = useMarks(bars.length)
  const colors = PALETTE[theme]
  const colorOf = (at: number) => colors[at % colors.length]!
  // A correction may be below zero: the table has it, a stack cannot.
  const drawn = (stack: Stack, at: number) => Math.max(0, stack.values[at] ?? 0)
  const sums = bars.map((_, at) => stacks.reduce((sum, stack) => sum + (stack.values[at] ?? 0), 0))
  const heights = bars.map((_, at) => stacks.reduce((sum, stack) => sum + drawn(stack, at), 0))
  const top = niceTop(Math.max(0, ...heights), LINES)
  const steps = Array.from({ length: LINES + 1 }, (_, step) => (top / LINES) * (LINES - step))
  const every = Math.max(1, Math.ceil(bars.length / 12))
  const linesOf = (at: number) =>
    stacks.map((stack, index) => ({
      name: stack.name,
      value: format.exact(stack.values[at] ?? null),
      color: colorOf(index),
    }))
  const shown = marks.shown
  return (
    <ChartFrame
      {...props}
      legend={[
        // One series is what the title says.
        ...(stacks.length > 1 ? stacks.map(({ name }, at) => ({ name, color: colorOf(at) })) : []),
        ...(bars.some(({ isPartial }) => isPartial)
          ? [{ name: words.partial, color: 'var(--t3)', shape: 'hollow' as const }]
          : []),
      ]}
      table={{
        columns: [
          { name: barsName },
          { name: words.sum, figure: format },
          ...stacks.map(({ name }) => ({ name, figure: format })),
        ],
        rows: bars.map(({ key, name }, at) => ({
          key,
          cells: [name, sums[at]!, ...stacks.map(({ values }) => values[at] ?? null)],
        })),
      }}
      description={words.bars(
        bars.length,
        stacks
          .map(({ name, values }) => `${name} ${format.exact(values.reduce((sum, value) => sum + value, 0))}`)
          .join(words.comma),
      )}
    >
      <div className={styles.chart} style={{ height }}>
        <div className={styles.scale} aria-hidden>
          {steps.map((value) => (
            <span key={value}>{withoutZeros(format.short(value))}</span>
          ))}
        </div>
        <div className={styles.plot} data-marks>
          {steps.map((value, step) => (
            <hr key={value} style={{ top: `${(step / LINES) * 100}%` }} aria-hidden />
          ))}
          {bars.map(({ key, name, tick, isPartial }, at) => (
            <div key={key} className={styles.place}>
              <button
                type="button"
                className={styles.bar}
                {...marks.propsOf(at)}
                data-partial={isPartial || undefined}
                aria-label={words.bar(
                  name,
                  format.exact(sums[at]!),
                  linesOf(at)
                    .map((line) => `${line.name} ${line.value}`)
                    .join(words.comma),
                )}
                onClick={() => onOpen?.(key)}
              >
                {stacks.map((stack, index) => (
                  <i
                    key={stack.key}
                    style={{ height: `${(drawn(stack, at) / top) * 100}%`, background: colorOf(index) }}
                  />
                ))}
              </button>
              {(bars.length - 1 - at) % every === 0 && (
                <span
                  data-minor={(bars.length > FEW && ((bars.length - 1 - at) / every) % 2 === 1) || undefined}
                  aria-hidden
                >
                  {tick ?? name}
                </span>
              )}
            </div>
          ))}
          {shown !== null && (
            <Tip
              title={`${bars[shown]!.name}  ${format.exact(sums[shown]!)}`}
              lines={linesOf(shown)}
              x={((shown + 0.5) / bars.length) * 100}
              y={100 - (heights[shown]! / top) * 100}
            />
          )}
        </div>
      </div>
    </ChartFrame>
  )
}
