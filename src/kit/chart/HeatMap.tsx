import { useApp, useText } from '../hooks/app.ts'
import { ChartFrame, type Format, type FrameProps } from './ChartFrame.tsx'
import chart from './chart.module.css'
import styles from './heat.module.css'
import { HEAT } from './palette.ts'
import { Tip } from './Tip.tsx'
import { chartText } from './text.ts'
import { useMarks } from './useMarks.ts'

interface HeatMapProps extends FrameProps {
  /** What the first column of the table is. */
  rowsName: string
  rows: readonly { key: string; name: string; values: readonly (number | null)[] }[]
  /** `isMinor`: its name is left out where there is no room. */
  columns: readonly { key: string; name: string; isMinor?: boolean }[]
  format: Format
  onOpen?: (row: string, column: string) => void
}

/** Values of rows × columns as shades of one blue; the strongest stands out from the page in both themes. */
export function HeatMap(props: HeatMapProps) {
  const { rowsName, rows, columns, format, onOpen } = props
  const { theme } = useApp()
  const words = useText(chartText)
  const marks = useMarks(rows.length * columns.length, columns.length)
  const ramp = HEAT[theme]
  const known = rows.flatMap(({ values }) => values.filter((value) => value !== null))
  const low = Math.min(...known)
  const high = Math.max(...known)
  const shadeOf = (value: number) =>
    ramp[Math.min(ramp.length - 1, Math.floor(((value - low) / (high - low || 1)) * ramp.length))]!
  const shown = marks.shown === null ? null : [Math.floor(marks.shown / columns.length), marks.shown % columns.length]
  const strongest = rows
    .flatMap((row) =>
      columns.map((column, at) => ({ name: words.cross(row.name, column.name), value: row.values[at] })),
    )
    .find(({ value }) => value === high)
  return (
    <ChartFrame
      {...props}
      table={{
        columns: [{ name: rowsName }, ...columns.map(({ name }) => ({ name, figure: format }))],
        rows: rows.map(({ key, name, values }) => ({ key, cells: [name, ...values] })),
      }}
      description={strongest ? words.heat(format.exact(low), format.exact(high), strongest.name) : words.noValues}
    >
      <div className={styles.frame} data-marks>
        {/* biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a grid whose cells take the arrow keys */}
        <table className={styles.table} role="grid" aria-label={props.title}>
          <thead>
            <tr>
              <th scope="col">
                <span className={chart.hidden}>{rowsName}</span>
              </th>
              {columns.map(({ key, name, isMinor }) => (
                <th key={key} scope="col">
                  <span className={isMinor ? chart.hidden : undefined}>{name}</span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, y) => (
              <tr key={row.key}>
                <th scope="row">{row.name}</th>
                {columns.map((column, x) => {
                  const value = row.values[x] ?? null
                  return (
                    <td
                      key={column.key}
                      {...marks.propsOf(y * columns.length + x)}
                      data-missing={value === null || undefined}
                      data-opens={(!!onOpen && value !== null) || undefined}
                      aria-label={`${words.cross(row.name, column.name)} ${format.exact(value)}`}
                      style={value === null ? undefined : { background: shadeOf(value) }}
                      onClick={() => value !== null && onOpen?.(row.key, column.key)}
                      onKeyUp={(event) => event.key === 'Enter' && value !== null && onOpen?.(row.key, column.key)}
                    />
                  )
                })}
              </tr>
            ))}
          </tbody>
        </table>
        {shown && (
          <Tip
            title={words.cross(rows[shown[0]!]!.name, columns[shown[1]!]!.name)}
            lines={[
              { name: props.note ?? props.title, value: format.exact(rows[shown[0]!]!.values[shown[1]!] ?? null) },
            ]}
            x={((shown[1]! + 1.5) / (columns.length + 1)) * 100}
            y={((shown[0]! + 0.5) / (rows.length + 1)) * 100}
          />
        )}
      </div>
      {known.length > 0 && (
        <div className={styles.ramp}>
          <span>{format.short(low)}</span>
          {ramp.map((color) => (
            <i key={color} style={{ background: color }} />
          ))}
          <span>{format.short(high)}</span>
        </div>
      )}
    </ChartFrame>
  )
}
