import { Button, Textarea } from '@mantine/core'
import { useState } from 'react'
import { CallError, useApp, useText } from '../../../kit/hooks/app.ts'
import { riskJudge } from '../contract.ts'
import { screenText } from '../screenText.ts'
import { Background } from './Background.tsx'
import { Outcome } from './OutcomePane.tsx'
import styles from './risk.module.css'
import { type Detail, type Staff, useRefreshRisk } from './useRisk.ts'

/** Answering an appeal: what stands, what the partner says, and the reply it gets. */
export function JudgePane({ detail, staff, onLeave }: { detail: Detail; staff: Staff; onLeave(): void }) {
  const { call, notify } = useApp()
  const words = useText(screenText)
  const refresh = useRefreshRisk()
  const [reply, setReply] = useState('')
  const [fault, setFault] = useState('')
  const [isBusy, setBusy] = useState(false)
  const judge = async (verdict: 'upheld' | 'overturned') => {
    if ([...reply.trim()].length < 2) return setFault(words.replyRequired)
    setBusy(true)
    try {
      await call(riskJudge, {
        params: { id: detail.caseId },
        body: { verdict, reply: reply.trim(), version: staff.version },
      })
      notify(words.judged, 'success')
      onLeave()
    } catch (error) {
      if (!(error instanceof CallError)) throw error
    } finally {
      setBusy(false)
      await refresh()
    }
  }
  return (
    <>
      <div className={styles.sideBody}>
        <Background staff={staff} />
        <Outcome detail={detail} />
        <section className={styles.quote}>
          <h3 className={styles.sideHeading}>{words.appealTitle}</h3>
          <p>{detail.appealText}</p>
        </section>
        <Textarea
          label={words.appealReply}
          required
          autosize
          minRows={3}
          maxRows={8}
          maxLength={500}
          value={reply}
          error={fault}
          onChange={(event) => {
            setReply(event.currentTarget.value)
            setFault('')
          }}
        />
      </div>
      <div className={styles.sideFoot}>
        <div className={styles.footButtons}>
          <Button variant="default" className={styles.submit} loading={isBusy} onClick={() => void judge('overturned')}>
            {words.overturn}
          </Button>
          <Button className={styles.submit} loading={isBusy} onClick={() => void judge('upheld')}>
            {words.uphold}
          </Button>
        </div>
      </div>
    </>
  )
}
