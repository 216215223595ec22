import type { JobCtx } from '../../core/verb.ts'
import { fenOfDecimal } from './decimal.ts'
import { reach } from './reach.ts'
import type { Held } from './sql/accounts.ts'
import * as coupons from './sql/coupons.ts'
import { UpstreamError } from './upstream/upstream.ts'

/** Coupons the union is asked about at once, as it allows. */
export const COUPON_LOT = 50

/** Asks a union about the coupons whose turn it is. */
export async function lookAtDue(job: JobCtx, account: Held): Promise<void> {
  if (account.source === 'feed' || account.health === 'expired' || account.health === 'blocked') return
  try {
    await ask(job, account, await coupons.readDueCoupons(job.db, account.id, job.now, COUPON_LOT))
  } catch (error) {
    // The next round asks again; the account's own sync says what is wrong with it.
    if (!(error instanceof UpstreamError)) throw error
  }
}

/** Asks about a lot of an account's coupons, whether it is their turn or not. Throws UpstreamError. */
export async function lookAtCoupons(job: JobCtx, account: Held, from: number) {
  return ask(job, account, await coupons.readLot(job.db, account.id, from, COUPON_LOT))
}

async function ask(job: JobCtx, account: Held, lot: readonly { id: string; url: string }[]) {
  if (lot.length === 0) return { rows: 0, changed: 0 }
  const found = await reach(job.secrets, account).coupons(lot.map(({ url }) => url))
  const news = lot.map(({ id }, at) => newsOf(id, found[at] ?? null))
  await job.transaction((db) => coupons.updateCoupons(db, news, job.now))
  return { rows: lot.length, changed: found.filter((one) => one !== null).length }
}

/** What the union says of a coupon: amounts in yuan, instants in milliseconds, all as text. */
function newsOf(id: string, raw: Record<string, unknown> | null): coupons.CouponNews {
  const count = (value: unknown) => (/^\d{1,9}$/.test(String(value)) ? Number(value) : null)
  const fen = (value: unknown) => fenOfDecimal(String(value)) ?? null
  const instant = (value: unknown) => (/^\d{12,14}$/.test(String(value)) ? new Date(Number(value)).toISOString() : null)
  return {
    id,
    isValid: String(raw?.yn) === '1',
    thresholdFen: fen(raw?.quota),
    discountFen: fen(raw?.discount),
    takeBegin: instant(raw?.takeBeginTime),
    takeEnd: instant(raw?.takeEndTime),
    useEnd: instant(raw?.useEndTime),
    total: count(raw?.num),
    remain: count(raw?.remainNum),
  }
}
