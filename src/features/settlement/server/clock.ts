import { SETTLEMENT_PRODUCTS, type SettlementProduct } from '../../../core/access.ts'
import { bucketOf } from '../../../core/period.ts'
import { addDays, dayOf } from '../../../core/time.ts'
import type { Job, JobCtx } from '../../../core/verb.ts'
import { findFaults, noteCheck } from '../sql/ledger.ts'
import { readBillable } from '../sql/statementBuild.ts'
import { lockStatement, readOverdue, readPlan } from '../sql/statementRows.ts'
import { buildStatement } from './building.ts'
import { both, clockHand } from './common.ts'
import { confirmByClock } from './steps.ts'

export const BUILD_JOB = 'settlementBuild'

/** Builds one by one, each in its own transaction: what stands stays, and a second run finds it done. */
async function buildAll(ctx: JobCtx, product: SettlementProduct, period: string, partnerIds: string[]): Promise<void> {
  for (const partnerId of partnerIds)
    await ctx.transaction(async (db, inner) => {
      await buildStatement(clockHand(db, inner), { product, period, partnerId })
    })
}

const buildJob: Job = {
  name: BUILD_JOB,
  run: (ctx, payload) =>
    buildAll(ctx, payload.product as SettlementProduct, payload.period as string, payload.partnerIds as string[]),
}

/** 10:00 in Shanghai: from its build day on, a plan's last month is built for whoever has no statement of it. */
const buildDayJob: Job = {
  name: 'settlementBuildDay',
  cron: '0 2 * * *',
  async run(ctx) {
    const today = dayOf(ctx.now)
    const period = bucketOf(addDays(bucketOf(today, 'month'), -1), 'month')
    for (const product of SETTLEMENT_PRODUCTS) {
      const plan = await readPlan(ctx.db, product, period)
      if (!plan || Number(today.slice(8)) < plan.params.buildDay) continue
      const waiting = await readBillable(ctx.db, product, period)
      await buildAll(
        ctx,
        product,
        period,
        waiting.map(({ partnerId }) => partnerId),
      )
    }
  },
}

/** The clock confirms what nobody disputed in the window. */
const confirmJob: Job = {
  name: 'settlementConfirm',
  cron: '*/10 * * * *',
  async run(ctx) {
    for (const { id } of await readOverdue(ctx.db, ctx.now))
      await ctx.transaction(async (db, inner) => {
        const found = await lockStatement(db, id)
        if (found?.state !== 'pending_confirm' || +new Date(found.confirmDue!) > +ctx.now) return
        await confirmByClock(clockHand(db, inner), found)
      })
  },
}

/** Every night the ledger is held against itself and against the statements. */
const checkJob: Job = {
  name: 'settlementLedger',
  cron: '30 19 * * *',
  async run(ctx) {
    const faults = await findFaults(ctx.db)
    await ctx.transaction(async (db, inner) => {
      await noteCheck(db, faults, ctx.now)
      if (faults.length > 0)
        await inner.notify({
          to: { roles: ['admin'] },
          type: 'todo',
          bizType: 'settlement',
          dedupKey: 'ledger',
          words: both(({ notices }) => ({ title: notices.ledger, content: notices.ledgerContent(faults.length) })),
        })
    })
  },
}

export const statementJobs: Job[] = [buildJob, buildDayJob, confirmJob, checkJob]
