import { viewDelete, viewList, viewSave } from '../features/views/contract.ts'
import type { SavedViews } from '../kit/list/savedViews.ts'
import { client } from './session.ts'

/** Saved views, lent to every list. A list works without them: what fails is not shown twice. */
export const savedViews: SavedViews = {
  async list(listKey, signal) {
    return (await client.call(viewList, { query: { listKey } }, { signal, quiet: true })).list
  },
  async save(listKey, name, query, idempotencyKey) {
    await client.call(viewSave, { body: { listKey, name, query } }, { idempotencyKey, quiet: true })
  },
  async remove(id) {
    await client.call(viewDelete, { params: { id } })
  },
}
