import Type, { type Static } from 'typebox'
import { defineEndpoint, Id, strict } from './contract.ts'

/** The most ids one bulk request may name. */
export const MAX_IDS = 1_000
/** The most rows one frozen selection may hold. */
export const MAX_SELECTION = 100_000

/** Which rows a bulk action means: named one by one, or a filter's rows frozen on the server by `freezeSelection`. */
export const Target = Type.Union([
  strict({ ids: Type.Array(Id, { minItems: 1, maxItems: MAX_IDS, uniqueItems: true }) }),
  strict({ selection: Id }),
])
export type Target = Static<typeof Target>

/** What became of each row of a bulk action; what is not named here was done. */
export const BulkReport = Type.Object({
  done: Type.Integer(),
  refused: Type.Array(Type.Object({ id: Type.String(), reason: Type.String(), msg: Type.String() })),
})
export type BulkReport = Static<typeof BulkReport>

/** Freezes the rows of a list's filter for a bulk action; what the person may not see is not among them. */
export const freezeSelection = defineEndpoint({
  method: 'POST',
  path: '/api/selections',
  permission: 'self.use',
  body: strict({
    listKey: Type.String({ pattern: '^[\\w-]{1,60}$', description: 'list key' }),
    /** The list's query string; its paging is not looked at. */
    query: Type.String({ maxLength: 4000 }),
  }),
  reply: Type.Object({ id: Id, count: Type.Integer() }),
})
