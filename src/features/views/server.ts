import { may } from '../../core/can.ts'
import { errors as common, refuse } from '../../core/errors.ts'
import { type Ctx, type Feature, serve } from '../../core/verb.ts'
import { VIEWS_PER_LIST, viewDelete, viewList, viewRead, viewSave } from './contract.ts'
import { deleteView, type Eye, listViews, lockOwner, readView, upsertView } from './sql.ts'
import { errors } from './text.ts'

/** Saved views of every list of the house. */
export function viewsFor(rooms: readonly Feature[]): Feature {
  const eyeOf = ({ session }: Ctx): Eye => ({
    me: session,
    listKeys: rooms
      .flatMap(({ lists }) => lists ?? [])
      .filter(({ list }) => may(session, list.permission))
      .map(({ list }) => list.key),
  })
  return {
    verbs: [
      serve(viewList, async (ctx, { query }) => ({ list: await listViews(ctx.db, eyeOf(ctx), query.listKey) })),
      serve(viewRead, async (ctx, { params }) => {
        const found = await readView(ctx.db, eyeOf(ctx), params.id)
        if (!found) throw refuse(common, 'NOT_FOUND')
        return found
      }),
      serve(viewSave, async (ctx, { body: { listKey, query, reach = 'own', ...body } }) => {
        const name = body.name.trim()
        if (!name) throw refuse(errors, 'NAME_EMPTY', { field: 'name' })
        if (reach === 'everyone' && !may(ctx.session, 'views.publish'))
          throw refuse(common, 'FORBIDDEN', { field: 'reach' })
        const userId = ctx.session.accessId
        await lockOwner(ctx.db, userId)
        const { id, count } = await upsertView(ctx.db, { userId, listKey, name, query, reach })
        if (count > VIEWS_PER_LIST) throw refuse(errors, 'TOO_MANY_VIEWS', { params: { limit: VIEWS_PER_LIST } })
        await ctx.audit({ action: 'view.save', entity: 'view', entityId: id, after: { listKey, name, reach } })
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
}
