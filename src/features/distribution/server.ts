import { may } from '../../core/can.ts'
import { errors as common, refuse } from '../../core/errors.ts'
import { actionsFrom } from '../../core/flow.ts'
import type { ListQuery } from '../../core/listQuery.ts'
import { addDays, dayOf, startOf } from '../../core/time.ts'
import { type Ctx, type Feature, serve, serveList } from '../../core/verb.ts'
import type { Platform } from '../../core/works.ts'
import { readAll, readPage, whereOf } from '../../kit/sql/list.ts'
import { type BriefOf, briefOf } from './brief.ts'
import { clock, reactions } from './clock.ts'
import {
  distributionDetail,
  distributionList,
  distributionOptions,
  distributionSummary,
  file,
  receiptList,
} from './contract.ts'
import { errors } from './errors.ts'
import { openVerbs } from './feed.ts'
import { EXTENDABLE, flow } from './flow.ts'
import { linksImport } from './importTarget.ts'
import { linkVerbs } from './links.ts'
import { operatorVerbs } from './operator.ts'
import * as sql from './sql/list.ts'
import * as receipts from './sql/receipts.ts'
import * as rows from './sql/rows.ts'
import { supplierVerbs } from './supplier.ts'
import { receiptText, text } from './text.ts'

const allowsOf = (ctx: Ctx) => (needs: Parameters<typeof may>[1]) => may(ctx.session, needs)

const question = (ctx: Ctx, query: ListQuery) => ({
  db: ctx.db,
  list: distributionList,
  source: sql.distributionSource(ctx.language, ctx.now),
  query,
  fence: sql.fenceRows(ctx.scope),
  may: allowsOf(ctx),
})

/** Platforms are stored as names of ours and read as words. */
const worded = <Row extends { platforms: string }>(ctx: Ctx, list: Row[]): Row[] => {
  const words = text[ctx.language]
  return list.map((row) => ({
    ...row,
    platforms: row.platforms
      .split(',')
      .map((platform) => words.choices.platform[platform as Platform])
      .join(words.listComma),
  }))
}

const list = serveList({
  list: distributionList,
  text,
  async page(ctx, query) {
    const page = await readPage(question(ctx, query))
    return { ...page, list: worded(ctx, page.list) }
  },
  async *all(ctx, query) {
    for await (const batch of readAll(question(ctx, query))) yield worded(ctx, batch)
  },
})

const receiptQuestion = (ctx: Ctx, query: ListQuery) => ({
  db: ctx.db,
  list: receiptList,
  source: sql.receiptSource(),
  query,
  fence: sql.fenceRows(ctx.scope),
  may: allowsOf(ctx),
})

const links = serveList({
  list: receiptList,
  text: receiptText,
  page: (ctx, query) => readPage(receiptQuestion(ctx, query)),
  all: (ctx, query) => readAll(receiptQuestion(ctx, query)),
})

const summary = serve(distributionSummary, async (ctx, { list: query }) => {
  const today = dayOf(ctx.now)
  const where = whereOf(question(ctx, query))
  const monthStart = startOf(`${today.slice(0, 7)}-01`)
  return (await sql.readSummary(ctx.db, where, ctx.now, startOf(addDays(today, 1)), monthStart)) as never
})

const options = serve(distributionOptions, (ctx) =>
  sql.readOptions(ctx.db, ctx.scope, may(ctx.session, 'distributions.manage')),
)

const detail = serve(distributionDetail, async (ctx, { params }) => {
  const found = await rows.readRow(ctx.db, ctx.scope, params.id, ctx.now)
  if (!found) throw refuse(common, 'NOT_FOUND')
  const supplierId = ctx.scope.kind === 'supplier' ? ctx.scope.supplierId : null
  const [links, days, events] = await Promise.all([
    receipts.readReceipts(ctx.db, params.id),
    receipts.readDays(ctx.db, params.id),
    rows.readEvents(ctx.db, params.id, supplierId),
  ])
  const { fileName, fileBytes, batchName, videoId, supplierId: ownerId, supplierName, ...row } = found
  const manages = may(ctx.session, 'distributions.manage')
  const allowed = actionsFrom(flow, found.status, allowsOf(ctx)) as string[]
  return {
    row: {
      ...row,
      ...(manages ? { batchName, videoId, supplierId: ownerId, supplierName } : {}),
      file: fileName ? { name: fileName, bytes: fileBytes } : null,
    },
    terms: found,
    receipts: links,
    days,
    events,
    actions: manages && EXTENDABLE.includes(found.status) ? [...allowed, 'extend'] : allowed,
  } as never
})

/** The link is the right: whoever was given it may fetch the file while its supplier still has the task. */
const download = serve(file, async (ctx, { params, query }) => {
  const link = await rows.findDownload(ctx.db, ctx.accounts.hashToken(params.id), ctx.now)
  if (!link) throw refuse(common, 'NOT_FOUND')
  if (!link.isOpen) throw refuse(errors, 'LINK_EXPIRED')
  const row = await rows.readRow(ctx.db, { kind: 'supplier', supplierId: link.supplierId }, link.distId, ctx.now)
  if (!row) throw refuse(common, 'NOT_FOUND')
  const stored = await rows.readFile(ctx.db, row.videoId)
  if (stored) {
    const body = await ctx.files.read(stored.key)
    if (!body) throw refuse(common, 'NOT_FOUND')
    return { name: stored.name, type: 'application/octet-stream', body }
  }
  const language = query.lang ?? ctx.language
  return {
    name: `${text[language].brief.file}-${link.distId}.txt`,
    type: 'text/plain; charset=utf-8',
    body: briefOf(row as unknown as BriefOf, language),
  }
})

export const distribution: Feature = {
  lists: [list, links],
  verbs: [summary, options, detail, download, ...supplierVerbs, ...linkVerbs, ...operatorVerbs, ...openVerbs],
  jobs: [clock],
  reactions,
  imports: [linksImport],
  fileColumns: [{ table: 'video_file', column: 'file_key' }],
}
