import Type from 'typebox'
import { choice, count, flag, id, money, rate, text, time } from '../../core/columns.ts'
import { Day, Done, defineEndpoint, defineList, Id, idParams, nullable, strict, Version } from '../../core/contract.ts'
import { CODE_PATTERN, codeFlow } from './flow.ts'

/** Money of the house and who else is there: not for a partner. */
const ours = { needs: 'affiliate.read' } as const
const Url = Type.String({ pattern: '^https://', maxLength: 1000, description: 'an https address' })

/** Links with our sub ids: an order that comes back through one finds its owner (domain page S22.2). */
export const linkList = defineList({
  key: 'jd-links',
  path: '/api/jd-links',
  permission: 'affiliateOwn.read',
  columns: {
    id: id({ hidden: true, width: 88 }),
    title: text({ width: 200, pin: 'start' }),
    subUnionId: text({ width: 136 }),
    partnerName: text({ ...ours, nullable: true, width: 112 }),
    hasToken: flag({ filter: 'is', width: 72 }),
    /** The union's own count. */
    clicks: count({ width: 88 }),
    orders: count({ width: 88 }),
    /** Valid orders ÷ clicks. */
    conversion: rate({ nullable: true, width: 88 }),
    feeFen: money({ ...ours, width: 100 }),
    partnerFen: money({ width: 100 }),
    createdAt: time({ sort: true, filter: 'between', width: 116 }),
    visitors: count({ hidden: true, width: 88 }),
    hasLink: flag({ filter: 'is', hidden: true, width: 88 }),
    accountName: text({ ...ours, hidden: true, width: 112 }),
    creatorName: text({ nullable: true, hidden: true, width: 104 }),
    positionId: id({ ...ours, nullable: true, hidden: true, width: 112 }),
    materialUrl: text({ hidden: true, width: 240 }),
  },
  filters: {
    keyword: text({ filter: 'contains' }),
    accountId: id({ ...ours, filter: 'any' }),
    partnerId: id({ ...ours, filter: 'any' }),
  },
  order: ['createdAt', 'desc'],
  rowId: 'id',
})

export const linkDetail = defineEndpoint({
  method: 'GET',
  path: '/api/jd-links/:id',
  permission: 'affiliateOwn.read',
  params: idParams,
  reply: Type.Object({
    id: Id,
    title: Type.String(),
    /** Ours alone. */
    accountName: Type.Optional(Type.String()),
    partnerName: nullable(Type.String()),
    creatorName: nullable(Type.String()),
    videoTitle: nullable(Type.String()),
    materialUrl: Type.String(),
    couponUrl: nullable(Type.String()),
    clickUrl: nullable(Type.String()),
    subUnionId: Type.String(),
    version: Type.Integer(),
    /** Of all time, as the union counts them; the days are the last thirty. */
    clicks: Type.Object({
      total: Type.Integer(),
      visitors: Type.Integer(),
      orders: Type.Integer(),
      conversion: nullable(Type.Integer()),
      days: Type.Array(Type.Object({ day: Type.String(), clicks: Type.Integer(), visitors: Type.Integer() })),
    }),
    tokens: Type.Array(
      Type.Object({
        id: Id,
        tokenText: Type.String(),
        shareText: Type.String(),
        expireAt: Type.String(),
        status: Type.Enum(['active', 'expired', 'disabled']),
        copyCount: Type.Integer(),
      }),
    ),
  }),
})

/** A link for a partner or one of its works; the union makes it where the account has keys, else it is pasted. */
export const linkCreate = defineEndpoint({
  method: 'POST',
  path: '/api/jd-links',
  permission: 'affiliate.write',
  ownTransaction: true,
  body: strict({
    accountId: Id,
    title: Type.String({ minLength: 1, maxLength: 80 }),
    materialUrl: Url,
    couponUrl: nullable(Url),
    clickUrl: nullable(Url),
    partnerId: nullable(Id),
    videoId: nullable(Id),
  }),
  reply: Type.Object({ id: Id, subUnionId: Type.String(), hasLink: Type.Boolean() }),
})
/** The long link, pasted from the union's own page. */
export const linkPaste = defineEndpoint({
  method: 'POST',
  path: '/api/jd-links/:id/click-url',
  permission: 'affiliate.write',
  params: idParams,
  body: strict({ clickUrl: Url, version: Version }),
  reply: Type.Object({ version: Type.Integer() }),
})
/** A 口令 of the union for a link, with the text it is shared in; takes the place of the one in use. */
export const tokenAdd = defineEndpoint({
  method: 'POST',
  path: '/api/jd-links/:id/tokens',
  permission: 'affiliate.write',
  params: idParams,
  body: strict({
    tokenText: Type.String({ minLength: 4, maxLength: 200 }),
    /** Takes {title}, {token} and {link}. */
    template: Type.String({ minLength: 1, maxLength: 500 }),
    until: Day,
  }),
  reply: Type.Object({ id: Id, shareText: Type.String() }),
})
export const tokenDisable = defineEndpoint({
  method: 'POST',
  path: '/api/jd-tokens/:id/disable',
  permission: 'affiliate.write',
  params: idParams,
  reply: Done,
})
export const tokenCopied = defineEndpoint({
  method: 'POST',
  path: '/api/jd-tokens/:id/copied',
  permission: 'affiliate.write',
  params: idParams,
  reply: Done,
})
/** Whose link or 口令 is in a text somebody was sent; null: none of ours. */
export const tokenParse = defineEndpoint({
  method: 'POST',
  path: '/api/jd-tokens/parse',
  permission: 'affiliate.read',
  reads: true,
  body: strict({ text: Type.String({ minLength: 1, maxLength: 2000 }) }),
  reply: Type.Object({
    found: nullable(
      Type.Object({
        linkId: Id,
        title: Type.String(),
        partnerName: nullable(Type.String()),
        status: nullable(Type.String()),
      }),
    ),
  }),
})

export const COUPON_STATES = ['unknown', 'notStarted', 'active', 'exhausted', 'ended', 'invalid'] as const
export const MAX_COUPONS = 50
/** The pool of the union's coupons, as it tells of them (domain page S22.3). */
export const couponList = defineList({
  key: 'jd-coupons',
  path: '/api/jd-coupons',
  permission: 'affiliate.read',
  columns: {
    id: id({ hidden: true, width: 88 }),
    couponUrl: text({ width: 216, pin: 'start' }),
    status: choice(COUPON_STATES, { filter: 'any', width: 100 }),
    discountFen: money({ nullable: true, width: 88 }),
    thresholdFen: money({ nullable: true, width: 88 }),
    /** A coupon that takes off as much as it asks for is worth a look. */
    isOdd: flag({ filter: 'is', hidden: true, width: 88 }),
    taken: count({ width: 80 }),
    used: count({ width: 80 }),
    remain: count({ nullable: true, width: 80 }),
    orders: count({ width: 80 }),
    feeFen: money({ width: 96 }),
    takeEnd: time({ sort: true, nullable: true, width: 116 }),
    remainRate: rate({ nullable: true, hidden: true, width: 96 }),
    total: count({ nullable: true, hidden: true, width: 88 }),
    baseFen: money({ hidden: true, width: 108 }),
    useEnd: time({ nullable: true, hidden: true, width: 128 }),
    queriedAt: time({ nullable: true, hidden: true, width: 128 }),
    accountName: text({ hidden: true, width: 112 }),
    createdAt: time({ sort: true, hidden: true, width: 128 }),
  },
  filters: { keyword: text({ filter: 'contains' }), accountId: id({ filter: 'any' }) },
  order: ['createdAt', 'desc'],
  rowId: 'id',
})
export const couponSummary = defineEndpoint({
  method: 'GET',
  path: '/api/jd-coupons/summary',
  permission: 'affiliate.read',
  reply: Type.Object({
    total: Type.Integer(),
    active: Type.Integer(),
    /** Can be taken for a day at most. */
    ending: Type.Integer(),
    exhausted: Type.Integer(),
  }),
})
/** Coupons by their addresses, pasted; what the union knows of them is asked at once where it can be. */
export const couponAdd = defineEndpoint({
  method: 'POST',
  path: '/api/jd-coupons',
  permission: 'affiliate.write',
  body: strict({ accountId: Id, urls: Type.Array(Url, { minItems: 1, maxItems: MAX_COUPONS, uniqueItems: true }) }),
  reply: Type.Object({ added: Type.Integer(), known: Type.Integer() }),
})
export const couponRemove = defineEndpoint({
  method: 'DELETE',
  path: '/api/jd-coupons/:id',
  permission: 'affiliate.write',
  params: idParams,
  reply: Done,
})

export const CODE_KINDS = ['fixed', 'percent'] as const
/** Codes of our own, given to partners (domain page S22.4). */
export const codeList = defineList({
  key: 'jd-coupon-codes',
  path: '/api/jd-coupon-codes',
  permission: 'affiliateOwn.read',
  columns: {
    id: id({ hidden: true, width: 88 }),
    code: text({ width: 108, pin: 'start' }),
    status: choice(codeFlow.states, { filter: 'any', width: 88 }),
    partnerName: text({ ...ours, nullable: true, width: 104 }),
    kind: choice(CODE_KINDS, { filter: 'any', width: 72 }),
    amountFen: money({ nullable: true, width: 72 }),
    ratePpm: rate({ nullable: true, width: 72 }),
    taken: count({ width: 72 }),
    used: count({ width: 72 }),
    remain: count({ nullable: true, width: 72 }),
    orders: count({ width: 72 }),
    /** What was sold with it. */
    baseFen: money({ width: 92 }),
    feeFen: money({ ...ours, width: 84 }),
    validBefore: time({ width: 116 }),
    /** What it took off, and what came back for it. */
    subsidyFen: money({ ...ours, nullable: true, hidden: true, width: 96 }),
    roi: rate({ ...ours, nullable: true, hidden: true, width: 80 }),
    thresholdFen: money({ hidden: true, width: 96 }),
    quota: count({ nullable: true, hidden: true, width: 88 }),
    perUser: count({ hidden: true, width: 88 }),
    validFrom: time({ hidden: true, width: 116 }),
    createdAt: time({ sort: true, filter: 'between', hidden: true, width: 128 }),
    remark: text({ ...ours, nullable: true, hidden: true, width: 160 }),
    version: count({ internal: true }),
  },
  filters: { keyword: text({ filter: 'contains' }), partnerId: id({ ...ours, filter: 'any' }) },
  order: ['createdAt', 'desc'],
  rowId: 'id',
})
export const MAX_CODES = 500
/** One code by name, or as many at random as wanted. They begin as drafts. */
export const codeCreate = defineEndpoint({
  method: 'POST',
  path: '/api/jd-coupon-codes',
  permission: 'affiliate.write',
  body: strict({
    code: nullable(Type.String({ pattern: CODE_PATTERN, description: 'A–Z without I and O, 2–9' })),
    count: Type.Integer({ minimum: 1, maximum: MAX_CODES }),
    partnerId: nullable(Id),
    kind: Type.Enum(CODE_KINDS),
    amountFen: nullable(Type.Integer({ minimum: 1, maximum: 100_000_000 })),
    ratePpm: nullable(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
    thresholdFen: Type.Integer({ minimum: 0, maximum: 100_000_000 }),
    quota: nullable(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
    perUser: Type.Integer({ minimum: 1, maximum: 100 }),
    from: Day,
    to: Day,
    remark: nullable(Type.String({ maxLength: 200 })),
  }),
  reply: Type.Object({ codes: Type.Array(Type.String()) }),
})
export const CODE_ACTIONS = ['activate', 'pause', 'disable'] as const
export const codeMove = defineEndpoint({
  method: 'POST',
  path: '/api/jd-coupon-codes/:id/move',
  permission: 'affiliate.write',
  params: idParams,
  body: strict({ action: Type.Enum(CODE_ACTIONS), version: Version }),
  reply: Type.Object({ version: Type.Integer() }),
})
/** A new last day; one that had ended works again. */
export const codeExtend = defineEndpoint({
  method: 'POST',
  path: '/api/jd-coupon-codes/:id/extend',
  permission: 'affiliate.write',
  params: idParams,
  body: strict({ to: Day, version: Version }),
  reply: Type.Object({ version: Type.Integer() }),
})
