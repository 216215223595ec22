import { errors as common, refuse } from '../../core/errors.ts'
import { type Feature, serve } from '../../core/verb.ts'
import { VIEWS_PER_LIST, viewDelete, viewList, viewSave } from './contract.ts'
import { deleteView, listViews, lockOwner, upsertView } from './sql.ts'
import { errors } from './text.ts'

export const views: Feature = {
  verbs: [
    serve(viewList, async (ctx, { query }) => ({
      list: await listViews(ctx.db, ctx.session.accessId, query.listKey),
    })),
    serve(viewSave, async (ctx, { body }) => {
      const name = body.name.trim()
      if (!name) throw refuse(errors, 'NAME_EMPTY', { field: 'name' })
      const userId = ctx.session.accessId
      await lockOwner(ctx.db, userId)
      const { id, count } = await upsertView(ctx.db, { ...body, userId, name })
      if (count > VIEWS_PER_LIST) throw refuse(errors, 'TOO_MANY_VIEWS', { params: { limit: VIEWS_PER_LIST } })
      await ctx.audit({ action: 'view.save', entity: 'view', entityId: id, after: { listKey: body.listKey, name } })
      return { id }
    }),
    serve(viewDelete, async (ctx, { params }) => {
      const isDeleted = await deleteView(ctx.db, ctx.session.accessId, params.id)
      if (!isDeleted) throw refuse(common, 'NOT_FOUND')
      await ctx.audit({ action: 'view.delete', entity: 'view', entityId: params.id })
      return { done: true }
    }),
  ],
}
