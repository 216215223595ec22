import { Button } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { fullTime } from '../../../kit/format/time.ts'
import { useApp, useText } from '../../../kit/hooks/app.ts'
import { Tag } from '../../../kit/list/Tag.tsx'
import { riskReopen } from '../contract.ts'
import { screenText } from '../screenText.ts'
import { text } from '../text.ts'
import { ReasonForm } from './ReasonForm.tsx'
import styles from './risk.module.css'
import { type Detail, useRefreshRisk } from './useRisk.ts'

/** What was decided, by which policy and why. */
export function Outcome({ detail }: { detail: Detail }) {
  const { language } = useApp()
  const words = useText(screenText)
  const names = useText(text)
  const { policy } = detail
  return (
    <section>
      <h3 className={styles.sideHeading}>{words.standing}</h3>
      <p className={styles.tags}>
        {detail.effects.map((effect) => (
          <Tag key={effect} tone={effect === 'none' ? 'green' : 'red'}>
            {names.choices.effect[effect as keyof typeof names.choices.effect]}
          </Tag>
        ))}
        {detail.appealState !== 'none' && (
          <Tag tone="grey">
            {names.choices.appealState[detail.appealState as keyof typeof names.choices.appealState]}
          </Tag>
        )}
      </p>
      {policy && (
        <p className={styles.strong}>
          {policy.code} {language === 'zh-CN' ? policy.nameZh : policy.nameEn}
        </p>
      )}
      <p className={styles.reasonText}>{language === 'zh-CN' ? detail.reasonZh : detail.reasonEn}</p>
      <p className={styles.muted}>{fullTime(detail.decidedAt)}</p>
      {detail.appealReply && (
        <div className={styles.quote}>
          <h3 className={styles.sideHeading}>{words.partner.reply}</h3>
          <p>{detail.appealReply}</p>
        </div>
      )}
    </section>
  )
}

/** A case that is decided or closed: looked at, or opened again. */
export function OutcomePane({ detail, children }: { detail: Detail; children: ReactNode }) {
  const { call } = useApp()
  const words = useText(screenText)
  const refresh = useRefreshRisk()
  const [isAsking, setAsking] = useState(false)
  const canReopen = detail.actions.includes('reopen')
  return (
    <>
      <div className={styles.sideBody}>
        {children}
        {detail.effects.length > 0 && <Outcome detail={detail} />}
      </div>
      {canReopen && (
        <div className={styles.sideFoot}>
          <Button variant="default" fullWidth onClick={() => setAsking(true)}>
            {words.reopen}
          </Button>
        </div>
      )}
      {isAsking && (
        <ReasonForm
          title={words.reopenTitle}
          confirm={words.reopen}
          submit={async (reason, idempotencyKey) => {
            await call(
              riskReopen,
              { params: { id: detail.caseId }, body: { reason, version: detail.staff!.version } },
              { idempotencyKey, quiet: true },
            )
            await refresh()
          }}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}
