import { IconChecks, IconExternalLink } from '@tabler/icons-react'
import type { ListRow } from '../../core/contract.ts'
import { useApp, useText } from '../../kit/hooks/app.ts'
import { ListPage } from '../../kit/list/ListPage.tsx'
import { Tag } from '../../kit/list/Tag.tsx'
import type { Action } from '../../kit/list/types.ts'
import { TAG_TONES } from './Box.tsx'
import styles from './box.module.css'
import { messageRead, messagesList } from './contract.ts'
import { text } from './text.ts'
import { useOpenMessage, useRefreshBox } from './use.ts'

type Row = ListRow<typeof messagesList>

/** The whole message box with filters, behind "view more" (domain page S20). */
export default function MessagesScreen() {
  const { call } = useApp()
  const words = useText(text)
  const refresh = useRefreshBox()
  const open = useOpenMessage()
  const read = (ids: string[]) => call(messageRead, { body: { ids } }).then(refresh, () => undefined)
  const rowActions = (row: Row): Action[] => [
    ...(row.link
      ? [
          {
            label: words.open,
            icon: <IconExternalLink size={16} stroke={1.6} />,
            run: () => open({ id: row.id, isUnread: row.status === 'unread', link: row.link }),
          },
        ]
      : []),
    ...(row.status === 'unread'
      ? [{ label: words.read, icon: <IconChecks size={16} stroke={1.6} />, run: () => void read([row.id]) }]
      : []),
  ]
  return (
    <ListPage
      list={messagesList}
      text={text}
      primary={['type', 'status', 'tag', 'time']}
      statusTones={{ status: { unread: 'blue', read: 'grey' } }}
      cells={{
        title: (row) => <span className={row.status === 'unread' ? styles.unread : undefined}>{row.title}</span>,
        tag: (row) => row.tag && <Tag tone={TAG_TONES[Number(row.tag)] ?? 'grey'}>{words.choices.tag[row.tag]}</Tag>,
      }}
      rowActions={rowActions}
      bulkActions={({ ids, clear }) => [
        {
          label: words.read,
          icon: <IconChecks size={16} stroke={1.6} />,
          run: () => void inPages(ids, read).then(clear),
        },
      ]}
    />
  )
}

/** What one call takes. */
const AT_ONCE = 200

async function inPages(ids: string[], run: (ids: string[]) => Promise<unknown>): Promise<void> {
  for (let at = 0; at < ids.length; at += AT_ONCE) await run(ids.slice(at, at + AT_ONCE))
}
