import '@mantine/core/styles/Switch.layer.css'
import { Switch } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { NoticeKind } from '../../core/notice.ts'
import { Loading } from '../../kit/feedback/Loading.tsx'
import { Empty, Failed } from '../../kit/feedback/State.tsx'
import { useApp, useText } from '../../kit/hooks/app.ts'
import styles from './box.module.css'
import { messagePrefer, messagePreferences } from './contract.ts'
import { preferencesText } from './preferencesText.ts'

const KEY = [messagePreferences.path]

/** Which kinds of messages one wants. A panel for any page. */
export function Preferences() {
  const { call } = useApp()
  const words = useText(preferencesText)
  const queries = useQueryClient()
  const [busy, setBusy] = useState<NoticeKind>()
  const query = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => call(messagePreferences, {}, { signal, quiet: true }),
  })
  const set = async (kind: NoticeKind, inApp: boolean) => {
    setBusy(kind)
    // A refusal has been said by the shell; the switch shows what is true in either case.
    await call(messagePrefer, { body: { kind, inApp } }).catch(() => undefined)
    await queries.invalidateQueries({ queryKey: KEY })
    setBusy(undefined)
  }
  return (
    <section className={`card ${styles.preferences}`} aria-label={words.title}>
      <p className={styles.preferencesAbout}>{words.about}</p>
      {!query.data ? (
        query.error ? (
          <Failed error={query.error} onRetry={() => void query.refetch()} />
        ) : (
          <Loading rows={3} />
        )
      ) : query.data.list.length === 0 ? (
        <Empty title={words.empty} />
      ) : (
        <ul className={styles.kinds}>
          {query.data.list.map(({ kind, inApp }) => (
            <li key={kind}>
              <div>
                <b>{words.kinds[kind]}</b>
                <p>{words.hints[kind]}</p>
              </div>
              <Switch
                aria-label={words.inApp(words.kinds[kind])}
                label={inApp ? words.on : words.off}
                labelPosition="left"
                checked={inApp}
                disabled={busy === kind}
                onChange={(event) => void set(kind, event.currentTarget.checked)}
              />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
