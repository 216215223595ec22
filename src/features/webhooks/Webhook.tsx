import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Reply } from '../../core/contract.ts'
import { Loading } from '../../kit/feedback/Loading.tsx'
import { ShownOnce } from '../../kit/feedback/ShownOnce.tsx'
import { Empty, Failed } from '../../kit/feedback/State.tsx'
import { useApp, useText } from '../../kit/hooks/app.ts'
import { webhookLog, webhookRead } from './contract.ts'
import { Deliveries } from './parts/Deliveries.tsx'
import { Summary } from './parts/Summary.tsx'
import { WebhookForm } from './parts/WebhookForm.tsx'
import styles from './parts/webhooks.module.css'
import { text } from './text.ts'

type Read = Reply<typeof webhookRead>
const KEY = [webhookRead.path]

/** One's own webhook: where it leads, what is sent, and what came of it. A panel for any page. */
export function Webhook() {
  const { call } = useApp()
  const words = useText(text)
  const queries = useQueryClient()
  const [isEditing, setEditing] = useState(false)
  const [secret, setSecret] = useState<string | null>(null)
  const query = useQuery({ queryKey: KEY, queryFn: ({ signal }) => call(webhookRead, {}, { signal }) })
  const refresh = () => Promise.all([KEY, [webhookLog.path]].map((queryKey) => queries.invalidateQueries({ queryKey })))
  const read: Read | undefined = query.data
  const mayHave = !!read && read.kinds.length + read.events.length > 0
  return (
    <>
      <section className={`card ${styles.panel}`} aria-labelledby="webhook-title">
        <div className={styles.head}>
          <div className={styles.lead}>
            <h2 id="webhook-title" className={styles.title}>
              {words.title}
            </h2>
            <p className={styles.about}>{words.about}</p>
          </div>
          {mayHave && !read.webhook && (
            <Button leftSection={<IconPlus size={16} stroke={1.6} />} onClick={() => setEditing(true)}>
              {words.add}
            </Button>
          )}
        </div>
        {read ? (
          read.webhook ? (
            <Summary
              webhook={read.webhook}
              onEdit={() => setEditing(true)}
              onSecret={setSecret}
              onChanged={() => void refresh()}
            />
          ) : (
            <Empty title={words.empty}>{mayHave ? words.emptyBody : words.emptyNone}</Empty>
          )
        ) : query.error ? (
          <Failed error={query.error} onRetry={() => void query.refetch()} />
        ) : (
          <Loading rows={3} />
        )}
        {read?.webhook && <Deliveries />}
      </section>
      {read && isEditing && (
        <WebhookForm
          read={read}
          onSaved={(made) => {
            setSecret(made)
            void refresh()
          }}
          onClose={() => setEditing(false)}
        />
      )}
      {secret !== null && (
        <ShownOnce
          title={words.shown.title}
          about={words.shown.about}
          label={words.shown.label}
          secret={secret}
          onClose={() => setSecret(null)}
        />
      )}
    </>
  )
}
