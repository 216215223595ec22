import { may } from '../../../core/can.ts'
import { errors as common, refuse } from '../../../core/errors.ts'
import type { ListQuery } from '../../../core/listQuery.ts'
import { dayOf } from '../../../core/time.ts'
import { type Ctx, type ListVerb, serve, serveList, type Verb } from '../../../core/verb.ts'
import { readAll, readPage } from '../../../kit/sql/list.ts'
import { accrualText } from '../accrualText.ts'
import {
  sm4AccrualSource,
  sm4Accruals,
  sm4Overview,
  wlAccrualSource,
  wlAccruals,
  wlOverview,
} from '../contract/accruals.ts'
import * as sql from '../sql/accruals.ts'

const asking = ({ db, scope, session }: Ctx): sql.Asking => ({ db, scope, userId: session.accessId || '0' })
const question = (ctx: Ctx, query: ListQuery) => ({
  ...asking(ctx),
  query,
  may: (permission: Parameters<typeof may>[1]) => may(ctx.session, permission),
})

export const lists: ListVerb[] = [
  serveList({
    list: wlAccruals,
    text: accrualText.wl,
    page: (ctx, query) => readPage(sql.wlQuestion(question(ctx, query))),
    all: (ctx, query) => readAll(sql.wlQuestion(question(ctx, query))),
  }),
  serveList({
    list: sm4Accruals,
    text: accrualText.sm4,
    page: (ctx, query) => readPage(sql.sm4Question(question(ctx, query))),
    all: (ctx, query) => readAll(sql.sm4Question(question(ctx, query))),
  }),
]

/** Throws NOT_FOUND, for a line of another partner or product as for a missing one. */
async function find(ctx: Ctx, product: 'wl' | 'sm4', id: string): Promise<sql.FoundLine> {
  const found = await sql.readLine(asking(ctx), product, id)
  if (!found) throw refuse(common, 'NOT_FOUND')
  return found
}

const wlSource = serve(wlAccrualSource, async (ctx, { params }) => {
  const line = await find(ctx, 'wl', params.id)
  const [siblings, rows] = await Promise.all([sql.readSiblings(ctx.db, 'wl', line), sql.readRevisions(ctx.db, line)])
  return { line: line.line, siblings, rows } as never
})

const sm4Source = serve(sm4AccrualSource, async (ctx, { params }) => {
  const line = await find(ctx, 'sm4', params.id)
  const [siblings, snapshots] = await Promise.all([
    sql.readSiblings(ctx.db, 'sm4', line),
    sql.readSnapshots(ctx.db, line),
  ])
  return { line: line.line, siblings, snapshots } as never
})

/** A month's sums, days and statements; the month asked for, or the newest with lines. */
async function month(ctx: Ctx, product: 'wl' | 'sm4', asked: string | undefined) {
  const who = asking(ctx)
  const periods = await sql.readPeriods(who, product)
  const period = asked ?? periods[0] ?? `${dayOf(ctx.now).slice(0, 7)}-01`
  const [sums, days, standing] = await Promise.all([
    sql.readMonth(who, product, period),
    sql.readDays(who, product, period),
    sql.readStanding(who, product, period),
  ])
  return { period, periods, sums: sums!, days, standing: standing! }
}

const wl = serve(wlOverview, async (ctx, { query }) => {
  const { period, periods, sums, days, standing } = await month(ctx, 'wl', query.period)
  const { incomeFen, payableFen, refundFen, violationFen, correctionFen } = sums
  const { adjustFen } = standing
  const marginFen = incomeFen - payableFen - adjustFen
  return {
    ...{ period, periods, days, ...sums, ...standing, marginFen },
    marginPpm: incomeFen > 0 ? Number((BigInt(marginFen) * 1_000_000n) / BigInt(incomeFen)) : null,
    unattributedFen: await sql.readUnattributed(asking(ctx), period),
    waterfall: [
      { step: 'upstream' as const, amountFen: incomeFen - refundFen - violationFen - correctionFen },
      { step: 'refunds' as const, amountFen: refundFen },
      { step: 'violations' as const, amountFen: violationFen },
      { step: 'corrections' as const, amountFen: correctionFen },
      { step: 'adjustments' as const, amountFen: -adjustFen },
      { step: 'partners' as const, amountFen: -payableFen },
      { step: 'margin' as const, amountFen: marginFen },
    ],
  }
})

const sm4 = serve(sm4Overview, async (ctx, { query }) => {
  const { period, periods, sums, days, standing } = await month(ctx, 'sm4', query.period)
  return {
    ...{ period, periods, days, ...sums, ...standing },
    // What the whole plan has used is told to nobody who sees a part of it.
    ...(ctx.scope.kind === 'all' && { budget: (await sql.readBudget(ctx.db, period)) ?? null }),
  }
})

export const verbs: Verb[] = [wlSource, sm4Source, wl, sm4]
