import Type, { type Static } from 'typebox'
import { defineEndpoint, Id, nullable, strict } from '../../core/contract.ts'
import { SETTING_KEYS } from '../../core/settings.ts'

/** A setting's name in a path: one that is not known is not there. */
const Name = Type.String({ pattern: '^[\\w.]{1,60}$', description: 'setting' })
const Key = Type.String({ pattern: '^[a-z]+\\.[a-zA-Z]{1,40}$', description: 'setting' })
/** 0 where nobody has set the key yet. */
const At = Type.Integer({ minimum: 0, maximum: 2_147_483_647 })
const Note = Type.String({ maxLength: 200 })

const Item = Type.Object({
  key: Type.Enum(SETTING_KEYS),
  /** What counts now. */
  value: Type.Unknown(),
  isDefault: Type.Boolean(),
  version: Type.Integer(),
  changedAt: nullable(Type.String()),
  changedBy: nullable(Type.String()),
})
export type Item = Static<typeof Item>

/** Every setting as it stands (domain page S23). */
export const configList = defineEndpoint({
  method: 'GET',
  path: '/api/config',
  permission: 'system.read',
  reply: Type.Object({ items: Type.Array(Item) }),
})

/** Sets a value, or with null gives the key back to its default; counts from the next request on. */
export const configSet = defineEndpoint({
  method: 'PUT',
  path: '/api/config/:id',
  permission: 'system.write',
  params: strict({ id: Name }),
  body: strict({ version: At, value: Type.Unknown(), note: Type.Optional(Note) }),
  reply: Type.Object({ version: Type.Integer() }),
})

/** Puts an earlier version's value in place again, as a new version. */
export const configRestore = defineEndpoint({
  method: 'POST',
  path: '/api/config/:id/restore',
  permission: 'system.write',
  params: strict({ id: Name }),
  body: strict({ version: At, restore: At, note: Type.Optional(Note) }),
  reply: Type.Object({ version: Type.Integer() }),
})

const Change = Type.Object({
  key: Type.String(),
  version: Type.Integer(),
  at: Type.String(),
  by: nullable(Type.String()),
  note: nullable(Type.String()),
  /** null is the default. */
  before: Type.Unknown(),
  after: Type.Unknown(),
})
export type Change = Static<typeof Change>

/** What was set, the newest first, 50 at a time: of one key, or of all. */
export const configHistory = defineEndpoint({
  method: 'GET',
  path: '/api/config/history',
  permission: 'system.read',
  query: strict({ key: Type.Optional(Key), before: Type.Optional(Id) }),
  reply: Type.Object({
    list: Type.Array(Change),
    /** Pass as `before` for what is older; null at the end. */
    before: nullable(Id),
  }),
})
