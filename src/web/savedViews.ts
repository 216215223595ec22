import { viewDelete, viewList, viewRead, viewSave } from '../features/views/contract.ts'
import type { SavedViews } from '../kit/list/savedViews.ts'
import { client } from './session.ts'

/** Saved views, lent to every list. A list works without them: what fails is not shown twice. */
export const savedViews: SavedViews = {
  async list(listKey, signal) {
    return (await client.call(viewList, { query: { listKey } }, { signal, quiet: true })).list
  },
  async find(listKey, id) {
    try {
      const found = await client.call(viewRead, { params: { id } }, { quiet: true })
      return found.listKey === listKey ? found.query : null
    } catch {
      return null
    }
  },
  async save(listKey, view, idempotencyKey) {
    await client.call(viewSave, { body: { listKey, ...view } }, { idempotencyKey, quiet: true })
  },
  async remove(id) {
    await client.call(viewDelete, { params: { id } })
  },
}
