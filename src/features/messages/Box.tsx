import '@mantine/core/styles/Tabs.layer.css'
import { Button, Skeleton, Tabs } from '@mantine/core'
import { useState } from 'react'
import { Empty, Failed } from '../../kit/feedback/State.tsx'
import { shortTime } from '../../kit/format/time.ts'
import { useApp, useText } from '../../kit/hooks/app.ts'
import { Tag } from '../../kit/list/Tag.tsx'
import type { Tone } from '../../kit/list/types.ts'
import styles from './box.module.css'
import { MESSAGE_TYPES, type Message, type MessageType, messageClear, messageReadAll } from './contract.ts'
import { text } from './text.ts'
import { useBox, useOpenMessage, useRefreshBox, useUnread } from './use.ts'

export const TAG_TONES: readonly Tone[] = ['grey', 'green', 'blue', 'red']

/** The message box of the navbar: three tabs with counts, clear, all read, view more (specification section 2). */
export default function Box({ onClose }: { onClose(): void }) {
  const { call, go } = useApp()
  const words = useText(text)
  const box = useBox()
  const unread = useUnread().data
  const refresh = useRefreshBox()
  const [tab, setTab] = useState<MessageType>('message')
  const change = (work: Promise<unknown>) => void work.then(refresh, () => undefined)
  const hasUnread = (unread?.[tab] ?? 0) > 0
  const hasRead = !!box.data?.some(({ status }) => status === 1)
  return (
    <div className={styles.box}>
      <Tabs value={tab} onChange={(value) => setTab(value as MessageType)} keepMounted={false}>
        <div className={styles.head}>
          <Tabs.List className={styles.tabs}>
            {MESSAGE_TYPES.map((type) => (
              <Tabs.Tab key={type} value={type}>
                {words.tab(words.tabs[type], unread?.[type] ?? 0)}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          <Button
            variant="subtle"
            size="compact-sm"
            disabled={!hasRead}
            onClick={() => change(call(messageClear, { body: {} }))}
          >
            {words.clear}
          </Button>
        </div>
        {MESSAGE_TYPES.map((type) => (
          <Tabs.Panel key={type} value={type} className={styles.panel}>
            {box.isPending ? (
              <Loading />
            ) : box.isError ? (
              <Failed error={box.error} onRetry={() => void box.refetch()} />
            ) : (
              <Rows messages={box.data.filter((message) => message.type === type)} onClose={onClose} />
            )}
          </Tabs.Panel>
        ))}
      </Tabs>
      <div className={styles.foot}>
        <Button
          variant="subtle"
          color="gray"
          disabled={!hasUnread}
          onClick={() => change(call(messageReadAll, { body: { type: tab } }))}
        >
          {words.allRead}
        </Button>
        <Button
          variant="subtle"
          color="gray"
          onClick={() => {
            onClose()
            go('/messages', { type: tab })
          }}
        >
          {words.viewMore}
        </Button>
      </div>
    </div>
  )
}

function Rows({ messages, onClose }: { messages: Message[]; onClose(): void }) {
  const { language } = useApp()
  const words = useText(text)
  const open = useOpenMessage()
  if (messages.length === 0) return <Empty title={words.noContent}>{words.noContentHint}</Empty>
  return (
    <ul className={styles.rows}>
      {messages.map((message) => (
        <li key={message.id}>
          <button
            type="button"
            className={styles.row}
            data-read={message.status === 1 || undefined}
            onClick={() => {
              open({ id: message.id, isUnread: message.status === 0, link: message.link })
              if (message.link) onClose()
            }}
          >
            <span className={styles.line}>
              {message.status === 0 && <i className={styles.dot} title={words.choices.status.unread} />}
              <span className={styles.title}>{message.title}</span>
              {message.subTitle && <span className={styles.sub}>{message.subTitle}</span>}
              {message.messageType !== null && (
                <Tag tone={TAG_TONES[message.messageType] ?? 'grey'}>
                  {words.choices.tag[message.messageType as 0 | 1 | 2 | 3]}
                </Tag>
              )}
            </span>
            <span className={styles.content}>{message.content}</span>
            <span className={styles.note}>
              {shortTime(message.time, language)}
              {message.times > 1 && <span>{words.times(message.times)}</span>}
              {message.doneAt && <span>{words.done}</span>}
            </span>
          </button>
        </li>
      ))}
    </ul>
  )
}

const Loading = () => (
  <div className={styles.loading} aria-busy>
    {[0, 1, 2].map((row) => (
      <div key={row}>
        <Skeleton height={14} width="50%" />
        <Skeleton height={12} />
        <Skeleton height={12} width="30%" />
      </div>
    ))}
  </div>
)
