import { Button, Textarea } from '@mantine/core'
import { IconCircleCheck, IconThumbDown, IconThumbUp } from '@tabler/icons-react'
import { useState } from 'react'
import { exactCount } from '../../../kit/format/number.ts'
import { fullTime } from '../../../kit/format/time.ts'
import { CallError, useApp, useText } from '../../../kit/hooks/app.ts'
import { useRefresh } from '../../../kit/list/useList.ts'
import { articleConfirm, articleFeedback, articlesList } from '../contract.ts'
import { screenText } from '../screenText.ts'
import type { Article } from './Reader.tsx'
import styles from './reader.module.css'

const icon = { size: 16, stroke: 1.6 }
const MAX_WHY = 300

/** "I have read this": the account, the version and the time. */
export function Confirmation({ article }: { article: Article }) {
  const { call } = useApp()
  const words = useText(screenText).detail
  const refresh = useRefresh(articlesList)
  const [isBusy, setBusy] = useState(false)
  const at = article.mine.confirmedAt
  const confirm = async () => {
    setBusy(true)
    try {
      await call(articleConfirm, { params: { id: article.id }, body: { versionNo: article.versionNo! } })
    } catch (error) {
      if (!(error instanceof CallError)) throw error
    } finally {
      setBusy(false)
      await refresh()
    }
  }
  return (
    <section className={styles.must} aria-label={words.mustRead}>
      {at ? (
        <p role="status">
          <IconCircleCheck {...icon} aria-hidden /> {words.confirmedAt(fullTime(at))}
        </p>
      ) : (
        <>
          <div>
            <b>{words.mustRead}</b>
            <p>{words.mustReadBody}</p>
          </div>
          <Button loading={isBusy} onClick={() => void confirm()}>
            {words.confirm}
          </Button>
        </>
      )}
    </section>
  )
}

/** Helpful or not, and why. An answer to an earlier version stays, marked as such. */
export function Feedback({ article }: { article: Article }) {
  const { call, notify } = useApp()
  const words = useText(screenText).detail
  const refresh = useRefresh(articlesList)
  const { mine } = article
  const [isAsking, setAsking] = useState(false)
  const [why, setWhy] = useState(mine.why)
  const send = async (isHelpful: boolean, reason: string) => {
    try {
      await call(articleFeedback, { params: { id: article.id }, body: { isHelpful, why: reason.trim() } })
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      return
    }
    setAsking(false)
    notify(words.thanks, 'success')
    await refresh()
  }
  return (
    <section className={styles.feedback} aria-label={words.helpfulQuestion}>
      <b>{words.helpfulQuestion}</b>
      <div>
        <Button
          variant={mine.isHelpful === true ? 'light' : 'default'}
          leftSection={<IconThumbUp {...icon} />}
          aria-pressed={mine.isHelpful === true}
          onClick={() => void send(true, '')}
        >
          {words.yes}
        </Button>
        <Button
          variant={mine.isHelpful === false ? 'light' : 'default'}
          leftSection={<IconThumbDown {...icon} />}
          aria-pressed={mine.isHelpful === false}
          aria-expanded={isAsking}
          onClick={() => setAsking(true)}
        >
          {words.no}
        </Button>
      </div>
      {(mine.isOfEarlier || article.helpful > 0) && (
        <small>{mine.isOfEarlier ? words.earlier : words.helpfulCount(exactCount(article.helpful))}</small>
      )}
      {isAsking && (
        <form
          onSubmit={(event) => {
            event.preventDefault()
            void send(false, why)
          }}
        >
          <Textarea
            label={words.why}
            maxLength={MAX_WHY}
            minRows={3}
            value={why}
            onChange={(event) => setWhy(event.currentTarget.value)}
            autoFocus
          />
          <Button type="submit">{words.send}</Button>
        </form>
      )}
    </section>
  )
}
