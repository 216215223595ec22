import { useText } from '../../kit/hooks/app.ts'
import { latePart } from '../late.ts'
import { useSession } from '../session.ts'
import { webText } from '../text.ts'
import { LateMenu } from './LateMenu.tsx'
import styles from './Shell.module.css'

const UserItems = latePart('UserItems')

export function UserMenu() {
  const words = useText(webText)
  const session = useSession((state) => state.info)
  if (!session) return null
  const name = session.displayName || session.accessKey
  return (
    <LateMenu
      label={name}
      position="bottom-end"
      width={180}
      button={(properties) => (
        <button type="button" className={styles.user} {...properties}>
          <span className={styles.avatar} aria-hidden>
            {[...name].at(/[一-鿿]/.test(name) ? -1 : 0)!.toUpperCase()}
          </span>
          <span className={styles.userName}>
            {name} · <span className={styles.role}>{words.roles[session.accessRoles]}</span>
          </span>
        </button>
      )}
    >
      <UserItems />
    </LateMenu>
  )
}
