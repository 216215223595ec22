import { may } from '../../core/can.ts'
import { errors as common, refuse } from '../../core/errors.ts'
import { step } from '../../core/flow.ts'
import { type Ctx, serve } from '../../core/verb.ts'
import type { Platform } from '../../core/works.ts'
import { readWorkLink } from '../../core/works.ts'
import { workText } from '../../core/workText.ts'
import { claimCancel, claimCreate, claimJudge, claimSubmit } from './contract.ts'
import { errors } from './errors.ts'
import { type ClaimStatus, claimFlow } from './flow.ts'
import { tellVerdict } from './notices.ts'
import * as sql from './sql/claims.ts'
import { text } from './text.ts'

const stateWords = (status: ClaimStatus) => ({
  'zh-CN': text['zh-CN'].claimStates[status],
  'en-US': text['en-US'].claimStates[status],
})
const platformWords = (platform: string) => ({
  'zh-CN': workText['zh-CN'].platform[platform as Platform],
  'en-US': workText['en-US'].platform[platform as Platform],
})

const create = serve(claimCreate, async (ctx, { params: { id }, body: { creatorId } }) => {
  const partnerId = partnerOf(ctx)
  const item = await sql.readClosed(ctx.db, partnerId, id, ctx.now)
  if (!item) throw refuse(common, 'NOT_FOUND')
  const creator = await sql.isBound(ctx.db, partnerId, creatorId, ctx.now)
  if (!creator) throw refuse(errors, 'CREATOR_NOT_YOURS', { field: 'creatorId' })
  if (item.taskPlatform !== null && item.taskPlatform !== creator.platform)
    throw refuse(errors, 'CREATOR_OTHER_PLATFORM', {
      field: 'creatorId',
      params: { platform: platformWords(item.taskPlatform) },
    })
  const { taken, claimId, dueAt } = await sql.takePlace(ctx.db, {
    recommendationId: id,
    partnerId,
    creatorId,
    userId: ctx.session.accessId,
    now: ctx.now,
  })
  if (!taken) throw await whyNot(ctx, partnerId, id)
  if (!claimId || !dueAt) throw refuse(errors, 'ALREADY_CLAIMED', { field: 'creatorId' })
  await ctx.audit({
    action: 'recommendation.claim',
    entity: 'recommendationClaim',
    entityId: claimId,
    after: { recommendationId: id, creatorId },
  })
  return { claimId, dueAt }
})

/** Told after the statement that found no place: another may have taken the last one meanwhile. */
async function whyNot(ctx: Ctx, partnerId: string, id: string): Promise<Error> {
  const item = await sql.readClosed(ctx.db, partnerId, id, ctx.now)
  if (!item) return refuse(common, 'NOT_FOUND')
  return refuse(errors, item.isFull && !item.isOver ? 'FULL' : 'CLOSED')
}

function partnerOf({ scope }: Ctx): string {
  if (scope.kind !== 'partner') throw refuse(common, 'NOT_FOUND')
  return scope.partnerId
}

/** Holds a claim for a change. Throws NOT_FOUND, STALE with its state. */
async function hold(ctx: Ctx, id: string, version: number): Promise<sql.LockedClaim> {
  const claim = await sql.lockClaim(ctx.db, ctx.scope, id)
  if (!claim) throw refuse(common, 'NOT_FOUND')
  if (claim.version !== version)
    throw refuse(common, 'STALE', { data: { current: { version: claim.version, status: claim.status } } })
  return claim
}

const advance = (ctx: Ctx, claim: sql.LockedClaim, action: keyof typeof claimFlow.actions): ClaimStatus =>
  step(claimFlow, claim.status, action, (permission) => may(ctx.session, permission), stateWords)

async function move(ctx: Ctx, claim: sql.LockedClaim, change: Parameters<typeof sql.moveClaim>[1]): Promise<number> {
  const version = await sql.moveClaim(ctx.db, change)
  if (!version) throw refuse(common, 'STALE')
  await ctx.audit({
    action: `recommendation.claim.${change.to}`,
    entity: 'recommendationClaim',
    entityId: claim.id,
    before: { status: claim.status },
    after: { status: change.to, ...(change.work && { link: change.work.link }) },
    ...(change.verdict?.reason && { reason: change.verdict.reason }),
  })
  return version
}

const cancel = serve(claimCancel, async (ctx, { params, body }) => {
  const claim = await hold(ctx, params.id, body.version)
  const to = advance(ctx, claim, 'cancel')
  const version = await move(ctx, claim, { id: claim.id, from: claimFlow.actions.cancel.from, to, now: ctx.now })
  await sql.returnPlaces(ctx.db, claim.recommendationId, 1)
  return { version }
})

const submit = serve(claimSubmit, async (ctx, { params, body }) => {
  const claim = await hold(ctx, params.id, body.version)
  const to = advance(ctx, claim, 'submit')
  const link = body.link.trim()
  const found = readWorkLink(link)
  if (!found) throw refuse(errors, 'UNKNOWN_LINK', { field: 'link' })
  const { platform, itemId } = found
  if (platform !== claim.creatorPlatform)
    throw refuse(errors, 'WRONG_PLATFORM', {
      field: 'link',
      params: { platform: platformWords(claim.creatorPlatform) },
    })
  if (await sql.isWorkUsed(ctx.db, claim.partnerId, platform, itemId))
    throw refuse(errors, 'LINK_USED', { field: 'link' })
  const video = await sql.findOwnWork(ctx.db, claim.partnerId, platform, itemId)
  if (video?.creatorId && video.creatorId !== claim.creatorId)
    throw refuse(errors, 'WORK_OF_ANOTHER', { field: 'link' })
  const work = { link, platform, itemId, videoId: video?.id ?? null }
  const version = await move(ctx, claim, { id: claim.id, from: claimFlow.actions.submit.from, to, work, now: ctx.now })
  return { version, isMatched: !!video }
})

const judge = serve(claimJudge, async (ctx, { params, body: { isValid, reason, version: seen } }) => {
  const claim = await hold(ctx, params.id, seen)
  const action = isValid ? 'approve' : 'reject'
  const to = advance(ctx, claim, action)
  const why = isValid ? null : (reason?.trim() ?? '')
  if (why !== null && why.length < 2) throw refuse(errors, 'REASON_REQUIRED', { field: 'reason' })
  const verdict = { by: ctx.session.accessId, reason: why }
  const version = await move(ctx, claim, {
    id: claim.id,
    from: claimFlow.actions[action].from,
    to,
    verdict,
    now: ctx.now,
  })
  await tellVerdict(ctx, claim, why)
  return { version }
})

export const claimVerbs = [create, cancel, submit, judge]
