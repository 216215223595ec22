import type { Role } from '../../../core/access.ts'
import { useText } from '../../../kit/hooks/app.ts'
import { text } from '../text.ts'
import styles from './users.module.css'

/** A role as a quiet tag: a kind, not a state. */
export function RoleTag({ role }: { role: Role }) {
  const words = useText(text)
  return (
    <span className={styles.tag} data-role={role}>
      {words.choices.role[role]}
    </span>
  )
}
