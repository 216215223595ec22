import type { BulkReport } from '../../../core/bulk.ts'
import { AppError, refuse } from '../../../core/errors.ts'
import { step } from '../../../core/flow.ts'
import { type Ctx, type Db, type Job, type JobCtx, serve } from '../../../core/verb.ts'
import { articleBulk, articleMove, type Move, type Status } from '../contract.ts'
import { errors } from '../errors.ts'
import { articleFlow, statusWords } from '../flow.ts'
import { mustRead, published, returned, submitted } from '../notices.ts'
import * as sql from '../sql/write.ts'
import { checkCategory, checkPartners, draftChanged, holdVersion, mayOf } from './common.ts'

interface Asked {
  action: Move
  revision?: number
  publishAt?: string
  reason?: string
  asksAgain?: boolean
}

/** One step of a held article. Throws NOT_IN_THIS_STATE and what the step itself asks for. */
async function moveOne(
  ctx: Ctx,
  row: sql.ArticleRow,
  asked: Asked,
): Promise<{ version: number; liveNo: number | null; status: Status }> {
  const { action } = asked
  const to = step(articleFlow, row.status, action, mayOf(ctx), statusWords)
  const goesOut = action === 'publish' || action === 'update'
  const { title } = row
  if (goesOut || action === 'schedule' || action === 'submit') {
    if (row.plain === '') throw refuse(errors, 'NO_TEXT', { field: 'html' })
    if (asked.revision !== undefined && asked.revision !== row.revision)
      throw draftChanged(await sql.readDraft(ctx.db, row.id))
  }
  if (action === 'update' && !row.isDirty) throw refuse(errors, 'NOTHING_NEW')
  if (action === 'sendBack' && !asked.reason?.trim()) throw refuse(errors, 'REASON_REQUIRED', { field: 'reason' })
  const publishAt = action === 'schedule' ? timeOf(asked.publishAt, ctx.now) : null
  const liveNo = goesOut ? await sql.insertVersion(ctx.db, row.id, ctx.session.accessId, ctx.now) : undefined
  const moved = await sql.moveArticle(ctx.db, row.id, {
    from: articleFlow.actions[action].from,
    to,
    version: row.version,
    now: ctx.now,
    publishAt,
    ...(liveNo !== undefined && { liveNo, asksAgain: asked.asksAgain ?? false }),
  })
  if (!moved) throw new Error('a held article moved')
  await ctx.audit({
    action: `article.${action}`,
    entity: 'article',
    entityId: row.id,
    before: { status: row.status },
    after: { status: to, ...(liveNo !== undefined && { no: liveNo }), ...(publishAt && { publishAt }) },
    ...(asked.reason && { reason: asked.reason }),
  })
  if (action === 'submit') await ctx.notify(submitted(row.id, title, ctx.session.displayName))
  else await ctx.endTodos('article', row.id)
  if (action === 'sendBack') await ctx.notify(returned(row.id, title, asked.reason!, row.createdBy))
  if (liveNo !== undefined) await tellReaders(ctx, row, liveNo === 1 || asked.asksAgain === true)
  return { ...moved, status: to }
}

function timeOf(publishAt: string | undefined, now: Date): Date {
  if (!publishAt) throw refuse(errors, 'TIME_REQUIRED', { field: 'publishAt' })
  const at = new Date(publishAt)
  if (Number.isNaN(+at) || at <= now) throw refuse(errors, 'TIME_PAST', { field: 'publishAt' })
  return at
}

/** Those who must read it are told when it is new to them; its author when somebody else let it out. */
async function tellReaders(
  ctx: Pick<Ctx, 'db' | 'notify'> & { session?: Ctx['session'] },
  row: sql.ArticleRow,
  isNew: boolean,
): Promise<void> {
  if (row.isMustRead && isNew) await ctx.notify(mustRead(row.id, row.title, await sql.audienceOf(ctx.db, row.id)))
  if (row.createdBy !== ctx.session?.accessId) await ctx.notify(published(row.id, row.title, row.createdBy))
}

const move = serve(articleMove, async (ctx, { params, body: { version, ...asked } }) =>
  moveOne(ctx, await holdVersion(ctx, params.id, version), asked),
)

const bulk = serve(articleBulk, async (ctx, { body }) => {
  const ids = await ctx.idsOf(body.target)
  const rows = await sql.lockArticles(ctx.db, ids)
  if (rows.length < ids.length) throw refuse(errors, 'ROWS_NOT_FOUND', { params: { count: ids.length - rows.length } })
  const { change } = body
  if (change.kind === 'move') return moveMany(ctx, rows, change.action)
  if (change.kind === 'category') {
    await checkCategory(ctx.db, change.categoryId)
    await sql.setCategory(ctx.db, ids, change.categoryId, ctx.now)
  } else {
    await checkPartners(ctx.db, change.audiencePartners)
    await sql.setAudience(ctx.db, ids, change.audienceRoles, change.audiencePartners, ctx.now)
  }
  const { kind, ...after } = change
  await ctx.audit(
    ...rows.map(({ id, categoryId, audienceRoles, audiencePartners }) => ({
      action: 'article.place',
      entity: 'article',
      entityId: id,
      before: kind === 'category' ? { categoryId } : { audienceRoles, audiencePartners },
      after,
    })),
  )
  return { done: rows.length, refused: [] }
})

async function moveMany(ctx: Ctx, rows: sql.ArticleRow[], action: Move): Promise<BulkReport> {
  const refused: BulkReport['refused'] = []
  for (const row of rows) {
    try {
      await moveOne(ctx, row, { action })
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      refused.push({ id: row.id, reason: error.reason, msg: error.explain(ctx.language) })
    }
  }
  return { done: rows.length - refused.length, refused }
}

/** Publishes what is due. Runs by the minute. */
export const publishDue: Job = {
  name: 'publish-articles',
  cron: '* * * * *',
  async run(ctx) {
    await ctx.transaction(async (db, inside) => {
      for (const { id } of await sql.lockDue(db, ctx.now)) await publishOne(db, inside, id, ctx.now)
    })
  },
}

async function publishOne(db: Db, ctx: JobCtx, id: string, now: Date): Promise<void> {
  const row = (await sql.readArticle(db, id, true))!
  const { from, to } = articleFlow.actions.due
  const liveNo = await sql.insertVersion(db, id, null, now)
  await sql.moveArticle(db, id, { from, to, version: row.version, now, liveNo })
  await tellReaders({ db, notify: ctx.notify }, row, liveNo === 1)
}

export const movingVerbs = [move, bulk]
