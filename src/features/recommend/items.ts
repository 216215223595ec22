import type { BulkReport, Target } from '../../core/bulk.ts'
import { may } from '../../core/can.ts'
import { AppError, errors as common, refuse } from '../../core/errors.ts'
import { step } from '../../core/flow.ts'
import { isDay } from '../../core/time.ts'
import { type Ctx, serve } from '../../core/verb.ts'
import {
  type Fields,
  recommendAudience,
  recommendCreate,
  recommendEdit,
  recommendPublish,
  recommendPublishMany,
  recommendSchedule,
  recommendShift,
  recommendTop,
  recommendVideos,
  recommendWithdraw,
  recommendWithdrawMany,
} from './contract.ts'
import { errors } from './errors.ts'
import { type ItemStatus, itemFlow, SLOT_SIZE } from './flow.ts'
import { tellAudience } from './notices.ts'
import * as sql from './sql/items.ts'
import * as pick from './sql/pick.ts'
import { text } from './text.ts'

export const stateWords = (status: ItemStatus) => ({
  'zh-CN': text['zh-CN'].choices.status[status],
  'en-US': text['en-US'].choices.status[status],
})
const isLive = ({ status }: sql.Held): boolean => status === 'online' || status === 'full'
const mayOf = (ctx: Ctx) => (permission: Parameters<typeof may>[1]) => may(ctx.session, permission)
const isPast = (instant: string | null, now: Date): boolean => instant !== null && new Date(instant) <= now

/** Holds one item for a change. Throws NOT_FOUND, STALE with the current row. */
async function holdOne(ctx: Ctx, id: string, version: number): Promise<sql.Held> {
  const [item] = await sql.lockItems(ctx.db, ctx.scope, [id])
  if (!item) throw refuse(common, 'NOT_FOUND')
  if (item.version !== version)
    throw refuse(common, 'STALE', {
      data: { current: { version: item.version, status: item.status, title: item.title } },
    })
  return item
}

/** Throws what keeps an item from going online: its end, its target, the slot. */
async function checkPublishable(ctx: Ctx, item: sql.Held): Promise<void> {
  if (isPast(item.deadlineAt, ctx.now) || isPast(item.endBefore, ctx.now))
    throw refuse(errors, 'ENDED', { field: 'endBefore' })
  await checkTarget(ctx, item)
  await checkRoom(ctx, item)
}

async function checkTarget(ctx: Ctx, item: sql.Held): Promise<void> {
  const fault = await sql.findFault(ctx.db, item.id)
  if (fault?.kind === 'removed') throw refuse(errors, 'TARGET_REMOVED')
  if (!fault) return
  const link = `/dashboard/risk_videos${fault.caseId ? `?case=${fault.caseId}` : ''}`
  throw refuse(errors, 'TARGET_RISKY', { data: { link } })
}

async function checkRoom(ctx: Ctx, item: sql.Held): Promise<void> {
  if (!(await sql.hasRoom(ctx.db, item.slotCode, item.lineId, item.id)))
    throw refuse(errors, 'SLOT_TAKEN', { params: { limit: SLOT_SIZE } })
}

const hasPlaces = ({ quota, claimedCount }: sql.Held): boolean => quota === null || claimedCount < quota

/** Puts a held item online, tells its audience; the state and version it has then. */
async function publish(ctx: Ctx, item: sql.Held): Promise<{ status: ItemStatus; version: number }> {
  step(itemFlow, item.status, 'publish', mayOf(ctx), stateWords)
  await checkPublishable(ctx, item)
  const action = hasPlaces(item) ? 'publish' : 'publishFull'
  const { from, to } = itemFlow.actions[action]
  const version = await sql.moveItem(ctx.db, { id: item.id, from, to, now: ctx.now, startsNow: true })
  if (!version) throw refuse(common, 'STALE')
  await auditMove(ctx, item, to, 'recommendation.online')
  await tellAudience(ctx, item, await sql.readAudience(ctx.db, item))
  return { status: to, version }
}

async function withdraw(ctx: Ctx, item: sql.Held): Promise<{ status: ItemStatus; version: number }> {
  const to = step(itemFlow, item.status, 'withdraw', mayOf(ctx), stateWords)
  const version = await sql.moveItem(ctx.db, { id: item.id, from: itemFlow.actions.withdraw.from, to, now: ctx.now })
  if (!version) throw refuse(common, 'STALE')
  await auditMove(ctx, item, to, 'recommendation.offline')
  return { status: to, version }
}

const auditMove = (ctx: Ctx, item: sql.Held, to: ItemStatus, action: string) =>
  ctx.audit({
    action,
    entity: 'recommendation',
    entityId: item.id,
    before: { status: item.status },
    after: { status: to },
  })

const publishOne = serve(recommendPublish, async (ctx, { params, body }) =>
  publish(ctx, await holdOne(ctx, params.id, body.version)),
)
const withdrawOne = serve(recommendWithdraw, async (ctx, { params, body }) =>
  withdraw(ctx, await holdOne(ctx, params.id, body.version)),
)

const schedule = serve(recommendSchedule, async (ctx, { params, body }) => {
  const item = await holdOne(ctx, params.id, body.version)
  const to = step(itemFlow, item.status, 'schedule', mayOf(ctx), stateWords)
  if (item.startAt === null || isPast(item.startAt, ctx.now))
    throw refuse(errors, 'START_NOT_AHEAD', { field: 'startAt' })
  await checkTarget(ctx, item)
  const version = await sql.moveItem(ctx.db, { id: item.id, from: itemFlow.actions.schedule.from, to, now: ctx.now })
  if (!version) throw refuse(common, 'STALE')
  await auditMove(ctx, item, to, 'recommendation.schedule')
  return { status: to, version }
})

const top = serve(recommendTop, async (ctx, { params, body }) => {
  const item = await holdOne(ctx, params.id, body.version)
  ensureEditable(item)
  const version = await sql.topItem(ctx.db, item, ctx.now)
  await ctx.audit({ action: 'recommendation.top', entity: 'recommendation', entityId: item.id })
  return { status: item.status, version }
})

function ensureEditable({ status }: sql.Held): void {
  if (status === 'expired') throw refuse(errors, 'NOT_EDITABLE')
}

/** Throws what is wrong with the fields themselves. Times of days that are not are INVALID. */
async function checkFields(ctx: Ctx, fields: Fields): Promise<Fields> {
  for (const field of ['startAt', 'deadlineAt', 'endBefore'] as const) {
    const value = fields[field]
    if (value !== null && (!isDay(value.slice(0, 10)) || Number.isNaN(Date.parse(value))))
      throw refuse(common, 'INVALID', { field, params: { field, rule: 'YYYY-MM-DDThh:mm' } })
  }
  const title = fields.title.trim()
  if (!title) throw refuse(errors, 'TITLE_REQUIRED', { field: 'title' })
  const { startAt, deadlineAt, endBefore } = fields
  const isAfter = (later: string, earlier: string) => Date.parse(later) > Date.parse(earlier)
  if (startAt && endBefore && !isAfter(endBefore, startAt))
    throw refuse(errors, 'END_BEFORE_START', { field: 'endBefore' })
  if (startAt && deadlineAt && !isAfter(deadlineAt, startAt))
    throw refuse(errors, 'DEADLINE_BEFORE_START', { field: 'deadlineAt' })
  await checkPartners(ctx, fields)
  return {
    ...fields,
    title,
    reason: fields.reason.trim(),
    tags: [...new Set(fields.tags.map((tag) => tag.trim()))].filter(Boolean),
  }
}

async function checkPartners(
  ctx: Ctx,
  { audience, partnerIds }: Pick<Fields, 'audience' | 'partnerIds'>,
): Promise<void> {
  if (audience === 'all') return
  if (partnerIds.length === 0) throw refuse(errors, 'PARTNERS_REQUIRED', { field: 'partnerIds' })
  if ((await pick.countPartners(ctx.db, ctx.scope, partnerIds)) < partnerIds.length)
    throw refuse(errors, 'PARTNER_NOT_FOUND', { field: 'partnerIds' })
}

const lineOf = ({ scope }: Ctx): string | null => (scope.kind === 'line' ? scope.lineId : null)

/** Writes a draft and its audit entry. */
export async function draft(
  ctx: Ctx,
  fields: Fields,
  target: Pick<sql.Draft, 'targetType' | 'targetId' | 'source'>,
): Promise<string> {
  const id = await sql.insertItem(
    ctx.db,
    { ...fields, ...target, lineId: lineOf(ctx), createdBy: ctx.session.accessId },
    ctx.now,
  )
  await ctx.audit({
    action: 'recommendation.create',
    entity: 'recommendation',
    entityId: id,
    after: { ...fields, ...target },
  })
  return id
}

/** What a draft has that nobody filled in. */
export const blank = {
  reason: '',
  tags: [],
  slotCode: 'home',
  score: 50,
  quota: null,
  estCpmFen: null,
  deadlineAt: null,
  startAt: null,
  endBefore: null,
  audience: 'all',
  partnerIds: [],
} as const satisfies Omit<{ [K in keyof Fields]: unknown }, 'title'>

const create = serve(recommendCreate, async (ctx, { body: { targetType, targetId, ...rest } }) => {
  const fields = await checkFields(ctx, rest)
  if (targetType === 'topic') return { id: await draft(ctx, fields, { targetType, targetId: null, source: 'manual' }) }
  if (!targetId) throw refuse(errors, 'TARGET_REQUIRED', { field: 'targetId' })
  if (!(await pick.hasTarget(ctx.db, ctx.scope, targetType, targetId)))
    throw refuse(errors, 'TARGET_NOT_FOUND', { field: 'targetId' })
  return { id: await draft(ctx, fields, { targetType, targetId, source: 'manual' }) }
})

const createOfVideos = serve(recommendVideos, async (ctx, { body: { target, ...rest } }) => {
  const wanted = [...new Set(await ctx.idsOf(target))]
  const videos = await pick.readVideos(ctx.db, ctx.scope, wanted)
  ensureAll(wanted.length - videos.length)
  const ids: string[] = []
  for (const video of videos) {
    const fields = { ...blank, ...rest, tags: [], partnerIds: [], title: video.title.slice(0, 200) || video.id }
    ids.push(await draft(ctx, fields, { targetType: 'video', targetId: video.id, source: 'manual' }))
  }
  return { created: ids.length, firstId: ids[0] ?? null }
})

const edit = serve(recommendEdit, async (ctx, { params, body: { version, ...rest } }) => {
  const item = await holdOne(ctx, params.id, version)
  ensureEditable(item)
  const fields = await checkFields(ctx, rest)
  if (fields.quota !== null && fields.quota < item.claimedCount)
    throw refuse(errors, 'QUOTA_BELOW_CLAIMED', { field: 'quota', params: { claimed: item.claimedCount } })
  if (isLive(item)) {
    if (fields.startAt && !isPast(fields.startAt, ctx.now)) throw refuse(errors, 'LIVE_START', { field: 'startAt' })
    if (fields.slotCode !== item.slotCode) await checkRoom(ctx, { ...item, slotCode: fields.slotCode })
  }
  if (item.status === 'scheduled' && (!fields.startAt || isPast(fields.startAt, ctx.now)))
    throw refuse(errors, 'START_NOT_AHEAD', { field: 'startAt' })
  await sql.updateItem(ctx.db, item.id, fields, ctx.now)
  const { id, version: _, claimedCount, heldStatus, createdBy, ...before } = item
  await ctx.audit({ action: 'recommendation.update', entity: 'recommendation', entityId: id, before, after: fields })
  return { version: version + 1 }
})

function ensureAll(missing: number): void {
  if (missing > 0) throw refuse(errors, 'ROWS_NOT_FOUND', { field: 'target', params: { count: missing } })
}

/** Does something to each item of a bulk action; what one's state refuses is told in the report and does not stop the rest. */
async function eachOf(ctx: Ctx, target: Target, run: (item: sql.Held) => Promise<unknown>): Promise<BulkReport> {
  const wanted = [...new Set(await ctx.idsOf(target))]
  const items = await sql.lockItems(ctx.db, ctx.scope, wanted)
  ensureAll(wanted.length - items.length)
  const report: BulkReport = { done: 0, refused: [] }
  for (const item of items) {
    try {
      await run(item)
      report.done++
    } catch (error) {
      // Only refusals come before anything is written; any other failure takes the whole with it.
      if (!(error instanceof AppError)) throw error
      report.refused.push({ id: item.id, reason: error.reason, msg: error.explain(ctx.language) })
    }
  }
  return report
}

const publishMany = serve(recommendPublishMany, (ctx, { body }) =>
  eachOf(ctx, body.target, (item) => publish(ctx, item)),
)
const withdrawMany = serve(recommendWithdrawMany, (ctx, { body }) =>
  eachOf(ctx, body.target, (item) => withdraw(ctx, item)),
)

const shift = serve(recommendShift, (ctx, { body: { target, days } }) =>
  eachOf(ctx, target, async (item) => {
    ensureEditable(item)
    const moved = (instant: string | null) =>
      instant === null ? null : new Date(Date.parse(instant) + days * 86_400_000).toISOString()
    if (isLive(item) && item.startAt && !isPast(moved(item.startAt), ctx.now)) throw refuse(errors, 'LIVE_START')
    if (item.status === 'scheduled' && isPast(moved(item.startAt), ctx.now)) throw refuse(errors, 'START_NOT_AHEAD')
    await sql.shiftItem(ctx.db, item.id, days, ctx.now)
    await ctx.audit({ action: 'recommendation.shift', entity: 'recommendation', entityId: item.id, after: { days } })
  }),
)

const setAudience = serve(recommendAudience, async (ctx, { body: { target, audience, partnerIds } }) => {
  await checkPartners(ctx, { audience, partnerIds })
  return eachOf(ctx, target, async (item) => {
    ensureEditable(item)
    await sql.setAudience(ctx.db, item.id, audience, partnerIds, ctx.now)
    await ctx.audit({
      action: 'recommendation.audience',
      entity: 'recommendation',
      entityId: item.id,
      before: { audience: item.audience },
      after: { audience, partnerIds: audience === 'all' ? [] : partnerIds },
    })
  })
})

export const itemVerbs = [
  create,
  createOfVideos,
  edit,
  publishOne,
  withdrawOne,
  schedule,
  top,
  publishMany,
  withdrawMany,
  shift,
  setAudience,
]
