import type { SettlementProduct } from '../../../core/access.ts'
import { refuse } from '../../../core/errors.ts'
import { lastDayOf } from '../../../core/period.ts'
import { addDays, dayOf } from '../../../core/time.ts'
import * as build from '../sql/statementBuild.ts'
import { type LockedStatement, lockStatement, type Plan, readPlan } from '../sql/statementRows.ts'
import { errors } from '../statementErrors.ts'
import { type Hand, noteEvent, take } from './common.ts'

/** Tax that is taken off and passed on; with an invoice the partner pays its own. */
const taxingOf = ({ params }: Plan): build.Taxing => ({
  ratePpm: params.taxMode === 'personal_withhold' ? params.taxRatePpm : 0,
  minPayoutFen: params.minPayoutFen,
})

/** The plan a statement's month ended under. Throws NO_PLAN. */
export async function planOf(hand: Hand, { product, period }: { product: string; period: string }): Promise<Plan> {
  const plan = await readPlan(hand.db, product, period)
  if (!plan) throw refuse(errors, 'NO_PLAN', { field: 'period' })
  return plan
}

/** Throws PERIOD_RUNNING before the month is over. */
export function refuseRunning(period: string, now: Date): void {
  const last = lastDayOf(period, 'month')
  if (dayOf(now) <= last) throw refuse(errors, 'PERIOD_RUNNING', { field: 'period', params: { day: addDays(last, 1) } })
}

/**
 * Builds the statement of a partner's month: opens it, claims what is final and free, writes and sums the lines, all in
 * one transaction. Of two that build at once one does it. Null where there is nothing to bill, or somebody was faster;
 * the transaction must then be rolled back or hold nothing else. Throws NO_PLAN.
 */
export async function buildStatement(
  hand: Hand,
  billed: build.Billed & { product: SettlementProduct },
): Promise<string | null> {
  const plan = await planOf(hand, billed)
  const opened = await build.openStatement(hand.db, billed, {
    versionId: plan.id,
    createdBy: hand.actorId,
    now: hand.now,
  })
  if (!opened) return null
  const found = (await lockStatement(hand.db, opened.id))!
  await write(hand, found, plan)
  await take(hand, found, 'build')
  return found.id
}

/** Claims, lines and sums once more, from what stands now; building twice gives the same. */
export async function rebuildStatement(hand: Hand, found: LockedStatement): Promise<void> {
  await write(hand, found, await planOf(hand, found))
}

async function write({ db }: Hand, found: LockedStatement, plan: Plan): Promise<void> {
  const isChild = found.parentId !== null
  await build.claim(db, found.id, found, isChild)
  await build.writeLines(db, found.id, isChild)
  await build.sumLines(db, found.id, taxingOf(plan))
  if (!isChild) await build.writeEstimate(db, found.id)
  Object.assign(found, await lockStatement(db, found.id))
}

/**
 * Gives lines to a statement split off in dispute, so that the rest goes on. Both are summed anew; the new one's number
 * and id are returned.
 */
export async function splitOff(
  hand: Hand,
  found: LockedStatement,
  rev: number,
  lineNos: readonly number[],
): Promise<LockedStatement> {
  const plan = await planOf(hand, found)
  const child = await build.openChild(hand.db, found, rev, hand.actorId!, hand.now)
  await build.moveLines(hand.db, found.id, child.id, lineNos)
  for (const id of [found.id, child.id]) await build.sumLines(hand.db, id, taxingOf(plan))
  Object.assign(found, await lockStatement(hand.db, found.id))
  const made = (await lockStatement(hand.db, child.id))!
  await noteEvent(hand, made, 'split', null, { from: found.no, lines: lineNos.length })
  return made
}
