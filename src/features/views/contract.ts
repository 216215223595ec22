import Type from 'typebox'
import { Done, defineEndpoint, Id, idParams, strict } from '../../core/contract.ts'

export const VIEWS_PER_LIST = 50

/** The key of a list, as `defineList` names it. */
const ListKey = Type.String({ pattern: '^[\\w-]{1,60}$', description: 'list key' })

/** One's own saved views of a list, by name. */
export const viewList = defineEndpoint({
  method: 'GET',
  path: '/api/views',
  permission: 'self.use',
  query: strict({ listKey: ListKey }),
  reply: Type.Object({
    list: Type.Array(Type.Object({ id: Id, name: Type.String(), query: Type.String(), createdAt: Type.String() })),
  }),
})

/** Keeps filters and sort of a list under a name; the same name again replaces what it held. */
export const viewSave = defineEndpoint({
  method: 'POST',
  path: '/api/views',
  permission: 'self.use',
  body: strict({
    listKey: ListKey,
    name: Type.String({ minLength: 1, maxLength: 40 }),
    /** The list's query string. */
    query: Type.String({ maxLength: 4000 }),
  }),
  reply: Type.Object({ id: Id }),
})

export const viewDelete = defineEndpoint({
  method: 'DELETE',
  path: '/api/views/:id',
  permission: 'self.use',
  params: idParams,
  reply: Done,
})
