import Type from 'typebox'
import { Done, defineEndpoint, Id, idParams, nullable, strict } from '../../core/contract.ts'

export const VIEWS_PER_LIST = 50

/** The key of a list, as `defineList` names it. */
const ListKey = Type.String({ pattern: '^[\\w-]{1,60}$', description: 'list key' })

/** Oneself; those of the same role and organisation; everybody who may read the list. */
export const REACHES = ['own', 'team', 'everyone'] as const
const Reach = Type.Enum([...REACHES])

const View = {
  id: Id,
  name: Type.String(),
  query: Type.String(),
  reach: Reach,
  isMine: Type.Boolean(),
  /** Who shares it; null for one's own. */
  owner: nullable(Type.String()),
}

/** Saved views of a list that one may open: one's own first, then those shared, by name. */
export const viewList = defineEndpoint({
  method: 'GET',
  path: '/api/views',
  permission: 'self.use',
  query: strict({ listKey: ListKey }),
  reply: Type.Object({
    list: Type.Array(Type.Object(View)),
  }),
})

/** One view, as its link names it. What one may not open answers as what is not there. */
export const viewRead = defineEndpoint({
  method: 'GET',
  path: '/api/views/:id',
  permission: 'self.use',
  params: idParams,
  reply: Type.Object({ ...View, listKey: Type.String() }),
})

/**
 * Keeps filters and sort of a list under a name; the same name again replaces what it held. Throws FORBIDDEN where one may
 * not publish to everyone.
 */
export const viewSave = defineEndpoint({
  method: 'POST',
  path: '/api/views',
  permission: 'self.use',
  body: strict({
    listKey: ListKey,
    name: Type.String({ minLength: 1, maxLength: 40 }),
    /** The list's query string. */
    query: Type.String({ maxLength: 4000 }),
    /** Oneself alone unless told. */
    reach: Type.Optional(Reach),
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
