import { may } from '../../core/can.ts'
import { errors as common, refuse } from '../../core/errors.ts'
import { badFilter, checkDays, type ListQuery } from '../../core/listQuery.ts'
import { daysBetween } from '../../core/time.ts'
import { type Ctx, serve, serveList } from '../../core/verb.ts'
import { readAll, readPage, whereOf } from '../../kit/sql/list.ts'
import {
  billDetail,
  billList,
  billSummary,
  DIMENSIONS,
  dailyList,
  dailySummary,
  income,
  incomeDays,
  incomeFile,
  MOST_INCOME_DAYS,
  monthClose,
  months,
  OWN_DIMENSIONS,
  reconcile,
} from './contractBills.ts'
import { errors } from './errors.ts'
import { writeIncome } from './incomeFile.ts'
import * as sql from './sql/bills.ts'
import { type IncomeQuestion, readIncome, readIncomeDays } from './sql/income.ts'
import { closeMonth, lockMonth, readMonths } from './sql/months.ts'
import { billsText, dailyText } from './textBills.ts'

const filtered = (ctx: Ctx, query: ListQuery) => ({
  db: ctx.db,
  scope: ctx.scope,
  query,
  may: (needs: Parameters<typeof may>[1]) => may(ctx.session, needs),
})
const seesOurs = (ctx: Ctx): boolean => may(ctx.session, 'affiliate.read')

const bills = serveList({
  list: billList,
  text: billsText,
  page: (ctx, query) => readPage(sql.billsOf(filtered(ctx, query))),
  all: (ctx, query) => readAll(sql.billsOf(filtered(ctx, query))),
})
const daily = serveList({
  list: dailyList,
  text: dailyText,
  page: (ctx, query) => readPage(sql.dailyOf(filtered(ctx, query))),
  all: (ctx, query) => readAll(sql.dailyOf(filtered(ctx, query))),
})

const sumBills = serve(billSummary, (ctx, { list }) =>
  sql.readSums(ctx.db, whereOf(sql.billsOf(filtered(ctx, list))), seesOurs(ctx)),
)
const sumDaily = serve(dailySummary, (ctx, { list }) =>
  sql.readSums(ctx.db, whereOf(sql.dailyOf(filtered(ctx, list))), seesOurs(ctx)),
)

const detail = serve(billDetail, async (ctx, { params }) => {
  const bill = await sql.readBill(ctx.db, ctx.scope, params.id)
  if (!bill) throw refuse(common, 'NOT_FOUND')
  const [adjustments, later] = await Promise.all([sql.readAdjustments(ctx.db, bill), sql.readLater(ctx.db, bill)])
  const { accountId: _, partnerId: __, accountName, firstFen, currentFen, ...own } = bill
  if (!seesOurs(ctx)) for (const line of [...adjustments, ...later]) delete line.feeFen
  return { ...own, ...(seesOurs(ctx) && { accountName, firstFen, currentFen }), adjustments, later } as never
})

const evenness = serve(reconcile, async (ctx) => ({ accounts: await sql.readEvennessFor(ctx.db, ctx.scope) }))
const readClosings = serve(months, async (ctx) => ({ list: await readMonths(ctx.db, ctx.scope, ctx.now) }) as never)

const close = serve(monthClose, async (ctx, { body }) => {
  const { accountId, month, paidFen, note } = body
  const found = await lockMonth(ctx.db, ctx.scope, accountId, month)
  if (!found) throw refuse(common, 'NOT_FOUND')
  if (found.isClosed) throw refuse(errors, 'MONTH_CLOSED', { field: 'month', params: { month } })
  if (!found.isReady) throw refuse(errors, 'MONTH_OPEN', { field: 'month', params: { month } })
  const diff = paidFen - found.oursFen
  // The union rounds each row once more: up to a fen a row says nothing.
  const kind = diff === 0 ? 'none' : Math.abs(diff) <= found.rows ? 'rounding' : 'correction'
  if (kind === 'correction' && !note?.trim()) throw refuse(errors, 'NOTE_NEEDED', { field: 'note' })
  const closing = { accountId, month, paidFen, kind, note: note?.trim() || null, oursFen: found.oursFen } as const
  const id = await closeMonth(ctx.db, { ...closing, userId: ctx.session.accessId, now: ctx.now })
  await ctx.audit({ action: 'jdMonth.close', entity: 'jdMonth', entityId: id, after: { ...closing, diffFen: diff } })
  return { done: true }
})

/** Throws BAD_FILTER for days out of order, and for a grouping that is not this session's. */
function checked(ctx: Ctx, question: IncomeQuestion): IncomeQuestion {
  checkDays(question.from, question.to)
  const allowed = seesOurs(ctx) ? DIMENSIONS : OWN_DIMENSIONS
  if (!allowed.includes(question.by)) throw badFilter('by', allowed.join(' | '))
  return question
}
const report = serve(
  income,
  async (ctx, { query }) => (await readIncome(ctx.db, ctx.scope, checked(ctx, query), seesOurs(ctx), ctx.now)) as never,
)
const course = serve(incomeDays, async (ctx, { query }) => {
  checkDays(query.from, query.to)
  if (daysBetween(query.from, query.to) >= MOST_INCOME_DAYS)
    throw badFilter('to', {
      'zh-CN': `最多 ${MOST_INCOME_DAYS} 天`,
      'en-US': `at most ${MOST_INCOME_DAYS} days`,
    })
  return { days: await readIncomeDays(ctx.db, ctx.scope, query, seesOurs(ctx), ctx.now) }
})
const reportFile = serve(incomeFile, async (ctx, { query }) => {
  const answer = await readIncome(ctx.db, ctx.scope, checked(ctx, query), seesOurs(ctx), ctx.now, null)
  const { by, basis, from, to } = query
  return {
    name: `jd_income_${by}_${basis}_${from}_${to}.csv`,
    type: 'text/csv; charset=utf-8',
    body: writeIncome(answer, query, ctx.language),
  }
})

export const billRoom = {
  lists: [bills, daily],
  verbs: [sumBills, sumDaily, evenness, readClosings, close, report, course, reportFile, detail],
}
