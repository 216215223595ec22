import { useApp, useText } from '../hooks/app.ts'
import { ChartFrame, type Format, type FrameProps } from './ChartFrame.tsx'
import { PALETTE } from './palette.ts'
import { niceSteps, withoutZeros } from './scale.ts'
import { chartText } from './text.ts'
import { useWidth } from './useWidth.ts'
import styles from './waterfall.module.css'

export interface Step {
  key: string
  name: string
  /** A sum that stands on the ground, or what is added to the step before. */
  value: number
  isSum?: boolean
  /** Not lost, but gone to stand elsewhere. */
  isMove?: boolean
}

interface WaterfallProps extends FrameProps {
  steps: readonly Step[]
  /** What the first column of the table is. */
  stepsName: string
  format: Format
  onOpen?: (step: string) => void
}

/** Below this many pixels the steps lie, each in a row of its own. */
const STANDING_FROM = 560
const HEIGHT = 220
const LINES = 4

/**
 * How one sum becomes another, step by step: sums blue, what is added teal, what is taken orange, what goes elsewhere purple, what
 * is nothing grey (look §3).
 */
export function Waterfall({ steps, stepsName, format, onOpen, ...frame }: WaterfallProps) {
  const words = useText(chartText)
  const { theme } = useApp()
  const { ref, width } = useWidth<HTMLDivElement>(640)
  const isStanding = width >= STANDING_FROM
  const bars = barsOf(steps)
  const lines = linesOf(bars)
  const [low, high] = [lines[0]!, lines.at(-1)!]
  const [sum, taken, added, moved, , none] = PALETTE[theme]
  const colors = { sum, added, taken, moved, none }
  const at = (value: number) => ((Math.max(value, low) - low) / (high - low)) * 100
  // Far above zero the lines are near each other: short figures would be alike.
  const write = (value: number) => withoutZeros(low > 0 ? format.exact(value) : format.short(value))
  return (
    <ChartFrame
      {...frame}
      note={low > 0 ? words.scaleFrom(frame.note, format.exact(low)) : frame.note}
      legend={[
        { name: words.sum, color: sum },
        { name: words.added, color: added },
        { name: words.taken, color: taken },
        ...(bars.some(({ kind }) => kind === 'moved') ? [{ name: words.moved, color: moved }] : []),
      ]}
      table={{
        columns: [{ name: stepsName }, { name: words.value, figure: format }],
        rows: steps.map(({ key, name, value }) => ({ key, cells: [name, value] })),
      }}
      description={steps.map(({ name, value }) => `${name} ${format.exact(value)}`).join(words.comma)}
    >
      <div
        ref={ref}
        className={styles.chart}
        data-standing={isStanding || undefined}
        style={isStanding ? { height: HEIGHT } : undefined}
      >
        {isStanding && (
          <div className={styles.scale} aria-hidden>
            {lines.toReversed().map((value) => (
              <span key={value}>{write(value)}</span>
            ))}
          </div>
        )}
        <div className={styles.plot}>
          {isStanding && (
            <div className={styles.lines} aria-hidden>
              {lines.map((value) => (
                <hr key={value} style={{ bottom: `${at(value)}%` }} />
              ))}
            </div>
          )}
          <ol className={styles.steps} aria-label={frame.title}>
            {bars.map(({ key, name, from, to, kind, value }, index) => {
              const [start, size] = [at(Math.min(from, to)), Math.abs(at(to) - at(from))]
              const label = `${kind === 'added' ? '+' : ''}${format.exact(value)}`
              const bar = (
                <>
                  <span className={styles.track} aria-hidden>
                    <i
                      style={
                        isStanding
                          ? { background: colors[kind], bottom: `${start}%`, height: `max(2px, ${size}%)` }
                          : { background: colors[kind], left: `${start}%`, width: `max(2px, ${size}%)` }
                      }
                    />
                    {isStanding && index < bars.length - 1 && (
                      <s className={styles.connector} style={{ bottom: `${at(to)}%` }} />
                    )}
                    {isStanding && (
                      <b className="tabular" style={{ bottom: `calc(${start + size}% + 4px)` }}>
                        {label}
                      </b>
                    )}
                  </span>
                  <span className={styles.name}>{name}</span>
                  <span className={isStanding ? styles.hidden : `tabular ${styles.value}`}>{label}</span>
                </>
              )
              return (
                <li key={key} className={styles.step}>
                  {onOpen ? (
                    <button type="button" onClick={() => onOpen(key)}>
                      {bar}
                    </button>
                  ) : (
                    bar
                  )}
                </li>
              )
            })}
          </ol>
        </div>
      </div>
    </ChartFrame>
  )
}

type Bar = Step & { from: number; to: number; kind: 'sum' | 'added' | 'taken' | 'moved' | 'none' }

/** Where each step begins and ends: a sum from zero, or from the ground above it, a change from where the one before ended. */
function barsOf(steps: readonly Step[]): Bar[] {
  let at = 0
  return steps.map((step) => {
    const from = step.isSum ? 0 : at
    at = step.isSum ? step.value : at + step.value
    return { ...step, from, to: at, kind: step.isSum ? 'sum' : kindOf(step) }
  })
}

function kindOf({ value, isMove }: Step): Bar['kind'] {
  if (value === 0) return 'none'
  if (isMove) return 'moved'
  return value < 0 ? 'taken' : 'added'
}

/** Sums may begin above zero where all that happens lies in the upper part: the changes are what is looked at. */
const ZOOM_FROM = 0.6
/** So much of a sum is seen where nothing changes it. */
const LEAST = 0.05

/** The figures beside the bars: from zero, from below it where something falls so deep, or from below all that happens. */
function linesOf(bars: readonly Bar[]): number[] {
  const high = Math.max(0, ...bars.map(({ to }) => to))
  const low = Math.min(...bars.map(({ to }) => to))
  const ground = low < high * ZOOM_FROM || high === 0 ? Math.min(0, low) : low - Math.max(high - low, high * LEAST)
  return niceSteps(ground, high, LINES)
}
