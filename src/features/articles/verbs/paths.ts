import { may } from '../../../core/can.ts'
import { errors as common, refuse } from '../../../core/errors.ts'
import { type Ctx, serve } from '../../../core/verb.ts'
import { pathCreate, pathDelete, pathList, pathMove, pathUpdate } from '../contract.ts'
import { errors } from '../errors.ts'
import * as sql from '../sql/paths.ts'

const isDone = ({ isMustRead, state }: sql.PathStep): boolean =>
  isMustRead ? state === 'confirmed' : state !== 'unread'

/** Editors find every path with what is in it and who got through; readers what they can learn. */
const list = serve(pathList, async ({ db, session }) => {
  const isEditor = may(session, 'articles.write')
  const rows = await sql.readPaths(db, session)
  const steps = await sql.readSteps(
    db,
    session,
    rows.map(({ id }) => id),
  )
  const finished = isEditor ? await sql.readFinished(db) : []
  const paths = rows.map(({ audienceRoles, isOnline, version, ...row }) => ({
    ...row,
    steps: steps.filter(({ pathId }) => pathId === row.id).map((step) => ({ ...step, isDone: isDone(step) })),
    ...(isEditor && {
      setting: {
        ...{ audienceRoles, isOnline, version },
        ...(finished.find(({ pathId }) => pathId === row.id) ?? { learners: 0, finished: 0 }),
      },
    }),
  }))
  // A path that holds nothing for a reader is none.
  return { paths: isEditor ? paths : paths.filter((path) => path.steps.length > 0) }
})

const fieldsOf = ({ title, summary, audienceRoles, isOnline }: sql.PathFields): sql.PathFields => ({
  ...{ title: title.trim(), summary: summary.trim(), audienceRoles, isOnline },
})

async function setSteps(ctx: Ctx, id: string, articleIds: string[]): Promise<void> {
  if (!(await sql.setSteps(ctx.db, id, articleIds))) throw refuse(errors, 'ARTICLE_NOT_FOUND', { field: 'articleIds' })
}

const create = serve(pathCreate, async (ctx, { body }) => {
  const id = await sql.insertPath(ctx.db, fieldsOf(body), ctx.session.accessId, ctx.now)
  await setSteps(ctx, id, body.articleIds)
  await ctx.audit({ action: 'learningPath.create', entity: 'learningPath', entityId: id, after: body })
  return { id }
})

/** Throws NOT_FOUND. */
async function hold(ctx: Ctx, id: string): Promise<sql.PathRow> {
  const row = await sql.lockPath(ctx.db, id)
  if (!row) throw refuse(common, 'NOT_FOUND')
  return row
}

const update = serve(pathUpdate, async (ctx, { params, body: { version, ...body } }) => {
  const row = await hold(ctx, params.id)
  if (row.version !== version) throw refuse(common, 'STALE', { field: 'version', data: { current: row } })
  await sql.updatePath(ctx.db, row.id, fieldsOf(body), ctx.now)
  await setSteps(ctx, row.id, body.articleIds)
  await ctx.audit({
    action: 'learningPath.update',
    entity: 'learningPath',
    entityId: row.id,
    before: fieldsOf(row),
    after: body,
  })
  return { done: true }
})

const move = serve(pathMove, async (ctx, { params, body }) => {
  await hold(ctx, params.id)
  await sql.movePath(ctx.db, params.id, body.direction)
  await ctx.audit({ action: 'learningPath.move', entity: 'learningPath', entityId: params.id, after: body })
  return { done: true }
})

const remove = serve(pathDelete, async (ctx, { params }) => {
  const row = await hold(ctx, params.id)
  await sql.deletePath(ctx.db, row.id)
  await ctx.audit({ action: 'learningPath.delete', entity: 'learningPath', entityId: row.id, before: fieldsOf(row) })
  return { done: true }
})

export const pathVerbs = [list, create, update, move, remove]
