import { refuse } from '../../core/errors.ts'
import type { Ctx } from '../../core/verb.ts'
import { serve } from '../../core/verb.ts'
import { readWorkLink } from '../../core/works.ts'
import { build } from './build.ts'
import { type AddReport, collectionAdd, collectionPaste, collectionRemove, collectionRestore } from './contract.ts'
import { errors, type RowError, rowErrors } from './errors.ts'
import { lockForChange } from './lock.ts'
import { MAX_MANUAL_ITEMS } from './rule.ts'
import type { CollectionRow } from './sql.ts'
import * as sql from './sqlItems.ts'

const REFUSED_SHOWN = 100
const MAX_PASTED = 1_000
/** Ids kept in one audit entry; its count says how many there were. */
const AUDITED = 1_000

/** Why a video may not come into a collection; undefined when it may. */
export function refusalOf(
  into: Pick<CollectionRow, 'contentType'>,
  video: Omit<sql.Candidate, 'id'>,
): RowError | undefined {
  if (video.contentType !== into.contentType) return 'WRONG_TYPE'
  if (!video.isOfLine) return 'WRONG_LINE'
  return video.isIn ? 'ALREADY_IN' : undefined
}

/** Puts videos in and says so everywhere; the caller has checked each. Throws FULL. */
export async function putIn(ctx: Ctx, into: CollectionRow, ids: string[]): Promise<void> {
  if (ids.length === 0) return
  if (into.filterType === 'artificial') {
    const count = (await sql.countAll(ctx.db, into.collectionId)) + ids.length
    if (count > MAX_MANUAL_ITEMS) throw refuse(errors, 'FULL', { params: { limit: MAX_MANUAL_ITEMS, count } })
  }
  await sql.addItems(ctx.db, into, ids, ctx.session.accessId, ctx.now)
  await sql.touch(ctx.db, into.collectionId, ctx.now)
  await audit(ctx, 'collection.add', into.collectionId, ids)
}

const audit = (ctx: Ctx, action: string, collectionId: string, ids: string[]) =>
  ctx.audit({
    action,
    entity: 'collection',
    entityId: collectionId,
    after: { count: ids.length, videoIds: ids.slice(0, AUDITED) },
  })

function reportOf(ctx: Ctx, done: number, refused: { id: string; reason: RowError }[]): AddReport {
  return {
    done,
    refusedCount: refused.length,
    refused: refused.slice(0, REFUSED_SHOWN).map((one) => ({ ...one, msg: rowErrors[one.reason][ctx.language] })),
  }
}

const add = serve(collectionAdd, async (ctx, { params, body }) => {
  const into = await lockForChange(ctx, params.id)
  const wanted = await ctx.idsOf(body.target)
  const found = new Map((await sql.readCandidates(ctx.db, ctx.scope, into, wanted)).map((one) => [one.id, one]))
  const missing = wanted.length - found.size
  if (missing > 0) throw refuse(errors, 'ROWS_NOT_FOUND', { field: 'target', params: { count: missing } })
  const judged = wanted.map((id) => ({ id, reason: refusalOf(into, found.get(id)!) }))
  const taken = judged.filter(({ reason }) => !reason).map(({ id }) => id)
  await putIn(ctx, into, taken)
  return reportOf(
    ctx,
    taken.length,
    judged.filter((one): one is { id: string; reason: RowError } => !!one.reason),
  )
})

export interface Reference {
  written: string
  platform: string | null
  itemId: string
}

/** A pasted id or link; a link of no known platform is taken as it stands and finds nothing. */
export function readReference(written: string): Reference {
  const link = /^https?:\/\//i.test(written) ? readWorkLink(written) : undefined
  return { written, platform: link?.platform ?? null, itemId: link?.itemId ?? written }
}

const paste = serve(collectionPaste, async (ctx, { params, body }) => {
  const into = await lockForChange(ctx, params.id)
  const written = body.text.split(/[\s,，;；]+/).filter(Boolean)
  if (written.length === 0) throw refuse(errors, 'NOTHING_PASTED', { field: 'text' })
  if (written.length > MAX_PASTED)
    throw refuse(errors, 'TOO_MANY_PASTED', { field: 'text', params: { limit: MAX_PASTED } })
  const references = written.map(readReference)
  const found = new Map((await sql.resolveVideos(ctx.db, ctx.scope, references)).map((one) => [one.nr - 1, one]))
  const ids = [...new Set([...found.values()].map(({ id }) => id))]
  const known = new Map((await sql.readCandidates(ctx.db, ctx.scope, into, ids)).map((one) => [one.id, one]))
  const taken = new Set<string>()
  const refused: { id: string; reason: RowError }[] = []
  references.forEach((reference, at) => {
    const video = found.get(at)
    const reason = !video ? 'UNKNOWN_VIDEO' : taken.has(video.id) ? 'DUPLICATE' : refusalOf(into, known.get(video.id)!)
    if (reason) refused.push({ id: reference.written.slice(0, 200), reason })
    else taken.add(video!.id)
  })
  await putIn(ctx, into, [...taken])
  return reportOf(ctx, taken.size, refused)
})

const remove = serve(collectionRemove, async (ctx, { params, body }) => {
  const from = await lockForChange(ctx, params.id)
  const wanted = await ctx.idsOf(body.target)
  const ids = (await sql.readItemsOf(ctx.db, ctx.scope, from.collectionId, wanted)).map(({ id }) => id)
  if (ids.length < wanted.length)
    throw refuse(errors, 'ROWS_NOT_FOUND', { field: 'target', params: { count: wanted.length - ids.length } })
  await sql.removeItems(ctx.db, from.collectionId, ids)
  if (from.filterType === 'rules') await sql.excludeItems(ctx.db, from.collectionId, ids, ctx.session.accessId, ctx.now)
  const left = await sql.touch(ctx.db, from.collectionId, ctx.now)
  if (left === 0 && from.status === 'online') throw refuse(errors, 'EMPTY_WHILE_ONLINE')
  await audit(ctx, 'collection.remove', from.collectionId, ids)
  return { done: ids.length }
})

const restore = serve(collectionRestore, async (ctx, { params, body }) => {
  const row = await lockForChange(ctx, params.id)
  const done = await sql.restoreItems(ctx.db, ctx.scope, row.collectionId, body.ids)
  if (done < body.ids.length)
    throw refuse(errors, 'ROWS_NOT_FOUND', { field: 'ids', params: { count: body.ids.length - done } })
  if (row.rule) await build(ctx.db, { ...row, rule: row.rule }, 'person', ctx.now)
  await audit(ctx, 'collection.restore', row.collectionId, body.ids)
  return { done }
})

export const itemVerbs = [add, paste, remove, restore]
