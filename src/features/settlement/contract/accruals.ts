import Type from 'typebox'
import { choice, count, day, flag, id, micro, rate, text } from '../../../core/columns.ts'
import { Day, defineEndpoint, defineList, Id, idParams, nullable, strict } from '../../../core/contract.ts'
import { PLATFORMS } from '../../../core/works.ts'
import { LINE_TYPES } from './statements.ts'

const SETTLE_TYPES = ['1', '2', '3', '7', '8'] as const
const HOLDS = ['risk', 'manual'] as const
const ZERO_REASONS = ['excluded', 'below_minimum'] as const
const CUTS = ['video', 'creator', 'budget'] as const

const filters = {
  /** Title or the platform's id of the work. */
  keyword: text({ filter: 'contains' }),
  videoId: id({ filter: 'any' }),
  partnerId: id({ filter: 'any', needs: 'partners.compare' }),
  isHeld: flag({ filter: 'is' }),
} as const

/** Lines of income of the split product, one per work, task, type and day; for operators. */
export const wlAccruals = defineList({
  key: 'settlement-wl-accruals',
  path: '/api/settlements/wl/accruals',
  permission: 'settlementWl.read',
  columns: {
    id: id({ internal: true }),
    title: text({ width: 220, pin: 'start' }),
    earnDate: day({ sort: true, filter: 'between', width: 104 }),
    partnerName: text({ width: 128 }),
    creatorName: text({ nullable: true, width: 112 }),
    lineType: choice(LINE_TYPES, { filter: 'any', width: 92 }),
    settleType: choice(SETTLE_TYPES, { nullable: true, filter: 'any', width: 132 }),
    /** Yuan down to the millionth. */
    base: micro({ sort: true, width: 116 }),
    partnerRate: rate({ nullable: true, width: 84 }),
    amount: micro({ sort: true, width: 116 }),
    margin: micro({ width: 116 }),
    creatorRate: rate({ nullable: true, hidden: true, width: 84 }),
    creatorAmount: micro({ hidden: true, width: 116 }),
    isFinal: flag({ filter: 'is', width: 80 }),
    holdReason: choice(HOLDS, { nullable: true, width: 92 }),
    zeroReason: choice(ZERO_REASONS, { nullable: true, width: 100 }),
    statementNo: text({ nullable: true, width: 150 }),
    planNumber: count({ width: 80 }),
    taskCode: text({ nullable: true, hidden: true, width: 112 }),
    platform: choice(PLATFORMS, { hidden: true, width: 88 }),
    platformItemId: id({ hidden: true, width: 170 }),
    videoId: id({ internal: true, nullable: true }),
    statementId: id({ internal: true, nullable: true }),
  },
  filters,
  order: ['earnDate', 'desc'],
  rowId: 'id',
})

/** Lines of the plan by plays, one per work and day; a partner sees its own. */
export const sm4Accruals = defineList({
  key: 'settlement-sm4-accruals',
  path: '/api/settlements/sm4/accruals',
  permission: 'settlementSm4.read',
  columns: {
    id: id({ internal: true }),
    title: text({ width: 220, pin: 'start' }),
    earnDate: day({ sort: true, filter: 'between', width: 104 }),
    partnerName: text({ width: 128, needs: 'partners.compare' }),
    creatorName: text({ nullable: true, width: 112 }),
    lineType: choice(LINE_TYPES, { filter: 'any', width: 92 }),
    playsFrom: count({ nullable: true, hidden: true, width: 100 }),
    playsTo: count({ nullable: true, width: 100 }),
    /** Of the tier the last play falls under: ten-thousandths of a yuan per 1000 plays. */
    cpmE4: count({ nullable: true, hidden: true, width: 96 }),
    quality: rate({ nullable: true, width: 84 }),
    amount: micro({ sort: true, width: 116 }),
    gross: micro({ width: 116 }),
    cut: micro({ width: 108 }),
    cutBy: choice(CUTS, { nullable: true, width: 92 }),
    isFinal: flag({ filter: 'is', width: 80 }),
    holdReason: choice(HOLDS, { nullable: true, width: 92 }),
    zeroReason: choice(ZERO_REASONS, { nullable: true, width: 100 }),
    statementNo: text({ nullable: true, width: 150 }),
    planNumber: count({ width: 80 }),
    platform: choice(PLATFORMS, { hidden: true, width: 88 }),
    platformItemId: id({ hidden: true, width: 170 }),
    videoId: id({ internal: true, nullable: true }),
    statementId: id({ internal: true, nullable: true }),
  },
  filters,
  order: ['earnDate', 'desc'],
  rowId: 'id',
})

const Micro = Type.Integer()
const line = {
  title: Type.String(),
  earnDate: Day,
  partnerName: Type.String(),
  lineType: Type.Enum([...LINE_TYPES]),
  amount: Micro,
  isFinal: Type.Boolean(),
  holdReason: nullable(Type.String()),
  zeroReason: nullable(Type.String()),
  statementNo: nullable(Type.String()),
  planNumber: Type.Integer(),
}
const Count = nullable(Type.Integer())
const sources = {
  /** Lines of the same work and day, this one among them; their sum is what the day comes to. */
  siblings: Type.Array(
    Type.Object({
      id: Id,
      lineType: Type.Enum([...LINE_TYPES]),
      amount: Micro,
      isFinal: Type.Boolean(),
      createdAt: Type.String(),
    }),
  ),
}

/** Where a line of the split product is from: each revision of upstream's row, the newest first. */
export const wlAccrualSource = defineEndpoint({
  method: 'GET',
  path: '/api/settlements/wl/accruals/:id',
  permission: 'settlementWl.read',
  params: idParams,
  reply: Type.Object({
    ...sources,
    /** The line itself, for a link that opens it outside its list. */
    line: Type.Object({ ...line, base: Micro, partnerRate: Count }),
    rows: Type.Array(
      Type.Object({
        revision: Type.Integer(),
        source: Type.String(),
        file: nullable(Type.String()),
        row: nullable(Type.Integer()),
        adIncome: Micro,
        gmvFen: Type.Integer(),
        refundFen: Type.Integer(),
        upstreamRatio: Type.Integer(),
        /** Ads as far as the settle type counts them, and our part of what was paid and not given back. */
        base: Micro,
        receivedAt: Type.String(),
      }),
    ),
  }),
})

/** Where a line by plays is from: the work's snapshots up to the line's day, and what they said before they were corrected. */
export const sm4AccrualSource = defineEndpoint({
  method: 'GET',
  path: '/api/settlements/sm4/accruals/:id',
  permission: 'settlementSm4.read',
  params: idParams,
  reply: Type.Object({
    ...sources,
    line: Type.Object({
      ...line,
      playsFrom: Count,
      playsTo: Count,
      cpmE4: Count,
      quality: Count,
      cut: Micro,
      cutBy: nullable(Type.String()),
    }),
    snapshots: Type.Array(
      Type.Object({
        day: Day,
        effectivePlays: nullable(Type.Integer()),
        finishRate: nullable(Type.Integer()),
        updatedAt: Type.String(),
        corrections: Type.Integer(),
      }),
    ),
  }),
})

const Fen = Type.Integer()
const month = strict({
  /** The first day of a month; left out, that of the newest line. */
  period: Type.Optional(Type.String({ pattern: '^20\\d{2}-(0[1-9]|1[0-2])-01$', description: 'YYYY-MM-01' })),
})
const figures = {
  period: Day,
  /** Months that have lines, the newest first. */
  periods: Type.Array(Day),
  /** What lines of the month come to, held ones among them; rounded once, here. */
  payableFen: Fen,
  finalFen: Fen,
  heldFen: Fen,
  disputedFen: Fen,
  /** Locked and not yet paid. */
  toPayFen: Fen,
  videos: Type.Integer(),
}

/** A month of the split product: what came in, what goes out, what is ours. */
export const wlOverview = defineEndpoint({
  method: 'GET',
  path: '/api/settlements/wl/overview',
  permission: 'settlementWl.read',
  query: month,
  reply: Type.Object({
    ...figures,
    incomeFen: Fen,
    marginFen: Fen,
    /** Of the income; null without any. */
    marginPpm: nullable(Type.Integer()),
    /** Income of works that belong to nobody yet: in no line. */
    unattributedFen: Fen,
    days: Type.Array(Type.Object({ day: Day, incomeFen: Fen, payableFen: Fen })),
    /** Each step's amount; what stands after the last is the margin. */
    waterfall: Type.Array(
      Type.Object({
        step: Type.Enum(['upstream', 'refunds', 'violations', 'corrections', 'adjustments', 'partners', 'margin']),
        amountFen: Fen,
      }),
    ),
  }),
})

/** A month of the plan by plays: what it costs, and how fast its budget burns. */
export const sm4Overview = defineEndpoint({
  method: 'GET',
  path: '/api/settlements/sm4/overview',
  permission: 'settlementSm4.read',
  query: month,
  reply: Type.Object({
    ...figures,
    plays: Type.Integer(),
    /** What caps and the budget cut off. */
    cutFen: Fen,
    days: Type.Array(Type.Object({ day: Day, payableFen: Fen, plays: Type.Integer() })),
    /** Of the whole plan, for operators of all lines alone; null without a budget. */
    budget: Type.Optional(nullable(Type.Object({ budgetFen: Fen, usedFen: Fen }))),
  }),
})
