import { Button, Textarea } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { useState } from 'react'
import type { Reply } from '../../../core/contract.ts'
import { confirm } from '../../../kit/feedback/confirm.ts'
import { FormModal } from '../../../kit/form/FormModal.tsx'
import { fullTime } from '../../../kit/format/time.ts'
import { CallError, useApp, useMay, useText } from '../../../kit/hooks/app.ts'
import { Status } from '../../../kit/list/Status.tsx'
import type { Tone } from '../../../kit/list/types.ts'
import {
  type PlanVersion,
  planApprove,
  type planDetail,
  planPropose,
  planPublish,
  planReject,
  planWithdraw,
} from '../contract/plans.ts'
import type { PlanAction, PlanState } from '../planFlow.ts'
import { planText } from '../planText.ts'
import styles from './plans.module.css'
import { text } from './text.ts'
import { useRefreshPlans } from './usePlans.ts'

const TONES: Record<PlanState, Tone> = {
  draft: 'grey',
  in_review: 'orange',
  approved: 'blue',
  published: 'green',
  rejected: 'red',
  withdrawn: 'grey',
}
/** The step a version stands at, from 0; 3 is past the last. */
const AT: Record<PlanState, number> = { draft: 0, rejected: 0, withdrawn: 0, in_review: 1, approved: 2, published: 3 }
const ENDPOINTS = {
  propose: planPropose,
  approve: planApprove,
  reject: planReject,
  publish: planPublish,
  withdraw: planWithdraw,
} as const

/** Where a version stands on its way, who took it there, and what this account may do with it. */
export function Process({ detail: { plan } }: { detail: Reply<typeof planDetail> }) {
  const { call, go, notify } = useApp()
  const words = useText(text)
  const names = useText(planText)
  const mayApprove = useMay('plans.approve')
  const refresh = useRefreshPlans()
  const [busy, setBusy] = useState<PlanAction | null>(null)
  const [deciding, setDeciding] = useState<'approve' | 'reject' | null>(null)
  const can = (action: PlanAction) => plan.actions.includes(action)
  const act = async (action: PlanAction, note?: string, key: string = crypto.randomUUID(), quiet = false) => {
    const body = { version: plan.version, ...(note && { note }) }
    await call(ENDPOINTS[action], { params: { id: plan.id }, body }, { idempotencyKey: key, quiet })
    notify(words.done[action], 'success')
    await refresh()
  }
  const run = async (action: PlanAction) => {
    setBusy(action)
    try {
      await act(action)
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      await refresh()
    } finally {
      setBusy(null)
    }
  }
  const publish = async () => {
    const { publishTitle, publishBody } = words
    const answer = { title: publishTitle(plan.number), body: publishBody(plan.validFrom), confirm: words.publish }
    if (await confirm(answer)) await run('publish')
  }
  const withdraw = async () => {
    const answer = { title: words.cancelTitle(plan.number), body: words.cancelBody, confirm: words.cancel }
    if (await confirm({ ...answer, isDanger: true })) await run('withdraw')
  }
  // Nothing to decide for the one who proposed it: said, not hidden.
  const rule =
    plan.state !== 'in_review' ? null : can('approve') ? words.secondPerson : mayApprove ? words.own : words.adminOnly
  return (
    <section className={`card ${styles.group}`} aria-labelledby="plan-process">
      <div className={styles.cardHead}>
        <h2 id="plan-process">{words.flow}</h2>
        <Status tone={TONES[plan.state]}>{names.states[plan.state]}</Status>
        <p>
          {names.products[plan.product]} v{plan.number} · {words.holds(plan.validFrom, plan.validBefore)}
        </p>
      </div>
      <Steps plan={plan} />
      {plan.note && (
        <p className={styles.said}>
          <b>{words.note}</b> {plan.note}
        </p>
      )}
      {plan.decisionNote && (
        <p className={styles.said}>
          <b>{plan.state === 'rejected' ? words.reason : words.decisionNote}</b> {plan.decisionNote}
        </p>
      )}
      {rule && (
        <p className={styles.said} role="note">
          {rule}
        </p>
      )}
      {(can('propose') || can('approve') || can('publish') || can('withdraw')) && (
        <div className={styles.answers}>
          {can('approve') && <Button onClick={() => setDeciding('approve')}>{words.approve}</Button>}
          {can('reject') && (
            <Button variant="default" onClick={() => setDeciding('reject')}>
              {words.reject}
            </Button>
          )}
          {can('publish') && (
            <Button loading={busy === 'publish'} onClick={() => void publish()}>
              {words.publish}
            </Button>
          )}
          {can('propose') && (
            <>
              <Button loading={busy === 'propose'} onClick={() => void run('propose')}>
                {words.propose}
              </Button>
              <Button variant="default" onClick={() => go('/form/group', { plan: plan.id })}>
                {words.edit}
              </Button>
            </>
          )}
          {can('withdraw') && (
            <Button variant="default" loading={busy === 'withdraw'} onClick={() => void withdraw()}>
              {words.cancel}
            </Button>
          )}
        </div>
      )}
      {deciding && (
        <Decide
          plan={plan}
          action={deciding}
          act={(note, key) => act(deciding, note, key, true)}
          onClose={() => setDeciding(null)}
        />
      )}
    </section>
  )
}

function Steps({ plan }: { plan: PlanVersion }) {
  const words = useText(text)
  const notes = words.stepNotes
  const at = AT[plan.state]
  const isRejected = plan.state === 'rejected'
  const decided = plan.decided.by ? ([plan.decided.by, fullTime(plan.decided.at)] as const) : null
  const steps = [
    {
      name: words.steps.commit,
      note:
        plan.state === 'withdrawn'
          ? notes.withdrawn
          : plan.proposed.by
            ? notes.by(plan.proposed.by, fullTime(plan.proposed.at))
            : notes.notProposed,
    },
    {
      name: words.steps.approval,
      note: decided ? (isRejected ? notes.rejectedBy(...decided) : notes.approvedBy(...decided)) : notes.waiting,
    },
    {
      name: words.steps.finish,
      note: plan.publishedAt
        ? notes.publishedAt(fullTime(plan.publishedAt))
        : plan.state === 'approved'
          ? notes.ready
          : notes.toPublish,
    },
  ]
  return (
    <ol className={styles.steps} aria-label={words.flow}>
      {steps.map(({ name, note }, index) => (
        <li
          key={name}
          data-state={index < at ? 'past' : index === at ? 'now' : 'next'}
          aria-current={index === at ? 'step' : undefined}
        >
          <i aria-hidden>{index < at ? <IconCheck size={14} stroke={2.4} /> : index + 1}</i>
          <span>
            <b>{name}</b>
            <small>{note}</small>
          </span>
        </li>
      ))}
    </ol>
  )
}

interface DecideProps {
  plan: PlanVersion
  action: 'approve' | 'reject'
  act(note: string, idempotencyKey: string): Promise<void>
  onClose(): void
}

function Decide({ plan, action, act, onClose }: DecideProps) {
  const words = useText(text)
  const [note, setNote] = useState('')
  const [fault, setFault] = useState('')
  const isReject = action === 'reject'
  return (
    <FormModal
      title={isReject ? words.rejectTitle(plan.number) : words.approveTitle(plan.number)}
      confirm={isReject ? words.reject : words.approve}
      isDanger={isReject}
      validate={() => {
        const isGiven = !isReject || note.trim() !== ''
        setFault(isGiven ? '' : words.faults.required)
        return isGiven
      }}
      submit={(key) => act(note.trim(), key)}
      onClose={onClose}
    >
      <Textarea
        data-autofocus
        label={isReject ? words.reason : words.opinion}
        withAsterisk={isReject}
        rows={3}
        maxLength={500}
        value={note}
        error={fault}
        onChange={(event) => {
          setNote(event.currentTarget.value)
          setFault('')
        }}
      />
    </FormModal>
  )
}
