import { useApp, useText } from '../hooks/app.ts'
import { ChartFrame, type Format, type FrameProps } from './ChartFrame.tsx'
import styles from './chart.module.css'
import { PALETTE } from './palette.ts'
import { Ring } from './Ring.tsx'
import { chartText } from './text.ts'

export interface Slice {
  key: string
  name: string
  value: number
  /** Opens what the part counts. */
  onOpen?: (() => void) | undefined
}

interface DonutProps extends FrameProps {
  /** At most six, the largest first. */
  slices: readonly Slice[]
  format: Format
  /** What the whole is, in the middle. */
  whole: { name: string; value: string }
  /** A fraction of the whole, in words. */
  share(fraction: number): string
}

/** Parts of a whole as a ring; the list beside it says the same in words. */
export function Donut(props: DonutProps) {
  const { slices, format, whole, share } = props
  const { theme } = useApp()
  const words = useText(chartText)
  const total = slices.reduce((sum, { value }) => sum + value, 0)
  const shareOf = (value: number) => share(total > 0 ? value / total : 0)
  return (
    <ChartFrame
      {...props}
      isDescribed
      description=""
      table={{
        columns: [{ name: words.part }, { name: words.value, figure: format }, { name: words.ofAll }],
        rows: slices.map(({ key, name, value }) => ({ key, cells: [name, value, shareOf(value)] })),
      }}
    >
      <div className={styles.donut}>
        <Ring parts={slices} whole={whole} share={share} />
        <ul className={styles.slices}>
          {slices.map(({ key, name, value, onOpen }, index) => (
            <li key={key} title={`${name} ${format.exact(value)}`}>
              <i style={{ background: PALETTE[theme][index % PALETTE[theme].length] }} />
              {onOpen ? (
                <button type="button" className={`ellipsis ${styles.open}`} onClick={onOpen}>
                  {name}
                </button>
              ) : (
                <span className="ellipsis">{name}</span>
              )}
              <b>{shareOf(value)}</b>
            </li>
          ))}
        </ul>
      </div>
    </ChartFrame>
  )
}
