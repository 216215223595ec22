import Type, { type Static } from 'typebox'
import { SETTLEMENT_PRODUCTS, type SettlementProduct } from '../../../core/access.ts'
import { BulkReport, Target } from '../../../core/bulk.ts'
import { choice, count, day, flag, id, micro, money, rate, text, time } from '../../../core/columns.ts'
import { Day, defineEndpoint, defineList, Id, idParams, nullable, strict, Version } from '../../../core/contract.ts'
import { statementFlow } from '../statementFlow.ts'

/** Line types of the domain page, S10. */
export const LINE_TYPES = [
  ...(['normal', 'backpay', 'dispute', 'conflict', 'invalid_traffic', 'refund', 'violation', 'correction'] as const),
  ...(['bonus', 'clawback', 'carry_over', 'rounding'] as const),
] as const
export type LineType = (typeof LINE_TYPES)[number]

const statementList = <const K extends string, const P extends 'settlementWl.read' | 'settlementSm4.read'>(
  product: K,
  permission: P,
) =>
  defineList({
    key: `settlement-${product}`,
    path: `/api/settlements/${product}`,
    permission,
    columns: {
      statementId: id({ internal: true }),
      no: text({ width: 176, pin: 'start' }),
      partnerName: text({ width: 136, needs: 'settlement.write' }),
      /** First day of the month. */
      period: day({ sort: true, filter: 'between', width: 96 }),
      state: choice(statementFlow.states, { filter: 'any', width: 132 }),
      netFen: money({ sort: true, filter: 'between', width: 112 }),
      videoCount: count({ width: 80 }),
      // A share of income counts no plays.
      plays: count({ width: 96, hidden: product === 'wl' }),
      estimateFen: money({ hidden: true, width: 108 }),
      grossFen: money({ width: 108 }),
      deductFen: money({ width: 100 }),
      adjustFen: money({ width: 100 }),
      carryFen: money({ width: 100 }),
      taxFen: money({ width: 92 }),
      confirmDue: time({ sort: true, nullable: true, width: 128 }),
      payOn: day({ nullable: true, width: 104 }),
      paidAt: time({ nullable: true, hidden: true, width: 128 }),
      rev: count({ width: 64 }),
      autoConfirmed: flag({ hidden: true, width: 92 }),
      holdReason: text({ nullable: true, hidden: true, width: 120, needs: 'settlement.write' }),
      partnerId: id({ internal: true }),
      parentId: id({ nullable: true, internal: true }),
      version: count({ internal: true }),
    },
    filters: {
      keyword: text({ filter: 'contains' }),
      partnerId: id({ filter: 'any', needs: 'settlement.write' }),
      isHeld: flag({ filter: 'is', needs: 'settlement.write' }),
      isDisputed: flag({ filter: 'is' }),
    },
    order: ['period', 'desc'],
    rowId: 'statementId',
  })

/** Statements of a product (domain page S10): of the rows an account may read, and of a partner what was issued to it. */
export const wlList = statementList('wl', 'settlementWl.read')
export const sm4List = statementList('sm4', 'settlementSm4.read')

export const states = Type.Enum([...statementFlow.states])

/** Sums over a filter of a product's statements, so that the screen's totals are the file's. */
const totalsOf = <const P extends 'settlementWl.read' | 'settlementSm4.read'>(
  path: string,
  permission: P,
  filters: typeof wlList | typeof sm4List,
) =>
  defineEndpoint({
    method: 'GET',
    path,
    permission,
    filters,
    reply: Type.Object({
      statements: Type.Integer(),
      grossFen: Type.Integer(),
      deductFen: Type.Integer(),
      adjustFen: Type.Integer(),
      carryFen: Type.Integer(),
      taxFen: Type.Integer(),
      netFen: Type.Integer(),
      states: Type.Array(Type.Object({ state: states, statements: Type.Integer(), netFen: Type.Integer() })),
    }),
  })
export const wlTotals = totalsOf('/api/settlements/wl/totals', 'settlementWl.read', wlList)
export const sm4Totals = totalsOf('/api/settlements/sm4/totals', 'settlementSm4.read', sm4List)

/** Lines of the statements an account may read; `statementId` narrows to one. The detail file of a bill. */
export const lineList = defineList({
  key: 'settlement-lines',
  path: '/api/settlements/lines',
  permission: 'settlement.read',
  columns: {
    lineId: id({ internal: true }),
    no: text({ width: 176 }),
    lineNo: count({ sort: true, width: 72 }),
    lineType: choice(LINE_TYPES, { filter: 'any', width: 100 }),
    videoId: id({ nullable: true, width: 100 }),
    platformItemId: id({ nullable: true, hidden: true, width: 170 }),
    title: text({ nullable: true, width: 208 }),
    creatorName: text({ nullable: true, width: 112 }),
    originPeriod: day({ nullable: true, width: 104 }),
    planNumber: count({ nullable: true, width: 84 }),
    plays: count({ nullable: true, width: 100 }),
    /** Yuan per 1000 plays, of the tier the last play falls under. */
    price: micro({ nullable: true, width: 108 }),
    quality: rate({ nullable: true, width: 88 }),
    partnerRate: rate({ nullable: true, width: 96, needs: 'settlement.write' }),
    /** What caps, the budget and a hold take off the line; its amount is without it. */
    cutFen: money({ nullable: true, width: 108 }),
    baseMicro: count({ nullable: true, hidden: true, width: 128, needs: 'settlement.write' }),
    amountMicro: count({ hidden: true, width: 128 }),
    amountFen: money({ sort: true, filter: 'between', width: 112 }),
    /** One sentence: how the amount came about. */
    explanation: text({ width: 320 }),
    statementId: id({ internal: true }),
    isDisputed: flag({ internal: true }),
  },
  filters: {
    statementId: id({ filter: 'any' }),
    keyword: text({ filter: 'contains' }),
  },
  order: ['lineNo', 'asc'],
  rowId: 'lineId',
})

const File = Type.Object({ fileId: Id, name: Type.String() })
const Dispute = Type.Object({
  disputeId: Id,
  state: Type.Enum(['open', 'accepted', 'rejected']),
  reasonCode: Type.String(),
  text: Type.String(),
  lines: Type.Array(Type.Object({ lineNo: Type.Integer(), claimedFen: nullable(Type.Integer()) })),
  files: Type.Array(File),
  raisedAt: Type.String(),
  answer: nullable(Type.String()),
  answeredAt: nullable(Type.String()),
})

const Related = Type.Object({
  statementId: Id,
  no: Type.String(),
  rev: Type.Integer(),
  state: states,
  netFen: Type.Integer(),
})

/** Everything about a statement but its lines. A partner gets no names of staff. */
export const statementDetail = defineEndpoint({
  method: 'GET',
  path: '/api/settlements/statements/:id',
  permission: 'settlement.read',
  params: idParams,
  reply: Type.Object({
    statement: Type.Object({
      statementId: Id,
      no: Type.String(),
      product: Type.Enum([...SETTLEMENT_PRODUCTS] as SettlementProduct[]),
      partnerId: Id,
      partnerName: Type.String(),
      period: Type.String(),
      rev: Type.Integer(),
      /** The published plan it was built by; a line of a month before may stand on an earlier one. */
      planId: nullable(Id),
      planNumber: nullable(Type.Integer()),
      state: states,
      lineCount: Type.Integer(),
      videoCount: Type.Integer(),
      plays: Type.Integer(),
      estimateFen: Type.Integer(),
      grossFen: Type.Integer(),
      /** Of the gross it was built with, what statements split off it have taken along. */
      movedFen: Type.Integer(),
      /** It was split off another, in dispute. */
      isSplitOff: Type.Boolean(),
      deductFen: Type.Integer(),
      adjustFen: Type.Integer(),
      carryFen: Type.Integer(),
      taxRatePpm: Type.Integer(),
      taxFen: Type.Integer(),
      netFen: Type.Integer(),
      /** Rounding the sum at once instead of line by line would give so many fen more; for the footnote. */
      roundingFen: Type.Integer(),
      confirmDue: nullable(Type.String()),
      autoConfirmed: Type.Boolean(),
      isHeld: Type.Boolean(),
      holdReason: Type.Optional(nullable(Type.String())),
      payOn: nullable(Type.String()),
      builtAt: nullable(Type.String()),
      issuedAt: nullable(Type.String()),
      confirmedAt: nullable(Type.String()),
      lockedAt: nullable(Type.String()),
      paidAt: nullable(Type.String()),
      voidedAt: nullable(Type.String()),
      voidReason: nullable(Type.String()),
      /** An administrator has asked for it to be voided; another one decides. */
      isVoidProposed: Type.Boolean(),
      checksum: nullable(Type.String()),
      version: Type.Integer(),
    }),
    /** What this account may do with it now. */
    actions: Type.Array(Type.String()),
    byType: Type.Array(
      Type.Object({ lineType: Type.Enum([...LINE_TYPES]), lines: Type.Integer(), amountFen: Type.Integer() }),
    ),
    events: Type.Array(
      Type.Object({
        at: Type.String(),
        action: Type.String(),
        fromState: nullable(Type.String()),
        toState: Type.String(),
        actor: nullable(Type.String()),
        version: nullable(Type.Integer()),
        note: nullable(Type.String()),
      }),
    ),
    disputes: Type.Array(Dispute),
    invoices: Type.Array(
      Type.Object({
        invoiceId: Id,
        number: Type.String(),
        issuedOn: Type.String(),
        amountFen: Type.Integer(),
        state: Type.Enum(['waiting', 'received', 'rejected']),
        reason: nullable(Type.String()),
        file: File,
        uploadedAt: Type.String(),
        version: Type.Integer(),
      }),
    ),
    payout: nullable(
      Type.Object({
        payoutId: Id,
        no: Type.String(),
        state: Type.String(),
        amountFen: Type.Integer(),
        payOn: Type.String(),
        bankRef: nullable(Type.String()),
        failure: nullable(Type.String()),
      }),
    ),
    /** Split off it, it was split off, or the same period before and after. */
    related: Type.Array(Related),
    basis: Type.Object({
      /** Plans its lines were counted by. */
      planNumbers: Type.Array(Type.Integer()),
      /** The last day something of it was earned. */
      through: nullable(Type.String()),
      /** Where the money goes or went, by the bank and the end of the number; null where none is named. */
      account: nullable(Type.Object({ bankName: Type.String(), numberEnd: Type.String(), isVerified: Type.Boolean() })),
      /** Upstream's newest bill of the month beside the partner's income, for those who reconcile; null where none came. */
      bill: Type.Optional(nullable(Type.Object({ billId: Id, differenceMicro: Type.Integer(), open: Type.Integer() }))),
    }),
  }),
})
export type StatementDetail = Static<typeof statementDetail.reply>

/** One line, its days, and the source row of each day. A partner gets no income of upstream and no share of ours. */
export const lineDetail = defineEndpoint({
  method: 'GET',
  path: '/api/settlements/statements/:id/line',
  permission: 'settlement.read',
  params: idParams,
  query: strict({ lineNo: Type.String({ pattern: '^[1-9]\\d{0,8}$' }) }),
  reply: Type.Object({
    lineNo: Type.Integer(),
    lineType: Type.Enum([...LINE_TYPES]),
    title: nullable(Type.String()),
    amountFen: Type.Integer(),
    amountMicro: Type.Integer(),
    explanation: Type.String(),
    days: Type.Array(
      Type.Object({
        accrualId: Id,
        earnDate: Type.String(),
        lineType: Type.Enum([...LINE_TYPES]),
        amountMicro: Type.Integer(),
        baseMicro: Type.Optional(Type.Integer()),
        ratePpm: nullable(Type.Integer()),
        playsFrom: nullable(Type.Integer()),
        playsTo: nullable(Type.Integer()),
        cpmE4: nullable(Type.Integer()),
        qualityPpm: nullable(Type.Integer()),
        capCutMicro: Type.Integer(),
        zeroReason: nullable(Type.String()),
        /** How the day's amount came about. */
        explanation: Type.String(),
        /** Upstream's row, or our daily figures. */
        source: Type.Optional(
          nullable(
            Type.Object({ file: nullable(Type.String()), row: nullable(Type.Integer()), revision: Type.Integer() }),
          ),
        ),
      }),
    ),
  }),
})

/** What a verb leaves behind. */
export const Stood = Type.Object({ state: states, version: Type.Integer() })
const move = <const P extends string>(path: P) =>
  defineEndpoint({
    method: 'POST',
    path,
    permission: 'settlement.write',
    params: idParams,
    body: strict({ version: Version }),
    reply: Stood,
  })
export const Reason = Type.String({ minLength: 2, maxLength: 500 })
export const Product = Type.Enum([...SETTLEMENT_PRODUCTS] as SettlementProduct[])
/** The first day of a month. */
export const Month = Type.String({ pattern: '^20\\d{2}-(0[1-9]|1[0-2])-01$', description: 'YYYY-MM-01' })

/** Builds a month's statement of one partner at once, or of all partners in the background. */
export const statementBuild = defineEndpoint({
  method: 'POST',
  path: '/api/settlements/build',
  permission: 'settlement.write',
  body: strict({ product: Product, period: Month, partnerId: nullable(Id) }),
  reply: Type.Object({
    /** Of one partner; null where there was nothing to bill, or many are built in the background. */
    statementId: nullable(Id),
    isQueued: Type.Boolean(),
  }),
})
export const statementRebuild = move('/api/settlements/statements/:id/rebuild')
/** Below the least payout it is carried instead of issued. */
export const statementIssue = move('/api/settlements/statements/:id/issue')
/** Below the least payout it is carried instead of locked. */
export const statementLock = move('/api/settlements/statements/:id/lock')
export const statementClear = move('/api/settlements/statements/:id/clear')
export const statementRetry = move('/api/settlements/statements/:id/retry')
export const statementConfirm = defineEndpoint({
  method: 'POST',
  path: '/api/settlements/statements/:id/confirm',
  permission: 'settlement.confirm',
  params: idParams,
  body: strict({ version: Version }),
  reply: Stood,
})
export const statementHold = defineEndpoint({
  method: 'POST',
  path: '/api/settlements/statements/:id/hold',
  permission: 'settlement.write',
  params: idParams,
  body: strict({ version: Version, reason: Reason }),
  reply: Stood,
})
export const statementRelease = move('/api/settlements/statements/:id/release')
/** Of a locked one the first administrator proposes, the second does it. */
export const statementVoid = defineEndpoint({
  method: 'POST',
  path: '/api/settlements/statements/:id/void',
  permission: 'settlement.write',
  params: idParams,
  body: strict({ version: Version, reason: Reason }),
  reply: Stood,
})
/** Tells partners whose confirmation is still awaited. */
export const statementRemind = defineEndpoint({
  method: 'POST',
  path: '/api/settlements/statements/remind',
  permission: 'settlement.write',
  body: strict({ target: Target }),
  reply: BulkReport,
})
export const statementIssueMany = defineEndpoint({
  method: 'POST',
  path: '/api/settlements/statements/issue',
  permission: 'settlement.write',
  body: strict({ target: Target }),
  reply: BulkReport,
})
export const statementLockMany = defineEndpoint({
  method: 'POST',
  path: '/api/settlements/statements/lock',
  permission: 'settlement.write',
  body: strict({ target: Target }),
  reply: BulkReport,
})

/** A partner's own money of plan 4 (domain page S12). */
export const partnerSummary = defineEndpoint({
  method: 'GET',
  path: '/api/settlements/sm4/own',
  permission: 'settlement.own',
  reply: Type.Object({
    /** Of this month, not final. */
    estimateFen: Type.Integer(),
    estimateFrom: Day,
    estimateThrough: nullable(Day),
    toConfirmFen: Type.Integer(),
    toConfirm: Type.Array(
      Type.Object({ statementId: Id, no: Type.String(), netFen: Type.Integer(), confirmDue: Type.String() }),
    ),
    confirmedFen: Type.Integer(),
    paidFen: Type.Integer(),
    nextPayOn: nullable(Type.String()),
  }),
})
