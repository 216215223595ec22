import type { ReactNode } from 'react'
import { money } from '../../../kit/format/number.ts'
import rowStyles from '../../../kit/list/row.module.css'

interface DayCardProps {
  day: string
  /** Whose it is; a partner is told nothing it knows. */
  whose: string | null
  state?: ReactNode
  figures: readonly [name: string, fen: number | null | undefined][]
}

/** A day of the books on a small screen. */
export function DayCard({ day, whose, state, figures }: DayCardProps) {
  return (
    <>
      <span className={rowStyles.names}>
        <b>{day}</b>
        {whose && <small className="ellipsis">{whose}</small>}
        {state && <small>{state}</small>}
      </span>
      <span className={rowStyles.facts}>
        {figures.map(([name, fen]) => (
          <span key={name}>
            <small>{name}</small>
            {money(fen)}
          </span>
        ))}
      </span>
    </>
  )
}
