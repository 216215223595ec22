import { useApp } from '../hooks/app.ts'
import styles from './chart.module.css'
import { PALETTE } from './palette.ts'
import { Ring } from './Ring.tsx'

export interface Slice {
  key: string
  name: string
  value: number
  /** The exact value, in words. */
  exact: string
}

interface DonutProps {
  title: string
  /** At most six, the largest first. */
  slices: readonly Slice[]
  /** What the whole is, in the middle. */
  whole: { name: string; value: string }
  /** A fraction of the whole, in words. */
  share(fraction: number): string
}

/** Parts of a whole as a ring; the list beside it says the same in words. */
export function Donut({ title, slices, whole, share }: DonutProps) {
  const { theme } = useApp()
  const total = slices.reduce((sum, { value }) => sum + value, 0)
  return (
    <figure className={styles.figure} aria-label={title}>
      <figcaption className={styles.head}>
        <b>{title}</b>
      </figcaption>
      <div className={styles.donut}>
        <Ring parts={slices} whole={whole} share={share} />
        <ul className={styles.slices}>
          {slices.map(({ key, name, value, exact }, index) => (
            <li key={key} title={`${name} ${exact}`}>
              <i style={{ background: PALETTE[theme][index % PALETTE[theme].length] }} />
              <span className="ellipsis">{name}</span>
              <b>{share(total > 0 ? value / total : 0)}</b>
            </li>
          ))}
        </ul>
      </div>
    </figure>
  )
}
