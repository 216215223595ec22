import type { Input } from '../../core/contract.ts'
import { errors as common, refuse } from '../../core/errors.ts'
import { type Ctx, type Job, serve } from '../../core/verb.ts'
import { categoryAdd, categoryDelete, categoryEdit, categoryMerge, categoryMove, categoryTree } from './contract.ts'
import { errors } from './errors.ts'
import * as sql from './sql/tree.ts'

/** Videos a transaction of a merge moves: few enough that nobody waits for them. */
const MOVED_AT_ONCE = 500

const tree = serve(categoryTree, async (ctx) => {
  const all = await sql.readAll(ctx.db)
  return {
    categories: all.filter(({ mergedInto }) => mergedInto === null),
    aliases: all.flatMap(({ id, nameZh, nameEn, mergedInto, isMerged }) =>
      mergedInto === null ? [] : [{ id, nameZh, nameEn, intoId: mergedInto, isDone: isMerged }],
    ),
  }
})

const add = serve(categoryAdd, async (ctx, { body }) => {
  await sql.lockTree(ctx.db)
  const wanted = { ...body, ...names(body) }
  await checkParent(ctx, null, body.parentId)
  await checkNames(ctx, null, wanted)
  const id = await sql.insertCategory(ctx.db, wanted)
  await ctx.audit({ action: 'category.add', entity: 'category', entityId: id, after: wanted })
  return { id }
})

const edit = serve(categoryEdit, async (ctx, { params: { id }, body: { version, ...body } }) => {
  const before = await hold(ctx, id, version)
  const wanted = { ...before, ...body, ...names({ nameZh: before.nameZh, nameEn: before.nameEn, ...body }) }
  const fields = ['parentId', 'nameZh', 'nameEn', 'riskLevel', 'enabled'] as const
  const changed = fields.filter((field) => wanted[field] !== before[field])
  if (changed.length === 0) return { version }
  if (changed.includes('parentId')) await checkParent(ctx, id, wanted.parentId)
  await checkNames(ctx, id, wanted)
  const pick = (of: sql.Category) => Object.fromEntries(changed.map((field) => [field, of[field]]))
  await sql.updateCategory(ctx.db, id, version, pick(wanted))
  await ctx.audit({
    action: 'category.edit',
    entity: 'category',
    entityId: id,
    before: pick(before),
    after: pick(wanted),
  })
  return { version: version + 1 }
})

const move = serve(categoryMove, async (ctx, { params: { id }, body }) => {
  const category = await hold(ctx, id, body.version)
  if (!(await sql.moveCategory(ctx.db, category, body.direction))) return { version: body.version }
  await ctx.audit({ action: 'category.move', entity: 'category', entityId: id, after: { direction: body.direction } })
  return { version: body.version + 1 }
})

const merge = serve(categoryMerge, async (ctx, { params: { id }, body }) => {
  const before = await hold(ctx, id, body.version)
  const reason = body.reason.trim()
  if (!reason) throw refuse(errors, 'REASON_REQUIRED', { field: 'reason' })
  if (body.intoId === id) throw refuse(errors, 'INTO_ITSELF', { field: 'intoId' })
  const into = await sql.holdOne(ctx.db, body.intoId)
  if (!into?.enabled) throw refuse(errors, 'INTO_MISSING', { field: 'intoId' })
  const { videos, children } = await sql.countOf(ctx.db, id)
  if (children > 0) throw refuse(errors, 'HAS_CHILDREN', { field: 'intoId', params: { count: children } })
  await sql.mergeCategory(ctx.db, id, body.version, into.id)
  await ctx.audit({
    action: 'category.merge',
    entity: 'category',
    entityId: id,
    before: { nameZh: before.nameZh, nameEn: before.nameEn },
    after: { intoId: into.id, nameZh: into.nameZh, videos },
    reason,
  })
  await ctx.enqueue(mergeJob.name, {})
  return { videos }
})

const remove = serve(categoryDelete, async (ctx, { params: { id }, query }) => {
  const before = await hold(ctx, id, Number(query.version))
  const { videos, children, aliases } = await sql.countOf(ctx.db, id)
  if (children > 0) throw refuse(errors, 'HAS_CHILDREN', { params: { count: children } })
  if (videos > 0) throw refuse(errors, 'HAS_VIDEOS', { params: { count: videos } })
  if (aliases > 0) throw refuse(errors, 'HAS_ALIASES', { params: { count: aliases } })
  await sql.deleteCategory(ctx.db, id, before.version)
  await ctx.audit({ action: 'category.delete', entity: 'category', entityId: id, before })
  return { done: true }
})

/** The category as it is while the tree is held. Throws NOT_FOUND, MERGED, and STALE with the current row. */
async function hold(ctx: Ctx, id: string, version: number): Promise<sql.Category> {
  await sql.lockTree(ctx.db)
  const category = await sql.holdOne(ctx.db, id)
  if (!category) throw refuse(common, 'NOT_FOUND')
  if (category.mergedInto !== null) throw refuse(errors, 'MERGED')
  if (category.version !== version) throw refuse(common, 'STALE', { field: 'version', data: { current: category } })
  return category
}

type Names = Pick<Input<typeof categoryAdd>['body'], 'nameZh' | 'nameEn'>

/** Names without white space around them, of the allowed length. */
function names(of: Names): Names {
  const [nameZh, nameEn] = [of.nameZh.trim(), of.nameEn.trim()]
  if (nameZh.length < 1 || [...nameZh].length > 20) throw refuse(errors, 'NAME_LENGTH', { field: 'nameZh' })
  if (nameEn.length < 1 || [...nameEn].length > 40) throw refuse(errors, 'NAME_LENGTH_EN', { field: 'nameEn' })
  return { nameZh, nameEn }
}

async function checkNames(ctx: Ctx, id: string | null, wanted: Names & { parentId: string | null }): Promise<void> {
  for (const [field, language] of [
    ['nameZh', 'zh'],
    ['nameEn', 'en'],
  ] as const) {
    const twin = await sql.findTwin(ctx.db, { id, parentId: wanted.parentId, name: wanted[field], language })
    if (twin) throw refuse(errors, 'NAME_TAKEN', { field, params: { name: wanted[field] } })
  }
}

/** Two levels, without loops: a parent is of the first level, and what has children stays there. */
async function checkParent(ctx: Ctx, id: string | null, parentId: string | null): Promise<void> {
  if (parentId === null) return
  if (parentId === id) throw refuse(errors, 'LOOP', { field: 'parentId' })
  const parent = await sql.holdOne(ctx.db, parentId)
  if (!parent || parent.mergedInto !== null) throw refuse(errors, 'PARENT_NOT_FOUND', { field: 'parentId' })
  if (parent.parentId !== null) throw refuse(errors, 'TOO_DEEP', { field: 'parentId' })
  const { children } = id ? await sql.countOf(ctx.db, id) : { children: 0 }
  if (children > 0) throw refuse(errors, 'HAS_CHILDREN', { field: 'parentId', params: { count: children } })
}

/** Moves the videos of merged categories, some at a time; every move marks the days it changes. Goes on where it was stopped. */
export const mergeJob: Job = {
  name: 'merge-categories',
  cron: '*/5 * * * *',
  async run({ transaction }) {
    while (await transaction((db) => sql.moveSomeVideos(db, MOVED_AT_ONCE))) {
      // Each part is a transaction of its own, so that what is done stays done.
    }
    await transaction((db) => sql.finishMerges(db))
  },
}

export const treeVerbs = [tree, add, edit, move, merge, remove]
