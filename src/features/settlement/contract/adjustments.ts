import Type from 'typebox'
import type { SettlementProduct } from '../../../core/access.ts'
import { choice, count, day, flag, id, money, text, time } from '../../../core/columns.ts'
import { defineEndpoint, defineList, Id, idParams, nullable, strict, Version } from '../../../core/contract.ts'
import { Yuan } from './disputes.ts'
import { Month, Product, Reason } from './statements.ts'

/** What a hand may add; the others come about by themselves. */
export const ADJUSTMENT_TYPES = [
  ...(['backpay', 'dispute', 'conflict', 'invalid_traffic', 'refund', 'violation'] as const),
  ...(['correction', 'bonus', 'clawback', 'carry_over', 'rounding'] as const),
] as const
export const HAND_TYPES = ADJUSTMENT_TYPES.filter((type) => type !== 'carry_over' && type !== 'rounding')
export const ADJUSTMENT_STATES = ['proposed', 'approved', 'rejected', 'withdrawn'] as const

const adjustmentList = <const K extends SettlementProduct>(product: K) =>
  defineList({
    key: `settlement-${product}-adjustments`,
    path: `/api/settlements/${product}/adjustments`,
    permission: 'settlement.write',
    columns: {
      adjustmentId: id({ filter: 'any', width: 88 }),
      partnerName: text({ width: 136 }),
      lineType: choice(ADJUSTMENT_TYPES, { filter: 'any', width: 108 }),
      amountFen: money({ sort: true, filter: 'between', width: 112 }),
      originPeriod: day({ filter: 'between', width: 104 }),
      state: choice(ADJUSTMENT_STATES, { filter: 'any', width: 96 }),
      needsSecond: flag({ filter: 'is', width: 96 }),
      reason: text({ width: 240 }),
      evidenceRef: text({ nullable: true, width: 140 }),
      videoId: id({ nullable: true, hidden: true, width: 100 }),
      statementNo: text({ nullable: true, width: 176 }),
      proposedBy: text({ nullable: true, width: 104 }),
      proposedAt: time({ sort: true, filter: 'between', width: 128 }),
      decidedBy: text({ nullable: true, width: 104 }),
      decidedAt: time({ nullable: true, hidden: true, width: 128 }),
      decisionNote: text({ nullable: true, hidden: true, width: 200 }),
      evidenceId: id({ nullable: true, internal: true }),
      evidenceName: text({ nullable: true, internal: true }),
      /** Proposed by the reader, who may take it back and not approve it. */
      isOwn: flag({ internal: true }),
      version: count({ internal: true }),
    },
    filters: { partnerId: id({ filter: 'any' }) },
    order: ['proposedAt', 'desc'],
    rowId: 'adjustmentId',
  })

/** Pluses and minuses of a product, and of no other. */
export const adjustmentLists = { wl: adjustmentList('wl'), sm4: adjustmentList('sm4') }

/** Partners an account may bill for a product, with a statement or without, by what is typed. */
export const partnerSearch = defineEndpoint({
  method: 'GET',
  path: '/api/settlements/partners',
  permission: 'settlement.write',
  query: strict({ product: Product, keyword: Type.Optional(Type.String({ maxLength: 60 })) }),
  reply: Type.Object({ partners: Type.Array(Type.Object({ partnerId: Id, name: Type.String() })) }),
})

/** A plus or minus of the open period. Up to a fifth of what the partner is owed it stands at once, above a second person approves. */
export const adjustmentPropose = defineEndpoint({
  method: 'POST',
  path: '/api/settlements/adjustments',
  permission: 'settlement.write',
  body: strict({
    product: Product,
    partnerId: Id,
    lineType: Type.Enum([...HAND_TYPES]),
    amount: Yuan,
    currency: Type.String({ maxLength: 8 }),
    originPeriod: Month,
    videoId: nullable(Id),
    reason: Type.String({ maxLength: 500 }),
    evidenceId: nullable(Id),
  }),
  reply: Type.Object({ adjustmentId: Id, state: Type.Enum([...ADJUSTMENT_STATES]) }),
})

export const adjustmentDecide = defineEndpoint({
  method: 'POST',
  path: '/api/settlements/adjustments/:id/decide',
  permission: 'settlement.write',
  params: idParams,
  body: strict({ version: Version, isApproved: Type.Boolean(), note: nullable(Reason) }),
  reply: Type.Object({ state: Type.Enum([...ADJUSTMENT_STATES]) }),
})
export const adjustmentWithdraw = defineEndpoint({
  method: 'POST',
  path: '/api/settlements/adjustments/:id/withdraw',
  permission: 'settlement.write',
  params: idParams,
  body: strict({ version: Version }),
  reply: Type.Object({ state: Type.Enum([...ADJUSTMENT_STATES]) }),
})
