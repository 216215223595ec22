import { refuse } from '../../core/errors.ts'
import { type Ctx, serve } from '../../core/verb.ts'
import {
  accept,
  acceptMany,
  confirmRecall,
  confirmRecallMany,
  download,
  LINK_HOURS,
  reject,
  rejectMany,
} from './contract.ts'
import { errors } from './errors.ts'
import { todoOf } from './notices.ts'
import * as rows from './sql/rows.ts'
import { actOnMany, actOnOne, type Deed, judge, lockOne } from './work.ts'

const accepting = (ctx: Ctx): Deed => ({
  action: 'accept',
  change: { acceptedAt: ctx.now },
  guard({ isSupplierActive }) {
    if (!isSupplierActive) throw refuse(errors, 'SUPPLIER_PAUSED')
  },
})
const rejecting = (ctx: Ctx, reason: string): Deed => ({
  action: 'reject',
  change: { rejectReason: reason, endedAt: ctx.now },
  reason,
})
const confirming = (ctx: Ctx): Deed => ({ action: 'confirmRecall', change: { endedAt: ctx.now } })

/** The todo about a batch ends when its supplier has answered all of it. */
async function endTodos(ctx: Ctx, answered: readonly rows.Locked[]): Promise<void> {
  const batches = new Map(answered.map((row) => [todoOf(row.batchId, row.supplierId), row]))
  for (const [todo, { batchId, supplierId }] of batches)
    if (!(await rows.hasPending(ctx.db, batchId, supplierId))) await ctx.endTodos('distribution', todo)
}

const one = (endpoint: typeof accept | typeof confirmRecall, deedOf: (ctx: Ctx) => Deed) =>
  serve(endpoint, async (ctx, { params, body }) => {
    const { row, status, version } = await actOnOne(ctx, params.id, body.version, deedOf(ctx))
    await endTodos(ctx, [row])
    return { status, version }
  })

const many = (endpoint: typeof acceptMany | typeof confirmRecallMany, deedOf: (ctx: Ctx) => Deed) =>
  serve(endpoint, async (ctx, { body }) => {
    const { report, moved } = await actOnMany(ctx, body.target, deedOf(ctx))
    await endTodos(ctx, moved)
    return report
  })

const rejectOne = serve(reject, async (ctx, { params, body }) => {
  const { row, status, version } = await actOnOne(ctx, params.id, body.version, rejecting(ctx, body.reason))
  await endTodos(ctx, [row])
  return { status, version }
})

const rejectSome = serve(rejectMany, async (ctx, { body }) => {
  const { report, moved } = await actOnMany(ctx, body.target, rejecting(ctx, body.reason))
  await endTodos(ctx, moved)
  return report
})

const makeLink = serve(download, async (ctx, { params, body }) => {
  const row = await lockOne(ctx, params.id, body.version)
  const action = row.status === 'published' ? 'downloadAgain' : 'download'
  const deed: Deed = { action, change: action === 'download' ? { downloadedAt: ctx.now } : {}, counts: true }
  judge(ctx, row, deed)
  const { status, version } = await actOnOne(ctx, params.id, body.version, deed)
  const { token, hash } = ctx.accounts.newToken()
  const expiresAt = new Date(+ctx.now + LINK_HOURS * 3_600_000)
  await rows.addDownload(ctx.db, { hash, distId: row.distId, userId: ctx.session.accessId, expiresAt })
  const stored = await rows.readFile(ctx.db, row.videoId)
  return {
    path: `/api/distribution-files/${token}?lang=${ctx.language}`,
    expiresAt: expiresAt.toISOString(),
    kind: stored ? ('file' as const) : ('brief' as const),
    status,
    version,
  }
})

export const supplierVerbs = [
  one(accept, accepting),
  many(acceptMany, accepting),
  rejectOne,
  rejectSome,
  makeLink,
  one(confirmRecall, confirming),
  many(confirmRecallMany, confirming),
]
