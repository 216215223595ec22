import { may } from '../../../core/can.ts'
import { refuse } from '../../../core/errors.ts'
import type { VideoEffect } from '../../../core/events.ts'
import { type Ctx, serve } from '../../../core/verb.ts'
import { type Decision, type Effect, riskDecide, riskJudge, riskReopen, riskUndo } from '../contract.ts'
import { errors } from '../errors.ts'
import { APPEAL_DAYS, CLAIM_MINUTES, UNDO_SECONDS } from '../flow.ts'
import { decided, judged, partnerTodo, proposed, withdrawn } from '../notices.ts'
import { type LockedCase, readEventData, readPolicies, readSeverities } from '../sql/case.ts'
import * as effects from '../sql/effects.ts'
import { readReopenBar } from '../sql/intake.ts'
import { eventOf, FREE, findCase, refuseStale, refuseUnless, take } from './common.ts'

const DAY_MS = 86_400_000
const VIDEO_EFFECTS: readonly string[] = ['limit', 'remove', 'freeze', 'exclude', 'ban'] satisfies VideoEffect[]
const videoEffects = (all: readonly string[]) => all.filter((one) => VIDEO_EFFECTS.includes(one)) as VideoEffect[]

/** What stands in a video's settlement for a case that leaves it out. */
const excludedBy = (found: LockedCase): string => `风险处置 ${found.caseNo}`

/** Checks what a decision says, whatever the case. Throws NONE_ALONE, REASON_REQUIRED, POLICY_REQUIRED, BAN_*. */
function checkDecision(ctx: Ctx, decision: Decision): void {
  const isNone = decision.effects.includes('none')
  if (isNone && decision.effects.length > 1) throw refuse(errors, 'NONE_ALONE', { field: 'effects' })
  for (const field of ['reasonZh', 'reasonEn'] as const)
    if ([...decision[field].trim()].length < 2) throw refuse(errors, 'REASON_REQUIRED', { field })
  if (!isNone && !decision.policyCode) throw refuse(errors, 'POLICY_REQUIRED', { field: 'policyCode' })
  if (!decision.effects.includes('ban')) return
  if (!decision.banScope) throw refuse(errors, 'BAN_SCOPE', { field: 'banScope' })
  if (decision.banScope === 'partner' && !may(ctx.session, 'riskVideos.ban'))
    throw refuse(errors, 'BAN_PARTNER', { field: 'banScope' })
}

async function checkPolicy(ctx: Ctx, found: LockedCase, code: string | null): Promise<void> {
  if (!code) return
  const policy = (await readPolicies(ctx.db)).find((one) => one.code === code)
  if (!policy) throw refuse(errors, 'POLICY_UNKNOWN', { field: 'policyCode' })
  if (policy.labels.length > 0 && !policy.labels.includes(found.label))
    throw refuse(errors, 'POLICY_OTHER_LABEL', { field: 'policyCode', params: { code } })
}

/** A p0 case is released by two: whoever proposed it cannot be the second. Throws SECOND_PERSON. */
function isProposal(ctx: Ctx, found: LockedCase, chosen: readonly Effect[]): boolean {
  if (found.severity !== 'p0' || !chosen.includes('none')) return false
  if (found.proposedBy === ctx.session.accessId) throw refuse(errors, 'SECOND_PERSON', { field: 'effects' })
  return found.proposedBy === null
}

/**
 * Decides a case that the one who asks holds, with all that follows, in the running transaction. An earlier decision of
 * the same case ends first. Throws what the checks throw.
 */
export async function decide(ctx: Ctx, found: LockedCase, decision: Decision) {
  checkDecision(ctx, decision)
  refuseUnless(ctx, found, 'decide')
  await checkPolicy(ctx, found, decision.policyCode)
  const said = { effects: decision.effects, policyCode: decision.policyCode, note: decision.note }
  if (isProposal(ctx, found, decision.effects)) {
    await take(ctx, found, 'propose', { change: { ...FREE, proposedBy: ctx.session.accessId }, data: said })
    await ctx.notify(proposed(found))
    return { state: 'escalated', version: found.version + 1, undoUntil: null }
  }
  const video = (await effects.lockVideo(ctx.db, found.videoId))!
  const reasons = { reasonZh: decision.reasonZh.trim(), reasonEn: decision.reasonEn.trim() }
  const seconds = found.claimedAt ? Math.round((+ctx.now - +new Date(found.claimedAt)) / 1000) : null
  const eventId = await eventOf(ctx, found, 'decide', { ...said, ...reasons, seconds, before: decisionOf(found) })
  await takeEffect(ctx, found, decision, { eventId, creatorId: video.creatorId, partnerId: video.partnerId })
  await take(ctx, found, 'decide', {
    eventId,
    change: {
      ...reasons,
      effects: decision.effects,
      policyCode: decision.policyCode,
      decidedBy: ctx.session.accessId,
      decidedAt: ctx.now,
      decisionEvent: eventId,
      claimUntil: null,
      appealDueAt: decision.effects.includes('none') ? null : new Date(+ctx.now + APPEAL_DAYS * DAY_MS),
      closedAt: null,
    },
    data: said,
    reason: reasons.reasonZh,
  })
  await effects.project(ctx.db, found.videoId, eventId, excludedBy(found))
  await ctx.endTodos('risk', found.id)
  const restricts = videoEffects(decision.effects)
  if (videoEffects(found.effects).length > 0)
    await ctx.emit('video.restored', { videoId: found.videoId, caseId: found.id })
  if (restricts.length > 0)
    await ctx.emit('video.restricted', {
      videoId: found.videoId,
      caseId: found.id,
      effects: restricts,
      severity: found.severity,
    })
  if (found.partnerId) {
    await ctx.notify(decided(found, decision))
    if (!decision.effects.includes('none')) await ctx.notify(partnerTodo(found))
  }
  return {
    state: 'decided',
    version: found.version + 1,
    undoUntil: new Date(+ctx.now + UNDO_SECONDS * 1000).toISOString(),
  }
}

interface Target {
  eventId: string
  creatorId: string | null
  partnerId: string | null
}

/** The decision a case carries, as it is kept beside the next one: taking that back brings this one back. */
const decisionOf = (found: LockedCase) => ({
  effects: found.effects,
  policyCode: found.policyCode,
  reasonZh: found.reasonZh,
  reasonEn: found.reasonEn,
  decidedBy: found.decidedBy,
  decidedAt: found.decidedAt,
  decisionEvent: found.decisionEvent,
  appealDueAt: found.appealDueAt,
})

/** What the decision does to video, income, strikes and makers; what an earlier one of this case did ends. */
async function takeEffect(ctx: Ctx, found: LockedCase, decision: Decision, target: Target): Promise<void> {
  const { db, now } = ctx
  const act = { caseId: found.id, videoId: found.videoId, eventId: target.eventId, at: now }
  const has = (effect: Effect) => decision.effects.includes(effect)
  await effects.endAll(db, act, { hold: !has('freeze') })
  for (const kind of ['limit', 'remove', 'exclude'] as const) if (has(kind)) await effects.beginEffect(db, act, kind)
  if (has('freeze')) await effects.beginHold(db, act)
  if (has('strike')) {
    const level = (await readSeverities(db)).find(({ severity }) => severity === found.severity)!
    await effects.addStrike(db, act, found, level.strikePoints, level.strikeDays)
  }
  if (has('ban')) {
    const scope = decision.banScope!
    const targetId = scope === 'creator' ? target.creatorId : target.partnerId
    if (!targetId) throw refuse(errors, 'BAN_TARGET', { field: 'banScope' })
    const until = decision.banDays ? new Date(+now + decision.banDays * DAY_MS) : null
    await effects.beginEffect(db, act, 'ban', { scope, targetId, until })
  }
}

const decideVerb = serve(riskDecide, async (ctx, { params, body }) => {
  const { version, ...decision } = body
  const found = await findCase(ctx, params.id)
  refuseUnless(ctx, found, 'decide')
  refuseStale(found, version)
  return decide(ctx, found, decision)
})

const undo = serve(riskUndo, async (ctx, { params }) => {
  const found = await findCase(ctx, params.id)
  refuseUnless(ctx, found, 'undo')
  const isInTime = !!found.decidedAt && +ctx.now - +new Date(found.decidedAt) <= UNDO_SECONDS * 1000
  if (found.decidedBy !== ctx.session.accessId || !isInTime || found.appealState !== 'none')
    throw refuse(errors, 'UNDO_OVER')
  await effects.lockVideo(ctx.db, found.videoId)
  const earlier = (await readEventData(ctx.db, found.decisionEvent!)).before as ReturnType<typeof decisionOf>
  const eventId = await eventOf(ctx, found, 'undo')
  const act = { caseId: found.id, videoId: found.videoId, eventId, at: ctx.now }
  await effects.takeBack(ctx.db, act, found.decisionEvent!)
  await take(ctx, found, 'undo', {
    eventId,
    change: {
      assigneeId: ctx.session.accessId,
      claimUntil: new Date(+ctx.now + CLAIM_MINUTES * 60_000),
      ...earlier,
    },
  })
  await effects.project(ctx.db, found.videoId, eventId, excludedBy(found))
  await ctx.endTodos('risk', found.id)
  if (videoEffects(found.effects).length > 0)
    await ctx.emit('video.restored', { videoId: found.videoId, caseId: found.id })
  const stands = videoEffects(earlier.effects)
  if (stands.length > 0)
    await ctx.emit('video.restricted', {
      videoId: found.videoId,
      caseId: found.id,
      effects: stands,
      severity: found.severity,
    })
  if (found.partnerId) await ctx.notify(withdrawn(found))
  return { state: 'claimed', version: found.version + 1 }
})

const judge = serve(riskJudge, async (ctx, { params, body }) => {
  const found = await findCase(ctx, params.id)
  const action = body.verdict === 'overturned' ? 'overturn' : 'uphold'
  refuseUnless(ctx, found, action)
  refuseStale(found, body.version)
  const isOverturned = action === 'overturn'
  if (isOverturned && found.severity === 'p0' && found.decidedBy === ctx.session.accessId)
    throw refuse(errors, 'SECOND_PERSON', { field: 'verdict' })
  await effects.lockVideo(ctx.db, found.videoId)
  const data = { text: body.reply, verdict: body.verdict }
  const eventId = await eventOf(ctx, found, action, data)
  if (isOverturned)
    await effects.endAll(ctx.db, { caseId: found.id, videoId: found.videoId, eventId, at: ctx.now }, { hold: true })
  await take(ctx, found, action, {
    eventId,
    change: { appealState: body.verdict, appealReply: body.reply, judgedAt: ctx.now },
    data,
    reason: body.reply,
  })
  await effects.project(ctx.db, found.videoId, eventId, excludedBy(found))
  await ctx.endTodos('risk', found.id)
  if (isOverturned && videoEffects(found.effects).length > 0)
    await ctx.emit('video.restored', { videoId: found.videoId, caseId: found.id })
  if (found.partnerId) await ctx.notify(judged(found, body))
  return { state: 'decided', version: found.version + 1 }
})

const reopen = serve(riskReopen, async (ctx, { params, body }) => {
  const found = await findCase(ctx, params.id)
  refuseUnless(ctx, found, 'reopen')
  refuseStale(found, body.version)
  const bar = await readReopenBar(ctx.db, found)
  if (bar.hasOpen) throw refuse(errors, 'OPEN_CASE_EXISTS')
  const data = { note: body.reason }
  const eventId = await eventOf(ctx, found, 'reopen', data)
  await take(ctx, found, 'reopen', {
    eventId,
    change: {
      ...FREE,
      closedAt: null,
      proposedBy: null,
      slaDueAt: new Date(+ctx.now + bar.slaMinutes * 60_000),
    },
    data,
    reason: body.reason,
  })
  if (bar.holdsIncome)
    await effects.beginHold(ctx.db, { caseId: found.id, videoId: found.videoId, eventId, at: ctx.now })
  await effects.project(ctx.db, found.videoId, eventId, excludedBy(found))
  return { state: 'pending', version: found.version + 1 }
})

export const decideVerbs = [decideVerb, undo, judge, reopen]
