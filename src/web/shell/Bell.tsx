import { ActionIcon, Popover, Tooltip } from '@mantine/core'
import { IconBell } from '@tabler/icons-react'
import { lazy, Suspense, useEffect, useState } from 'react'
import { text } from '../../features/messages/text.ts'
import { useUnread } from '../../features/messages/use.ts'
import { useText } from '../../kit/hooks/app.ts'
import { followMessages } from '../messageStream.ts'
import styles from './Shell.module.css'

const Box = lazy(() => import('../../features/messages/Box.tsx'))

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
    <Popover opened={isOpen} onChange={setOpen} position="bottom-end" width="min(384px, calc(100vw - 24px))" trapFocus>
      <Tooltip label={name} disabled={isOpen} withinPortal={false}>
        <Popover.Target>
          <ActionIcon aria-label={name} className={styles.bell} onClick={() => setOpen(!isOpen)}>
            <IconBell size={18} stroke={1.6} />
            {count > 0 && (
              <span className={styles.badge} aria-hidden>
                {count > MOST ? `${MOST}+` : count}
              </span>
            )}
          </ActionIcon>
        </Popover.Target>
      </Tooltip>
      <Popover.Dropdown p={0} aria-label={words.alerts}>
        {isOpen && (
          <Suspense fallback={<div style={{ height: 426 }} />}>
            <Box onClose={() => setOpen(false)} />
          </Suspense>
        )}
      </Popover.Dropdown>
    </Popover>
  )
}
