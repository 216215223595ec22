import { type Entry, post, readIncome, reverse } from '../sql/ledger.ts'
import type { LockedStatement } from '../sql/statementRows.ts'
import type { Hand } from './common.ts'

/**
 * The journals of a statement's and a payout's life (domain page S10). Debits are plus. What the partner is owed stands on
 * its account as a minus; a bill that was carried has accrued already, so its carry-over line does not accrue again.
 */

const ours = '0'

/** At the lock, and where a statement is carried: income, the partner's claim, our margin; then the tax withheld. */
export async function accrue({ db, now, actorId }: Hand, found: LockedStatement): Promise<void> {
  const { id, product, partnerId, netFen, taxFen, carryFen } = found
  const owed = netFen + taxFen - carryFen
  // Only split products have income of upstream behind them; a price per thousand plays is owed by the platform itself.
  const { baseFen, shareFen } = product === 'wl' ? await readIncome(db, id) : { baseFen: 0, shareFen: 0 }
  const margin = baseFen - shareFen
  const at = { at: now, actorId, ref: `statement:${id}` }
  await post(db, {
    ...at,
    kind: 'accrue',
    entries: [
      { account: 'platform_receivable', owner: ours, fen: owed + margin },
      { account: 'partner_payable', owner: partnerId, fen: -owed },
      { account: 'fee_income', owner: ours, fen: -margin },
    ],
  })
  await post(db, { ...at, kind: 'tax', entries: moved(taxFen, ['partner_payable', partnerId], ['tax_withheld', ours]) })
}

type Side = [account: Entry['account'], owner: string]
/** An amount from one side of the book to the other. */
const moved = (fen: number, [debit, debitOwner]: Side, [credit, creditOwner]: Side): Entry[] => [
  { account: debit, owner: debitOwner, fen },
  { account: credit, owner: creditOwner, fen: -fen },
]

/** A locked statement's money out of the partner's claim, or back into it. */
export async function moveHold({ db, now, actorId }: Hand, found: LockedStatement, isHeld: boolean): Promise<void> {
  const { id, partnerId, netFen, version } = found
  const [debit, credit]: Side[] = [
    ['partner_payable', partnerId],
    ['hold', partnerId],
  ]
  await post(db, {
    kind: isHeld ? 'hold' : 'release',
    ref: `statement:${id}:v${version}`,
    at: now,
    actorId,
    entries: isHeld ? moved(netFen, debit!, credit!) : moved(netFen, credit!, debit!),
  })
}

interface Paid {
  id: string
  partnerId: string
  amountFen: number
}

/** Sent to the bank: owed no more, not gone yet. */
export const sendOut = ({ db, now, actorId }: Hand, { id, partnerId, amountFen }: Paid): Promise<void> =>
  post(db, {
    kind: 'payout',
    ref: `payout:${id}`,
    at: now,
    actorId,
    entries: moved(amountFen, ['partner_payable', partnerId], ['payout_transit', partnerId]),
  })

/** What the bank did: gone, or owed again. */
export const arrive = (
  { db, now, actorId }: Hand,
  { id, partnerId, amountFen }: Paid,
  isPaid: boolean,
): Promise<void> =>
  post(db, {
    kind: isPaid ? 'paid' : 'pay_failed',
    ref: `payout:${id}`,
    at: now,
    actorId,
    entries: moved(amountFen, ['payout_transit', partnerId], isPaid ? ['bank', ours] : ['partner_payable', partnerId]),
  })

export const undo = ({ db, now, actorId }: Hand, found: LockedStatement): Promise<void> =>
  reverse(db, found.id, now, actorId!)
