import styles from './tip.module.css'

export interface TipLine {
  name: string
  value: string
  color?: string | undefined
}
interface TipProps {
  title: string
  lines: readonly TipLine[]
  /** Where it points, in hundredths of the drawing. */
  x: number
  y: number
}

/** The values of the mark that is pointed at. Decoration: each mark says them to a screen reader itself. */
export function Tip({ title, lines, x, y }: TipProps) {
  const side = x < 33 ? 'start' : x > 66 ? 'end' : 'middle'
  return (
    <div
      className={styles.tip}
      data-side={side}
      data-below={y < 45 || undefined}
      style={{ left: `${x}%`, top: `${y}%` }}
      aria-hidden
    >
      <b>{title}</b>
      {lines.map(({ name, value, color }) => (
        <div key={name}>
          {color && <i style={{ background: color }} />}
          <span>{name}</span>
          <em>{value}</em>
        </div>
      ))}
    </div>
  )
}
