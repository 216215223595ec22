import type { Sql } from 'sql-template-tag'
import { may } from '../../core/can.ts'
import { errors as common, refuse } from '../../core/errors.ts'
import { orderExport } from '../../core/export.ts'
import { step } from '../../core/flow.ts'
import { dayOf } from '../../core/time.ts'
import { type Ctx, type Feature, type Job, type ListVerb, serve, serveList } from '../../core/verb.ts'
import { readAll, readPage } from '../../kit/sql/list.ts'
import {
  exportAgain,
  exportCancel,
  exportDetail,
  exportDrop,
  exportFile,
  exportRetry,
  exportsList,
  exportsSummary,
} from './contract.ts'
import { filtersInWords, totalsInWords } from './describe.ts'
import { errors } from './errors.ts'
import { exportFlow, MAX_ATTEMPTS, type State } from './flow.ts'
import { placeOrder, QUEUE, RUN_JOB } from './order.ts'
import { dayFiltersOf } from './plan.ts'
import { isUnchanged, seesColumns } from './rights.ts'
import { runExport } from './run.ts'
import { schedulesFor } from './schedules.ts'
import * as sql from './sql.ts'
import { expireJob, readKept, readStranded, takeOldDrafts } from './sqlRun.ts'
import { text } from './text.ts'

const STRANDED_MS = 5 * 60_000
/** A run that was canceled may still be closing its file. */
const DRAFT_MS = 60_000
const OVER: readonly State[] = ['done', 'failed', 'canceled', 'expired']

const stateWords = (state: State) => ({
  'zh-CN': text['zh-CN'].choices.status[state],
  'en-US': text['en-US'].choices.status[state],
})

/** The export centre over the lists of these features (domain page S9). */
export function exportsFor(features: readonly Feature[]): Feature {
  const lists = (): ListVerb[] => [...features.flatMap((feature) => feature.lists ?? []), list]
  const listOf = (key: string) => lists().find((verb) => verb.list.key === key)
  const fence = (ctx: Ctx): Sql =>
    sql.fenceExports(
      ctx,
      lists().flatMap(({ list }) => (may(ctx.session, list.permission) ? [list.key] : [])),
    )

  const question = (ctx: Ctx, query: Parameters<ListVerb['page']>[1]) => ({
    db: ctx.db,
    list: exportsList,
    source: sql.exportsSource(ctx.language, ctx.session.accessId),
    query,
    fence: fence(ctx),
    may: (needs: Parameters<typeof may>[1]) => may(ctx.session, needs),
  })
  const list = serveList({
    list: exportsList,
    text,
    page: (ctx, query) => readPage(question(ctx, query)),
    all: (ctx, query) => readAll(question(ctx, query)),
  })

  /** An export one may see, held for a change. Throws NOT_FOUND. */
  const hold = async (ctx: Ctx, id: string): Promise<sql.ExportJob> => {
    const job = await sql.lockJob(ctx.db, fence(ctx), id)
    if (!job) throw refuse(common, 'NOT_FOUND')
    return job
  }
  const move = async (ctx: Ctx, job: sql.ExportJob, action: 'cancel' | 'retry'): Promise<void> => {
    const to = step(exportFlow, job.status, action, (needs) => may(ctx.session, needs), stateWords)
    await sql.moveJob(ctx.db, job.id, exportFlow.actions[action].from, to, ctx.now)
    await ctx.audit({
      action: `export.${action}`,
      entity: 'export',
      entityId: job.id,
      before: { status: job.status },
      after: { status: to },
    })
  }

  const order = serve(orderExport, async (ctx, { body: { listKey, ...wanted } }) => {
    const verb = listOf(listKey)
    if (!verb || !may(ctx.session, verb.list.permission)) throw refuse(common, 'NOT_FOUND')
    return placeOrder(ctx, verb, wanted)
  })

  const again = serve(exportAgain, async (ctx, { params: { id } }) => {
    const job = await sql.readJob(ctx.db, fence(ctx), id)
    const verb = job && listOf(job.listKey)
    if (!verb || !may(ctx.session, verb.list.permission)) throw refuse(common, 'NOT_FOUND')
    return placeOrder(ctx, verb, job)
  })

  const cancel = serve(exportCancel, async (ctx, { params: { id } }) => {
    await move(ctx, await hold(ctx, id), 'cancel')
    return { done: true }
  })

  const retry = serve(exportRetry, async (ctx, { params: { id } }) => {
    const job = await hold(ctx, id)
    if (job.status === 'failed' && job.attempts >= MAX_ATTEMPTS) throw refuse(errors, 'NO_MORE_RETRIES')
    await move(ctx, job, 'retry')
    await ctx.enqueue(RUN_JOB, { exportId: id }, { queue: QUEUE })
    return { done: true }
  })

  const drop = serve(exportDrop, async (ctx, { params: { id } }) => {
    const job = await hold(ctx, id)
    if (!OVER.includes(job.status)) await move(ctx, job, 'cancel')
    await sql.dropJob(ctx.db, id)
    await ctx.audit({ action: 'export.delete', entity: 'export', entityId: id, before: { fileName: job.fileName } })
    if (job.fileKey) await ctx.enqueue(DROP_JOB, { fileKey: job.fileKey })
    return { done: true }
  })

  const detail = serve(exportDetail, async (ctx, { params: { id } }) => {
    const job = await sql.readJob(ctx.db, fence(ctx), id)
    const verb = job && listOf(job.listKey)
    if (!verb) throw refuse(common, 'NOT_FOUND')
    const { language } = ctx
    const isOpen = seesColumns(ctx.session, verb, job.columns)
    return {
      ...job,
      title: job.title[language],
      filters: filtersInWords(verb, job.query, language),
      columns: job.columns.map((name) => verb.text[language].columns[name] ?? name),
      columnNames: job.columns,
      dayFilters: dayFiltersOf(ctx.session, verb, language),
      totals: isOpen ? totalsInWords(verb, job.totals ?? {}, language) : [],
      parts: await sql.readParts(ctx.db, id),
    }
  })

  const file = serve(exportFile, async (ctx, { params: { id } }) => {
    const job = await sql.readJob(ctx.db, fence(ctx), id)
    const verb = job && listOf(job.listKey)
    if (!verb) throw refuse(common, 'NOT_FOUND')
    const isOwn = job.ownerId === ctx.session.accessId
    if (isOwn ? !isUnchanged(ctx.session, verb, job) : !seesColumns(ctx.session, verb, job.columns))
      throw refuse(errors, 'SCOPE_CHANGED')
    const isOver = job.expiresAt !== null && new Date(job.expiresAt) <= ctx.now
    if (job.status === 'expired' || isOver) throw refuse(errors, 'EXPIRED')
    if (!job.fileKey) throw refuse(errors, 'NOT_READY')
    const body = await ctx.files.read(job.fileKey)
    if (!body) throw refuse(errors, 'EXPIRED')
    await sql.countDownload(ctx.db, id)
    await ctx.audit({ action: 'export.download', entity: 'export', entityId: id, after: { fileName: job.fileName } })
    return { name: job.fileName!, type: typeOf(job.fileName!), body }
  })

  const summary = serve(exportsSummary, async (ctx) => {
    const { listKeys, ...found } = (await sql.readSummary(ctx.db, fence(ctx), dayOf(ctx.now)))!
    const resources = listKeys.flatMap((listKey) => {
      const title = listOf(listKey)?.text[ctx.language].title
      return title ? [{ listKey, title }] : []
    })
    return { ...found, resources }
  })

  const run: Job = {
    name: RUN_JOB,
    run: (ctx, { exportId }) => runExport(ctx, lists(), String(exportId)),
  }
  /** What time does: files end after seven days, and an export whose process died is taken up again. */
  const clock: Job = {
    name: 'exports-clock',
    cron: '* * * * *',
    async run(ctx) {
      for (const { fileKey } of await sql.expireJobs(ctx.db, ctx.now)) await ctx.files.drop(fileKey)
      const [stranded] = await readStranded(ctx.db, new Date(+ctx.now - STRANDED_MS))
      if (stranded) await runExport(ctx, lists(), stranded.id)
    },
  }
  /** Files and rows that lost each other: nothing stays without a row, nothing is offered without a file. */
  const sweep: Job = {
    name: 'exports-sweep',
    cron: '*/10 * * * *',
    async run(ctx) {
      for (const { key } of await takeOldDrafts(ctx.db, new Date(+ctx.now - DRAFT_MS))) await ctx.files.discard(key)
      for (const { id, key } of await readKept(ctx.db))
        if (!(await ctx.files.has(key))) await expireJob(ctx.db, id, key)
    },
  }
  const dropFile: Job = {
    name: DROP_JOB,
    run: (ctx, { fileKey }) => ctx.files.drop(String(fileKey)),
  }
  const schedules = schedulesFor({ listOf, fence })
  return {
    lists: [list],
    verbs: [summary, order, detail, file, cancel, retry, again, drop, ...schedules.verbs],
    jobs: [run, clock, sweep, dropFile, ...schedules.jobs],
    fileColumns: [
      { table: 'export_job', column: 'file_key' },
      { table: 'export_job', column: 'draft_key' },
    ],
  }
}

const DROP_JOB = 'drop-export-file'

const typeOf = (name: string): string =>
  name.endsWith('.csv')
    ? 'text/csv; charset=utf-8'
    : name.endsWith('.zip')
      ? 'application/zip'
      : 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
