import '@mantine/core/styles/Checkbox.layer.css'
import '@mantine/core/styles/InlineInput.layer.css'
import { Button, Checkbox } from '@mantine/core'
import { useState } from 'react'
import { confirm } from '../../../kit/feedback/confirm.ts'
import { fullTime } from '../../../kit/format/time.ts'
import { CallError, useApp, useText } from '../../../kit/hooks/app.ts'
import { Status } from '../../../kit/list/Status.tsx'
import type { Tone } from '../../../kit/list/types.ts'
import { useRefresh } from '../../../kit/list/useList.ts'
import { type Status as ArticleStatus, articleMove, articlesList, type Move } from '../contract.ts'
import { text as listText } from '../text.ts'
import { ScheduleDialog, SendBackDialog } from './Dialogs.tsx'
import styles from './editor.module.css'
import { editText } from './text.ts'
import type { Loaded } from './useLoaded.ts'

const TONES: Record<ArticleStatus, Tone> = {
  draft: 'grey',
  in_review: 'orange',
  scheduled: 'blue',
  published: 'green',
  unpublished: 'red',
  archived: 'grey',
}
/** What lets the text out comes first and is the one filled button. */
const ORDER: Move[] = [
  'update',
  'publish',
  'schedule',
  'unschedule',
  'submit',
  'sendBack',
  'unpublish',
  'reopen',
  'archive',
]

interface StepsProps {
  article: Loaded
  /** The working copy differs from what is read. */
  isDirty: boolean
  /** Saves first, and answers the revision that was saved; null when it could not be, which the page has said. */
  flush(): Promise<number | null>
  reload(): Promise<unknown>
}

/** The article's state, and the steps that lead on from it. */
export function Steps({ article, isDirty, flush, reload }: StepsProps) {
  const { call, notify } = useApp()
  const words = useText(editText).state
  const statuses = useText(listText).choices.status
  const refresh = useRefresh(articlesList)
  const [dialog, setDialog] = useState<'schedule' | 'sendBack' | null>(null)
  const [asksAgain, setAsksAgain] = useState(false)
  const [busy, setBusy] = useState<Move | null>(null)
  const status = article.status as ArticleStatus
  const actions = ORDER.filter(
    (action) => article.actions.includes(action) || (action === 'update' && status === 'published' && isDirty),
  )

  const step = async (action: Move, more: { publishAt?: string; reason?: string } = {}) => {
    const sendsText = action === 'publish' || action === 'update' || action === 'schedule' || action === 'submit'
    const revision = sendsText ? await flush() : undefined
    if (revision === null) return
    await call(articleMove, {
      params: { id: article.id },
      body: {
        action,
        version: article.version,
        ...more,
        ...(revision && { revision }),
        ...(action === 'update' && { asksAgain }),
      },
    })
    setAsksAgain(false)
    notify(words.done, 'success')
  }
  const run = async (action: Move) => {
    if (action === 'schedule' || action === 'sendBack') return setDialog(action)
    const question = {
      publish: { title: words.publishTitle, body: words.publishBody },
      update: { title: words.publishTitle, body: words.publishBody },
      unpublish: { title: words.unpublishTitle, body: words.unpublishBody },
      archive: { title: words.archiveTitle, body: words.archiveBody },
    }[action as string]
    if (
      question &&
      !(await confirm({
        ...question,
        confirm: words[action],
        isDanger: action === 'unpublish' || action === 'archive',
      }))
    )
      return
    setBusy(action)
    try {
      await step(action)
    } catch (error) {
      if (!(error instanceof CallError)) throw error
    } finally {
      setBusy(null)
      await reload()
      await refresh()
    }
  }
  const close = async () => {
    setDialog(null)
    await reload()
    await refresh()
  }
  return (
    <section className={`card ${styles.panel}`} aria-label={words.title}>
      <h2>{words.title}</h2>
      <div className={styles.state}>
        <Status tone={TONES[status]}>{statuses[status]}</Status>
        <small>
          {article.liveNo && status === 'published' ? words.live(article.liveNo) : article.liveNo ? '' : words.never}
        </small>
      </div>
      {article.publishAt && <p className={styles.hint}>{words.due(fullTime(article.publishAt))}</p>}
      {status === 'published' && isDirty && <p className={styles.hint}>{words.changes}</p>}
      {article.isMustRead && actions.includes('update') && (
        <Checkbox
          label={words.asksAgain}
          checked={asksAgain}
          onChange={(event) => setAsksAgain(event.currentTarget.checked)}
        />
      )}
      <div className={styles.steps}>
        {actions.map((action) => (
          <Button
            key={action}
            variant={action === 'publish' || action === 'update' ? 'filled' : 'default'}
            loading={busy === action}
            disabled={busy !== null && busy !== action}
            onClick={() => void run(action)}
          >
            {words[action]}
          </Button>
        ))}
      </div>
      {dialog === 'schedule' && (
        <ScheduleDialog onSchedule={(publishAt) => step('schedule', { publishAt })} onClose={() => void close()} />
      )}
      {dialog === 'sendBack' && (
        <SendBackDialog onSend={(reason) => step('sendBack', { reason })} onClose={() => void close()} />
      )}
    </section>
  )
}
