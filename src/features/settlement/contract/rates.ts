import Type from 'typebox'
import { choice, count, day, flag, id, rate, text, time } from '../../../core/columns.ts'
import { Day, defineEndpoint, defineList, Id, idParams, nullable, strict, Version } from '../../../core/contract.ts'
import { Reason } from './statements.ts'

export const RATE_STATES = ['proposed', 'approved', 'rejected', 'withdrawn'] as const

/**
 * What partners get of a split product instead of its plan's own rates, with everything ever proposed. Page of operators:
 * a partner has no page for the product (domain page S11).
 */
export const rateList = defineList({
  key: 'settlement-rates',
  path: '/api/partner-rates',
  permission: 'plans.write',
  columns: {
    rateId: id({ hidden: true, width: 88 }),
    partnerName: text({ width: 152 }),
    ratePpm: rate({ width: 112 }),
    creatorRatePpm: rate({ width: 112 }),
    validFrom: day({ sort: true, filter: 'between', width: 112 }),
    /** The first day it no longer holds. */
    validBefore: day({ nullable: true, width: 112 }),
    state: choice(RATE_STATES, { filter: 'any', width: 96 }),
    isCurrent: flag({ filter: 'is', width: 88 }),
    reason: text({ nullable: true, width: 240 }),
    proposedBy: text({ nullable: true, width: 104 }),
    proposedAt: time({ sort: true, filter: 'between', width: 128 }),
    decidedBy: text({ nullable: true, width: 104 }),
    decidedAt: time({ nullable: true, hidden: true, width: 128 }),
    decisionNote: text({ nullable: true, hidden: true, width: 200 }),
    partnerId: id({ internal: true }),
    /** Proposed by the reader, who may take it back and not approve it. */
    isOwn: flag({ internal: true }),
    version: count({ internal: true }),
  },
  filters: { keyword: text({ filter: 'contains' }), partnerIds: id({ filter: 'any' }) },
  order: ['proposedAt', 'desc'],
  rowId: 'rateId',
})

const Ppm = Type.Integer({ minimum: 0, maximum: 1_000_000 })

/**
 * Proposes a partner's rate from a day on, or for a span. It ends the one without an end before it; with any other it must
 * not overlap, and no month it touches may be locked.
 */
export const ratePropose = defineEndpoint({
  method: 'POST',
  path: '/api/partner-rates',
  permission: 'plans.write',
  body: strict({
    partnerId: Id,
    ratePpm: Ppm,
    creatorRatePpm: Ppm,
    validFrom: Day,
    validBefore: nullable(Day),
    reason: Type.String({ maxLength: 500 }),
  }),
  reply: Type.Object({ rateId: Id }),
})

/** Another person's yes or no; with a yes the days it holds for are priced anew as far as no bill of them is locked. */
export const rateDecide = defineEndpoint({
  method: 'POST',
  path: '/api/partner-rates/:id/decide',
  permission: 'plans.approve',
  params: idParams,
  body: strict({ version: Version, isApproved: Type.Boolean(), note: nullable(Reason) }),
  reply: Type.Object({ state: Type.Enum([...RATE_STATES]) }),
})

export const rateWithdraw = defineEndpoint({
  method: 'POST',
  path: '/api/partner-rates/:id/withdraw',
  permission: 'plans.write',
  params: idParams,
  body: strict({ version: Version }),
  reply: Type.Object({ state: Type.Enum([...RATE_STATES]) }),
})
