import { may } from '../../../core/can.ts'
import { errors as common, refuse, type Words } from '../../../core/errors.ts'
import { step } from '../../../core/flow.ts'
import { LANGUAGES } from '../../../core/text.ts'
import type { Ctx } from '../../../core/verb.ts'
import { errors } from '../errors.ts'
import { type RiskAction, type RiskState, riskFlow } from '../flow.ts'
import { addEvent, type CaseChange, changeCase, type LockedCase, lockCase } from '../sql/case.ts'
import type { Eye } from '../sql/list.ts'
import { text } from '../text.ts'

export const eyeOf = (ctx: Ctx): Eye => ({
  scope: ctx.scope,
  userId: ctx.session.accessId || '0',
  language: ctx.language,
  now: ctx.now,
})

/** The state's name in both languages. */
const wordsOf = (state: RiskState): Words =>
  Object.fromEntries(LANGUAGES.map((language) => [language, text[language].choices.state[state]])) as Words

/** The case, locked. Throws NOT_FOUND, for a foreign one as for a missing one. */
export async function findCase(ctx: Ctx, caseId: string): Promise<LockedCase> {
  const found = await lockCase(ctx.db, ctx.scope, caseId)
  if (!found) throw refuse(common, 'NOT_FOUND')
  return found
}

/** The state as it is now: a claim that has run out is none. */
export const stateOf = ({ state, claimUntil }: LockedCase, now: Date): RiskState =>
  state === 'claimed' && +new Date(claimUntil!) <= +now ? 'pending' : state

export const isOthers = (found: LockedCase, ctx: Ctx): boolean =>
  stateOf(found, ctx.now) === 'claimed' && found.assigneeId !== ctx.session.accessId

/** CLAIMED_BY_OTHER with who it is. */
export const claimedBy = (name: string | null) => {
  const who = name ?? '—'
  return refuse(errors, 'CLAIMED_BY_OTHER', { params: { name: who }, data: { holder: who } })
}

/** Throws NOT_IN_THIS_STATE with what is possible, and CLAIMED_BY_OTHER (409) with who holds it. */
export function refuseUnless(ctx: Ctx, found: LockedCase, action: RiskAction): void {
  const needsHolding = riskFlow.actions[action].from.includes('claimed' as never)
  if (needsHolding && isOthers(found, ctx)) throw claimedBy(found.assigneeName)
  step(riskFlow, stateOf(found, ctx.now), action, (permission) => may(ctx.session, permission), wordsOf)
}

/** Throws STALE with the row as it is. */
export function refuseStale(found: LockedCase, version: number): void {
  if (found.version !== version)
    throw refuse(common, 'STALE', {
      field: 'version',
      data: { current: { version: found.version, state: found.state } },
    })
}

interface Step {
  change?: Omit<CaseChange, 'state'>
  /** What the event keeps; `text` may be shown to the partner, `note` may not. */
  data?: Record<string, unknown>
  /** Uses an event that was written already, because its id stands in the change. */
  eventId?: string
  reason?: string
}

/**
 * Takes a step of the flow: the case by one guarded statement, its event, its audit entry. Throws STALE when another came
 * between. Returns the event's id.
 */
export async function take(ctx: Ctx, found: LockedCase, action: RiskAction, step: Step = {}): Promise<string> {
  const { from, to } = riskFlow.actions[action]
  const eventId = step.eventId ?? (await eventOf(ctx, found, action, step.data))
  const isWritten = await changeCase(ctx.db, found, from, { ...step.change, state: to })
  if (!isWritten) throw refuse(common, 'STALE', { field: 'version' })
  await ctx.audit({
    action: `risk.${action}`,
    entity: 'risk_case',
    entityId: found.id,
    before: { state: found.state, ...(found.effects.length > 0 && { effects: found.effects }) },
    after: { state: to, ...step.data },
    ...(step.reason && { reason: step.reason }),
  })
  return eventId
}

export const eventOf = (ctx: Ctx, found: LockedCase, action: RiskAction, data?: Record<string, unknown>) =>
  addEvent(ctx.db, {
    caseId: found.id,
    actorId: ctx.session.accessId || null,
    kind: action,
    from: stateOf(found, ctx.now),
    to: riskFlow.actions[action].to,
    at: ctx.now,
    ...(data && { data }),
  })

/** Back to nobody's hands. */
export const FREE = { assigneeId: null, claimUntil: null } as const
