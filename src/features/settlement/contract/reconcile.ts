import Type from 'typebox'
import { SETTLEMENT_PRODUCTS } from '../../../core/access.ts'
import { choice, count, day, flag, id, micro, text, time } from '../../../core/columns.ts'
import { defineEndpoint, defineList, Id, idParams, nullable, strict, Version } from '../../../core/contract.ts'
import { Month, Reason } from './statements.ts'

export const MAX_BILL_BYTES = 20 * 1024 * 1024
export const MAX_BILL_ROWS = 200_000
export const DIFFERENCES = ['same', 'missing_here', 'missing_there', 'differs'] as const
export const BILL_ACTIONS = ['accepted', 'disputed'] as const

/** Uploaded bills of upstream against ours. Amounts are micro-yuan. */
export const billList = defineList({
  key: 'settlement-upstream-bills',
  path: '/api/settlements/upstream-bills',
  permission: 'settlement.reconcile',
  columns: {
    fileName: text({ width: 220 }),
    period: day({ filter: 'between', width: 88 }),
    rowCount: count({ width: 80 }),
    fileMicro: micro({ width: 128 }),
    oursMicro: micro({ width: 128 }),
    differenceMicro: micro({ width: 116 }),
    missingHere: count({ width: 84 }),
    missingThere: count({ width: 84 }),
    differs: count({ width: 84 }),
    open: count({ width: 76 }),
    uploadedAt: time({ sort: true, filter: 'between', width: 128 }),
    billId: id({ filter: 'any', hidden: true, width: 80 }),
    product: choice(SETTLEMENT_PRODUCTS, { filter: 'any', hidden: true, width: 112 }),
    encoding: text({ nullable: true, hidden: true, width: 96 }),
    version: count({ internal: true }),
  },
  order: ['uploadedAt', 'desc'],
  rowId: 'billId',
})

export const billRowList = defineList({
  key: 'settlement-upstream-rows',
  path: '/api/settlements/upstream-rows',
  permission: 'settlement.reconcile',
  columns: {
    rowId: id({ internal: true }),
    rowNo: count({ sort: true, width: 76 }),
    earnDate: day({ filter: 'between', width: 84 }),
    title: text({ nullable: true, width: 176 }),
    difference: choice(DIFFERENCES, { filter: 'any', width: 104 }),
    fileMicro: micro({ nullable: true, width: 104 }),
    oursMicro: micro({ nullable: true, width: 104 }),
    differenceMicro: micro({ width: 104 }),
    action: choice(BILL_ACTIONS, { filter: 'any', nullable: true, width: 96 }),
    adjustmentId: id({ nullable: true, width: 80 }),
    platformItemId: id({ width: 170 }),
    taskCode: text({ width: 96 }),
    settleType: count({ nullable: true, width: 80 }),
    actionNote: text({ nullable: true, width: 180 }),
  },
  filters: { billId: id({ filter: 'any' }), isOpen: flag({ filter: 'is' }) },
  order: ['rowNo', 'asc'],
  rowId: 'rowId',
})

/** Holds a file of upstream's income against the accruals of a month. The same file again answers the first bill. */
export const billUpload = defineEndpoint({
  method: 'POST',
  path: '/api/settlements/upstream-bills',
  permission: 'settlement.reconcile',
  query: strict({ period: Month }),
  uploadBytes: MAX_BILL_BYTES,
  reply: Type.Object({
    billId: Id,
    isRepeated: Type.Boolean(),
    rows: Type.Integer(),
    fileMicro: Type.Integer(),
    oursMicro: Type.Integer(),
    counts: Type.Record(Type.String(), Type.Integer()),
  }),
})

/** Takes upstream's figure, which makes a correction of the open period, or disputes it with upstream. */
export const billAct = defineEndpoint({
  method: 'POST',
  path: '/api/settlements/upstream-bills/:id/act',
  permission: 'settlement.reconcile',
  params: idParams,
  body: strict({
    version: Version,
    rowNos: Type.Array(Type.Integer({ minimum: 1 }), { minItems: 1, maxItems: 1000, uniqueItems: true }),
    action: Type.Enum([...BILL_ACTIONS]),
    note: nullable(Reason),
  }),
  reply: Type.Object({
    acted: Type.Integer(),
    adjustments: Type.Integer(),
    amountFen: Type.Integer(),
    version: Type.Integer(),
  }),
})
