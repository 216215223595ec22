import Type from 'typebox'
import { choice, count, flag, id, rate, text, time } from '../../core/columns.ts'
import { Day, Done, defineEndpoint, defineList, Id, idParams, nullable, strict, Version } from '../../core/contract.ts'
import { MAX_COOKIE_BYTES } from './cookies.ts'
import { HEALTHS, SOURCES, SYNC_KINDS } from './fields.ts'

/** Union accounts (domain page S22.1). Keys and cookies go in and never come out: not even their length does. */
export const accountList = defineList({
  key: 'jd-accounts',
  path: '/api/jd-accounts',
  permission: 'affiliate.read',
  columns: {
    id: id({ hidden: true, width: 88 }),
    alias: text({ width: 152, pin: 'start' }),
    unionId: id({ width: 128 }),
    pinMasked: text({ nullable: true, hidden: true, width: 120 }),
    source: choice(SOURCES, { filter: 'any', width: 112 }),
    health: choice(HEALTHS, { filter: 'any', width: 104 }),
    isEnabled: flag({ filter: 'is', width: 80 }),
    orders: count({ width: 96 }),
    sharePpm: rate({ width: 96 }),
    lastSyncAt: time({ nullable: true, width: 128 }),
    syncedThrough: time({ nullable: true, width: 128 }),
    failCount: count({ width: 88 }),
    checkedAt: time({ nullable: true, hidden: true, width: 128 }),
    siteId: id({ nullable: true, hidden: true, width: 104 }),
    positionId: id({ nullable: true, hidden: true, width: 104 }),
    remark: text({ nullable: true, hidden: true, width: 160 }),
    createdAt: time({ sort: true, hidden: true, width: 128 }),
    version: count({ internal: true }),
  },
  filters: { keyword: text({ filter: 'contains' }) },
  order: ['createdAt', 'desc'],
  rowId: 'id',
})

export const accountSummary = defineEndpoint({
  method: 'GET',
  path: '/api/jd-accounts/summary',
  permission: 'affiliate.read',
  reply: Type.Object({
    total: Type.Integer(),
    /** In use, and valid or in no need of being so. */
    healthy: Type.Integer(),
    expiring: Type.Integer(),
    broken: Type.Integer(),
    /** The account that has come least far; null when none is fetched. */
    syncedThrough: nullable(Type.String()),
    orders30d: Type.Integer(),
  }),
})

export const accountDetail = defineEndpoint({
  method: 'GET',
  path: '/api/jd-accounts/:id',
  permission: 'affiliate.read',
  params: idParams,
  reply: Type.Object({
    id: Id,
    alias: Type.String(),
    unionId: Type.String(),
    siteId: nullable(Type.String()),
    positionId: nullable(Type.String()),
    pinMasked: nullable(Type.String()),
    source: Type.Enum(SOURCES),
    appKeyMasked: nullable(Type.String()),
    hasSecret: Type.Boolean(),
    hasCookies: Type.Boolean(),
    cookieNames: Type.Array(Type.String()),
    /** Tells two sets of cookies apart, and nothing else about them. */
    cookieFingerprint: nullable(Type.String()),
    cookiesAt: nullable(Type.String()),
    cookiesBy: nullable(Type.String()),
    requiredCookies: Type.Array(Type.String()),
    health: Type.Enum(HEALTHS),
    healthNote: nullable(Type.String()),
    checkedAt: nullable(Type.String()),
    lastSyncAt: nullable(Type.String()),
    syncedThrough: nullable(Type.String()),
    failCount: Type.Integer(),
    frozenThrough: nullable(Type.String()),
    sharePpm: Type.Integer(),
    isEnabled: Type.Boolean(),
    remark: nullable(Type.String()),
    orders: Type.Integer(),
    version: Type.Integer(),
  }),
})

const digits = Type.String({ pattern: '^\\d{1,20}$', description: 'digits' })
const Secret = Type.String({ minLength: 8, maxLength: 200, pattern: '^[\\x21-\\x7e]+$', description: 'a secret key' })
const CookieName = Type.String({ pattern: "^[!#$%&'*+\\-.^`|~\\w]{1,60}$", description: 'a cookie’s name' })
const fields = {
  alias: Type.String({ minLength: 1, maxLength: 40 }),
  siteId: nullable(digits),
  positionId: nullable(digits),
  source: Type.Enum(SOURCES),
  sharePpm: Type.Integer({ minimum: 0, maximum: 1_000_000 }),
  requiredCookies: Type.Array(CookieName, { maxItems: 20 }),
  remark: nullable(Type.String({ maxLength: 200 })),
}
const optional = {
  /** Write-only; what is not given stays as it is. */
  appKey: Type.Optional(nullable(Type.String({ pattern: '^\\w{4,80}$', description: 'an app key' }))),
  secret: Type.Optional(Secret),
  pin: Type.Optional(nullable(Type.String({ minLength: 1, maxLength: 60 }))),
}
export const accountCreate = defineEndpoint({
  method: 'POST',
  path: '/api/jd-accounts',
  permission: 'affiliate.write',
  body: strict({ ...fields, ...optional, unionId: digits }),
  reply: Type.Object({ id: Id }),
})
export const accountChange = defineEndpoint({
  method: 'PATCH',
  path: '/api/jd-accounts/:id',
  permission: 'affiliate.write',
  params: idParams,
  body: strict({ ...fields, ...optional, isEnabled: Type.Boolean(), version: Version }),
  reply: Type.Object({ version: Type.Integer() }),
})
/** Only an account without orders; others are switched off. */
export const accountDelete = defineEndpoint({
  method: 'DELETE',
  path: '/api/jd-accounts/:id',
  permission: 'affiliate.write',
  params: idParams,
  query: strict({ version: Version }),
  reply: Done,
})

/**
 * New cookies as one pasted text. They are tried first, and the old ones stay until the new ones pass; `saveUntried` keeps
 * them untried.
 */
export const accountCookies = defineEndpoint({
  method: 'POST',
  path: '/api/jd-accounts/:id/cookies',
  permission: 'affiliate.write',
  params: idParams,
  ownTransaction: true,
  body: strict({
    // What is longer is refused with its own words, so the schema lets a little more through.
    text: Type.String({ minLength: 1, maxLength: MAX_COOKIE_BYTES * 2 }),
    saveUntried: Type.Boolean(),
    version: Version,
  }),
  reply: Type.Object({ names: Type.Array(Type.String()), fingerprint: Type.String(), health: Type.Enum(HEALTHS) }),
})

/** Asks the union whether the account's keys or cookies are taken. */
export const accountCheck = defineEndpoint({
  method: 'POST',
  path: '/api/jd-accounts/:id/check',
  permission: 'affiliate.write',
  params: idParams,
  ownTransaction: true,
  reply: Type.Object({ health: Type.Enum(HEALTHS), note: nullable(Type.String()) }),
})

/**
 * Fetches now: orders by the days they changed on, figures by theirs, coupons as they are. Without days it is what changed
 * since the last run. Refused while one of the account runs.
 */
export const accountSync = defineEndpoint({
  method: 'POST',
  path: '/api/jd-accounts/:id/sync',
  permission: 'affiliate.write',
  params: idParams,
  body: strict({ kind: Type.Optional(Type.Enum(SYNC_KINDS)), from: Type.Optional(Day), to: Type.Optional(Day) }),
  reply: Type.Object({ runId: Id }),
})
/** The latest runs that people started, the newest first. */
export const accountRuns = defineEndpoint({
  method: 'GET',
  path: '/api/jd-accounts/:id/syncs',
  permission: 'affiliate.read',
  params: idParams,
  reply: Type.Object({
    list: Type.Array(
      Type.Object({
        id: Id,
        kind: Type.Enum(SYNC_KINDS),
        from: nullable(Type.String()),
        to: nullable(Type.String()),
        status: Type.Enum(['waiting', 'running', 'done', 'failed']),
        steps: Type.Integer(),
        stepsDone: Type.Integer(),
        rows: Type.Integer(),
        /** Rows that were new or said something else than before. */
        changed: Type.Integer(),
        refused: Type.Integer(),
        note: nullable(Type.String()),
        startedBy: nullable(Type.String()),
        startedAt: Type.String(),
        endedAt: nullable(Type.String()),
      }),
    ),
  }),
})
