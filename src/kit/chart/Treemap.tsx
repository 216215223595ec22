import { useApp, useText } from '../hooks/app.ts'
import { mix } from '../theme/contrast.ts'
import { tokens } from '../theme/tokens.ts'
import { ChartFrame, type Format, type FrameProps } from './ChartFrame.tsx'
import frame from './chart.module.css'
import { PALETTE } from './palette.ts'
import { squarify } from './scale.ts'
import { Tip } from './Tip.tsx'
import { chartText } from './text.ts'
import styles from './treemap.module.css'
import { useMarks } from './useMarks.ts'
import { useWidth } from './useWidth.ts'

interface TreemapProps extends FrameProps {
  /** What a tile is, what its size and what its shade say. */
  tilesName: string
  sizeName: string
  shadeName: string
  tiles: readonly {
    key: string
    name: string
    size: number
    /** From −1 (fell most) over 0 to 1 (grew most); null without comparison. */
    shade: number | null
    /** What the shade says, in words. */
    change: string
  }[]
  format: Format
  height: number
  onOpen?: (key: string) => void
}

/** Blue for growth, orange for decline, as strong as text on it stays readable. */
function shadesOf(theme: 'light' | 'dark') {
  const { surface, fill } = tokens[theme]
  const [blue, orange] = PALETTE[theme]
  const step = (color: string, share: number) => mix(color, surface, share)
  return [step(orange, 0.42), step(orange, 0.2), fill, step(blue, 0.2), step(blue, 0.42)]
}
const stepOf = (shade: number | null) => (shade === null ? 2 : Math.min(4, Math.max(0, Math.floor((shade + 1) * 2.5))))

/** Parts of a whole as areas; the shade says how each changed. */
export function Treemap(props: TreemapProps) {
  const { tilesName, sizeName, shadeName, format, height, onOpen } = props
  const { theme } = useApp()
  const words = useText(chartText)
  const { ref, width } = useWidth<HTMLDivElement>(640)
  const tiles = props.tiles.filter(({ size }) => size > 0).toSorted((a, b) => b.size - a.size)
  const marks = useMarks(tiles.length)
  const shades = shadesOf(theme)
  const rects = squarify(
    tiles.map(({ size }) => size),
    { x: 0, y: 0, width, height },
  )
  const total = tiles.reduce((sum, { size }) => sum + size, 0)
  const shown = marks.shown
  return (
    <ChartFrame
      {...props}
      legend={[
        { name: words.fell, color: shades[0]! },
        { name: words.steady, color: shades[2]! },
        { name: words.grew, color: shades[4]! },
      ]}
      table={{
        columns: [{ name: tilesName }, { name: sizeName, figure: format }, { name: shadeName }],
        rows: tiles.map(({ key, name, size, change }) => ({ key, cells: [name, size, change] })),
      }}
      description={words.areas(
        tiles
          .slice(0, 5)
          .map(({ name, size, change }) => `${name} ${format.exact(size)} ${change}`)
          .join(words.comma),
      )}
    >
      <div ref={ref} className={styles.area} style={{ height }} data-marks>
        {tiles.map((tile, at) => {
          const rect = rects[at]!
          return (
            <button
              key={tile.key}
              type="button"
              className={styles.tile}
              {...marks.propsOf(at)}
              style={{
                left: rect.x,
                top: rect.y,
                width: Math.max(1, rect.width - 2),
                height: Math.max(1, rect.height - 2),
                background: shades[stepOf(tile.shade)],
              }}
              onClick={() => onOpen?.(tile.key)}
            >
              <span className={frame.hidden}>
                {`${tile.name} ${sizeName} ${format.exact(tile.size)} ${shadeName} ${tile.change}`}
              </span>
              {rect.width > 52 && rect.height > 28 && <b aria-hidden>{tile.name}</b>}
              {rect.width > 76 && rect.height > 48 && <span aria-hidden>{format.short(tile.size)}</span>}
              {rect.width > 76 && rect.height > 68 && <span aria-hidden>{tile.change}</span>}
            </button>
          )
        })}
        {shown !== null && (
          <Tip
            title={tiles[shown]!.name}
            lines={[
              { name: sizeName, value: format.exact(tiles[shown]!.size) },
              { name: words.ofAll, value: `${((tiles[shown]!.size / total) * 100).toFixed(1)}%` },
              { name: shadeName, value: tiles[shown]!.change },
            ]}
            x={((rects[shown]!.x + rects[shown]!.width / 2) / width) * 100}
            y={((rects[shown]!.y + rects[shown]!.height / 2) / height) * 100}
          />
        )}
      </div>
    </ChartFrame>
  )
}
