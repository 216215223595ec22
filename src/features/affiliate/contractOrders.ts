import Type, { type Static } from 'typebox'
import { BulkReport, Target } from '../../core/bulk.ts'
import { choice, count, day, flag, id, money, rate, text, time } from '../../core/columns.ts'
import { defineEndpoint, defineList, Id, idParams, nullable, strict } from '../../core/contract.ts'
import { ORDER_STATES, TRACE_TYPES } from './fields.ts'

export const MAX_FILE_BYTES = 10 * 1024 * 1024
export const MAX_FILE_ROWS = 20_000
export const MAX_BATCH = 500
/** Refused rows that are named; the rest is counted. */
export const MAX_PROBLEMS = 50

const ours = { needs: 'affiliate.read' } as const

/** Order rows of the union (domain page S22.5). Partners see their own, and of the money their own share alone. */
export const orderList = defineList({
  key: 'jd-orders',
  path: '/api/jd-orders',
  permission: 'affiliateOwn.read',
  columns: {
    id: id({ hidden: true, width: 88 }),
    skuName: text({ width: 168, pin: 'start' }),
    orderId: id({ width: 112 }),
    state: choice(ORDER_STATES, { filter: 'any', width: 88 }),
    orderedAt: time({ sort: true, width: 116 }),
    reportDate: day({ filter: 'between', width: 80 }),
    partnerName: text({ ...ours, nullable: true, width: 104 }),
    creatorName: text({ nullable: true, hidden: true, width: 104 }),
    estBaseFen: money({ sort: true, width: 108 }),
    feeFen: money({ ...ours, sort: true, filter: 'between', width: 108 }),
    partnerFen: money({ width: 108 }),
    accountName: text({ ...ours, hidden: true, width: 112 }),
    orderDate: day({ filter: 'between', hidden: true, width: 96 }),
    finishDate: day({ filter: 'between', nullable: true, hidden: true, width: 96 }),
    payDate: day({ filter: 'between', nullable: true, hidden: true, width: 96 }),
    modifiedAt: time({ sort: true, hidden: true, width: 128 }),
    validCode: count({ hidden: true, width: 80 }),
    parentId: id({ nullable: true, hidden: true, width: 132 }),
    skuId: id({ hidden: true, width: 120 }),
    skuNum: count({ hidden: true, width: 72 }),
    returnNum: count({ hidden: true, width: 80 }),
    priceFen: money({ hidden: true, width: 96 }),
    shopName: text({ nullable: true, hidden: true, width: 120 }),
    categoryName: text({ nullable: true, hidden: true, width: 104 }),
    traceType: choice(TRACE_TYPES, { filter: 'any', nullable: true, hidden: true, width: 88 }),
    commissionRate: rate({ ...ours, hidden: true, width: 88 }),
    finalRate: rate({ ...ours, hidden: true, width: 88 }),
    estFeeFen: money({ ...ours, hidden: true, width: 100 }),
    actFeeFen: money({ ...ours, hidden: true, width: 100 }),
    giftFen: money({ ...ours, hidden: true, width: 88 }),
    subUnionId: text({ nullable: true, hidden: true, width: 136 }),
    positionId: text({ ...ours, nullable: true, hidden: true, width: 120 }),
  },
  filters: {
    /** Product, shop, order or product number. */
    keyword: text({ filter: 'contains' }),
    accountId: id({ ...ours, filter: 'any' }),
    partnerId: id({ ...ours, filter: 'any' }),
    /** Order numbers pasted, also those of a split order's parent. */
    orderIds: id({ filter: 'any' }),
    hasReturn: flag({ filter: 'is' }),
  },
  order: ['orderedAt', 'desc'],
  rowId: 'id',
})

/** Figures of the filtered rows. The commission is ours alone; a partner's is null. */
export const orderSummary = defineEndpoint({
  method: 'GET',
  path: '/api/jd-orders/summary',
  permission: 'affiliateOwn.read',
  filters: orderList,
  reply: Type.Object({
    /** Valid purchases: the children of a split order are one. */
    orders: Type.Integer(),
    rows: Type.Integer(),
    /** Σ estimated commission base of valid rows. */
    baseFen: Type.Integer(),
    estFeeFen: nullable(Type.Integer()),
    actFeeFen: nullable(Type.Integer()),
    partnerFen: Type.Integer(),
    finishedPartnerFen: Type.Integer(),
    /** Returned pieces ÷ pieces of valid rows. */
    returnRate: nullable(Type.Integer()),
    violations: Type.Integer(),
    unknown: Type.Integer(),
    /** How far changes have been fetched, over the accounts in use; null: none is fetched. */
    syncedThrough: nullable(Type.String()),
  }),
})

export const orderOptions = defineEndpoint({
  method: 'GET',
  path: '/api/jd-orders/options',
  permission: 'affiliate.read',
  reply: Type.Object({
    /** `isFetched`: in use, and the union can be asked. */
    accounts: Type.Array(Type.Object({ id: Id, name: Type.String(), isFetched: Type.Boolean() })),
    partners: Type.Array(Type.Object({ id: Id, name: Type.String() })),
  }),
})

const Split = Type.Object({
  id: Id,
  orderId: Type.String(),
  skuName: Type.String(),
  state: Type.Enum(ORDER_STATES),
  validCode: Type.Integer(),
  partnerFen: Type.Integer(),
})
export const orderDetail = defineEndpoint({
  method: 'GET',
  path: '/api/jd-orders/:id',
  permission: 'affiliateOwn.read',
  params: idParams,
  reply: Type.Object({
    order: Type.Object({
      id: Id,
      rowId: Type.String(),
      orderId: Type.String(),
      parentId: nullable(Type.String()),
      skuId: Type.String(),
      skuName: Type.String(),
      skuNum: Type.Integer(),
      returnNum: Type.Integer(),
      frozenNum: Type.Integer(),
      priceFen: Type.Integer(),
      shopName: nullable(Type.String()),
      categoryName: nullable(Type.String()),
      state: Type.Enum(ORDER_STATES),
      validCode: Type.Integer(),
      orderedAt: Type.String(),
      finishedAt: nullable(Type.String()),
      modifiedAt: Type.String(),
      payDate: nullable(Type.String()),
      estBaseFen: Type.Integer(),
      actBaseFen: Type.Integer(),
      partnerFen: Type.Integer(),
      subUnionId: nullable(Type.String()),
      creatorName: nullable(Type.String()),
      videoId: nullable(Id),
      videoTitle: nullable(Type.String()),
      /** Only for those who see our side of the money. */
      ours: Type.Optional(
        Type.Object({
          accountName: Type.String(),
          partnerName: nullable(Type.String()),
          commissionRate: Type.Integer(),
          finalRate: Type.Integer(),
          estFeeFen: Type.Integer(),
          actFeeFen: Type.Integer(),
          giftFen: Type.Integer(),
          sharePpm: Type.Integer(),
          positionId: nullable(Type.String()),
        }),
      ),
    }),
    /** The other rows of a split order. */
    split: Type.Array(Split),
    /** What the day books say of it: every change of its worth and the day it counts on. */
    lines: Type.Array(
      Type.Object({
        billDate: Type.String(),
        kind: Type.String(),
        feeFen: Type.Optional(Type.Integer()),
        partnerFen: Type.Integer(),
        at: Type.String(),
      }),
    ),
    /** Every version as it came; ours alone. */
    versions: Type.Optional(
      Type.Array(
        Type.Object({
          modifiedAt: Type.String(),
          validCode: Type.Integer(),
          feeFen: Type.Integer(),
          raw: Type.String(),
        }),
      ),
    ),
  }),
})

/** Looks the owners of rows up anew by their sub ids; what changes is booked on today. */
export const orderReattribute = defineEndpoint({
  method: 'POST',
  path: '/api/jd-orders/reattribute',
  permission: 'affiliate.write',
  body: strict({ target: Target }),
  reply: BulkReport,
})

const Problem = Type.Object({
  row: Type.Integer(),
  field: Type.String(),
  value: Type.String(),
  code: Type.String(),
  msg: Type.String(),
})
const CheckReport = Type.Object({
  id: Id,
  fileName: Type.String(),
  rows: Type.Integer(),
  good: Type.Integer(),
  refused: Type.Integer(),
  problems: Type.Array(Problem),
})
export type CheckReport = Static<typeof CheckReport>
const effect = { created: Type.Integer(), changed: Type.Integer(), unchanged: Type.Integer() }

/** Reads a CSV of an account's orders and says what is wrong with it. Nothing is written to the orders. */
export const orderImportCheck = defineEndpoint({
  method: 'POST',
  path: '/api/jd-orders/imports',
  permission: 'affiliate.write',
  query: strict({ accountId: Id }),
  uploadBytes: MAX_FILE_BYTES,
  reply: CheckReport,
})
/** Takes in the good rows of one's own checked file, once. */
export const orderImportApply = defineEndpoint({
  method: 'POST',
  path: '/api/jd-orders/imports/:id/apply',
  permission: 'affiliate.write',
  params: idParams,
  reply: Type.Object(effect),
})

/** Order rows as the union writes them, amounts as text in yuan. A bad row is refused alone. */
export const orderIngest = defineEndpoint({
  method: 'POST',
  path: '/ingest/v1/jd-orders',
  permission: 'ingest.write',
  token: 'ingest.write',
  body: strict({
    unionId: Type.String({ pattern: '^\\d{1,20}$', description: 'the union id of an account known here' }),
    orders: Type.Array(
      Type.Unknown({
        description: 'One order row; amounts and percentages are text, times are Asia/Shanghai',
        examples: [
          {
            id: '1001_2002',
            orderId: '1001',
            parentId: '0',
            orderTime: '2026-11-19 12:00:00',
            modifyTime: '2026-11-19 12:05:00',
            skuId: '2002',
            skuName: '保温杯',
            skuNum: 1,
            price: '129.00',
            commissionRate: '10.00',
            finalRate: '90.00',
            estimateCosPrice: '129.00',
            estimateFee: '11.61',
            validCode: 16,
            subUnionId: 'p1_c2_v3',
          },
        ],
      }),
      { minItems: 1, maxItems: MAX_BATCH },
    ),
  }),
  reply: Type.Object({ rows: Type.Integer(), ...effect, refused: Type.Integer(), problems: Type.Array(Problem) }),
})

const Row = (examples: object[]) =>
  Type.Unknown({ description: 'One row of a day; amounts are text in yuan', examples })
/** The union's figures as it writes them: clicks of sub-channels, and what became of coupons and codes. A bad row is refused alone. */
export const figureIngest = defineEndpoint({
  method: 'POST',
  path: '/ingest/v1/jd-figures',
  permission: 'ingest.write',
  token: 'ingest.write',
  body: strict({
    unionId: Type.String({ pattern: '^\\d{1,20}$', description: 'the union id of an account known here' }),
    clicks: Type.Array(Row([{ date: '2026-11-19', subUnionId: 'p1_c2_v3', clickNum: 120, visitorNum: 96 }]), {
      maxItems: MAX_BATCH,
    }),
    uses: Type.Array(
      Row([
        {
          ...{ date: '2026-11-19', code: 'DXNUAN', takeNum: 20, usedNum: 6, orderNum: 5 },
          ...{ cosPrice: '645.00', commission: '58.05' },
        },
      ]),
      { maxItems: MAX_BATCH },
    ),
  }),
  reply: Type.Object({
    rows: Type.Integer(),
    changed: Type.Integer(),
    refused: Type.Integer(),
    problems: Type.Array(
      Type.Object({
        part: Type.Enum(['clicks', 'uses']),
        row: Type.Integer(),
        field: Type.String(),
        msg: Type.String(),
      }),
    ),
  }),
})
