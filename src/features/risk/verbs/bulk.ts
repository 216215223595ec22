import type { BulkReport, Target } from '../../../core/bulk.ts'
import { AppError, refuse } from '../../../core/errors.ts'
import { type Ctx, serve } from '../../../core/verb.ts'
import { riskAssign, riskDecideMany, riskMerge } from '../contract.ts'
import { errors } from '../errors.ts'
import { ASSIGN_HOURS, CLAIM_MINUTES, MAX_BULK } from '../flow.ts'
import { assigned } from '../notices.ts'
import { type LockedCase, lockCases, mayReview } from '../sql/case.ts'
import * as effects from '../sql/effects.ts'
import { mergeInto, readMergeTargets } from '../sql/intake.ts'
import { REVIEWERS } from './claim.ts'
import { claimedBy, eventOf, isOthers, refuseUnless, stateOf, take } from './common.ts'
import { decide } from './decide.ts'

/** The cases of a bulk action, locked; one that is missing or foreign stops the whole. Throws TOO_MANY_CASES, ROWS_NOT_FOUND. */
async function lockAll(ctx: Ctx, target: Target): Promise<LockedCase[]> {
  const wanted = [...new Set(await ctx.idsOf(target))]
  if (wanted.length > MAX_BULK) throw refuse(errors, 'TOO_MANY_CASES', { field: 'target', params: { limit: MAX_BULK } })
  const found = await lockCases(ctx.db, ctx.scope, wanted)
  const missing = wanted.length - found.length
  if (missing > 0) throw refuse(errors, 'ROWS_NOT_FOUND', { field: 'target', params: { count: missing } })
  return found
}

/** Does one thing for each case; what a case's own state refuses goes into the report, the others go on. */
async function forEach(ctx: Ctx, cases: LockedCase[], run: (found: LockedCase) => Promise<void>): Promise<BulkReport> {
  const report: BulkReport = { done: 0, refused: [] }
  for (const found of cases) {
    try {
      await run(found)
      report.done += 1
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      report.refused.push({ id: found.id, reason: error.reason, msg: error.explain(ctx.language) })
    }
  }
  return report
}

/** Takes a free case on the way to something else, so that the flow is kept; one's own stays one's own. */
async function takeFree(ctx: Ctx, found: LockedCase): Promise<LockedCase> {
  if (isOthers(found, ctx)) throw claimedBy(found.assigneeName)
  if (stateOf(found, ctx.now) === 'claimed') return found
  refuseUnless(ctx, found, 'claim')
  const claimUntil = new Date(+ctx.now + CLAIM_MINUTES * 60_000)
  const freed = await freeIfExpired(ctx, found)
  await take(ctx, freed, 'claim', { change: { assigneeId: ctx.session.accessId, claimedAt: ctx.now, claimUntil } })
  return {
    ...freed,
    state: 'claimed',
    assigneeId: ctx.session.accessId,
    claimedAt: ctx.now.toISOString(),
    claimUntil: claimUntil.toISOString(),
    version: freed.version + 1,
  }
}

/** A claim that has run out and that the clock has not come by yet ends here. */
async function freeIfExpired(ctx: Ctx, found: LockedCase): Promise<LockedCase> {
  if (found.state !== 'claimed') return found
  await take(ctx, found, 'expire', { change: { assigneeId: null, claimUntil: null } })
  return { ...found, state: 'pending', assigneeId: null, claimUntil: null, version: found.version + 1 }
}

const decideMany = serve(riskDecideMany, async (ctx, { body }) => {
  const { target, ...decision } = body
  return forEach(ctx, await lockAll(ctx, target), async (found) => {
    if (found.severity === 'p0' && decision.effects.includes('none')) throw refuse(errors, 'P0_ONE_BY_ONE')
    await decide(ctx, await takeFree(ctx, found), decision)
  })
})

const assign = serve(riskAssign, async (ctx, { body }) => {
  const cases = await lockAll(ctx, body.target)
  const report = await forEach(ctx, cases, async (found) => {
    if (isOthers(found, ctx)) throw claimedBy(found.assigneeName)
    if (!(await mayReview(ctx.db, REVIEWERS, body.userId, found.partnerId))) throw refuse(errors, 'NO_SUCH_REVIEWER')
    const free = await freeIfExpired(ctx, found)
    refuseUnless(ctx, free, 'assign')
    await take(ctx, free, 'assign', {
      change: {
        assigneeId: body.userId,
        claimedAt: ctx.now,
        claimUntil: new Date(+ctx.now + ASSIGN_HOURS * 3_600_000),
      },
      data: { userId: body.userId },
    })
  })
  if (report.done > 0) await ctx.notify(assigned(body.userId, report.done))
  return report
})

const merge = serve(riskMerge, async (ctx, { body }) => {
  const cases = await lockAll(ctx, body.target)
  const targets = await readMergeTargets(ctx.db, [...new Set(cases.map(({ videoId }) => videoId))])
  await lockCases(
    ctx.db,
    ctx.scope,
    targets.map(({ caseId }) => caseId),
  )
  const targetOf = new Map(targets.map(({ videoId, caseId }) => [videoId, caseId]))
  return forEach(ctx, cases, async (found) => {
    const into = targetOf.get(found.videoId)
    if (!into || into === found.id) throw refuse(errors, 'NOTHING_TO_MERGE')
    const free = await freeIfExpired(ctx, found)
    refuseUnless(ctx, free, 'merge')
    const data = { into }
    const eventId = await eventOf(ctx, free, 'merge', data)
    const act = { caseId: found.id, videoId: found.videoId, eventId, at: ctx.now }
    await effects.lockVideo(ctx.db, found.videoId)
    await mergeInto(ctx.db, found.id, into)
    const hadHold = await effects.endHold(ctx.db, act)
    if (hadHold) await effects.beginHold(ctx.db, { ...act, caseId: into })
    await take(ctx, free, 'merge', { eventId, change: { mergedInto: into, closedAt: ctx.now }, data })
    await effects.project(ctx.db, found.videoId, eventId, '')
    await ctx.endTodos('risk', found.id)
  })
})

export const bulkVerbs = [decideMany, assign, merge]
