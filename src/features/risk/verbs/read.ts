import { may } from '../../../core/can.ts'
import { errors as common, refuse } from '../../../core/errors.ts'
import { actionsFrom } from '../../../core/flow.ts'
import { type Ctx, serve } from '../../../core/verb.ts'
import { riskDetail, riskDismissStrike, riskList, riskOptions, riskStatistics, riskSummary } from '../contract.ts'
import { type RiskAction, type RiskState, riskFlow, UNDO_SECONDS } from '../flow.ts'
import { addEvent, readPolicies, readReviewers, readSeverities, readSteps } from '../sql/case.ts'
import * as sql from '../sql/detail.ts'
import { readQueueFigures } from '../sql/list.ts'
import { isReviewer, REVIEWERS } from './claim.ts'
import { eyeOf } from './common.ts'

const mayOf = (ctx: Ctx) => (needs: Parameters<typeof may>[1]) => may(ctx.session, needs)

const summary = serve(riskSummary, async (ctx, { list: query }) => {
  const figures = await readQueueFigures(ctx.db, { list: riskList, query, eye: eyeOf(ctx), may: mayOf(ctx) })
  const { open, decided, appealing, answerable, ...staff } = figures
  return { open, decided, appealing, answerable, ...(isReviewer(ctx) && { staff }) }
})

const options = serve(riskOptions, async (ctx) => {
  const [policies, reviewers, partners, severities, steps] = await Promise.all([
    readPolicies(ctx.db),
    readReviewers(ctx.db, REVIEWERS, ctx.scope),
    sql.readPartners(ctx.db, ctx.scope),
    readSeverities(ctx.db),
    readSteps(ctx.db),
  ])
  return { policies, reviewers, partners, severities, steps }
})

const statistics = serve(riskStatistics, (ctx, { query }) =>
  sql.readStatistics(ctx.db, ctx.scope, ctx.now, query.days ?? 30),
)

/** What a partner's story of a case has in it; who was at work and what was said inside has no place there. */
const PUBLIC_EVENTS = new Set(['open', 'decide', 'undo', 'appeal', 'fix', 'uphold', 'overturn', 'close', 'reopen'])

const detail = serve(riskDetail, async (ctx, { params }) => {
  const eye = eyeOf(ctx)
  const row = await sql.readCase(ctx.db, eye, params.id)
  if (!row) throw refuse(common, 'NOT_FOUND')
  const [evidence, events] = await Promise.all([
    sql.readEvidence(ctx.db, row.caseId),
    sql.readEvents(ctx.db, row.caseId),
  ])
  const seesAll = isReviewer(ctx)
  const isNone = row.effects.includes('none')
  return {
    caseId: row.caseId,
    caseNo: row.caseNo,
    state: row.state,
    label: row.label,
    video: {
      videoId: row.videoId,
      title: row.title,
      platform: row.platform,
      platformItemId: row.platformItemId,
      shareUrl: row.shareUrl,
      coverUrl: row.coverUrl,
      contentType: row.contentType,
      durationMs: row.durationMs,
      creatorName: row.creatorName,
      partnerName: row.partnerName,
      publishedAt: row.publishedAt,
      visibility: row.visibility,
      riskState: row.riskState,
      playCount: row.playCount,
    },
    evidence: evidence.map(({ score, ...shown }) => (seesAll ? { ...shown, score } : shown)),
    effects: row.effects,
    policy: row.policyCode ? { code: row.policyCode, nameZh: row.policyZh!, nameEn: row.policyEn! } : null,
    reasonZh: row.reasonZh,
    reasonEn: row.reasonEn,
    decidedAt: row.decidedAt,
    appealState: row.appealState,
    appealText: row.appealText,
    appealReply: row.appealReply,
    appealDueAt: row.appealDueAt,
    fixText: row.fixText,
    actions: actionsOf(ctx, row).filter((action) => !isNone || (action !== 'appeal' && action !== 'fix')),
    events: events
      .filter(({ kind }) => seesAll || PUBLIC_EVENTS.has(kind))
      .map(({ actor, publicText, ...event }) =>
        seesAll ? { ...event, actor } : { ...event, text: publicText, at: event.at },
      ),
    createdAt: row.createdAt,
    ...(seesAll && { staff: await staffOf(ctx, row) }),
  }
})

/** What this person may do now: the flow's arrows, less those the verb would refuse for this case. */
function actionsOf(ctx: Ctx, row: sql.DetailRow): RiskAction[] {
  const state = row.state as RiskState
  const me = ctx.session.accessId
  const isAnswerable = !!row.appealDueAt && +new Date(row.appealDueAt) > +ctx.now
  return actionsFrom(riskFlow, state, mayOf(ctx)).filter((action) => {
    if (state === 'claimed') return row.assigneeId === me
    if (action === 'undo') return row.decidedBy === me && +new Date(undoUntil(row) ?? 0) > +ctx.now
    if (action === 'appeal') return row.appealState === 'none' && isAnswerable
    if (action === 'fix') return !row.fixedAt && row.appealState !== 'overturned' && isAnswerable
    return true
  })
}

const undoUntil = (row: sql.DetailRow): string | null =>
  row.state === 'decided' && row.decidedAt && row.appealState === 'none'
    ? new Date(+new Date(row.decidedAt) + UNDO_SECONDS * 1000).toISOString()
    : null

async function staffOf(ctx: Ctx, row: sql.DetailRow) {
  const [background, notes] = await Promise.all([
    sql.readBackground(ctx.db, eyeOf(ctx), row),
    sql.readNotes(ctx.db, row.caseId),
  ])
  const me = ctx.session.accessId
  return {
    severity: row.severity,
    source: row.source,
    suggestion: row.suggestion,
    score: row.score,
    priority: row.priority,
    reportCount: row.reportCount,
    signalCount: row.signalCount,
    slaDueAt: row.slaDueAt,
    version: row.version,
    assigneeId: row.assigneeId,
    assigneeName: row.assigneeName,
    claimUntil: row.claimUntil,
    isMine: row.state === 'claimed' && row.assigneeId === me,
    proposedBy: row.proposedBy,
    canConfirmProposal: row.proposedById !== null && row.proposedById !== me,
    undoUntil: row.decidedBy === me ? undoUntil(row) : null,
    notes,
    creator: background.creator,
    strikes: background.strikes,
    earlier: background.earlier,
    partnerRatePpm: background.partnerRatePpm,
    averageRatePpm: background.averageRatePpm,
    otherCases: background.others,
    places: background.places,
    placePlays: background.placePlays,
    isHeld: row.isHeld,
    // What is not settled yet is what a freeze would keep.
    ...(may(ctx.session, 'income.read') && { stakeFen: Math.max(0, row.estIncomeFen - row.settledIncomeFen) }),
  }
}

const dismissStrike = serve(riskDismissStrike, async (ctx, { params, body }) => {
  const found = await sql.lockStrike(ctx.db, ctx.scope, params.id)
  if (!found) throw refuse(common, 'NOT_FOUND')
  if (!found.isActive) return { done: false }
  const state = found.caseState as RiskState
  const eventId = await addEvent(ctx.db, {
    caseId: found.caseId,
    actorId: ctx.session.accessId,
    kind: 'strikeEnd',
    from: state,
    to: state,
    at: ctx.now,
    data: { note: body.reason, points: found.points },
  })
  await sql.dismissStrike(ctx.db, params.id, body.reason, eventId, ctx.now)
  await ctx.audit({
    action: 'risk.strikeEnd',
    entity: 'risk_case',
    entityId: found.caseId,
    before: { points: found.points },
    after: { points: 0 },
    reason: body.reason,
  })
  return { done: true }
})

export const readVerbs = [summary, options, statistics, detail, dismissStrike]
