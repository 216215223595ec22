import { open } from 'node:fs/promises'
import { errors as common, refuse } from '../../core/errors.ts'
import { addDays, isDay, startOf } from '../../core/time.ts'
import { type Ctx, serve } from '../../core/verb.ts'
import { extend, extendMany, finish, finishMany, recall, recallMany, setSupplier, uploadFile } from './contract.ts'
import { errors } from './errors.ts'
import { recallNotices } from './notices.ts'
import { lockSupplier, putFile, updateSupplier } from './sql/rows.ts'
import { actOnMany, actOnOne, type Deed, lockOne } from './work.ts'

const HOUR_MS = 3_600_000

/** When a recall must be done: P0 within 2 hours, everything else within 24 (domain page S8). */
export const dueOf = (now: Date, severity: string): Date => new Date(+now + (severity === 'p0' ? 2 : 24) * HOUR_MS)

/** To the end of a Shanghai day, which must lie ahead and within the rights. */
function extending(ctx: Ctx, day: string): Deed {
  if (!isDay(day)) throw refuse(errors, 'DEADLINE_NOT_LATER', { field: 'deadline' })
  const deadlineAt = startOf(addDays(day, 1))
  return {
    action: 'extend',
    change: { deadlineAt },
    guard({ rightsEnd }) {
      if (+deadlineAt <= +ctx.now || +deadlineAt > +new Date(rightsEnd))
        throw refuse(errors, 'DEADLINE_NOT_LATER', { field: 'deadline' })
    },
  }
}

const recalling = (reason: string, dueAt: Date): Deed => ({
  action: 'recall',
  change: { takedownReason: reason, takedownDueAt: dueAt },
  reason,
})
const finishing = (ctx: Ctx): Deed => ({ action: 'finish', change: { finishedAt: ctx.now } })

const extendOne = serve(extend, async (ctx, { params, body }) => {
  const { status, version } = await actOnOne(ctx, params.id, body.version, extending(ctx, body.deadline))
  return { status, version }
})
const extendSome = serve(
  extendMany,
  async (ctx, { body }) => (await actOnMany(ctx, body.target, extending(ctx, body.deadline))).report,
)
const recallOne = serve(recall, async (ctx, { params, body }) => {
  const dueAt = dueOf(ctx.now, body.severity)
  const { row, status, version } = await actOnOne(ctx, params.id, body.version, recalling(body.reason, dueAt))
  await ctx.notify(...recallNotices([row], dueAt))
  return { status, version }
})
const recallSome = serve(recallMany, async (ctx, { body }) => {
  const dueAt = dueOf(ctx.now, body.severity)
  const { report, moved } = await actOnMany(ctx, body.target, recalling(body.reason, dueAt))
  await ctx.notify(...recallNotices(moved, dueAt))
  return report
})
const finishOne = serve(finish, async (ctx, { params, body }) => {
  const { status, version } = await actOnOne(ctx, params.id, body.version, finishing(ctx))
  return { status, version }
})
const finishSome = serve(
  finishMany,
  async (ctx, { body }) => (await actOnMany(ctx, body.target, finishing(ctx))).report,
)

const upload = serve(uploadFile, async (ctx, { params }) => {
  const row = await lockOne(ctx, params.id)
  const { name, path, bytes, sha256 } = ctx.upload!
  if (!(await isVideo(path))) throw refuse(errors, 'NOT_A_VIDEO', { field: 'file' })
  const key = await ctx.files.keep(ctx.upload!)
  const before = await putFile(ctx.db, {
    videoId: row.videoId,
    key,
    name,
    bytes,
    sha256,
    userId: ctx.session.accessId,
  })
  if (before) await ctx.files.drop(before)
  await ctx.audit({
    action: 'distribution.file',
    entity: 'distribution',
    entityId: row.distId,
    after: { name, bytes, sha256 },
  })
  return { done: true }
})

/** By its first bytes, whatever its name says: an ISO base media file (MP4, MOV) or Matroska (WebM). */
async function isVideo(path: string): Promise<boolean> {
  const handle = await open(path)
  try {
    const { buffer } = await handle.read(Buffer.alloc(12), 0, 12, 0)
    return buffer.subarray(4, 8).toString('latin1') === 'ftyp' || buffer.readUInt32BE(0) === 0x1a45dfa3
  } finally {
    await handle.close()
  }
}

const changeSupplier = serve(setSupplier, async (ctx, { params, body }) => {
  const before = await lockSupplier(ctx.db, params.id)
  if (!before) throw refuse(common, 'NOT_FOUND')
  await updateSupplier(ctx.db, params.id, body)
  await ctx.audit({ action: 'supplier.distribution', entity: 'supplier', entityId: params.id, before, after: body })
  return { done: true }
})

export const operatorVerbs = [
  extendOne,
  extendSome,
  recallOne,
  recallSome,
  finishOne,
  finishSome,
  upload,
  changeSupplier,
]
