import { may } from '../../core/can.ts'
import { errors as common, refuse } from '../../core/errors.ts'
import { importTargetText } from '../../core/importing.ts'
import type { ListQuery } from '../../core/listQuery.ts'
import { type Ctx, type Feature, serve, serveList } from '../../core/verb.ts'
import { readAll, readPage } from '../../kit/sql/list.ts'
import { ensureOn } from '../../kit/sql/settings.ts'
import {
  type ImportJob,
  importApply,
  importCancel,
  importCheck,
  importDetail,
  importDropMapping,
  importList,
  importMappings,
  importOptions,
  importOriginal,
  importRefusals,
  importRefused,
  importSaveMapping,
  importTargets,
  importTemplate,
  importUndo,
  importUpload,
  type Status,
  UNDO_DAYS,
} from './contract.ts'
import { validateMapping, validatePlain } from './mapping.ts'
import { receiveFile } from './receive.ts'
import { writeRefused } from './refused.ts'
import { ensurePermitted, plainFields, registerOf } from './register.ts'
import { APPLY_JOB, CHECK_JOB, jobsOf, UNDO_JOB, wayOf } from './run.ts'
import * as sql from './sql/job.ts'
import { templateOf } from './template.ts'
import { errors, text, words } from './text.ts'

const TOUCHED_SHOWN = 50

async function found(job: Promise<ImportJob | undefined>): Promise<ImportJob> {
  const row = await job
  if (!row) throw refuse(common, 'NOT_FOUND')
  return row
}

/** The imports over everything the features take in. */
export function importsFor(features: readonly Feature[]): Feature {
  const register = registerOf(features)
  const readerOf = ({ session }: Ctx): sql.Reader => ({ ...session, targets: register.permitted(session) })

  const question = (ctx: Ctx, query: ListQuery) => ({
    db: ctx.db,
    list: importList,
    source: sql.importSource,
    query,
    fence: sql.fenceJobs(readerOf(ctx)),
    may: (needs: Parameters<typeof may>[1]) => may(ctx.session, needs),
  })

  const list = serveList({
    list: importList,
    text,
    page: (ctx, query) => readPage(question(ctx, query)),
    all: (ctx, query) => readAll(question(ctx, query)),
  })

  const upload = serve(importUpload, async (ctx, { query }) => {
    await ensureOn(ctx.db, 'switch.imports')
    const target = query.target ?? 'metrics'
    ensurePermitted(register, ctx.session, target)
    if (!ctx.upload) throw refuse(errors, 'NO_FILE', { field: 'file' })
    const { name, bytes, sha256 } = ctx.upload
    const room = register.find(target)
    const id = await receiveFile(ctx, ctx.upload, {
      target,
      userId: ctx.session.accessId,
      ...(room && { fields: plainFields(room), maxRows: room.maxRows }),
    })
    await ctx.audit({ action: 'import.upload', entity: 'import', entityId: id, after: { target, name, bytes, sha256 } })
    return found(sql.readJob(ctx.db, id, readerOf(ctx)))
  })

  const detail = serve(importDetail, (ctx, { params }) => found(sql.readJob(ctx.db, params.id, readerOf(ctx))))

  /** The import, held for a change. Throws NOT_FOUND, BAD_STATE with the state it is in, STALE with the current row. */
  async function hold(ctx: Ctx, id: string, allowed: readonly Status[], version?: number): Promise<ImportJob> {
    const job = await found(sql.lockJob(ctx.db, id, readerOf(ctx)))
    if (!allowed.includes(job.status))
      throw refuse(errors, 'BAD_STATE', {
        params: { status: words[ctx.language].statuses[job.status] },
        data: { status: job.status, allowed },
      })
    // A run that is under way goes on; one whose process died may be started again.
    const runs = job.status === 'checking' || job.status === 'applying' || job.status === 'undoing'
    if (runs && !(await sql.isIdle(ctx.db, id))) throw refuse(common, 'IN_PROGRESS')
    if (version !== undefined && job.version !== version) throw refuse(common, 'STALE', { data: { current: job } })
    return job
  }

  const check = serve(importCheck, async (ctx, { params: { id }, body: { mapping, version } }) => {
    const job = await hold(ctx, id, ['uploaded', 'checking', 'checked', 'failed'], version)
    const room = register.find(job.target)
    if (room) validatePlain(room, mapping, job.format.header)
    else await validateMapping(ctx.db, ctx.scope, mapping, job.format.header)
    await sql.startCheck(ctx.db, id, mapping)
    await ctx.enqueue(CHECK_JOB, { importId: id, actorId: ctx.session.accessId })
    await ctx.audit({ action: 'import.check', entity: 'import', entityId: id, after: { mapping } })
    return found(sql.readJob(ctx.db, id, readerOf(ctx)))
  })

  const apply = serve(importApply, async (ctx, { params: { id }, body: { version } }) => {
    const job = await hold(ctx, id, ['checked', 'applying'], version)
    await sql.startApply(ctx.db, id)
    await ctx.enqueue(APPLY_JOB, { importId: id, actorId: ctx.session.accessId })
    const { fresh, changed, refused } = job.counts!
    await ctx.audit({ action: 'import.apply', entity: 'import', entityId: id, after: { fresh, changed, refused } })
    return found(sql.readJob(ctx.db, id, readerOf(ctx)))
  })

  const undo = serve(importUndo, async (ctx, { params: { id }, body: { version } }) => {
    const job = await hold(ctx, id, ['applied', 'undoing'], version)
    if (!job.undoUntil || new Date(job.undoUntil) < ctx.now)
      throw refuse(errors, 'NOT_UNDOABLE', { params: { days: UNDO_DAYS } })
    const touched = await wayOf(register, job).touched({ importId: id, ctx })
    if (touched.length > 0)
      throw refuse(errors, 'TOUCHED', {
        params: { count: touched.length },
        data: { count: touched.length, rows: touched.slice(0, TOUCHED_SHOWN) },
      })
    await sql.startUndo(ctx.db, id)
    await ctx.enqueue(UNDO_JOB, { importId: id, actorId: ctx.session.accessId })
    const { fresh, changed } = job.counts!
    await ctx.audit({ action: 'import.undo', entity: 'import', entityId: id, before: { fresh, changed } })
    return found(sql.readJob(ctx.db, id, readerOf(ctx)))
  })

  const cancel = serve(importCancel, async (ctx, { params: { id } }) => {
    await hold(ctx, id, ['uploaded', 'checking', 'checked', 'failed'])
    await ctx.files.drop(await sql.cancelJob(ctx.db, id, ctx.now))
    await ctx.audit({ action: 'import.cancel', entity: 'import', entityId: id })
    return found(sql.readJob(ctx.db, id, readerOf(ctx)))
  })

  const refusals = serve(importRefusals, async (ctx, { params: { id }, query: { after, reason } }) => {
    await found(sql.readJob(ctx.db, id, readerOf(ctx)))
    return { refusals: await sql.readRefusals(ctx.db, id, after ?? 0, reason ?? null) }
  })

  const refused = serve(importRefused, async (ctx, { params: { id } }) => {
    const job = await found(sql.readJob(ctx.db, id, readerOf(ctx)))
    const name = job.fileName.replace(/\.\w{1,5}$/, '')
    return {
      name: `${name}-${words[ctx.language].refusedFile}.csv`,
      type: 'text/csv; charset=utf-8',
      body: writeRefused(ctx.db, job, ctx.language, { now: ctx.now, room: register.find(job.target) }),
    }
  })

  const original = serve(importOriginal, async (ctx, { params: { id } }) => {
    const job = await found(sql.readJob(ctx.db, id, readerOf(ctx)))
    const body = await ctx.files.read((await sql.readFileKey(ctx.db, id, readerOf(ctx)))!.key)
    if (!body) throw refuse(errors, 'FILE_GONE')
    await ctx.audit({ action: 'import.download', entity: 'import', entityId: id })
    return { name: job.fileName, type: 'application/octet-stream', body }
  })

  const targets = serve(importTargets, async (ctx) => ({
    targets: register.permitted(ctx.session).map((name) => register.describe(name, ctx.language)),
  }))

  const template = serve(importTemplate, async (ctx, { query: { target } }) => {
    ensurePermitted(register, ctx.session, target)
    return {
      name: `${words[ctx.language].templateFile(importTargetText[ctx.language][target])}.csv`,
      type: 'text/csv; charset=utf-8',
      body: templateOf(register.find(target), ctx.language),
    }
  })

  const mappings = serve(importMappings, async (ctx, { query }) => ({
    mappings: await sql.readMappings(ctx.db, ctx.session.accessId, query.target ?? 'metrics'),
  }))

  const saveMapping = serve(importSaveMapping, async (ctx, { body: { name, mapping, target = 'metrics' } }) => {
    ensurePermitted(register, ctx.session, target)
    const saved = await sql.saveMapping(ctx.db, ctx.session.accessId, target, { name: name.trim(), mapping })
    await ctx.audit({
      action: 'import.mapping.save',
      entity: 'importMapping',
      entityId: saved.id,
      after: { target, name, mapping },
    })
    return saved
  })

  const dropMapping = serve(importDropMapping, async (ctx, { params: { id } }) => {
    const dropped = await sql.dropMapping(ctx.db, ctx.session.accessId, id)
    if (!dropped) throw refuse(common, 'NOT_FOUND')
    await ctx.audit({ action: 'import.mapping.drop', entity: 'importMapping', entityId: id, before: dropped })
    return { done: true }
  })

  const options = serve(importOptions, async (ctx) => ({
    partners: await sql.readPartners(ctx.db, ctx.scope),
    owners: await sql.readOwners(ctx.db, readerOf(ctx)),
  }))

  return {
    verbs: [
      upload,
      targets,
      template,
      options,
      mappings,
      saveMapping,
      dropMapping,
      detail,
      check,
      apply,
      undo,
      cancel,
      refusals,
      refused,
      original,
    ],
    lists: [list],
    jobs: jobsOf(register),
    fileColumns: [{ table: 'import_job', column: 'file_key' }],
  }
}

/** Without the targets of other rooms: metrics alone. */
export const imports: Feature = importsFor([])
