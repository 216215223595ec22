import { errors as common, refuse } from '../../../core/errors.ts'
import { actionsFrom } from '../../../core/flow.ts'
import { type Ctx, serve } from '../../../core/verb.ts'
import { isSafeLink } from '../allowed.ts'
import { clean } from '../clean.ts'
import {
  articleCreate,
  articleDraft,
  articleDuplicate,
  articleLock,
  articleOptions,
  articlePlace,
  articleRestore,
  articleVersion,
  articleVersions,
  draftSave,
  MAX_PINNED,
} from '../contract.ts'
import { errors } from '../errors.ts'
import { articleFlow } from '../flow.ts'
import * as sql from '../sql/write.ts'
import { text } from '../text.ts'
import { checkCategory, checkPartners, draftChanged, hold, holdVersion, mayOf } from './common.ts'

const options = serve(articleOptions, async (ctx) => ({ partners: await sql.readPartners(ctx.db) }))

const create = serve(articleCreate, async (ctx, { body }) => {
  await checkCategory(ctx.db, body.categoryId)
  const id = await sql.insertArticle(ctx.db, {
    ...body,
    title: body.title.trim(),
    author: [...ctx.session.displayName].slice(0, 16).join(''),
    userId: ctx.session.accessId,
    now: ctx.now,
  })
  await ctx.audit({ action: 'article.create', entity: 'article', entityId: id, after: body })
  return { id }
})

const draft = serve(articleDraft, async (ctx, { params }) => {
  const row = await sql.readArticle(ctx.db, params.id, false)
  if (!row) throw refuse(common, 'NOT_FOUND')
  const isHeld = row.lockUntil !== null && new Date(row.lockUntil) >= ctx.now
  return {
    ...row,
    draft: await sql.readDraft(ctx.db, row.id),
    actions: actionsOf(ctx, row),
    lock: {
      isMine: false,
      isSelf: isHeld && row.lockBy === ctx.session.accessId,
      holder: isHeld ? row.lockName : null,
      until: isHeld ? row.lockUntil : null,
    },
  }
})

/** What may be done from here; a published article without changes has nothing to swap in. */
const actionsOf = (ctx: Ctx, row: sql.ArticleRow): string[] =>
  actionsFrom(articleFlow, row.status, mayOf(ctx)).filter((action) => action !== 'update' || row.isDirty)

/**
 * Keeps the working copy. Three things are never done: writing over a text somebody else saved meanwhile, writing while
 * another window holds the lock, and writing nothing over something unless a person said so.
 */
const save = serve(draftSave, async (ctx, { params, body }) => {
  const row = await hold(ctx, params.id)
  const isHeld = row.lockUntil !== null && new Date(row.lockUntil) >= ctx.now
  if (isHeld && row.lockWindow !== body.window)
    throw refuse(errors, 'LOCKED', { params: { name: row.lockName ?? '' }, data: { holder: row.lockName } })
  if (row.revision !== body.revision) throw draftChanged(await sql.readDraft(ctx.db, row.id))
  if (body.sourceUrl && !isSafeLink(body.sourceUrl)) throw refuse(errors, 'BAD_LINK', { field: 'sourceUrl' })
  const cleaned = clean(body.html)
  const isEmpty = cleaned.plain === '' && !/<(img|div)/.test(cleaned.html)
  if (isEmpty && row.plain !== '' && !body.isCleared) throw refuse(errors, 'EMPTY_OVER_TEXT', { field: 'html' })
  await checkMedia(ctx, cleaned.html, body.coverKey)
  const saved = await sql.updateDraft(ctx.db, row.id, body.revision, {
    ...cleaned,
    title: body.title.trim(),
    author: body.author.trim(),
    digest: body.digest.trim(),
    coverKey: body.coverKey,
    tags: [...new Set(body.tags.map((tag) => tag.trim()))],
    lang: body.lang,
    sourceUrl: body.sourceUrl || null,
    userId: ctx.session.accessId,
    now: ctx.now,
  })
  if (!saved) throw draftChanged(await sql.readDraft(ctx.db, row.id))
  await ctx.audit({
    action: 'article.save',
    entity: 'article',
    entityId: row.id,
    before: { title: row.title, revision: row.revision },
    after: { title: body.title, revision: saved.revision, words: cleaned.words },
  })
  return { ...saved, html: cleaned.html, words: cleaned.words }
})

/** A picture that never arrived must not look as if it had. */
async function checkMedia(ctx: Ctx, html: string, coverKey: string | null): Promise<void> {
  const keys = new Set([...html.matchAll(/data-media="([0-9a-f-]{36})"/g)].map((found) => found[1]!))
  if (coverKey) keys.add(coverKey)
  if ((await sql.countMedia(ctx.db, [...keys])) < keys.size) throw refuse(errors, 'MEDIA_NOT_FOUND', { field: 'html' })
}

const lock = serve(articleLock, async (ctx, { params, body }) => {
  const row = await hold(ctx, params.id)
  const { now } = ctx
  if (body.act === 'release') {
    const { holder, holderId, until } = await sql.releaseLock(ctx.db, row.id, body.window, now)
    return { isMine: false, isSelf: holderId === ctx.session.accessId, holder, until }
  }
  const held = await sql.holdLock(ctx.db, row.id, {
    userId: ctx.session.accessId,
    window: body.window,
    takesOver: body.act === 'takeOver',
    now,
  })
  const isMine = held.window === body.window
  if (isMine && body.act === 'takeOver' && row.lockWindow && row.lockWindow !== body.window)
    await ctx.audit({
      action: 'article.takeOver',
      entity: 'article',
      entityId: row.id,
      before: { holder: row.lockName },
      after: { holder: held.holder },
    })
  return { isMine, isSelf: held.holderId === ctx.session.accessId, holder: held.holder, until: held.until }
})

const place = serve(articlePlace, async (ctx, { params, body }) => {
  const before = await holdVersion(ctx, params.id, body.version)
  await checkCategory(ctx.db, body.categoryId)
  await checkPartners(ctx.db, body.audiencePartners)
  if (body.isPinned && !before.isPinned && !(await sql.mayPin(ctx.db, before.id)))
    throw refuse(errors, 'TOO_MANY_PINNED', { field: 'isPinned', params: { limit: MAX_PINNED } })
  const { version, ...after } = body
  const placed = await sql.placeArticle(ctx.db, before.id, version, after, ctx.now)
  if (!placed) throw refuse(common, 'STALE', { field: 'version' })
  const { categoryId, audienceRoles, audiencePartners, isPinned, isMustRead, isAnnouncement } = before
  await ctx.audit({
    action: 'article.place',
    entity: 'article',
    entityId: before.id,
    before: { categoryId, audienceRoles, audiencePartners, isPinned, isMustRead, isAnnouncement },
    after,
  })
  return placed
})

const versions = serve(articleVersions, async (ctx, { params }) => {
  if (!(await sql.readArticle(ctx.db, params.id, false))) throw refuse(common, 'NOT_FOUND')
  return { versions: await sql.readVersions(ctx.db, params.id) }
})

const version = serve(articleVersion, async (ctx, { params, query }) => {
  const found = await sql.readVersion(ctx.db, params.id, query.no)
  if (!found) throw refuse(common, 'NOT_FOUND')
  return found
})

const restore = serve(articleRestore, async (ctx, { params, body }) => {
  const row = await hold(ctx, params.id)
  if (row.revision !== body.revision) throw draftChanged(await sql.readDraft(ctx.db, row.id))
  const restored = await sql.restoreDraft(ctx.db, row.id, body.no, body.revision, ctx.session.accessId, ctx.now)
  if (!restored) throw refuse(common, 'NOT_FOUND')
  await ctx.audit({
    action: 'article.restore',
    entity: 'article',
    entityId: row.id,
    after: { no: body.no, revision: restored.revision },
  })
  return restored
})

const duplicate = serve(articleDuplicate, async (ctx, { params }) => {
  const row = await hold(ctx, params.id)
  const title = [...text[ctx.language].copyOf(row.title)].slice(0, 64).join('')
  const id = await sql.copyArticle(ctx.db, row.id, title, ctx.session.accessId, ctx.now)
  await ctx.audit({ action: 'article.duplicate', entity: 'article', entityId: id, after: { from: row.id, title } })
  return { id }
})

export const editingVerbs = [options, create, draft, save, lock, place, versions, version, restore, duplicate]
