import { may } from '../../core/can.ts'
import { errors as common, refuse } from '../../core/errors.ts'
import type { ListQuery } from '../../core/listQuery.ts'
import type { Scope } from '../../core/scope.ts'
import { type Ctx, type Db, type Feature, type Files, serve, serveList, type UploadedFile } from '../../core/verb.ts'
import { readAll, readPage } from '../../kit/sql/list.ts'
import { ensureOn } from '../../kit/sql/settings.ts'
import {
  FIELDS,
  type ImportJob,
  importApply,
  importCancel,
  importCheck,
  importDetail,
  importDropMapping,
  importList,
  importMappings,
  importOptions,
  importRefusals,
  importRefused,
  importSaveMapping,
  importUpload,
  type Mapping,
  type Status,
} from './contract.ts'
import { FileRefusal } from './parse/refusal.ts'
import { lookAtFile } from './parse/thread.ts'
import { writeRefused } from './refused.ts'
import { APPLY_JOB, CHECK_JOB, jobs } from './run.ts'
import * as sql from './sql/job.ts'
import { errors, text, words } from './text.ts'

const question = (ctx: Ctx, query: ListQuery) => ({
  db: ctx.db,
  list: importList,
  source: sql.importSource,
  query,
  fence: sql.fenceJobs(ctx.session),
  may: (needs: Parameters<typeof may>[1]) => may(ctx.session, needs),
})

const list = serveList({
  list: importList,
  text,
  page: (ctx, query) => readPage(question(ctx, query)),
  all: (ctx, query) => readAll(question(ctx, query)),
})

async function found(job: Promise<ImportJob | undefined>): Promise<ImportJob> {
  const row = await job
  if (!row) throw refuse(common, 'NOT_FOUND')
  return row
}

/** Looks at a file, keeps it and returns the id of its import. Throws every refusal a file can meet. */
export async function receiveFile(
  { db, files, now }: { db: Db; files: Files; now: Date },
  upload: UploadedFile,
  userId: string,
): Promise<string> {
  const look = await lookAtFile(upload.path, upload.name, now).catch((error: unknown) => {
    throw error instanceof FileRefusal ? refuse(errors, error.reason, { field: 'file', params: error.params }) : error
  })
  const fileKey = await files.keep(upload)
  return sql.insertJob(db, {
    createdBy: userId,
    upload: { ...upload, name: upload.name.slice(0, 255) },
    fileKey,
    ...look,
  })
}

const upload = serve(importUpload, async (ctx) => {
  await ensureOn(ctx.db, 'switch.imports')
  if (!ctx.upload) throw refuse(errors, 'NO_FILE', { field: 'file' })
  const { name, bytes, sha256 } = ctx.upload
  const id = await receiveFile(ctx, ctx.upload, ctx.session.accessId)
  await ctx.audit({ action: 'import.upload', entity: 'import', entityId: id, after: { name, bytes, sha256 } })
  return found(sql.readJob(ctx.db, id, ctx.session))
})

const detail = serve(importDetail, (ctx, { params }) => found(sql.readJob(ctx.db, params.id, ctx.session)))

/** The import, held for a change. Throws NOT_FOUND, BAD_STATE with the state it is in, STALE with the current row. */
async function hold(ctx: Ctx, id: string, allowed: readonly Status[], version?: number): Promise<ImportJob> {
  const job = await found(sql.lockJob(ctx.db, id, ctx.session))
  if (!allowed.includes(job.status))
    throw refuse(errors, 'BAD_STATE', {
      params: { status: words[ctx.language].statuses[job.status] },
      data: { status: job.status, allowed },
    })
  // A run that is under way goes on; one whose process died may be started again.
  const runs = job.status === 'checking' || job.status === 'applying'
  if (runs && !(await sql.isIdle(ctx.db, id))) throw refuse(common, 'IN_PROGRESS')
  if (version !== undefined && job.version !== version) throw refuse(common, 'STALE', { data: { current: job } })
  return job
}

const check = serve(importCheck, async (ctx, { params: { id }, body: { mapping, version } }) => {
  const job = await hold(ctx, id, ['uploaded', 'checking', 'checked', 'failed'], version)
  await validateMapping(ctx.db, ctx.scope, mapping, job.format.header)
  await sql.startCheck(ctx.db, id, mapping)
  await ctx.enqueue(CHECK_JOB, { importId: id, actorId: ctx.session.accessId })
  await ctx.audit({ action: 'import.check', entity: 'import', entityId: id, after: { mapping } })
  return found(sql.readJob(ctx.db, id, ctx.session))
})

/** Throws what a mapping lacks before any row is read with it. */
export async function validateMapping(
  db: Db,
  scope: Scope,
  mapping: Mapping,
  header: readonly string[],
): Promise<void> {
  const { columns } = mapping
  const unknown = FIELDS.find((field) => columns[field] !== undefined && !header.includes(columns[field]))
  if (unknown) throw refuse(errors, 'UNKNOWN_COLUMN', { field: unknown, params: { column: columns[unknown]! } })
  const used = Object.values(columns)
  const doubled = FIELDS.find((field) => columns[field] && used.filter((name) => name === columns[field]).length > 1)
  if (doubled) throw refuse(errors, 'COLUMN_USED_TWICE', { field: doubled, params: { column: columns[doubled]! } })
  if (!columns.itemId && !columns.shareUrl) throw refuse(errors, 'NEEDS_ID', { field: 'itemId' })
  if (!columns.statDate && !mapping.statDate) throw refuse(errors, 'NEEDS_DATE', { field: 'statDate' })
  if (!columns.playCount) throw refuse(errors, 'NEEDS_PLAYS', { field: 'playCount' })
  if (!columns.platform && !mapping.platform && columns.itemId)
    throw refuse(errors, 'NEEDS_PLATFORM', { field: 'platform' })
  const isShort = mapping.dateFormat === 'md' || mapping.dateFormat === 'dm'
  if (isShort && columns.statDate && !mapping.year) throw refuse(errors, 'NEEDS_YEAR', { field: 'year' })
  if (mapping.partnerId && !(await sql.hasPartner(db, scope, mapping.partnerId)))
    throw refuse(errors, 'PARTNER_NOT_FOUND', { field: 'partnerId' })
}

const apply = serve(importApply, async (ctx, { params: { id }, body: { version } }) => {
  const job = await hold(ctx, id, ['checked', 'applying'], version)
  await sql.startApply(ctx.db, id)
  await ctx.enqueue(APPLY_JOB, { importId: id, actorId: ctx.session.accessId })
  const { fresh, changed, refused } = job.counts!
  await ctx.audit({ action: 'import.apply', entity: 'import', entityId: id, after: { fresh, changed, refused } })
  return found(sql.readJob(ctx.db, id, ctx.session))
})

const cancel = serve(importCancel, async (ctx, { params: { id } }) => {
  await hold(ctx, id, ['uploaded', 'checking', 'checked', 'failed'])
  await ctx.files.drop(await sql.cancelJob(ctx.db, id, ctx.now))
  await ctx.audit({ action: 'import.cancel', entity: 'import', entityId: id })
  return found(sql.readJob(ctx.db, id, ctx.session))
})

const refusals = serve(importRefusals, async (ctx, { params: { id }, query: { after, reason } }) => {
  await found(sql.readJob(ctx.db, id, ctx.session))
  return { refusals: await sql.readRefusals(ctx.db, id, after ?? 0, reason ?? null) }
})

const refused = serve(importRefused, async (ctx, { params: { id } }) => {
  const job = await found(sql.readJob(ctx.db, id, ctx.session))
  const name = job.fileName.replace(/\.\w{1,5}$/, '')
  return {
    name: `${name}-${words[ctx.language].refusedFile}.csv`,
    type: 'text/csv; charset=utf-8',
    body: writeRefused(ctx.db, job, ctx.language, ctx.now),
  }
})

const mappings = serve(importMappings, async (ctx) => ({
  mappings: await sql.readMappings(ctx.db, ctx.session.accessId),
}))

const saveMapping = serve(importSaveMapping, async (ctx, { body: { name, mapping } }) => {
  const saved = await sql.saveMapping(ctx.db, ctx.session.accessId, name.trim(), mapping)
  await ctx.audit({
    action: 'import.mapping.save',
    entity: 'importMapping',
    entityId: saved.id,
    after: { name, mapping },
  })
  return saved
})

const dropMapping = serve(importDropMapping, async (ctx, { params: { id } }) => {
  const dropped = await sql.dropMapping(ctx.db, ctx.session.accessId, id)
  if (!dropped) throw refuse(common, 'NOT_FOUND')
  await ctx.audit({ action: 'import.mapping.drop', entity: 'importMapping', entityId: id, before: dropped })
  return { done: true }
})

const options = serve(importOptions, async (ctx) => ({ partners: await sql.readPartners(ctx.db, ctx.scope) }))

export const imports: Feature = {
  verbs: [upload, options, mappings, saveMapping, dropMapping, detail, check, apply, cancel, refusals, refused],
  lists: [list],
  jobs,
}
