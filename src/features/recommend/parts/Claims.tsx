import { Button } from '@mantine/core'
import { may } from '../../../core/can.ts'
import { actionsFrom } from '../../../core/flow.ts'
import { confirm } from '../../../kit/feedback/confirm.ts'
import { Empty } from '../../../kit/feedback/State.tsx'
import { MISSING, shortCount } from '../../../kit/format/number.ts'
import { fullTime, shortTime } from '../../../kit/format/time.ts'
import { useApp, useMay, useText } from '../../../kit/hooks/app.ts'
import { Status } from '../../../kit/list/Status.tsx'
import { type Claim, claimCancel, claimJudge } from '../contract.ts'
import { claimFlow } from '../flow.ts'
import { text } from '../text.ts'
import type { Dialog } from './dialog.ts'
import styles from './recommend.module.css'
import { tones } from './tones.ts'
import { useAct } from './use.ts'

interface ClaimsProps {
  claims: readonly Claim[]
  open(dialog: Dialog): void
}

/** The claims of an item with what may be done about each: a partner its own, an operator those of the line. */
export function Claims({ claims, open }: ClaimsProps) {
  const words = useText(text)
  const isPartner = useMay('recommend.claim')
  if (claims.length === 0)
    return isPartner ? (
      <Empty title={words.drawer.noOwnClaims}>{words.drawer.noOwnClaimsWhy}</Empty>
    ) : (
      <Empty title={words.drawer.noClaims}>{words.drawer.noClaimsWhy}</Empty>
    )
  return (
    <ul className={styles.claims}>
      {claims.map((claim) => (
        <li key={claim.claimId}>
          <ClaimLine claim={claim} isPartner={isPartner} open={open} />
        </li>
      ))}
    </ul>
  )
}

function ClaimLine({ claim, isPartner, open }: { claim: Claim; isPartner: boolean; open(dialog: Dialog): void }) {
  const { session, language } = useApp()
  const words = useText(text)
  const { act, isBusy } = useAct()
  const { claimId, version } = claim
  const possible = actionsFrom(claimFlow, claim.status, (permission) => !!session && may(session, permission))
  const platforms: Record<string, string> = words.choices.platform
  const cancel = async () => {
    const isMeant = await confirm({
      title: words.confirm.cancelTitle,
      body: words.confirm.cancelBody,
      confirm: words.actions.cancelClaim,
      isDanger: true,
    })
    if (isMeant) await act(claimCancel, { params: { id: claimId }, body: { version } }, words.done.cancelled)
  }
  return (
    <>
      <div className={styles.claimHead}>
        <b className="ellipsis">{isPartner ? claim.creatorName : `${claim.partnerName} · ${claim.creatorName}`}</b>
        <small>{platforms[claim.platform]}</small>
        <span className={styles.end}>
          <Status tone={tones.myState[claim.status]}>{words.claimStates[claim.status]}</Status>
        </span>
      </div>
      <dl className={styles.claimFacts}>
        <div>
          <dt>{words.drawer.claimedAt}</dt>
          <dd title={fullTime(claim.claimedAt)}>{shortTime(claim.claimedAt, language)}</dd>
        </div>
        {claim.status === 'claimed' && (
          <div>
            <dt>{words.drawer.dueAt}</dt>
            <dd title={fullTime(claim.dueAt)}>{shortTime(claim.dueAt, language)}</dd>
          </div>
        )}
        {claim.link && (
          <>
            <div>
              <dt>{words.drawer.work}</dt>
              <dd>
                <a className="link" href={claim.link} target="_blank" rel="noopener noreferrer">
                  {words.drawer.openWork}
                </a>
              </dd>
            </div>
            <div>
              <dt>{words.drawer.plays}</dt>
              <dd>{claim.isMatched ? shortCount(claim.plays, language) : words.drawer.unmatched}</dd>
            </div>
          </>
        )}
      </dl>
      {claim.invalidReason && <p className={styles.note}>{claim.invalidReason || MISSING}</p>}
      {possible.length > 0 && (
        <div className={styles.claimActions}>
          {possible.includes('cancel') && (
            <Button variant="default" loading={isBusy} onClick={() => void cancel()}>
              {words.actions.cancelClaim}
            </Button>
          )}
          {possible.includes('submit') && (
            <Button onClick={() => open({ kind: 'submit', claimId, version })}>{words.actions.submit}</Button>
          )}
          {possible.includes('reject') && (
            <Button variant="default" onClick={() => open({ kind: 'reject', claimId, version })}>
              {words.actions.reject}
            </Button>
          )}
          {possible.includes('approve') && (
            <Button
              loading={isBusy}
              onClick={() =>
                void act(
                  claimJudge,
                  { params: { id: claimId }, body: { isValid: true, reason: null, version } },
                  words.done.judged,
                )
              }
            >
              {words.actions.approve}
            </Button>
          )}
        </div>
      )}
    </>
  )
}
