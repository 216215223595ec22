import { refuse } from '../../../core/errors.ts'
import { yuanOf } from '../../../core/money.ts'
import { plannedPayDay, workdayFrom } from '../../../core/settlement/calendar.ts'
import { addDays, clockOf, dayOf, startOf } from '../../../core/time.ts'
import { addAdjustment, countLoose } from '../sql/adjustments.ts'
import { checksumOf } from '../sql/statementBuild.ts'
import { type LockedStatement, type Plan, readCalendar } from '../sql/statementRows.ts'
import { errors } from '../statementErrors.ts'
import { planOf } from './building.ts'
import { type Hand, refuseHeld, take, tell } from './common.ts'
import { accrue } from './ledger.ts'

/** Nothing to pay, or less than is worth a transfer. */
const isTooLittle = ({ netFen, taxFen }: LockedStatement, { params }: Plan): boolean =>
  netFen + taxFen < Math.max(params.minPayoutFen, 1)

/** The end of the last day to confirm on. */
export const dueOf = (now: Date, { params }: Plan): Date => startOf(addDays(dayOf(now), params.confirmDays + 1))

/** The plan's pay day in the month after the period, or today where that is over, moved to a workday. */
export async function payDayOf({ db, now }: Hand, period: string, { params }: Plan): Promise<string> {
  const day = [plannedPayDay(period, params.payDay), dayOf(now)].sort().at(-1)!
  return workdayFrom(day, await readCalendar(db, day, addDays(day, 40)))
}

/** Sends a draft to its partner, or carries what is too little. Throws ADJUSTMENT_WAITING, REBUILD_FIRST, NO_PLAN. */
export async function issue(hand: Hand, found: LockedStatement) {
  const loose = await countLoose(hand.db, found.id)
  if (loose.proposed > 0) throw refuse(errors, 'ADJUSTMENT_WAITING', { params: { count: loose.proposed } })
  if (loose.approved > 0) throw refuse(errors, 'REBUILD_FIRST', { params: { count: loose.approved } })
  const plan = await planOf(hand, found)
  if (isTooLittle(found, plan)) return carry(hand, found)
  const due = dueOf(hand.now, plan)
  const stood = await take(hand, found, 'issue', { change: { confirmDue: due, issuedAt: hand.now } })
  const { no, netFen } = found
  await tell(
    hand,
    'partner',
    found,
    (say) => ({ title: say.issued, content: say.issuedContent(no, yuanOf(netFen), clockOf(due)) }),
    'todo',
  )
  return stood
}

/** Closes the sums for good and writes the ledger, or carries what is too little. Throws HELD, NO_PLAN. */
export async function lock(hand: Hand, found: LockedStatement) {
  refuseHeld(found)
  const plan = await planOf(hand, found)
  if (isTooLittle(found, plan)) return carry(hand, found)
  const checksum = await checksumOf(hand.db, found.id)
  const payOn = await payDayOf(hand, found.period, plan)
  const stood = await take(hand, found, 'lock', { change: { lockedAt: hand.now, checksum, payOn }, data: { checksum } })
  await accrue(hand, found)
  const { no, netFen } = found
  await tell(hand, 'partner', found, (say) => ({ title: say.locked, content: say.lockedContent(no, yuanOf(netFen)) }))
  return stood
}

/** Ends a statement that pays nothing: it stands, and its net opens the next period. Throws HELD. */
async function carry(hand: Hand, found: LockedStatement) {
  refuseHeld(found)
  const checksum = await checksumOf(hand.db, found.id)
  const stood = await take(hand, found, 'carry', { change: { lockedAt: hand.now, checksum }, data: { checksum } })
  await accrue(hand, found)
  const { id, no, product, partnerId, period, netFen } = found
  if (netFen !== 0)
    await addAdjustment(hand.db, {
      ...{ product, partnerId, videoId: null, lineType: 'carry_over', amountFen: netFen, originPeriod: period },
      ...{ reason: no, evidenceId: null, needsSecond: false, by: hand.actorId, now: hand.now },
      ...{ fromStatementId: id, sourceKey: `carry:${id}` },
    })
  await tell(hand, 'partner', found, (say) => ({ title: say.carried, content: say.carriedContent(no, yuanOf(netFen)) }))
  return stood
}

/** Confirms what nobody disputed in time. */
export async function confirmByClock(hand: Hand, found: LockedStatement): Promise<void> {
  await hand.endTodos('settlement', found.id)
  await take(hand, found, 'autoConfirm', { change: { confirmedAt: hand.now, autoConfirmed: true } })
  const { no } = found
  await tell(hand, 'partner', found, (say) => ({
    title: say.confirmedByClock,
    content: say.confirmedByClockContent(no),
  }))
}
