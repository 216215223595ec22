import { IconPinFilled } from '@tabler/icons-react'
import type { ListRow } from '../../../core/contract.ts'
import { exactCount } from '../../../kit/format/number.ts'
import { shortTime } from '../../../kit/format/time.ts'
import { useApp, useText } from '../../../kit/hooks/app.ts'
import { PageLink } from '../../../kit/layout/PageLink.tsx'
import { Tag } from '../../../kit/list/Tag.tsx'
import type { articlesList } from '../contract.ts'
import { screenText } from '../screenText.ts'
import styles from './academy.module.css'
import { Marked } from './Marked.tsx'
import { Picture } from './Picture.tsx'
import { DETAIL } from './use.ts'

/** One article of the academy: what it is about, and what the reader has done about it. */
export function Entry({ row, keyword }: { row: ListRow<typeof articlesList>; keyword: string }) {
  const { language } = useApp()
  const words = useText(screenText)
  const isOpen = row.isMustRead ? row.myState !== 'confirmed' : row.myState === 'unread'
  return (
    <li className={styles.entry} data-read={!isOpen || undefined}>
      <div className={styles.text}>
        <h2>
          {row.isPinned && <IconPinFilled size={14} role="img" aria-label={words.pinned} className={styles.pin} />}
          <PageLink path={DETAIL} search={{ id: row.articleId }}>
            <Marked text={row.title} keyword={keyword} />
          </PageLink>
          {row.isMustRead && <Tag tone={isOpen ? 'red' : 'grey'}>{words.mustRead}</Tag>}
          {row.isAnnouncement && <Tag tone="orange">{words.announcement}</Tag>}
        </h2>
        <p className={styles.digest}>
          <Marked text={row.excerpt ?? row.digest} keyword={keyword} />
        </p>
        <p className={styles.meta}>
          <span>{row.category}</span>
          <span>{row.author}</span>
          <time dateTime={row.publishedAt ?? undefined}>{shortTime(row.publishedAt, language)}</time>
          <span>{words.minutes(row.minutes)}</span>
          <span>{words.views(exactCount(row.views))}</span>
          {row.tags && (
            <span className="ellipsis">
              <Marked text={row.tags} keyword={keyword} />
            </span>
          )}
        </p>
      </div>
      {row.coverKey && <Picture className={styles.cover} mediaKey={row.coverKey} alt="" />}
      <span className={styles.state} data-state={row.myState}>
        {words.states[row.myState]}
      </span>
    </li>
  )
}
