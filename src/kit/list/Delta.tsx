import { type Change, MISSING } from '../format/number.ts'
import { useText } from '../hooks/app.ts'
import styles from './kpi.module.css'
import { listText } from './text.ts'

interface DeltaProps {
  change: Change
  /** Where more is neither good nor bad: grey. */
  isNeutral?: boolean | undefined
  /** In tables: sign and colour are enough. */
  isPlain?: boolean
}

/** A change against the day before: arrow, sign and colour say the direction, never whether it is good. */
export function Delta({ change, isNeutral, isPlain }: DeltaProps) {
  const words = useText(listText)
  switch (change.kind) {
    case 'none':
      return <span className="flat">{MISSING}</span>
    case 'flat':
      return <span className="flat">{words.flat}</span>
    case 'new':
      return <span className={isNeutral ? 'flat' : 'up'}>{words.isNew}</span>
    default:
      return (
        <span className={`${styles.delta} ${isNeutral ? 'flat' : change.kind}`}>
          {!isNeutral && !isPlain && (
            <svg width={8} height={6} viewBox="0 0 8 6" aria-hidden>
              <path d={change.kind === 'up' ? 'M4 0l4 6H0z' : 'M4 6L0 0h8z'} fill="currentColor" />
            </svg>
          )}
          {change.text}
        </span>
      )
  }
}
