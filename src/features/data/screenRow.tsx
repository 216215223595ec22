import type { ListRow } from '../../core/contract.ts'
import { MISSING, money, shortCount, signed } from '../../kit/format/number.ts'
import { shortTime } from '../../kit/format/time.ts'
import { useApp, useText } from '../../kit/hooks/app.ts'
import { COVER_SIZES, Cover } from '../../kit/list/Cover.tsx'
import rowStyles from '../../kit/list/row.module.css'
import { Status } from '../../kit/list/Status.tsx'
import type { Density } from '../../kit/list/types.ts'
import type { dataList } from './contract.ts'
import styles from './screen.module.css'
import { tones } from './screenTones.ts'
import { text } from './text.ts'

export type VideoRow = ListRow<typeof dataList>

/** Cover and title; large rows add the platform's id and the category. */
export function TitleCell({ row, density }: { row: VideoRow; density: Density }) {
  const words = useText(text)
  const size = COVER_SIZES[density]
  const title = row.title || words.untitled
  return (
    <span className={styles.title}>
      {size && (
        <Cover id={row.videoId} url={row.coverUrl} durationMs={row.durationMs} width={size[0]} height={size[1]} />
      )}
      <span className={rowStyles.names}>
        <span className="ellipsis" title={title}>
          {title}
        </span>
        {density === 'large' && (
          <small className="ellipsis">
            {row.platformItemId} · {row.categoryName ?? words.noCategory}
          </small>
        )}
      </span>
      {row.isExcluded && <span className={styles.excluded}>{words.drawer.excluded}</span>}
    </span>
  )
}

/** A row on a small screen. */
export function VideoCard({ row }: { row: VideoRow }) {
  const { language } = useApp()
  const words = useText(text)
  const delta = row.playDelta1d
  return (
    <>
      <span className={styles.cardTop}>
        <Cover id={row.videoId} url={row.coverUrl} durationMs={row.durationMs} width={88} height={50} />
        <span className={rowStyles.names}>
          <b className="ellipsis">{row.title || words.untitled}</b>
          <small className="ellipsis">
            {words.choices.platform[row.platform]} · {row.creatorName ?? MISSING} ·{' '}
            {shortTime(row.publishedAt, language)}
          </small>
          <small>
            <Status tone={tones.visibility[row.visibility]}>{words.choices.visibility[row.visibility]}</Status>
          </small>
        </span>
      </span>
      <span className={rowStyles.facts}>
        <span>
          <small>{words.columns.playCount}</small>
          {shortCount(row.playCount, language)}
        </span>
        <span>
          <small>{words.columns.playDelta1d}</small>
          <span className={delta ? (delta > 0 ? 'up' : 'down') : 'flat'}>{signed(delta)}</span>
        </span>
        {row.estIncomeFen !== undefined && (
          <span>
            <small>{words.columns.estIncomeFen}</small>
            {money(row.estIncomeFen)}
          </span>
        )}
      </span>
    </>
  )
}
