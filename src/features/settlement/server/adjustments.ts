import type { SettlementProduct } from '../../../core/access.ts'
import { may } from '../../../core/can.ts'
import { errors as common, refuse } from '../../../core/errors.ts'
import type { ListQuery } from '../../../core/listQuery.ts'
import { yuanOf } from '../../../core/money.ts'
import { bucketOf } from '../../../core/period.ts'
import { dayOf } from '../../../core/time.ts'
import { type Ctx, type ListVerb, serve, serveList, type Verb } from '../../../core/verb.ts'
import { readAll, readPage } from '../../../kit/sql/list.ts'
import {
  adjustmentDecide,
  adjustmentLists,
  adjustmentPropose,
  adjustmentWithdraw,
  partnerSearch,
} from '../contract/adjustments.ts'
import * as sql from '../sql/adjustments.ts'
import { errors } from '../statementErrors.ts'
import { both, eyeOf, fenFrom } from './common.ts'
import { filesOf } from './files.ts'

/** One part in so many of what a partner is owed may be changed by one person alone. */
export const ALONE_UP_TO = 5

function listVerb(product: SettlementProduct): ListVerb {
  const list = adjustmentLists[product] as (typeof adjustmentLists)['wl']
  const question = (ctx: Ctx, query: ListQuery) => ({
    db: ctx.db,
    list,
    source: sql.adjustmentSource(eyeOf(ctx)),
    query,
    fence: sql.fenceAdjustments(eyeOf(ctx), product),
    may: (needs: Parameters<typeof may>[1]) => may(ctx.session, needs),
  })
  return serveList({
    list,
    text: both((words) => ({
      title: words.adjustmentTitles[product],
      columns: words.adjustments,
      choices: { lineType: words.lineTypes, state: words.adjustmentStates },
      filters: words.payoutFilters,
    })),
    page: (ctx, query) => readPage(question(ctx, query)),
    all: (ctx, query) => readAll(question(ctx, query)),
  })
}

/**
 * Whether an amount, with what one person has done alone in the open period, is more than a fifth of what the partner is
 * owed. Without a statement to hold it against anything is.
 */
export async function needsSecond(
  ctx: Ctx,
  { product, partnerId }: { product: string; partnerId: string },
  amountFen: number,
  netFen: number | null,
): Promise<boolean> {
  const alone = await sql.sumAlone(ctx.db, product, partnerId)
  return (Math.abs(amountFen) + alone) * ALONE_UP_TO > Math.abs(netFen ?? 0)
}

export const tellSecond = (ctx: Ctx, partnerName: string, partnerId: string, amountFen: number): Promise<void> =>
  ctx.notify({
    to: { roles: ['admin', 'coo'], partnerId },
    type: 'notice',
    bizType: 'settlement',
    words: both(({ notices }) => ({
      title: notices.second,
      content: notices.secondContent(partnerName, yuanOf(amountFen)),
    })),
  })

/** Which way a kind of line goes; the others go either way. */
export const SIGN: Partial<Record<sql.AdjustmentType, 1 | -1>> = {
  ...{ backpay: 1, bonus: 1, invalid_traffic: -1, refund: -1, violation: -1, clawback: -1 },
}

const propose = serve(adjustmentPropose, async (ctx, { body }) => {
  const { product, partnerId, lineType, originPeriod, videoId } = body
  if (body.currency !== 'CNY') throw refuse(errors, 'CURRENCY', { field: 'currency' })
  const amountFen = fenFrom(body.amount, 'amount')
  if (amountFen === 0) throw refuse(errors, 'ZERO_AMOUNT', { field: 'amount' })
  const sign = SIGN[lineType]
  if (sign !== undefined && Math.sign(amountFen) !== sign)
    throw refuse(errors, 'SIGN', {
      field: 'amount',
      params: {
        type: both(({ lineTypes }) => lineTypes[lineType]),
        sign: both(({ signs }) => (sign > 0 ? signs.plus : signs.minus)),
      },
    })
  const reason = body.reason.trim()
  if (reason.length < 2) throw refuse(errors, 'REASON_REQUIRED', { field: 'reason' })
  if (body.evidenceId === null) throw refuse(errors, 'EVIDENCE_REQUIRED', { field: 'evidenceId' })
  if (originPeriod > bucketOf(dayOf(ctx.now), 'month')) throw refuse(errors, 'PERIOD_AHEAD', { field: 'originPeriod' })
  const partner = await sql.findPartner(ctx.db, eyeOf(ctx), product, partnerId)
  if (!partner) throw refuse(errors, 'PARTNER_NOT_FOUND', { field: 'partnerId' })
  if (videoId !== null && !(await sql.isVideoOf(ctx.db, partnerId, videoId)))
    throw refuse(errors, 'VIDEO_NOT_FOUND', { field: 'videoId' })
  await filesOf(ctx, [body.evidenceId], 'evidenceId')
  const isLarge = await needsSecond(ctx, body, amountFen, await sql.readLastNet(ctx.db, product, partnerId))
  const adjustmentId = (await sql.addAdjustment(ctx.db, {
    ...{ product, partnerId, videoId, lineType, amountFen, originPeriod, reason, evidenceId: body.evidenceId },
    ...{ needsSecond: isLarge, by: ctx.session.accessId, now: ctx.now },
  }))!
  if (isLarge) await tellSecond(ctx, partner.name, partnerId, amountFen)
  await ctx.audit({
    action: 'adjustment.propose',
    entity: 'adjustment',
    entityId: adjustmentId,
    after: { product, partnerId, lineType, amountFen, originPeriod },
    reason,
  })
  return { adjustmentId, state: isLarge ? 'proposed' : 'approved' } as const
})

/** The adjustment, locked, while it is still a proposal. Throws NOT_FOUND, STALE, DECIDED. */
async function findProposal(ctx: Ctx, id: string, version: number): Promise<sql.LockedAdjustment> {
  const found = await sql.lockAdjustment(ctx.db, eyeOf(ctx), id)
  if (!found) throw refuse(common, 'NOT_FOUND')
  if (found.version !== version)
    throw refuse(common, 'STALE', {
      field: 'version',
      data: { current: { version: found.version, state: found.state } },
    })
  if (found.state !== 'proposed') throw refuse(errors, 'DECIDED')
  return found
}

async function settle(ctx: Ctx, found: sql.LockedAdjustment, state: sql.AdjustmentState, note: string | null) {
  const how = { state, by: ctx.session.accessId, note, now: ctx.now }
  if (!(await sql.decide(ctx.db, found, how))) throw refuse(common, 'STALE', { field: 'version' })
  await ctx.audit({
    action: `adjustment.${state}`,
    entity: 'adjustment',
    entityId: found.id,
    before: { state: found.state },
    after: { state, amountFen: found.amountFen },
    ...(note !== null && { reason: note }),
  })
  return { state }
}

const decide = serve(adjustmentDecide, async (ctx, { params, body }) => {
  const found = await findProposal(ctx, params.id, body.version)
  if (found.proposedBy === ctx.session.accessId) throw refuse(errors, 'SECOND_PERSON')
  if (!body.isApproved && body.note === null) throw refuse(errors, 'REASON_REQUIRED', { field: 'note' })
  return settle(ctx, found, body.isApproved ? 'approved' : 'rejected', body.note)
})

const withdraw = serve(adjustmentWithdraw, async (ctx, { params, body }) => {
  const found = await findProposal(ctx, params.id, body.version)
  if (found.proposedBy !== ctx.session.accessId) throw refuse(errors, 'NOT_PROPOSER')
  return settle(ctx, found, 'withdrawn', null)
})

export const adjustmentListVerbs: ListVerb[] = [listVerb('wl'), listVerb('sm4')]
const search = serve(partnerSearch, async (ctx, { query: { product, keyword } }) => ({
  partners: await sql.searchPartners(ctx.db, eyeOf(ctx), product, keyword ?? ''),
}))

export const adjustmentVerbs: Verb[] = [search, propose, decide, withdraw]
