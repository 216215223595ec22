import '@mantine/core/styles/Alert.layer.css'
import { Alert, Button } from '@mantine/core'
import { IconAlertTriangle, IconCornerDownLeft } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { CallError, useApp, useText } from '../../../kit/hooks/app.ts'
import { EFFECTS, riskClaim, riskDecide, riskEscalate, riskRelease, riskSkip } from '../contract.ts'
import { screenText } from '../screenText.ts'
import { text } from '../text.ts'
import { Background } from './Background.tsx'
import { DecisionFields } from './DecisionFields.tsx'
import { ReasonForm } from './ReasonForm.tsx'
import styles from './risk.module.css'
import { useDecision } from './useDecision.ts'
import { useKeys } from './useKeys.ts'
import { type Detail, type Staff, useNow, useRefreshRisk, useRiskOptions } from './useRisk.ts'

interface DecisionPaneProps {
  detail: Detail
  staff: Staff
  onDone(outcome: { caseId: string; words: string; undoUntil: string | null }): void
  onLeave(): void
}

/** Deciding a case: it is taken by the first measure chosen, and Enter sends it off. */
export function DecisionPane({ detail, staff, onDone, onLeave }: DecisionPaneProps) {
  const { call, notify } = useApp()
  const words = useText(screenText)
  const names = useText(text)
  const refresh = useRefreshRisk()
  const decision = useDecision(useRiskOptions(), detail.label)
  const [asks, setAsks] = useState<'skip' | 'escalate' | null>(null)
  const [isBusy, setBusy] = useState(false)
  const now = useNow(30_000)
  const { caseId } = detail
  const isOthers = staff.assigneeId !== null && !staff.isMine
  /** One claim for all keys pressed before it is answered. */
  const claiming = useRef<Promise<number> | null>(null)
  const claim = (): Promise<number> => {
    if (staff.isMine) return Promise.resolve(staff.version)
    claiming.current ??= call(riskClaim, { params: { id: caseId } })
      .then(({ version }) => {
        void refresh()
        return version
      })
      .catch((error: unknown) => {
        claiming.current = null
        void refresh()
        throw error
      })
    return claiming.current
  }
  const touch = () => void claim().catch(() => {})
  const attempt = async (work: () => Promise<void>) => {
    if (isBusy) return
    setBusy(true)
    try {
      await work()
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      if (error.reason === 'STALE') notify(words.changedMeanwhile, 'info')
      claiming.current = null
      await refresh()
    } finally {
      setBusy(false)
    }
  }
  const submit = () =>
    attempt(async () => {
      const body = decision.check()
      if (!body) return
      const version = await claim()
      const answer = await call(riskDecide, { params: { id: caseId }, body: { ...body, version } })
      const said = names.listOf(body.effects.map((effect) => names.choices.effect[effect]))
      onDone({
        caseId,
        words: answer.state === 'escalated' ? words.proposed : words.decided(said),
        undoUntil: answer.undoUntil,
      })
      await refresh()
    })
  const give = async (endpoint: typeof riskSkip | typeof riskEscalate, reason: string, idempotencyKey: string) => {
    await claim()
    await call(endpoint, { params: { id: caseId }, body: { reason } }, { idempotencyKey, quiet: true })
    onLeave()
    await refresh()
  }
  const choose = (at: number) => () => {
    if (isOthers) return
    touch()
    decision.toggle(EFFECTS[at]!)
  }
  useKeys({
    down: {
      ...Object.fromEntries(EFFECTS.map((_, at) => [String(at + 1), choose(at)])),
      '9': () => {
        if (isOthers) return
        touch()
        decision.takeDefaults()
      },
      c: () => !isOthers && touch(),
      e: () => !isOthers && setAsks('escalate'),
      s: () => !isOthers && setAsks('skip'),
      enter: () => !isOthers && void submit(),
    },
  })
  const left = staff.claimUntil ? words.due((Date.parse(staff.claimUntil) - now) / 60_000) : ''
  return (
    <>
      <div className={styles.sideBody}>
        <Background staff={staff} />
        {detail.fixText && (
          <section className={styles.quote}>
            <h3 className={styles.sideHeading}>{words.fixTitle}</h3>
            <p>{detail.fixText}</p>
          </section>
        )}
        {isOthers && (
          <Alert color="orange" p="xs">
            {words.heldBy(staff.assigneeName ?? '')}
          </Alert>
        )}
        {staff.proposedBy && (
          <Alert color="orange" p="xs">
            {words.proposedBy(staff.proposedBy)}
          </Alert>
        )}
        <DecisionFields decision={decision} isDisabled={isOthers} onTouch={touch} />
      </div>
      <div className={styles.sideFoot}>
        <p className={styles.footNote}>
          {staff.severity === 'p0' ? (
            <>
              <IconAlertTriangle size={14} stroke={1.6} aria-hidden />
              {words.p0Note}
            </>
          ) : staff.isMine ? (
            words.heldUntil(left)
          ) : (
            !isOthers && words.free
          )}
          {staff.isMine && (
            <button
              type="button"
              className={styles.point}
              onClick={() =>
                void attempt(async () => {
                  await call(riskRelease, { params: { id: caseId } })
                  claiming.current = null
                  await refresh()
                })
              }
            >
              {words.release}
            </button>
          )}
          <button type="button" className={styles.point} disabled={isOthers} onClick={() => setAsks('skip')}>
            {words.skip}
          </button>
        </p>
        <div className={styles.footButtons}>
          <Button
            variant="default"
            disabled={isOthers}
            aria-keyshortcuts="E"
            rightSection={<kbd aria-hidden>E</kbd>}
            onClick={() => setAsks('escalate')}
          >
            {words.escalate}
          </Button>
          <Button
            className={styles.submit}
            disabled={isOthers}
            loading={isBusy}
            aria-keyshortcuts="Enter"
            rightSection={<IconCornerDownLeft size={14} stroke={1.8} aria-hidden />}
            onClick={() => void submit()}
          >
            {words.submit}
          </Button>
        </div>
      </div>
      {asks && (
        <ReasonForm
          title={asks === 'skip' ? words.skipTitle : words.escalateTitle}
          confirm={asks === 'skip' ? words.skip : words.escalate}
          submit={(reason, key) => give(asks === 'skip' ? riskSkip : riskEscalate, reason, key)}
          onClose={() => setAsks(null)}
        />
      )}
    </>
  )
}
