import { ActionIcon } from '@mantine/core'
import { IconBell } from '@tabler/icons-react'
import { Suspense, useEffect, useState } from 'react'
import { text } from '../../features/messages/text.ts'
import { useUnread } from '../../features/messages/use.ts'
import { useText } from '../../kit/hooks/app.ts'
import { late, latePart } from '../late.ts'
import { followMessages } from '../messageStream.ts'
import styles from './Shell.module.css'

const BellBox = latePart('BellBox')

/** More than this is "many". */
const MOST = 99

/** The bell with the number of unread messages, and the message box below it. */
export function Bell() {
  const words = useText(text)
  const [isOpen, setOpen] = useState(false)
  const unread = useUnread().data
  const count = unread ? unread.message + unread.notice + unread.todo : 0
  const name = count > 0 ? words.unreadAlerts(count) : words.alerts
  useEffect(followMessages, [])
  return (
    <span className={styles.anchor} onPointerEnter={() => void late()}>
      <ActionIcon
        aria-label={name}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        data-tip={isOpen ? undefined : name}
        className={styles.bell}
        onClick={() => setOpen(!isOpen)}
        onMouseDown={(event) => isOpen && event.stopPropagation()}
        onTouchStart={(event) => isOpen && event.stopPropagation()}
      >
        <IconBell size={18} stroke={1.6} />
        {count > 0 && (
          <span className={styles.badge} aria-hidden>
            {count > MOST ? `${MOST}+` : count}
          </span>
        )}
      </ActionIcon>
      {isOpen && (
        <Suspense>
          <BellBox label={words.alerts} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </span>
  )
}
