import { may } from '../../../core/can.ts'
import { errors as common, refuse } from '../../../core/errors.ts'
import { actionsFrom } from '../../../core/flow.ts'
import { type ListQuery, parseListQuery, visible } from '../../../core/listQuery.ts'
import { bucketOf } from '../../../core/period.ts'
import { dayOf } from '../../../core/time.ts'
import { type Ctx, type ListVerb, serve, serveList, type Verb } from '../../../core/verb.ts'
import { readAll, readPage } from '../../../kit/sql/list.ts'
import { warmBills } from '../bill/warm.ts'
import { lineDetail, lineList, partnerSummary, sm4Totals, statementDetail, wlTotals } from '../contract/statements.ts'
import { type Explanation, explain } from '../explain.ts'
import { readBillFacts } from '../sql/bill.ts'
import * as detail from '../sql/statementDetail.ts'
import * as lists from '../sql/statementLists.ts'
import { statementFlow } from '../statementFlow.ts'
import { text } from '../statementText.ts'
import { eyeOf } from './common.ts'

const mayOf =
  ({ session }: Ctx) =>
  (needs: Parameters<typeof may>[1]) =>
    may(session, needs)

const zh = text['zh-CN']
const en = text['en-US']
const listText = (words: typeof zh, product: 'wl' | 'sm4') => ({
  title: words[product],
  columns: words.statements,
  choices: { state: words.states },
  filters: words.statementFilters,
})

function statementVerb(product: 'wl' | 'sm4'): ListVerb {
  const list = lists.listOf[product] as (typeof lists.listOf)['wl']
  const question = (ctx: Ctx, query: ListQuery) => ({
    db: ctx.db,
    list,
    source: lists.statementSource,
    query,
    fence: lists.fenceList(eyeOf(ctx), product),
    may: mayOf(ctx),
  })
  return serveList({
    list,
    text: { 'zh-CN': listText(zh, product), 'en-US': listText(en as typeof zh, product) },
    page: (ctx, query) => readPage(question(ctx, query)),
    all: (ctx, query) => readAll(question(ctx, query)),
  })
}

const lineQuestion = (ctx: Ctx, query: ListQuery) => ({
  db: ctx.db,
  list: lineList,
  source: lists.lineSource,
  query,
  fence: lists.fenceLines(eyeOf(ctx)),
  may: mayOf(ctx),
})
/** The sentence in words, made of the numbers the row came with. */
const inWords = <R extends { explanation: string }>(rows: R[], ctx: Ctx): R[] =>
  rows.map((row) => ({ ...row, explanation: explain(row.explanation as unknown as Explanation, ctx.language) }))
const lineWords = (words: typeof zh) => ({
  title: words.lineTitle,
  columns: words.lines,
  choices: { lineType: words.lineTypes },
  filters: words.lineFilters,
})

export const lineText = { 'zh-CN': lineWords(zh), 'en-US': lineWords(en as typeof zh) }

const lines = serveList({
  list: lineList,
  text: lineText,
  async page(ctx, query) {
    const page = await readPage(lineQuestion(ctx, query))
    return { ...page, list: inWords(page.list, ctx) }
  },
  async *all(ctx, query) {
    for await (const rows of readAll(lineQuestion(ctx, query))) yield inWords(rows, ctx)
  },
})

/** The columns of a line this account may see. */
export const lineColumns = (ctx: Ctx) => visible(lineList.columns, mayOf(ctx))
/** Every line of a statement in its order, as the list shows it. */
export const linesOf = (ctx: Ctx, statementId: string) =>
  lines.all(ctx, parseListQuery(lineList, mayOf(ctx), { statementId, sort: 'lineNo:asc' }))

const totals = [
  serve(wlTotals, (ctx, { list }) => lists.readTotals(ctx.db, eyeOf(ctx), 'wl', list, mayOf(ctx))),
  serve(sm4Totals, (ctx, { list }) => lists.readTotals(ctx.db, eyeOf(ctx), 'sm4', list, mayOf(ctx))),
]

const isStaff = (ctx: Ctx): boolean => may(ctx.session, 'settlement.write')

const read = serve(statementDetail, async (ctx, { params: { id } }) => {
  const eye = eyeOf(ctx)
  const found = await detail.readStatement(ctx.db, eye, id)
  if (!found) throw refuse(common, 'NOT_FOUND')
  warmBills()
  const mayReconcile = found.product === 'wl' && ctx.scope.kind === 'all' && may(ctx.session, 'settlement.reconcile')
  const [byType, events, disputes, invoices, payout, related, facts, account, bill] = await Promise.all([
    detail.readByType(ctx.db, id),
    detail.readEvents(ctx.db, id, isStaff(ctx)),
    detail.readDisputes(ctx.db, id),
    detail.readInvoices(ctx.db, id),
    detail.readPayoutOf(ctx.db, id),
    detail.readRelated(ctx.db, eye, id),
    readBillFacts(ctx.db, id),
    detail.readAccountOf(ctx.db, id),
    mayReconcile ? detail.readUpstreamOf(ctx.db, eye, id) : undefined,
  ])
  const { holdReason, voidProposedBy, invoiceRequired, ...statement } = found
  return {
    statement: { ...statement, ...(isStaff(ctx) && { holdReason }) },
    actions: actionsOf(ctx, found),
    ...{ byType, events, disputes, invoices, related, payout: payout ?? null },
    basis: { ...facts, account: account ?? null, ...(mayReconcile && { bill: bill ?? null }) },
  }
})

/** What this account may do now: the flow's arrows, less those that something else of the row forbids. */
function actionsOf(ctx: Ctx, row: NonNullable<Awaited<ReturnType<typeof detail.readStatement>>>): string[] {
  const { state, product, isHeld, voidProposedBy, invoiceRequired, confirmDue } = row
  const isPartners = product === 'sm4' ? ctx.scope.kind === 'partner' : ctx.scope.kind !== 'partner'
  const isOpen = confirmDue !== null && +new Date(confirmDue) > +ctx.now
  const forbidden = new Set<string>([
    ...(isPartners && isOpen ? [] : ['confirm', 'dispute', 'disputeSome']),
    ...(isHeld ? ['lock', 'clear', 'pay'] : []),
    ...(invoiceRequired ? (state === 'locked' ? ['clear'] : []) : ['invoice']),
    ...(voidProposedBy === ctx.session.accessId ? ['voidLocked'] : []),
    // A result comes by its payout, carrying by issue and lock.
    ...['paid', 'failed', 'carry'],
  ])
  const asked = actionsFrom(statementFlow, state, mayOf(ctx)).filter((action) => !forbidden.has(action))
  if (!isStaff(ctx)) return invoiceRequired && state === 'locked' ? [...asked, 'uploadInvoice'] : asked
  if (isHeld) return [...asked, 'release']
  return HOLDABLE.has(state) ? [...asked, 'hold'] : asked
}

/** Up to the transfer a statement can be held. */
export const HOLDABLE: ReadonlySet<string> = new Set([
  ...['draft', 'pending_confirm', 'disputed', 'confirmed', 'locked', 'invoiced', 'payable'],
])

const line = serve(lineDetail, async (ctx, { params: { id }, query }) => {
  const found = await detail.readLine(ctx.db, eyeOf(ctx), id, Number(query.lineNo))
  if (!found) throw refuse(common, 'NOT_FOUND')
  const days = await detail.readDays(ctx.db, id, found)
  const kind = found.explanation.kind as Explanation['kind']
  return {
    ...found,
    explanation: explain(found.explanation as unknown as Explanation, ctx.language),
    days: days.map(({ baseMicro, source, creatorMicro, ...day }) => ({
      ...day,
      explanation: explain({ ...day, kind, baseMicro, days: 1 }, ctx.language),
      ...(isStaff(ctx) && { baseMicro, source }),
    })),
  }
})

const own = serve(partnerSummary, async (ctx) => {
  if (ctx.scope.kind !== 'partner') throw refuse(common, 'NOT_FOUND')
  const estimateFrom = bucketOf(dayOf(ctx.now), 'month')
  const [figures, toConfirm] = await Promise.all([
    detail.readOwn(ctx.db, ctx.scope.partnerId, estimateFrom),
    detail.readToConfirm(ctx.db, eyeOf(ctx)),
  ])
  return {
    ...figures,
    estimateFrom,
    toConfirm,
    toConfirmFen: toConfirm.reduce((sum, { netFen }) => sum + netFen, 0),
  }
})

export const statementLists: ListVerb[] = [statementVerb('wl'), statementVerb('sm4'), lines]
export const statementReads: Verb[] = [...totals, read, line, own]
