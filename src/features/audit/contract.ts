import Type from 'typebox'
import { choice, id, text, time } from '../../core/columns.ts'
import { defineEndpoint, defineList, Id, idParams, nullable } from '../../core/contract.ts'
import { ACTION_NAMES, ENTITY_NAMES } from './actions.ts'

/** Everything that was changed here, by whom and from where (domain page S23): the newest first, for administrators. */
export const auditList = defineList({
  key: 'audit',
  path: '/api/audit',
  permission: 'system.read',
  columns: {
    at: time({ sort: true, filter: 'between', width: 156, pin: 'start' }),
    actor: text({ nullable: true, width: 132 }),
    action: choice(ACTION_NAMES, { filter: 'any', width: 176 }),
    entity: choice(ENTITY_NAMES, { filter: 'any', width: 108 }),
    entityId: id({ filter: 'contains', width: 104 }),
    reason: text({ nullable: true, width: 200 }),
    ip: text({ nullable: true, width: 124 }),
    actorKey: text({ nullable: true, hidden: true, width: 116 }),
    requestId: text({ nullable: true, hidden: true, width: 220 }),
    id: id({ hidden: true, width: 88 }),
  },
  filters: {
    /** `none` is the house itself: clocks and jobs. */
    actorId: id({ filter: 'any' }),
  },
  order: ['at', 'desc'],
  rowId: 'id',
})

/** The people who stand in the log. */
export const auditActors = defineEndpoint({
  method: 'GET',
  path: '/api/audit/actors',
  permission: 'system.read',
  reply: Type.Object({ actors: Type.Array(Type.Object({ id: Id, name: Type.String(), key: Type.String() })) }),
})

/** One entry with what stood before and after: changed fields only, secrets never. */
export const auditEntry = defineEndpoint({
  method: 'GET',
  path: '/api/audit/:id',
  permission: 'system.read',
  params: idParams,
  reply: Type.Object({
    id: Id,
    at: Type.String(),
    actor: nullable(Type.String()),
    actorKey: nullable(Type.String()),
    action: Type.String(),
    entity: Type.String(),
    entityId: Type.String(),
    reason: nullable(Type.String()),
    ip: nullable(Type.String()),
    requestId: nullable(Type.String()),
    /** Field by field; `before` or `after` is absent where the field was not there. Values are JSON. */
    changes: Type.Array(
      Type.Object({
        field: Type.String(),
        before: Type.Optional(Type.String()),
        after: Type.Optional(Type.String()),
      }),
    ),
  }),
})
