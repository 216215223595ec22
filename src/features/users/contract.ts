import Type from 'typebox'
import { ROLES, SETTLEMENT_PRODUCTS } from '../../core/access.ts'
import { choice, count, flag, id, text, time } from '../../core/columns.ts'
import { Done, defineEndpoint, defineList, Id, idParams, nullable, strict, Version } from '../../core/contract.ts'

/** locked is an active account whose locked_until is still to come. */
export const STATUSES = ['invited', 'active', 'locked', 'disabled'] as const

/** The accounts within the session's scope (domain page S1). Contact data leaves masked. */
export const usersList = defineList({
  key: 'users',
  path: '/api/users',
  permission: 'users.read',
  columns: {
    displayName: text({ width: 140, pin: 'start' }),
    accessKey: text({ width: 116 }),
    role: choice(ROLES, { filter: 'any', width: 96 }),
    organisation: text({ nullable: true, width: 128 }),
    accessState: choice(SETTLEMENT_PRODUCTS, { filter: 'any', nullable: true, width: 104 }),
    status: choice(STATUSES, { filter: 'any', width: 92 }),
    phone: text({ nullable: true, width: 112 }),
    lastLoginAt: time({ sort: true, filter: 'between', nullable: true, width: 112 }),
    createdAt: time({ sort: true, filter: 'between', width: 136 }),
    accessId: id({ hidden: true, width: 84 }),
    email: text({ nullable: true, hidden: true, width: 150 }),
    lastLoginIp: text({ nullable: true, hidden: true, width: 124 }),
    createdBy: text({ nullable: true, hidden: true, width: 110 }),
    remark: text({ nullable: true, hidden: true, width: 180 }),
    /** What a verb on the row must bring. */
    version: count({ internal: true }),
  },
  filters: {
    /** Name, access key, or the last four digits of the phone. */
    keyword: text({ filter: 'contains' }),
    partnerId: id({ filter: 'any' }),
    /** A team with its subtree: its leaders and the accounts of its partners. */
    teamId: id({ filter: 'any' }),
    neverSignedIn: flag({ filter: 'is' }),
  },
  order: ['createdAt', 'desc'],
  rowId: 'accessId',
})

/** Tiles over everything in scope; "active" is a sign-in on one of the last seven business days. */
export const usersSummary = defineEndpoint({
  method: 'GET',
  path: '/api/users/summary',
  permission: 'users.read',
  reply: Type.Object({
    total: Type.Integer(),
    active: Type.Integer(),
    activeFrom: Type.String(),
    neverSignedIn: Type.Integer(),
    locked: Type.Integer(),
  }),
})

const Options = Type.Array(Type.Object({ id: Id, name: Type.String() }))

/** What filters and form offer within the scope, and the roles this session may grant. */
export const usersOptions = defineEndpoint({
  method: 'GET',
  path: '/api/users/options',
  permission: 'users.read',
  reply: Type.Object({
    roles: Type.Array(Type.String()),
    partners: Options,
    suppliers: Options,
    teams: Options,
    lines: Options,
  }),
})

const Role = Type.Enum(ROLES)
const State = nullable(Type.Enum(SETTLEMENT_PRODUCTS))
/** At least two characters that are not blank. */
const Reason = Type.String({ minLength: 2, maxLength: 200, pattern: '\\S[\\s\\S]*\\S' })
const Text = Type.String({ maxLength: 300 })

export const User = Type.Object({
  accessId: Id,
  accessKey: Type.String(),
  displayName: Type.String(),
  role: Role,
  accessState: State,
  partnerId: nullable(Id),
  supplierId: nullable(Id),
  teamId: nullable(Id),
  lineId: nullable(Id),
  organisation: nullable(Type.String()),
  phone: nullable(Type.String()),
  email: nullable(Type.String()),
  status: Type.String(),
  lockedUntil: nullable(Type.String()),
  disabledReason: nullable(Type.String()),
  lastLoginAt: nullable(Type.String()),
  lastLoginIp: nullable(Type.String()),
  createdAt: Type.String(),
  createdBy: nullable(Type.String()),
  updatedAt: Type.String(),
  remark: nullable(Type.String()),
  /** Sessions that are signed in right now. */
  sessions: Type.Integer(),
  version: Type.Integer(),
})
export type User = Type.Static<typeof User>

/** One account. An account out of scope answers as a missing one, here and in every verb below. */
export const userDetail = defineEndpoint({
  method: 'GET',
  path: '/api/users/:id',
  permission: 'users.read',
  params: idParams,
  reply: Type.Object({ user: User }),
})

/** A link that sets the password once, below the console's own address. The server keeps only the hash of its secret. */
const Link = Type.Object({ path: Type.String(), expiresAt: Type.String() })

const rights = {
  accessState: Type.Optional(State),
  partnerId: Type.Optional(nullable(Id)),
  supplierId: Type.Optional(nullable(Id)),
  teamId: Type.Optional(nullable(Id)),
  lineId: Type.Optional(nullable(Id)),
}
const contact = {
  phone: Type.Optional(nullable(Text)),
  email: Type.Optional(nullable(Text)),
  remark: Type.Optional(nullable(Type.String({ maxLength: 500 }))),
}

/** Makes an account in state `invited` and answers its one-time link. */
export const userCreate = defineEndpoint({
  method: 'POST',
  path: '/api/users',
  permission: 'users.write',
  body: strict({ accessKey: Text, displayName: Text, role: Role, ...rights, ...contact }),
  reply: Type.Object({ accessId: Id, ...Link.properties }),
})

/** Changes the fields given. A change of role, state or organisation ends every session of the account. */
export const userUpdate = defineEndpoint({
  method: 'PATCH',
  path: '/api/users/:id',
  permission: 'users.write',
  params: idParams,
  body: strict({
    version: Version,
    displayName: Type.Optional(Text),
    role: Type.Optional(Role),
    ...rights,
    ...contact,
  }),
  reply: Type.Object({ version: Type.Integer() }),
})

/** Phone and e-mail in clear; every call leaves an entry in the account's history. */
export const userReveal = defineEndpoint({
  method: 'POST',
  path: '/api/users/:id/contact',
  permission: 'users.write',
  // Answers that hold secrets are not kept for an Idempotency-Key.
  ownTransaction: true,
  params: idParams,
  reply: Type.Object({ phone: nullable(Type.String()), email: nullable(Type.String()) }),
})

/** Answers a one-time link; the password so far stops working and every session ends. */
export const userReset = defineEndpoint({
  method: 'POST',
  path: '/api/users/:id/reset',
  permission: 'users.write',
  ownTransaction: true,
  params: idParams,
  body: strict({ version: Version }),
  reply: Link,
})

export const userDisable = defineEndpoint({
  method: 'POST',
  path: '/api/users/:id/disable',
  permission: 'users.write',
  params: idParams,
  body: strict({ version: Version, reason: Reason }),
  reply: Type.Object({ version: Type.Integer() }),
})

export const userEnable = defineEndpoint({
  method: 'POST',
  path: '/api/users/:id/enable',
  permission: 'users.write',
  params: idParams,
  body: strict({ version: Version }),
  reply: Type.Object({ version: Type.Integer() }),
})

export const userUnlock = defineEndpoint({
  method: 'POST',
  path: '/api/users/:id/unlock',
  permission: 'users.write',
  params: idParams,
  reply: Done,
})

/** Ends every session of the account. */
export const userSignOut = defineEndpoint({
  method: 'POST',
  path: '/api/users/:id/sign-out',
  permission: 'users.write',
  params: idParams,
  reply: Done,
})

const olderThan = strict({ before: Type.Optional(Id) })

/** Attempts to sign in to the account, newest first, 50 at a time. */
export const userSignIns = defineEndpoint({
  method: 'GET',
  path: '/api/users/:id/sign-ins',
  permission: 'users.read',
  params: idParams,
  query: olderThan,
  reply: Type.Object({
    list: Type.Array(
      Type.Object({
        id: Id,
        at: Type.String(),
        ip: nullable(Type.String()),
        userAgent: nullable(Type.String()),
        result: Type.String(),
      }),
    ),
    before: nullable(Id),
  }),
})

const Changes = nullable(Type.Record(Type.String(), nullable(Type.String())))

/** What was done to the account, newest first, 50 at a time. */
export const userHistory = defineEndpoint({
  method: 'GET',
  path: '/api/users/:id/history',
  permission: 'users.read',
  params: idParams,
  query: olderThan,
  reply: Type.Object({
    list: Type.Array(
      Type.Object({
        id: Id,
        at: Type.String(),
        action: Type.String(),
        actor: nullable(Type.String()),
        ip: nullable(Type.String()),
        reason: nullable(Type.String()),
        before: Changes,
        after: Changes,
      }),
    ),
    before: nullable(Id),
  }),
})

const Ids = Type.Array(Id, { minItems: 1, maxItems: 1000 })
const Affected = Type.Object({ changed: Type.Integer() })

/** Disables up to 1,000 accounts; if any is missing, foreign or not the session's to manage, none. */
export const usersDisable = defineEndpoint({
  method: 'POST',
  path: '/api/users/disable',
  permission: 'users.write',
  body: strict({ ids: Ids, reason: Reason }),
  reply: Affected,
})

/** Sets the settlement product of up to 1,000 accounts, all or none. */
export const usersSetState = defineEndpoint({
  method: 'POST',
  path: '/api/users/state',
  permission: 'users.write',
  body: strict({ ids: Ids, accessState: State }),
  reply: Affected,
})
