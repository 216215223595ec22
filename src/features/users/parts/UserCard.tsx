import type { Role } from '../../../core/access.ts'
import type { ListRow } from '../../../core/contract.ts'
import { shortTime } from '../../../kit/format/time.ts'
import { useApp, useText } from '../../../kit/hooks/app.ts'
import { Status } from '../../../kit/list/Status.tsx'
import type { usersList } from '../contract.ts'
import { text } from '../text.ts'
import { RoleTag } from './RoleTag.tsx'
import { TONES } from './tones.ts'
import styles from './users.module.css'

/** A row of the list on a narrow screen. */
export function UserCard({ row }: { row: ListRow<typeof usersList> }) {
  const { language } = useApp()
  const words = useText(text)
  return (
    <span className={styles.card}>
      <span className={styles.cardHead}>
        <strong className={styles.cardName}>{row.displayName}</strong>
        <RoleTag role={row.role as Role} />
        <span className={styles.cardStatus}>
          <Status tone={TONES.status[row.status] ?? 'grey'}>{words.choices.status[row.status]}</Status>
        </span>
      </span>
      <span className={styles.cardMeta}>
        <span>{row.accessKey}</span>
        {row.organisation && <span>{row.organisation}</span>}
        {row.phone && <span className="tabular">{row.phone}</span>}
        <span>
          {row.lastLoginAt
            ? `${words.columns.lastLoginAt} ${shortTime(row.lastLoginAt, language, String(new Date().getFullYear()))}`
            : words.profile.never}
        </span>
      </span>
    </span>
  )
}
