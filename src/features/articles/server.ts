import { buffer } from 'node:stream/consumers'
import type { Permission } from '../../core/access.ts'
import { may } from '../../core/can.ts'
import { errors as common, refuse } from '../../core/errors.ts'
import type { ListQuery } from '../../core/listQuery.ts'
import { addDays, dayOf } from '../../core/time.ts'
import { type Ctx, type Feature, serve, serveList } from '../../core/verb.ts'
import { readAll, readPage } from '../../kit/sql/list.ts'
import { MEDIA_KEY, minutesOf } from './allowed.ts'
import {
  articleCategories,
  articleConfirm,
  articleDetail,
  articleFeedback,
  articleFigures,
  articleRead,
  articlesList,
  categoryCreate,
  categoryDelete,
  categoryMove,
  categoryUpdate,
  mediaFile,
  mediaUpload,
  searchMiss,
  statisticsCard,
  tokenCard,
  videoCard,
} from './contract.ts'
import { errors } from './errors.ts'
import { PICTURES, type PictureType, sniff } from './media.ts'
import { articlesSource, fenceReader } from './sql/list.ts'
import * as reading from './sql/read.ts'
import * as writing from './sql/write.ts'
import { text } from './text.ts'
import { editingVerbs } from './verbs/editing.ts'
import { movingVerbs, publishDue } from './verbs/moving.ts'
import { pathVerbs } from './verbs/paths.ts'
import { readersList, readerVerbs } from './verbs/readers.ts'

const MISSES_DAYS = 30

const question = (ctx: Ctx, query: ListQuery) => ({
  db: ctx.db,
  list: articlesList,
  source: articlesSource(ctx.session, ctx.language, query.filters),
  query,
  fence: fenceReader(ctx.session),
  may: (needs: Permission) => may(ctx.session, needs),
})

const list = serveList({
  list: articlesList,
  text,
  page: (ctx, query) => readPage(question(ctx, query)),
  all: (ctx, query) => readAll(question(ctx, query)),
})

/** Editors see what is not out yet; to others it is missing, whatever they ask for. */
const detail = serve(articleDetail, async (ctx, { params, query }) => {
  const { db, session } = ctx
  const isEditor = may(session, 'articles.write')
  const live = isEditor && query.preview ? undefined : await reading.readShown(db, session, params.id, false)
  const shown = live ?? (isEditor ? await reading.readShown(db, session, params.id, true) : undefined)
  if (!shown) throw refuse(common, 'NOT_FOUND')
  const { confirmedAt, isHelpful, why, feedbackNo, confirmed, audience, ...rest } = shown
  return {
    ...rest,
    minutes: minutesOf(shown.words),
    mine: {
      confirmedAt,
      isHelpful,
      why: why ?? '',
      isOfEarlier: feedbackNo !== null && shown.versionNo !== null && feedbackNo < shown.versionNo,
    },
    ...(isEditor && shown.isMustRead && { completion: { confirmed, audience } }),
    ...(await reading.readNeighbours(db, session, shown)),
  }
})

const read = serve(articleRead, async (ctx, { params }) => {
  if (!(await reading.saveRead(ctx.db, ctx.session, params.id, dayOf(ctx.now), ctx.now)))
    throw refuse(common, 'NOT_FOUND')
  return { done: true }
})

/** The published article the asker answers to. Throws NOT_FOUND. */
async function liveOf(ctx: Ctx, id: string) {
  const live = await reading.readLive(ctx.db, ctx.session, id)
  if (!live) throw refuse(common, 'NOT_FOUND')
  return live
}

const confirm = serve(articleConfirm, async (ctx, { params, body }) => {
  const live = await liveOf(ctx, params.id)
  if (!live.isMustRead) throw refuse(errors, 'NOT_MUST_READ')
  if (live.no !== body.versionNo) throw refuse(errors, 'VERSION_GONE')
  const confirmedAt = await reading.saveConfirm(ctx.db, ctx.session, params.id, live.no, ctx.now)
  await ctx.audit({ action: 'article.confirm', entity: 'article', entityId: params.id, after: { no: live.no } })
  return { confirmedAt }
})

const feedback = serve(articleFeedback, async (ctx, { params, body }) => {
  const live = await liveOf(ctx, params.id)
  const why = body.why.trim()
  await reading.saveFeedback(ctx.db, ctx.session, params.id, {
    no: live.no,
    isHelpful: body.isHelpful,
    why,
    now: ctx.now,
  })
  await ctx.audit({
    action: 'article.feedback',
    entity: 'article',
    entityId: params.id,
    after: { no: live.no, isHelpful: body.isHelpful, why },
  })
  return { done: true }
})

const miss = serve(searchMiss, async (ctx, { body }) => {
  await reading.saveMiss(ctx.db, dayOf(ctx.now), body.keyword.trim().toLowerCase())
  return { done: true }
})

const figures = serve(articleFigures, (ctx) => reading.readFigures(ctx.db, addDays(dayOf(ctx.now), -MISSES_DAYS)))

const categories = serve(articleCategories, async (ctx) => ({
  categories: await reading.readCategories(ctx.db, ctx.session),
}))

const UNIQUE_VIOLATION = '23505'
const unlessTwice = (error: unknown): never => {
  throw (error as { code?: string }).code === UNIQUE_VIOLATION
    ? refuse(errors, 'CATEGORY_TWICE', { field: 'nameZh' })
    : error
}
const namesOf = (body: writing.CategoryFields): writing.CategoryFields => ({
  nameZh: body.nameZh.trim(),
  nameEn: body.nameEn.trim(),
  isDocs: body.isDocs,
})

const createCategory = serve(categoryCreate, async (ctx, { body }) => {
  const parent = body.parentId === null ? null : await writing.hasCategory(ctx.db, body.parentId)
  if (parent === undefined) throw refuse(errors, 'CATEGORY_NOT_FOUND', { field: 'parentId' })
  if (parent?.parentId) throw refuse(errors, 'CATEGORY_DEPTH', { field: 'parentId' })
  const id = await writing.insertCategory(ctx.db, body.parentId, namesOf(body)).catch(unlessTwice)
  await ctx.audit({ action: 'articleCategory.create', entity: 'articleCategory', entityId: id, after: body })
  return { id }
})

const updateCategory = serve(categoryUpdate, async (ctx, { params, body: { version, ...fields } }) => {
  if (!(await writing.hasCategory(ctx.db, params.id))) throw refuse(common, 'NOT_FOUND')
  if (!(await writing.updateCategory(ctx.db, params.id, version, namesOf(fields)).catch(unlessTwice)))
    throw refuse(common, 'STALE', { field: 'version' })
  await ctx.audit({ action: 'articleCategory.update', entity: 'articleCategory', entityId: params.id, after: fields })
  return { done: true }
})

const moveCategory = serve(categoryMove, async (ctx, { params, body }) => {
  if (!(await writing.hasCategory(ctx.db, params.id))) throw refuse(common, 'NOT_FOUND')
  await writing.moveCategory(ctx.db, params.id, body.direction)
  await ctx.audit({ action: 'articleCategory.move', entity: 'articleCategory', entityId: params.id, after: body })
  return { done: true }
})

const deleteCategory = serve(categoryDelete, async (ctx, { params }) => {
  if (!(await writing.hasCategory(ctx.db, params.id))) throw refuse(common, 'NOT_FOUND')
  if (!(await writing.deleteCategory(ctx.db, params.id))) throw refuse(errors, 'CATEGORY_IN_USE')
  await ctx.audit({ action: 'articleCategory.delete', entity: 'articleCategory', entityId: params.id })
  return { done: true }
})

/** Keeps a picture by what its bytes are; the same bytes again are the same picture. */
const upload = serve(mediaUpload, async (ctx) => {
  const file = ctx.upload!
  const type = await sniff(file.path)
  if (!type) throw refuse(errors, 'NOT_A_PICTURE', { field: 'file' })
  const known = await writing.readMediaOf(ctx.db, file.sha256)
  if (known) return known
  const key = await ctx.files.keep(file)
  const row = { key, sha256: file.sha256, type, bytes: file.bytes, userId: ctx.session.accessId }
  if (!(await writing.insertMedia(ctx.db, row))) {
    await ctx.files.drop(key)
    return (await writing.readMediaOf(ctx.db, file.sha256))!
  }
  await ctx.audit({ action: 'media.upload', entity: 'media', entityId: key, after: { type, bytes: file.bytes } })
  return { key }
})

const media = serve(mediaFile, async (ctx, { params }) => {
  const found = MEDIA_KEY.test(params.key) && (await writing.readMedia(ctx.db, params.key))
  if (!found) throw refuse(common, 'NOT_FOUND')
  // Read before it is promised: a file that is gone must not end as half an answer.
  const file = await ctx.files.read(params.key)
  if (!file) throw refuse(common, 'NOT_FOUND')
  const bytes = await buffer(file)
  return { name: `${params.key}.${PICTURES[found.type as PictureType]}`, type: found.type, body: chunksOf(bytes) }
})

async function* chunksOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}

const video = serve(videoCard, async (ctx, { params }) => {
  const found = await reading.readVideoCard(ctx.db, ctx.scope, params.id)
  if (!found) throw refuse(common, 'NOT_FOUND')
  return found
})

/** Whoever has no room for links has none here either, and is told no more than that. */
const token = serve(tokenCard, async (ctx, { params }) => {
  const found =
    may(ctx.session, 'affiliateOwn.read') && (await reading.readTokenCard(ctx.db, ctx.scope, params.id, ctx.now))
  if (!found) throw refuse(common, 'NOT_FOUND')
  return found
})

const statistics = serve(statisticsCard, (ctx) => reading.readStatisticsCard(ctx.db, ctx.scope))

export const articles: Feature = {
  lists: [list, readersList],
  verbs: [
    ...[figures, categories, createCategory, updateCategory, moveCategory, deleteCategory],
    ...[upload, media, video, token, statistics, miss, detail, read, confirm, feedback],
    ...editingVerbs,
    ...movingVerbs,
    ...pathVerbs,
    ...readerVerbs,
  ],
  jobs: [publishDue],
  fileColumns: [{ table: 'media_file', column: 'key' }],
}
