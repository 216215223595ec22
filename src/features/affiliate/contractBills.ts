import Type from 'typebox'
import { choice, count, day, id, money, text, time } from '../../core/columns.ts'
import { Day, Done, defineEndpoint, defineList, Id, idParams, nullable, strict } from '../../core/contract.ts'
import { BILL_STATES } from './fields.ts'

const ours = { needs: 'affiliate.read' } as const

/**
 * One bill for each day, account and partner (domain page S22.8). The first version stands from 11:00 on the day after;
 * what changes later is an adjustment of the day it changes on, and `current` is what the day's orders are worth now.
 */
export const billList = defineList({
  key: 'jd-bills',
  path: '/api/jd-bills',
  permission: 'affiliateOwn.read',
  columns: {
    id: id({ hidden: true, width: 88 }),
    orderDate: day({ sort: true, filter: 'between', width: 108, pin: 'start' }),
    accountName: text({ ...ours, width: 112 }),
    partnerName: text({ ...ours, nullable: true, width: 128 }),
    status: choice(BILL_STATES, { filter: 'any', width: 92 }),
    orders: count({ width: 80 }),
    firstFen: money({ ...ours, width: 108 }),
    currentFen: money({ ...ours, width: 108 }),
    adjustFen: money({ ...ours, width: 108 }),
    netFen: money({ ...ours, sort: true, filter: 'between', width: 108 }),
    firstPartnerFen: money({ width: 116 }),
    currentPartnerFen: money({ width: 116 }),
    adjustPartnerFen: money({ width: 116 }),
    netPartnerFen: money({ sort: true, width: 116 }),
    platformFen: money({ ...ours, hidden: true, width: 108 }),
    reportDate: day({ filter: 'between', width: 100 }),
    frozenAt: time({ nullable: true, hidden: true, width: 128 }),
    closedAt: time({ nullable: true, hidden: true, width: 128 }),
  },
  filters: {
    accountId: id({ ...ours, filter: 'any' }),
    partnerId: id({ ...ours, filter: 'any' }),
  },
  order: ['orderDate', 'desc'],
  rowId: 'id',
})

/** What was earned on each business day, whatever day the orders are of (domain page S22.7). */
export const dailyList = defineList({
  key: 'jd-daily',
  path: '/api/jd-daily',
  permission: 'affiliateOwn.read',
  columns: {
    id: id({ hidden: true, width: 88 }),
    reportDate: day({ sort: true, filter: 'between', width: 96, pin: 'start' }),
    /** The earliest order date that had a change on the day. */
    orderDate: day({ filter: 'between', width: 96 }),
    accountName: text({ ...ours, width: 92 }),
    partnerName: text({ ...ours, nullable: true, width: 112 }),
    newFen: money({ ...ours, width: 96 }),
    changeFen: money({ ...ours, width: 96 }),
    clawbackFen: money({ ...ours, width: 96 }),
    closeFen: money({ ...ours, hidden: true, width: 96 }),
    netFen: money({ ...ours, sort: true, width: 96 }),
    /** Against the day before; null where there is none. */
    netChangeFen: money({ ...ours, nullable: true, width: 96 }),
    finishedFen: money({ ...ours, width: 96 }),
    settledFen: money({ ...ours, width: 96 }),
    newPartnerFen: money({ hidden: true, width: 116 }),
    changePartnerFen: money({ hidden: true, width: 116 }),
    clawbackPartnerFen: money({ hidden: true, width: 116 }),
    netPartnerFen: money({ sort: true, width: 116 }),
    finishedPartnerFen: money({ hidden: true, width: 116 }),
    settledPartnerFen: money({ hidden: true, width: 116 }),
  },
  filters: {
    accountId: id({ ...ours, filter: 'any' }),
    partnerId: id({ ...ours, filter: 'any' }),
  },
  order: ['reportDate', 'desc'],
  rowId: 'id',
})

const Sums = Type.Object({
  days: Type.Integer(),
  orders: Type.Integer(),
  /** Null for a partner: ours. */
  firstFen: nullable(Type.Integer()),
  currentFen: nullable(Type.Integer()),
  adjustFen: nullable(Type.Integer()),
  netFen: nullable(Type.Integer()),
  finishedFen: nullable(Type.Integer()),
  settledFen: nullable(Type.Integer()),
  firstPartnerFen: Type.Integer(),
  currentPartnerFen: Type.Integer(),
  adjustPartnerFen: Type.Integer(),
  netPartnerFen: Type.Integer(),
  clawbackPartnerFen: Type.Integer(),
  settledPartnerFen: Type.Integer(),
  /** Bills that still move. */
  open: Type.Integer(),
  /** By day, oldest first, the last 30 of the filter: what the day earned, for whoever asks. */
  trend: Type.Array(Type.Integer()),
})
export const billSummary = defineEndpoint({
  method: 'GET',
  path: '/api/jd-bills/summary',
  permission: 'affiliateOwn.read',
  filters: billList,
  reply: Sums,
})
export const dailySummary = defineEndpoint({
  method: 'GET',
  path: '/api/jd-daily/summary',
  permission: 'affiliateOwn.read',
  filters: dailyList,
  reply: Sums,
})

/** One bill with what was booked on it. */
export const billDetail = defineEndpoint({
  method: 'GET',
  path: '/api/jd-bills/:id',
  permission: 'affiliateOwn.read',
  params: idParams,
  reply: Type.Object({
    day: Type.String(),
    status: Type.Enum(BILL_STATES),
    frozenAt: nullable(Type.String()),
    accountName: Type.Optional(Type.String()),
    partnerName: nullable(Type.String()),
    orders: Type.Integer(),
    firstFen: Type.Optional(Type.Integer()),
    currentFen: Type.Optional(Type.Integer()),
    firstPartnerFen: Type.Integer(),
    currentPartnerFen: Type.Integer(),
    /** What was adjusted on this day, about orders of earlier days. */
    adjustments: Type.Array(
      Type.Object({
        orderRowId: nullable(Id),
        orderId: nullable(Type.String()),
        skuName: nullable(Type.String()),
        orderDate: Type.String(),
        kind: Type.String(),
        feeFen: Type.Optional(Type.Integer()),
        partnerFen: Type.Integer(),
      }),
    ),
    /** What has been adjusted about this day's orders since its bill stands. */
    later: Type.Array(
      Type.Object({
        billDate: Type.String(),
        kind: Type.String(),
        rows: Type.Integer(),
        feeFen: Type.Optional(Type.Integer()),
        partnerFen: Type.Integer(),
      }),
    ),
  }),
})

/** Whether books, orders and daily sums say the same, account by account. */
export const reconcile = defineEndpoint({
  method: 'GET',
  path: '/api/jd-bills/reconcile',
  permission: 'affiliate.read',
  reply: Type.Object({
    accounts: Type.Array(
      Type.Object({
        accountId: Id,
        accountName: Type.String(),
        /** What the rows are worth now. */
        ordersFen: Type.Integer(),
        /** Σ of the lines in the day books, closing differences left out. */
        booksFen: Type.Integer(),
        /** Σ of the daily sums: first versions and adjustments. */
        daysFen: Type.Integer(),
        isEven: Type.Boolean(),
      }),
    ),
  }),
})

const Month = Type.String({ pattern: '^\\d{4}-(0[1-9]|1[0-2])$', description: 'YYYY-MM' })
/** The months of each account: what the union should have paid by its own rows, and what it paid. */
export const months = defineEndpoint({
  method: 'GET',
  path: '/api/jd-months',
  permission: 'affiliate.read',
  reply: Type.Object({
    list: Type.Array(
      Type.Object({
        accountId: Id,
        accountName: Type.String(),
        month: Month,
        rows: Type.Integer(),
        oursFen: Type.Integer(),
        paidFen: nullable(Type.Integer()),
        diffFen: nullable(Type.Integer()),
        kind: nullable(Type.String()),
        note: nullable(Type.String()),
        closedAt: nullable(Type.String()),
        /** All its bills stand, so it can be closed. */
        isReady: Type.Boolean(),
      }),
    ),
  }),
})

/** Closes a month with what the union paid; the difference is booked on today. Final. */
export const monthClose = defineEndpoint({
  method: 'POST',
  path: '/api/jd-months/close',
  permission: 'affiliate.write',
  body: strict({
    accountId: Id,
    month: Month,
    paidFen: Type.Integer({ minimum: -1_000_000_000_000, maximum: 1_000_000_000_000 }),
    note: nullable(Type.String({ maxLength: 200 })),
  }),
  reply: Done,
})

export const BASES = ['order', 'settle'] as const
export const DIMENSIONS = ['partner', 'account', 'creator', 'category', 'sku', 'position'] as const
export type Dimension = (typeof DIMENSIONS)[number]
/** What a partner may group by: not whose accounts and positions the house uses. */
export const OWN_DIMENSIONS: readonly Dimension[] = ['creator', 'category', 'sku']
export const UNITS = ['total', 'day', 'month'] as const
/** Rows of a pivot that are shown; a file has all. */
export const MAX_PIVOT_ROWS = 500

const incomeQuery = strict({
  from: Day,
  to: Day,
  basis: Type.Enum(BASES),
  by: Type.Enum(DIMENSIONS),
  unit: Type.Enum(UNITS),
})
const Figures = Type.Object({
  /** Purchases; the children of a split order are one. */
  orders: Type.Integer(),
  validOrders: Type.Integer(),
  /** Rows invalid or in violation ÷ all rows. */
  invalidRate: nullable(Type.Integer()),
  baseFen: Type.Integer(),
  estFeeFen: Type.Optional(Type.Integer()),
  actFeeFen: Type.Optional(Type.Integer()),
  settledFen: Type.Optional(Type.Integer()),
  /** Weighted by the estimated base. */
  commissionRate: Type.Optional(nullable(Type.Integer())),
  platformFen: Type.Optional(Type.Integer()),
  giftFen: Type.Optional(Type.Integer()),
  partnerFen: Type.Integer(),
  settledPartnerFen: Type.Integer(),
  /** By order date, where a click says whose it is; null elsewhere. */
  clicks: nullable(Type.Integer()),
  /** Valid orders ÷ clicks. */
  conversion: nullable(Type.Integer()),
})
/** Income by what and when, on the day of the order or the day it is paid (domain page S22.6). */
export const income = defineEndpoint({
  method: 'GET',
  path: '/api/jd-income',
  permission: 'affiliateOwn.read',
  query: incomeQuery,
  reply: Type.Object({
    rows: Type.Array(
      Type.Interface([Figures], {
        key: Type.String(),
        /** Null: nobody's, or without one. */
        name: nullable(Type.String()),
        bucket: nullable(Type.String()),
      }),
    ),
    /** All groups, also those beyond the rows shown. */
    count: Type.Integer(),
    totals: Figures,
  }),
})
/** All groups of the report as CSV. */
export const incomeFile = defineEndpoint({
  method: 'GET',
  path: '/api/jd-income/file.csv',
  permission: 'affiliateOwn.read',
  query: incomeQuery,
  raw: true,
})

/** Days the course of income may span. */
export const MOST_INCOME_DAYS = 366
/** Income day by day: what is still estimated, what is certain, and the orders. Of a partner's its share. */
export const incomeDays = defineEndpoint({
  method: 'GET',
  path: '/api/jd-income/days',
  permission: 'affiliateOwn.read',
  query: strict({ from: Day, to: Day, basis: Type.Enum(BASES) }),
  reply: Type.Object({
    days: Type.Array(
      Type.Object({
        day: Type.String(),
        orders: Type.Integer(),
        /** By order date: paid, not finished yet. By pay date: still to be paid. */
        openFen: Type.Integer(),
        /** By order date: finished. By pay date: paid. */
        certainFen: Type.Integer(),
      }),
    ),
  }),
})
