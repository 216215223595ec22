import Type, { type Static } from 'typebox'
import { defineEndpoint, Id, nullable, strict } from '../../core/contract.ts'

/** Every endpoint with the permission it asks for, and the scope where it is for machines. */
export const accessEndpoints = defineEndpoint({
  method: 'GET',
  path: '/api/access/endpoints',
  permission: 'system.read',
  reply: Type.Object({
    list: Type.Array(
      Type.Object({
        method: Type.String(),
        path: Type.String(),
        permission: Type.String(),
        scope: nullable(Type.String()),
      }),
    ),
  }),
})

/** Accounts whose name or key holds the words, to choose one from; the first twenty. */
export const accessAccounts = defineEndpoint({
  method: 'GET',
  path: '/api/access/accounts',
  permission: 'system.read',
  query: strict({ keyword: Type.Optional(Type.String({ maxLength: 100 })) }),
  reply: Type.Object({
    list: Type.Array(Type.Object({ id: Id, name: Type.String(), key: Type.String(), role: Type.String() })),
  }),
})

export const KINDS = ['page', 'permission', 'endpoint'] as const
export type Kind = (typeof KINDS)[number]

const Clause = Type.Object({
  permission: Type.String(),
  list: Type.Enum(['roles', 'states', 'keys']),
  wanted: Type.Array(Type.String()),
  has: nullable(Type.String()),
  passes: Type.Boolean(),
})

/**
 * Why an account may or may not: each clause of the rules that are asked, the account's own state, and the rows it would
 * see. Nothing is guessed: the same functions decide at the door.
 */
export const accessExplain = defineEndpoint({
  method: 'GET',
  path: '/api/access/explain',
  permission: 'system.read',
  query: strict({
    accountId: Id,
    kind: Type.Enum([...KINDS]),
    /** A page's path, a permission's name, or method and path of an endpoint. */
    what: Type.String({ minLength: 1, maxLength: 200 }),
  }),
  reply: Type.Object({
    account: Type.Object({
      id: Id,
      name: Type.String(),
      key: Type.String(),
      role: Type.String(),
      state: nullable(Type.String()),
      /** active, invited, disabled, or locked. */
      status: Type.String(),
      /** False: whatever the rules say, nobody gets in with it. */
      maySignIn: Type.Boolean(),
    }),
    clauses: Type.Array(Clause),
    isAllowed: Type.Boolean(),
    /** Only machines with a token of this scope; null where people are served. */
    tokenScope: nullable(Type.String()),
    scope: Type.Object({
      kind: Type.Enum(['all', 'line', 'team', 'partner', 'supplier', 'none']),
      name: nullable(Type.String()),
    }),
  }),
})
export type Explained = Static<(typeof accessExplain)['reply']>
