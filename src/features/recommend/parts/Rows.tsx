import { IconBulb, IconFolder, IconTarget } from '@tabler/icons-react'
import { exactCount, MISSING } from '../../../kit/format/number.ts'
import { shortTime } from '../../../kit/format/time.ts'
import { useApp, useText } from '../../../kit/hooks/app.ts'
import { COVER_SIZES, Cover } from '../../../kit/list/Cover.tsx'
import rowStyles from '../../../kit/list/row.module.css'
import { Status } from '../../../kit/list/Status.tsx'
import type { Density } from '../../../kit/list/types.ts'
import { text } from '../text.ts'
import type { ItemRow } from './dialog.ts'
import styles from './recommend.module.css'
import { tones } from './tones.ts'

const ICONS = { topic: IconBulb, task: IconTarget, collection: IconFolder } as const

function Picture({ row, width, height }: { row: ItemRow; width: number; height: number }) {
  if (row.targetType === 'video')
    return <Cover id={row.videoId ?? row.recId} url={row.coverUrl} width={width} height={height} />
  const Icon = ICONS[row.targetType]
  return (
    <span className={styles.picture} style={{ width, height }} aria-hidden>
      <Icon size={Math.min(20, height - 8)} stroke={1.6} />
    </span>
  )
}

/** Picture and title; large rows add why it is worth doing. */
export function TitleCell({ row, density }: { row: ItemRow; density: Density }) {
  const size = COVER_SIZES[density]
  return (
    <span className={styles.title}>
      {size && <Picture row={row} width={size[0]} height={size[1]} />}
      <span className={rowStyles.names}>
        <span className="ellipsis" title={row.title}>
          {row.title}
        </span>
        {density === 'large' && row.reason && <small className="ellipsis">{row.reason}</small>}
      </span>
    </span>
  )
}

/** A row on a small screen. */
export function ItemCard({ row }: { row: ItemRow }) {
  const { language } = useApp()
  const words = useText(text)
  return (
    <>
      <span className={styles.cardTop}>
        <Picture row={row} width={88} height={50} />
        <span className={rowStyles.names}>
          <b className="ellipsis">{row.title}</b>
          <small className="ellipsis">
            {words.choices.targetType[row.targetType]} · {words.choices.slotCode[row.slotCode]}
          </small>
          <small className={styles.cardStates}>
            <Status tone={tones.status[row.status]}>{words.choices.status[row.status]}</Status>
            {row.myState && row.myState !== 'unclaimed' && (
              <Status tone={tones.myState[row.myState]}>{words.choices.myState[row.myState]}</Status>
            )}
          </small>
        </span>
      </span>
      <span className={rowStyles.facts}>
        <span>
          <small>{words.columns.score}</small>
          {row.score}
        </span>
        <span>
          <small>{words.columns.quotaLeft}</small>
          {row.quotaLeft === null ? words.drawer.unlimited : exactCount(row.quotaLeft)}
        </span>
        <span>
          <small>{words.columns.deadlineAt}</small>
          {row.deadlineAt ? shortTime(row.deadlineAt, language) : MISSING}
        </span>
      </span>
    </>
  )
}
