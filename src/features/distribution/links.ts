import type { BulkReport } from '../../core/bulk.ts'
import { AppError, errors as common, refuse } from '../../core/errors.ts'
import { type Ctx, serve } from '../../core/verb.ts'
import { type Platform, readWorkLink } from '../../core/works.ts'
import { workText } from '../../core/workText.ts'
import { check, MAX_LINKS, submit, submitMany, withdraw } from './contract.ts'
import { errors } from './errors.ts'
import { checkNotice } from './notices.ts'
import * as receipts from './sql/receipts.ts'
import { type Locked, lockRows } from './sql/rows.ts'
import { judge, lockOne } from './work.ts'

interface Link {
  url: string
  account?: string | null
  replaces?: string
}

/** Throws what a task has against the post a link leads to; how many links it has is not judged. */
export function judgeLink(
  ctx: Ctx,
  row: Locked,
  work: { platform: Platform; itemId: string } | undefined,
): asserts work is { platform: Platform; itemId: string } {
  // Late is late whatever the state has become meanwhile: that is what the person needs to know.
  if (+new Date(row.deadlineAt) <= +ctx.now) throw refuse(errors, 'DEADLINE_PASSED', { field: 'url' })
  judge(ctx, row, { action: 'submit' })
  if (+ctx.now < +new Date(row.rightsStart) || +ctx.now >= +new Date(row.rightsEnd))
    throw refuse(errors, 'RIGHTS_NOT_RUNNING', { field: 'url' })
  if (!work) throw refuse(errors, 'UNKNOWN_LINK', { field: 'url' })
  if (!row.platforms.includes(work.platform))
    throw refuse(errors, 'PLATFORM_NOT_GRANTED', { field: 'url', params: { platform: platformWords(work.platform) } })
  if (work.platform === row.originPlatform && work.itemId === row.originItemId)
    throw refuse(errors, 'LINK_IS_ORIGINAL', { field: 'url' })
}

/** Checks a link against its task and adds it. Throws what is wrong with it; the row must be locked. */
async function addLink(ctx: Ctx, row: Locked, { url, account, replaces }: Link): Promise<void> {
  const work = readWorkLink(url.trim())
  judgeLink(ctx, row, work)
  if (replaces) await dropFailed(ctx, row, replaces)
  else if (row.receiptCount >= MAX_LINKS)
    throw refuse(errors, 'TOO_MANY_LINKS', { field: 'url', params: { limit: MAX_LINKS } })
  const channel = account?.trim() || null
  const added = await receipts.addReceipt(ctx.db, {
    distId: row.distId,
    account: channel,
    platform: work.platform,
    itemId: work.itemId,
    url: url.trim(),
    at: ctx.now,
  })
  if (!added) {
    const holder = await receipts.holderOf(ctx.db, work.platform, work.itemId)
    // Whose it is would tell a supplier of another one's work.
    const data = ctx.scope.kind === 'all' && holder ? { data: { conflict: holder.distId } } : {}
    throw refuse(errors, 'LINK_USED', { field: 'url', ...data })
  }
  if (channel) await receipts.addChannel(ctx.db, row.supplierId, work.platform, channel)
  row.receiptCount++
  row.status = 'published'
  await ctx.audit({
    action: 'distribution.submit',
    entity: 'distribution',
    entityId: row.distId,
    after: { platform: work.platform, platformItemId: work.itemId, ...(replaces ? { replaces } : {}) },
  })
}

const platformWords = (platform: Platform) => ({
  'zh-CN': workText['zh-CN'].platform[platform],
  'en-US': workText['en-US'].platform[platform],
})

/** Only a failed link makes way for another. */
async function dropFailed(ctx: Ctx, row: Locked, receiptId: string): Promise<void> {
  const found = (await receipts.readReceipts(ctx.db, row.distId)).find((one) => one.receiptId === receiptId)
  if (!found) throw refuse(common, 'NOT_FOUND')
  if (found.checkState === 'pass') throw refuse(errors, 'LINK_PASSED')
  await receipts.dropReceipt(ctx.db, receiptId)
  row.receiptCount--
}

const submitOne = serve(submit, async (ctx, { params, body }) => {
  const row = await lockOne(ctx, params.id)
  await addLink(ctx, row, body)
  return receipts.settle(ctx.db, row.distId, ctx.now)
})

const submitSome = serve(submitMany, async (ctx, { body }) => {
  const ids = [...new Set(body.links.map(({ distId }) => distId))]
  const rows = await lockRows(ctx.db, ctx.scope, ids, ctx.now)
  if (rows.length < ids.length)
    throw refuse(errors, 'ROWS_NOT_FOUND', { field: 'links', params: { count: ids.length - rows.length } })
  const byId = new Map(rows.map((row) => [row.distId, row]))
  const refused: BulkReport['refused'] = []
  const touched = new Set<string>()
  for (const link of body.links) {
    try {
      await addLink(ctx, byId.get(link.distId)!, link)
      touched.add(link.distId)
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      refused.push({ id: link.distId, reason: error.reason, msg: error.explain(ctx.language) })
    }
  }
  for (const distId of touched) await receipts.settle(ctx.db, distId, ctx.now)
  return { done: body.links.length - refused.length, refused }
})

const withdrawOne = serve(withdraw, async (ctx, { params, body }) => {
  const row = await lockOne(ctx, params.id)
  const action = row.receiptCount > 1 ? 'withdraw' : 'withdrawLast'
  judge(ctx, row, { action })
  const found = (await receipts.readReceipts(ctx.db, row.distId)).find(({ receiptId }) => receiptId === body.receiptId)
  if (!found) throw refuse(common, 'NOT_FOUND')
  if (found.checkState === 'pass') throw refuse(errors, 'LINK_PASSED')
  await receipts.dropReceipt(ctx.db, body.receiptId)
  await ctx.audit({
    action: `distribution.${action}`,
    entity: 'distribution',
    entityId: row.distId,
    before: { platform: found.platform, platformItemId: found.platformItemId },
  })
  return receipts.settle(ctx.db, row.distId, ctx.now)
})

const checkOne = serve(check, async (ctx, { params, body }) => {
  const row = await lockOne(ctx, params.id)
  const all = await receipts.readReceipts(ctx.db, row.distId)
  const found = all.find(({ receiptId }) => receiptId === body.receiptId)
  const note = body.note?.trim() || null
  const action = body.isPassed ? 'pass' : failing(row, all, found)
  judge(ctx, row, { action })
  if (!found) throw refuse(common, 'NOT_FOUND')
  if (!body.isPassed && !note) throw refuse(errors, 'NOTE_REQUIRED', { field: 'note' })
  const state = body.isPassed ? 'pass' : 'fail'
  await receipts.checkReceipt(ctx.db, {
    receiptId: body.receiptId,
    state,
    note,
    at: ctx.now,
  })
  await ctx.audit({
    action: `distribution.${action}`,
    entity: 'distribution',
    entityId: row.distId,
    before: { platformItemId: found.platformItemId, checkState: found.checkState },
    after: { platformItemId: found.platformItemId, checkState: state },
    ...(note ? { reason: note } : {}),
  })
  await ctx.notify(checkNotice(row, body.isPassed, note))
  return receipts.settle(ctx.db, row.distId, ctx.now)
})

/** A verified row stays so while another link of it has passed. */
function failing(row: Locked, all: receipts.ReceiptRow[], found: receipts.ReceiptRow | undefined) {
  if (row.status !== 'verified') return 'fail'
  return all.some((one) => one !== found && one.checkState === 'pass') ? 'failOther' : 'failLast'
}

export const linkVerbs = [submitOne, submitSome, withdrawOne, checkOne]
