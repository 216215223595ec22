import type { ListRow } from '../../../core/contract.ts'
import { exactCount, money, shortCount } from '../../../kit/format/number.ts'
import { useApp, useText } from '../../../kit/hooks/app.ts'
import { COVER_SIZES, Cover } from '../../../kit/list/Cover.tsx'
import rowStyles from '../../../kit/list/row.module.css'
import { Status } from '../../../kit/list/Status.tsx'
import type { Density } from '../../../kit/list/types.ts'
import type { distributionList } from '../contract.ts'
import { text } from '../text.ts'
import styles from './distribution.module.css'
import { tones } from './tones.ts'
import { endTime, leftOf } from './when.ts'

export type TaskRow = ListRow<typeof distributionList>

const WAITING: readonly string[] = ['pending', 'accepted', 'downloaded']

export function TitleCell({ row, density }: { row: TaskRow; density: Density }) {
  const size = COVER_SIZES[density]
  return (
    <span className={styles.title}>
      {size && <Cover id={row.title} url={row.coverUrl} durationMs={row.durationMs} width={size[0]} height={size[1]} />}
      <span className={rowStyles.names}>
        <span className="ellipsis" title={row.title}>
          {row.title}
        </span>
        {density === 'large' && (
          <small className="ellipsis">
            {row.distId}
            {row.categoryName ? ` · ${row.categoryName}` : ''}
          </small>
        )}
      </span>
    </span>
  )
}

/** When a task must be published, and how much of that is left while it still counts. */
export function DeadlineCell({ row }: { row: TaskRow }) {
  const { language } = useApp()
  const words = useText(text)
  const isRecall = row.takedownDueAt !== null && row.status.startsWith('recall') && row.status !== 'recalled'
  const at = isRecall ? row.takedownDueAt! : row.deadlineAt
  const left = WAITING.includes(row.status) || isRecall ? leftOf(at, words) : null
  return (
    <span className={styles.deadline}>
      {endTime(at, language)}
      {left && (
        <small data-soon={left.isSoon || undefined}>
          {left.isOver ? words.drawer.over : words.drawer.left(left.text)}
        </small>
      )}
    </span>
  )
}

/** A task on a small screen. */
export function TaskCard({ row }: { row: TaskRow }) {
  const { language } = useApp()
  const words = useText(text)
  return (
    <>
      <span className={styles.cardTop}>
        <Cover id={row.title} url={row.coverUrl} durationMs={row.durationMs} width={88} height={50} />
        <span className={rowStyles.names}>
          <b className="ellipsis">{row.title}</b>
          <small className="ellipsis">
            {row.supplierName ? `${row.supplierName} · ` : ''}
            {row.platforms}
          </small>
          <small>
            <Status tone={tones.status[row.status]}>{words.choices.status[row.status]}</Status>
          </small>
        </span>
      </span>
      <span className={styles.facts}>
        <span>
          <small>{words.columns.deadlineAt}</small>
          <DeadlineCell row={row} />
        </span>
        <span>
          <small>{words.columns.playCount}</small>
          <span title={exactCount(row.playCount)}>{shortCount(row.playCount, language)}</span>
        </span>
        <span>
          <small>{words.columns.estFeeFen}</small>
          {money(row.estFeeFen)}
        </span>
      </span>
    </>
  )
}
