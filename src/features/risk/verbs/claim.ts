import { permissions } from '../../../core/access.ts'
import { may } from '../../../core/can.ts'
import { errors as common, refuse } from '../../../core/errors.ts'
import { type Ctx, serve } from '../../../core/verb.ts'
import { riskClaim, riskEscalate, riskNext, riskRelease, riskSkip } from '../contract.ts'
import { CLAIM_MINUTES, riskFlow } from '../flow.ts'
import { escalated } from '../notices.ts'
import { addEvent, claimCase, findNext } from '../sql/case.ts'
import { claimedBy, eyeOf, FREE, findCase, isOthers, refuseUnless, take } from './common.ts'

/** The roles that triage: those a case can be given to. */
export const REVIEWERS: readonly string[] = permissions['riskVideos.write'].roles ?? []

/** Takes a case for the one who asks. Throws NOT_FOUND, CLAIMED_BY_OTHER, NOT_IN_THIS_STATE. */
export async function claim(ctx: Ctx, caseId: string): Promise<{ state: string; version: number }> {
  const userId = ctx.session.accessId
  const until = new Date(+ctx.now + CLAIM_MINUTES * 60_000)
  const taken = await claimCase(ctx.db, ctx.scope, caseId, { userId, now: ctx.now, until })
  if (!taken) {
    const found = await findCase(ctx, caseId)
    if (isOthers(found, ctx)) throw claimedBy(found.assigneeName)
    refuseUnless(ctx, found, 'claim')
    throw refuse(common, 'STALE')
  }
  await addEvent(ctx.db, {
    caseId,
    actorId: userId,
    kind: 'claim',
    from: taken.from === 'claimed' ? 'pending' : taken.from,
    to: riskFlow.actions.claim.to,
    at: ctx.now,
  })
  return { state: 'claimed', version: taken.version }
}

const next = serve(riskNext, async (ctx, { body }) => {
  const found = await findNext(ctx.db, eyeOf(ctx), body.labels, body.after)
  if (!found) return { caseId: null }
  await claim(ctx, found.id)
  return { caseId: found.id }
})

const claimVerb = serve(riskClaim, (ctx, { params }) => claim(ctx, params.id))

const release = serve(riskRelease, async (ctx, { params }) => {
  const found = await findCase(ctx, params.id)
  refuseUnless(ctx, found, 'release')
  await take(ctx, found, 'release', { change: FREE })
  return { state: 'pending', version: found.version + 1 }
})

const skip = serve(riskSkip, async (ctx, { params, body }) => {
  const found = await findCase(ctx, params.id)
  refuseUnless(ctx, found, 'skip')
  await take(ctx, found, 'skip', { change: FREE, data: { note: body.reason }, reason: body.reason })
  return { state: 'pending', version: found.version + 1 }
})

const escalate = serve(riskEscalate, async (ctx, { params, body }) => {
  const found = await findCase(ctx, params.id)
  refuseUnless(ctx, found, 'escalate')
  await take(ctx, found, 'escalate', { change: FREE, data: { note: body.reason }, reason: body.reason })
  await ctx.notify(escalated(found, body.reason))
  return { state: 'escalated', version: found.version + 1 }
})

/** Whether the one who asks may do anything with cases beyond looking. */
export const isReviewer = (ctx: Ctx): boolean => may(ctx.session, 'riskVideos.write')

export const claimVerbs = [next, claimVerb, release, skip, escalate]
