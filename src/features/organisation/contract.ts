import Type, { type Static } from 'typebox'
import { choice, count, day, id, text, time } from '../../core/columns.ts'
import { Day, defineEndpoint, defineList, Id, idParams, nullable, strict, Version } from '../../core/contract.ts'
import { workText } from '../../core/workText.ts'
import { ACTIONS } from './flow.ts'

export const PARTNER_KINDS = ['mcn', 'agency', 'studio', 'person'] as const
export const STATUSES = ['trial', 'active', 'frozen', 'ended'] as const
export const PLATFORMS = Object.keys(workText['zh-CN'].platform) as (keyof (typeof workText)['zh-CN']['platform'])[]

const read = { method: 'GET', permission: 'system.read' } as const
const name = Type.String({ minLength: 1, maxLength: 40, pattern: '\\S' })
/** At least two characters that are not blank. */
const Reason = Type.String({ minLength: 2, maxLength: 200, pattern: '\\S[\\s\\S]*\\S' })
const Code = Type.String({ pattern: '^[A-Za-z0-9_-]{2,20}$', description: '2–20 of A–Z, 0–9, _ -' })

const Team = Type.Object({
  id: Id,
  name: Type.String(),
  parentId: nullable(Id),
  lineId: Id,
  /** Names of the active leaders. */
  leaders: Type.Array(Type.String()),
  partners: Type.Integer(),
  version: Type.Integer(),
})
export type Team = Static<typeof Team>
const Line = Type.Object({ id: Id, name: Type.String(), partners: Type.Integer(), version: Type.Integer() })
export type Line = Static<typeof Line>

/** Lines and teams, a parent before its children (domain page 2.1). */
export const structure = defineEndpoint({
  ...read,
  path: '/api/organisation',
  reply: Type.Object({ lines: Type.Array(Line), teams: Type.Array(Team) }),
})

export const partnersList = defineList({
  key: 'organisation-partners',
  path: '/api/organisation/partners',
  permission: 'system.read',
  columns: {
    name: text({ width: 168, pin: 'start' }),
    code: text({ width: 88 }),
    kind: choice(PARTNER_KINDS, { filter: 'any', width: 92 }),
    status: choice(STATUSES, { filter: 'any', width: 84 }),
    team: text({ width: 132 }),
    line: text({ width: 112 }),
    creators: count({ width: 84 }),
    accounts: count({ width: 84 }),
    contractEnd: day({ nullable: true, filter: 'between', width: 108 }),
    contractStart: day({ nullable: true, hidden: true, width: 108 }),
    createdAt: time({ sort: true, filter: 'between', width: 128 }),
    id: id({ hidden: true, width: 72 }),
    teamId: id({ internal: true }),
    version: count({ internal: true }),
  },
  filters: {
    /** Name or code. */
    keyword: text({ filter: 'contains' }),
    /** A team with its subtree. */
    teamId: id({ filter: 'any' }),
    lineId: id({ filter: 'any' }),
  },
  order: ['createdAt', 'desc'],
  rowId: 'id',
})

export const suppliersList = defineList({
  key: 'organisation-suppliers',
  path: '/api/organisation/suppliers',
  permission: 'system.read',
  columns: {
    name: text({ width: 200, pin: 'start' }),
    code: text({ width: 100 }),
    status: choice(['active', 'frozen', 'ended'], { filter: 'any', width: 92 }),
    accounts: count({ width: 92 }),
    createdAt: time({ sort: true, filter: 'between', width: 136 }),
    id: id({ hidden: true, width: 72 }),
    version: count({ internal: true }),
  },
  filters: { keyword: text({ filter: 'contains' }) },
  order: ['createdAt', 'desc'],
  rowId: 'id',
})

export const creatorsList = defineList({
  key: 'organisation-creators',
  path: '/api/organisation/creators',
  permission: 'system.read',
  columns: {
    nickname: text({ width: 168, pin: 'start' }),
    platform: choice(PLATFORMS, { filter: 'any', width: 92 }),
    platformUid: id({ width: 168 }),
    accountNo: text({ nullable: true, width: 128 }),
    /** Whom it is bound to now. */
    partner: text({ nullable: true, width: 152 }),
    boundSince: time({ nullable: true, width: 128 }),
    fans: count({ width: 92 }),
    createdAt: time({ sort: true, filter: 'between', width: 128 }),
    id: id({ hidden: true, width: 72 }),
    version: count({ internal: true }),
  },
  filters: {
    /** Name, account number, or the platform's id. */
    keyword: text({ filter: 'contains' }),
    /** Bound now; `none` to nobody. */
    partnerId: id({ filter: 'any' }),
  },
  order: ['createdAt', 'desc'],
  rowId: 'id',
})

const made = Type.Object({ id: Id })
const changed = Type.Object({ version: Type.Integer() })
const add = { method: 'POST', permission: 'system.write', reply: made } as const
const edit = { method: 'PATCH', permission: 'system.write', params: idParams, reply: changed } as const

export const lineAdd = defineEndpoint({ ...add, path: '/api/organisation/lines', body: strict({ name }) })
export const lineEdit = defineEndpoint({
  ...edit,
  path: '/api/organisation/lines/:id',
  body: strict({ version: Version, name }),
})

export const teamAdd = defineEndpoint({
  ...add,
  path: '/api/organisation/teams',
  body: strict({ name, lineId: Id, parentId: nullable(Id) }),
})
/** Renames a team or moves it, with all below, under another of its line. */
export const teamEdit = defineEndpoint({
  ...edit,
  path: '/api/organisation/teams/:id',
  body: strict({ version: Version, name, parentId: nullable(Id) }),
})

const terms = {
  name,
  kind: Type.Enum(PARTNER_KINDS),
  teamId: Id,
  contractStart: nullable(Day),
  contractEnd: nullable(Day),
}
export const partnerAdd = defineEndpoint({
  ...add,
  path: '/api/organisation/partners',
  body: strict({ code: Code, status: Type.Enum(['trial', 'active']), ...terms }),
})
/** A partner that goes to a team of another line takes its figures along: the sums of both lines are rebuilt. */
export const partnerEdit = defineEndpoint({
  ...edit,
  path: '/api/organisation/partners/:id',
  body: strict({ version: Version, ...terms }),
})

const move = strict({ version: Version, action: Type.Enum(ACTIONS), reason: Type.Optional(Reason) })
const Moved = Type.Object({ version: Type.Integer(), status: Type.String(), endedSessions: Type.Integer() })
/** Takes a step of the flow. Freezing and ending want a reason and end every session of its accounts. */
export const partnerMove = defineEndpoint({
  method: 'POST',
  permission: 'system.write',
  path: '/api/organisation/partners/:id/status',
  params: idParams,
  body: move,
  reply: Moved,
})
export const supplierMove = defineEndpoint({
  method: 'POST',
  permission: 'system.write',
  path: '/api/organisation/suppliers/:id/status',
  params: idParams,
  body: move,
  reply: Moved,
})

export const supplierAdd = defineEndpoint({
  ...add,
  path: '/api/organisation/suppliers',
  body: strict({ code: Code, name }),
})
export const supplierEdit = defineEndpoint({
  ...edit,
  path: '/api/organisation/suppliers/:id',
  body: strict({ version: Version, name }),
})

const account = { nickname: name, accountNo: nullable(Type.String({ maxLength: 60 })) }
export const creatorAdd = defineEndpoint({
  ...add,
  path: '/api/organisation/creators',
  body: strict({
    platform: Type.Enum(PLATFORMS),
    platformUid: Type.String({ pattern: '^[\\w.-]{1,64}$', description: 'id' }),
    ...account,
  }),
})
export const creatorEdit = defineEndpoint({
  ...edit,
  path: '/api/organisation/creators/:id',
  body: strict({ version: Version, ...account }),
})

const Binding = Type.Object({
  id: Id,
  partnerId: Id,
  partner: Type.String(),
  bindTime: Type.String(),
  unbindTime: nullable(Type.String()),
  source: nullable(Type.String()),
})
export type Binding = Static<typeof Binding>

/** Whom a creator was bound to, the newest first. */
export const bindings = defineEndpoint({
  ...read,
  path: '/api/organisation/creators/:id/bindings',
  params: idParams,
  reply: Type.Object({ list: Type.Array(Binding) }),
})
/** Binds a creator from a day on, to a last day or until further notice. Works of that time without an owner get theirs. */
export const bindingAdd = defineEndpoint({
  method: 'POST',
  permission: 'system.write',
  path: '/api/organisation/creators/:id/bindings',
  params: idParams,
  body: strict({ partnerId: Id, from: Day, through: nullable(Day) }),
  reply: Type.Object({ id: Id, attributed: Type.Integer() }),
})
/** Sets the last day of a running binding: today or later, because what was published under it keeps its owner. */
export const bindingEnd = defineEndpoint({
  method: 'POST',
  permission: 'system.write',
  path: '/api/organisation/bindings/:id/end',
  params: idParams,
  body: strict({ through: Day }),
  reply: Type.Object({ unbindTime: Type.String() }),
})
