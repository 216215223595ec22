import { change, type Short } from '../../../kit/format/number.ts'
import { useApp } from '../../../kit/hooks/app.ts'
import { Delta } from '../../../kit/list/Delta.tsx'
import styles from './visualization.module.css'

interface FigureProps {
  value: Short
  exact: string
  now: number | null
  before: number | null
  /** What it is compared with. */
  note: string
}

/** A figure in large, and how it compares. */
export function Figure({ value: { digits, unit }, exact, now, before, note }: FigureProps) {
  const isSpaced = useApp().language === 'zh-CN'
  return (
    <div className={styles.figure}>
      <b title={exact}>
        {digits}
        {isSpaced ? unit && <small> {unit}</small> : unit}
      </b>
      <p>
        {note} <Delta change={change(now, before)} />
      </p>
    </div>
  )
}
