import { readFile } from 'node:fs/promises'
import { may } from '../../core/can.ts'
import { errors as common, refuse } from '../../core/errors.ts'
import type { ListQuery } from '../../core/listQuery.ts'
import { type Ctx, type Feature, type Job, serve, serveList } from '../../core/verb.ts'
import { readAll, readPage } from '../../kit/sql/list.ts'
import {
  MAX_PROBLEMS,
  starDetail,
  starFollow,
  starFollowMany,
  starImportApply,
  starImportCheck,
  starIngest,
  starList,
  starOptions,
  starSummary,
} from './contract.ts'
import { errors, rowFaults } from './errors.ts'
import type { Field } from './fields.ts'
import { type RowProblem, readOrders, readAll as readRows } from './file.ts'
import * as sql from './sql.ts'
import { text } from './text.ts'

const filtered = (ctx: Ctx, query: ListQuery) => ({
  db: ctx.db,
  scope: ctx.scope,
  query,
  may: (needs: Parameters<typeof may>[1]) => may(ctx.session, needs),
})

const list = serveList({
  list: starList,
  text,
  page: (ctx, query) => readPage(sql.questionOf(filtered(ctx, query))),
  all: (ctx, query) => readAll(sql.questionOf(filtered(ctx, query))),
})

const summary = serve(starSummary, (ctx, { list: query }) => sql.readSummary(filtered(ctx, query)))
const options = serve(starOptions, (ctx) => sql.readOptions(ctx.db, ctx.scope))

const detail = serve(starDetail, async (ctx, { params }) => {
  const order = await sql.readOrder(ctx.db, ctx.scope, params.id)
  if (!order) throw refuse(common, 'NOT_FOUND')
  return { order } as never
})

const auditFollow = (ctx: Ctx, orders: readonly sql.LockedOrder[], followState: string) =>
  ctx.audit(
    ...orders.map((order) => ({
      action: 'starOrder.follow',
      entity: 'starOrder',
      entityId: order.id,
      before: { followState: order.followState },
      after: { followState },
    })),
  )

const follow = serve(starFollow, async (ctx, { params, body }) => {
  const [order] = await sql.lockOrders(ctx.db, ctx.scope, [params.id])
  if (!order) throw refuse(common, 'NOT_FOUND')
  if (order.version !== body.version) throw refuse(common, 'STALE', { data: { current: order } })
  await sql.setFollow(ctx.db, [order.id], body.followState, ctx.now)
  await auditFollow(ctx, [order], body.followState)
  return { version: order.version + 1 }
})

const followMany = serve(starFollowMany, async (ctx, { body }) => {
  const wanted = [...new Set(await ctx.idsOf(body.target))]
  const orders = await sql.lockOrders(ctx.db, ctx.scope, wanted)
  const missing = wanted.length - orders.length
  if (missing > 0) throw refuse(errors, 'ROWS_NOT_FOUND', { field: 'target', params: { count: missing } })
  const changed = orders.filter(({ followState }) => followState !== body.followState)
  await sql.setFollow(
    ctx.db,
    changed.map(({ id }) => id),
    body.followState,
    ctx.now,
  )
  await auditFollow(ctx, changed, body.followState)
  return { done: orders.length, refused: [] }
})

const explain = (ctx: Ctx, problems: readonly RowProblem[]) =>
  problems.slice(0, MAX_PROBLEMS).map((problem) => ({ ...problem, msg: rowFaults[problem.code][ctx.language] }))

const check = serve(starImportCheck, async (ctx) => {
  if (!ctx.upload) throw refuse(errors, 'NO_FILE', { field: 'file' })
  const { encoding, rows, orders, problems } = readOrders(await readFile(ctx.upload.path))
  const effect = await sql.compare(ctx.db, orders)
  const report = { encoding, rows, ...effect, refused: problems.length, problems: explain(ctx, problems) }
  const { name, sha256 } = ctx.upload
  const id = await sql.keepImport(ctx.db, { createdBy: ctx.session.accessId, name, orders, report, now: ctx.now })
  await ctx.audit({ action: 'starOrder.upload', entity: 'starImport', entityId: id, after: { name, sha256, rows } })
  return { id, fileName: name, ...report }
})

const apply = serve(starImportApply, async (ctx, { params }) => {
  const file = await sql.lockImport(ctx.db, ctx.session.accessId, params.id)
  if (!file) throw refuse(common, 'NOT_FOUND')
  if (file.status === 'applied') throw refuse(errors, 'APPLIED')
  if (file.rows.length === 0) throw refuse(errors, 'NOTHING_TO_APPLY')
  const effect = await sql.upsert(ctx.db, file.rows, ctx.now)
  await sql.markApplied(ctx.db, params.id, ctx.now)
  await ctx.audit({ action: 'starOrder.import', entity: 'starImport', entityId: params.id, after: effect })
  return effect
})

const ingest = serve(starIngest, async (ctx, { body }) => {
  const raws = body.orders.map((order, row) => ({
    row,
    raw: (order !== null && typeof order === 'object' ? order : {}) as Partial<Record<Field, unknown>>,
  }))
  const { orders, problems } = readRows(raws, () => 'api')
  const effect = await sql.upsert(ctx.db, orders, ctx.now)
  await ctx.audit({
    action: 'starOrder.ingest',
    entity: 'starOrder',
    entityId: '-',
    after: { ...effect, refused: problems.length },
  })
  return { rows: raws.length, ...effect, refused: problems.length, problems: explain(ctx, problems) }
})

/** Orders that came before their videos. */
const link: Job = {
  name: 'star-link',
  cron: '37 * * * *',
  async run({ transaction }) {
    await transaction((db) => sql.linkVideos(db))
  },
}

export const star: Feature = {
  lists: [list],
  verbs: [summary, options, check, apply, followMany, detail, follow, ingest],
  jobs: [link],
}
