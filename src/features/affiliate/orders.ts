import { readFile } from 'node:fs/promises'
import { may } from '../../core/can.ts'
import { errors as common, refuse } from '../../core/errors.ts'
import type { ListQuery } from '../../core/listQuery.ts'
import { type Ctx, serve, serveList } from '../../core/verb.ts'
import { readAll, readPage } from '../../kit/sql/list.ts'
import {
  figureIngest,
  MAX_PROBLEMS,
  orderDetail,
  orderImportApply,
  orderImportCheck,
  orderIngest,
  orderList,
  orderOptions,
  orderReattribute,
  orderSummary,
} from './contractOrders.ts'
import { errors, figureFault, rowFaults } from './errors.ts'
import { readFigures } from './figures.ts'
import { readFileRows } from './file.ts'
import { type RowProblem, readRows } from './read.ts'
import * as books from './sql/book.ts'
import { takeFigures } from './sql/figures.ts'
import * as sql from './sql/orders.ts'
import { ordersText } from './text.ts'

const filtered = (ctx: Ctx, query: ListQuery) => ({
  db: ctx.db,
  scope: ctx.scope,
  query,
  may: (needs: Parameters<typeof may>[1]) => may(ctx.session, needs),
})

const list = serveList({
  list: orderList,
  text: ordersText,
  page: (ctx, query) => readPage(sql.ordersOf(filtered(ctx, query))),
  all: (ctx, query) => readAll(sql.ordersOf(filtered(ctx, query))),
})

const summary = serve(orderSummary, (ctx, { list: query }) => sql.readOrderSummary(filtered(ctx, query)))
const options = serve(orderOptions, (ctx) => sql.readOrderOptions(ctx.db, ctx.scope))

const detail = serve(orderDetail, async (ctx, { params }) => {
  const order = await sql.readOrder(ctx.db, ctx.scope, params.id)
  if (!order) throw refuse(common, 'NOT_FOUND')
  const seesOurs = may(ctx.session, 'affiliate.read')
  const [split, lines, versions] = await Promise.all([
    sql.readSplit(ctx.db, ctx.scope, { id: params.id, accountId: order.accountId, purchase: order.purchase }),
    sql.readLines(ctx.db, ctx.scope, params.id),
    seesOurs ? sql.readVersions(ctx.db, params.id) : undefined,
  ])
  if (!seesOurs) {
    delete order.ours
    for (const line of lines) delete line.feeFen
  }
  return { order, split, lines, ...(versions && { versions }) } as never
})

const reattribute = serve(orderReattribute, async (ctx, { body }) => {
  const wanted = [...new Set(await ctx.idsOf(body.target))]
  const orders = await sql.lookOwnersUp(ctx.db, ctx.scope, wanted)
  const missing = wanted.length - orders.length
  if (missing > 0) throw refuse(errors, 'ROWS_NOT_FOUND', { field: 'target', params: { count: missing } })
  const changed = orders.filter(({ partnerId, found }) => partnerId !== found)
  const accounts = [...new Set(changed.map(({ accountId }) => accountId))].sort((a, b) => Number(a) - Number(b))
  for (const accountId of accounts) await books.lockAccount(ctx.db, accountId)
  await sql.setOwners(ctx.db, changed, ctx.now)
  for (const accountId of accounts) {
    const ids = changed.filter((order) => order.accountId === accountId).map(({ id }) => id)
    await books.book(ctx.db, accountId, ids, [], ctx.now)
  }
  await ctx.audit(
    ...changed.map(({ id, partnerId, found }) => ({
      action: 'jdOrder.reattribute',
      entity: 'jdOrder',
      entityId: id,
      before: { partnerId },
      after: { partnerId: found },
    })),
  )
  return { done: changed.length, refused: [] }
})

const explain = (ctx: Ctx, problems: readonly RowProblem[]) =>
  problems.slice(0, MAX_PROBLEMS).map((problem) => ({ ...problem, msg: rowFaults[problem.code][ctx.language] }))

const check = serve(orderImportCheck, async (ctx, { query }) => {
  if (!(await sql.hasAccount(ctx.db, ctx.scope, query.accountId))) throw refuse(common, 'NOT_FOUND')
  if (!ctx.upload) throw refuse(errors, 'NO_FILE', { field: 'file' })
  const { count, rows, problems } = readFileRows(await readFile(ctx.upload.path))
  const { name, sha256 } = ctx.upload
  const file = { createdBy: ctx.session.accessId, accountId: query.accountId, name, rows, now: ctx.now }
  const id = await sql.keepImport(ctx.db, file)
  const after = { name, sha256, rows: count, accountId: query.accountId }
  await ctx.audit({ action: 'jdOrder.upload', entity: 'jdOrderImport', entityId: id, after })
  return {
    id,
    fileName: name,
    rows: count,
    good: rows.length,
    refused: problems.length,
    problems: explain(ctx, problems),
  }
})

const apply = serve(orderImportApply, async (ctx, { params }) => {
  const file = await sql.lockImport(ctx.db, ctx.session.accessId, params.id)
  if (!file) throw refuse(common, 'NOT_FOUND')
  if (file.status === 'applied') throw refuse(errors, 'APPLIED')
  if (file.rows.length === 0) throw refuse(errors, 'NOTHING_TO_APPLY')
  const effect = await books.takeOrders(ctx.db, file.accountId, file.rows, ctx.now)
  await sql.markImported(ctx.db, params.id, ctx.now)
  await ctx.audit({ action: 'jdOrder.import', entity: 'jdOrderImport', entityId: params.id, after: effect })
  return effect
})

const ingest = serve(orderIngest, async (ctx, { body }) => {
  const account = await books.readAccountByUnionId(ctx.db, body.unionId)
  if (!account) throw refuse(errors, 'UNKNOWN_ACCOUNT', { field: 'unionId', params: { unionId: body.unionId } })
  const { rows, problems } = readRows(body.orders.map((raw, row) => ({ row, raw })))
  const effect = await books.takeOrders(ctx.db, account.id, rows, ctx.now)
  await ctx.audit({
    action: 'jdOrder.ingest',
    entity: 'unionAccount',
    entityId: account.id,
    after: { ...effect, refused: problems.length },
  })
  return { rows: body.orders.length, ...effect, refused: problems.length, problems: explain(ctx, problems) }
})

const ingestFigures = serve(figureIngest, async (ctx, { body }) => {
  const account = await books.readAccountByUnionId(ctx.db, body.unionId)
  if (!account) throw refuse(errors, 'UNKNOWN_ACCOUNT', { field: 'unionId', params: { unionId: body.unionId } })
  const figures = readFigures(body, ctx.now)
  const effect = {
    rows: body.clicks.length + body.uses.length,
    changed: await takeFigures(ctx.db, account.id, figures, ctx.now),
    refused: figures.problems.length,
  }
  await ctx.audit({ action: 'jdFigure.ingest', entity: 'unionAccount', entityId: account.id, after: effect })
  const problems = figures.problems.slice(0, MAX_PROBLEMS)
  return { ...effect, problems: problems.map((one) => ({ ...one, msg: figureFault(one.field)[ctx.language] })) }
})

export const orderRoom = { list, verbs: [summary, options, reattribute, check, apply, ingest, ingestFigures, detail] }
