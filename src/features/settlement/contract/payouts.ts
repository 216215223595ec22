import Type from 'typebox'
import type { SettlementProduct } from '../../../core/access.ts'
import { choice, count, day, id, money, text, time } from '../../../core/columns.ts'
import { defineEndpoint, defineList, Id, idParams, nullable, strict, Version } from '../../../core/contract.ts'
import { Product, Reason } from './statements.ts'

export const PAYOUT_STATES = ['created', 'paying', 'paid', 'failed', 'cancelled'] as const
export const MAX_RESULT_BYTES = 5 * 1024 * 1024
export const MAX_RESULT_ROWS = 20_000

const payoutList = <const K extends SettlementProduct>(product: K) =>
  defineList({
    key: `settlement-${product}-payouts`,
    path: `/api/settlements/${product}/payouts`,
    permission: 'settlement.read',
    columns: {
      payoutId: id({ internal: true }),
      no: text({ width: 168, pin: 'start' }),
      partnerName: text({ width: 136, needs: 'settlement.write' }),
      batchNo: text({ nullable: true, width: 168, needs: 'settlement.write' }),
      statements: count({ width: 88 }),
      amountFen: money({ sort: true, filter: 'between', width: 112 }),
      state: choice(PAYOUT_STATES, { filter: 'any', width: 96 }),
      payOn: day({ sort: true, filter: 'between', width: 104 }),
      accountEnd: text({ width: 96 }),
      bankRef: text({ nullable: true, width: 160 }),
      failure: text({ nullable: true, width: 200 }),
      attempts: count({ hidden: true, width: 80 }),
      createdAt: time({ sort: true, filter: 'between', width: 128 }),
      paidAt: time({ nullable: true, width: 128 }),
      batchId: id({ nullable: true, internal: true }),
      version: count({ internal: true }),
    },
    filters: { keyword: text({ filter: 'contains' }), partnerId: id({ filter: 'any', needs: 'settlement.write' }) },
    order: ['createdAt', 'desc'],
    rowId: 'payoutId',
  })

/** Transfers of a product, and of no other; of a partner its own. */
export const payoutLists = { wl: payoutList('wl'), sm4: payoutList('sm4') }

const Refused = Type.Array(Type.Object({ id: Type.String(), reason: Type.String(), msg: Type.String() }))

/** Pays what is payable of a product: all of it or the statements named, without those excluded. One transfer a partner. */
export const batchCreate = defineEndpoint({
  method: 'POST',
  path: '/api/settlements/payout-batches',
  permission: 'settlement.write',
  body: strict({
    product: Product,
    statementIds: nullable(Type.Array(Id, { minItems: 1, maxItems: 1000, uniqueItems: true })),
    exclude: Type.Array(Id, { maxItems: 1000, uniqueItems: true }),
  }),
  reply: Type.Object({
    batchId: nullable(Id),
    no: nullable(Type.String()),
    payouts: Type.Integer(),
    amountFen: Type.Integer(),
    refused: Refused,
  }),
})

/** The batch as the bank takes it: UTF-8 CSV, account numbers in full. */
export const batchFile = defineEndpoint({
  method: 'GET',
  path: '/api/settlements/payout-batches/:id/bank.csv',
  permission: 'settlement.write',
  params: idParams,
  raw: true,
})

/**
 * What the bank did, by payout number: each row is taken or refused with its reason. The same file again changes nothing
 * and gives the first answer.
 */
export const resultUpload = defineEndpoint({
  method: 'POST',
  path: '/api/settlements/payouts/results',
  permission: 'settlement.write',
  uploadBytes: MAX_RESULT_BYTES,
  reply: Type.Object({
    isRepeated: Type.Boolean(),
    paid: Type.Integer(),
    failed: Type.Integer(),
    refused: Type.Array(
      Type.Object({ row: Type.Integer(), payoutNo: Type.String(), reason: Type.String(), msg: Type.String() }),
    ),
  }),
})

/** By hand, where there is no file. */
export const payoutMark = defineEndpoint({
  method: 'POST',
  path: '/api/settlements/payouts/:id/mark',
  permission: 'settlement.write',
  params: idParams,
  body: strict({
    version: Version,
    isPaid: Type.Boolean(),
    bankRef: nullable(Type.String({ pattern: '^[A-Za-z0-9-]{4,64}$' })),
    failure: nullable(Reason),
  }),
  reply: Type.Object({ state: Type.Enum([...PAYOUT_STATES]), version: Type.Integer() }),
})

const Balance = Type.Object({ account: Type.String(), amountFen: Type.Integer() })
/** The ledger's balances and its last nightly check. */
export const ledgerRead = defineEndpoint({
  method: 'GET',
  path: '/api/settlements/ledger',
  permission: 'settlement.void',
  reply: Type.Object({
    balances: Type.Array(Balance),
    check: nullable(
      Type.Object({
        at: Type.String(),
        journals: Type.Integer(),
        faults: Type.Array(Type.Object({ kind: Type.String(), ref: Type.String(), amountFen: Type.Integer() })),
      }),
    ),
  }),
})
