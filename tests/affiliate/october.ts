import { world } from '../world.ts'

/**
 * October 2026 of one union account, told as the union tells it and computed by hand. Partners get 70 %, a row's share is
 * rounded to the fen (half up). A day's bill stands from 11:00 on the day after; what changes later counts on its own day.
 *
 *   order              what happens                                             worth → share     counts on
 *   O1  A  10-01 10:00 paid, est. 10.00                                         1000 → 700        10-01 first version
 *                      10-03 15:00 finished, actual 9.50, pay day 10-25          950 → 665        10-03 change −50 (−35)
 *   O2  A  10-01 20:00 paid, est. 20.00; 10-02 09:00 cancelled before 11:00        0              nowhere: never in a bill
 *   O3  B  10-02 10:00 paid, est. 33.33                                         3333 → 2333       10-02 first (2333.1 → 2333)
 *                      10-10 finished at 33.33, pay day 10-28                   3333 → 2333       no change
 *                      10-30 two of three sent back, 11.11 stays                1111 → 778        10-30 clawback −2222 (−1555)
 *   O4  A  10-03 09:00 paid, est. 30.00                                         3000 → 2100       10-03 first
 *                      10-04 12:00 split: the parent (code 2) is worth nothing     0              10-04 change −3000 (−2100)
 *   401    (child)     12.34, finished 10-12, pay day 11-01                     1234 → 864        10-04 change +1234 (863.8 → 864)
 *   402    (child)     17.66                                                    1766 → 1236       10-04 change +1766 (1236.2 → 1236)
 *                      10-15 violation                                             0              10-15 clawback −1766 (−1236)
 *   O5  —  10-05 10:00 nobody's; paid, est. 5.05                                 505 → 0          10-05 first
 *                      10-09 16:00 finished at 5.00, pay day 10-26               500 → 0          10-09 change −5
 *   O6  A  10-31 23:59:59 paid, est. 8.00                                        800 → 560        10-31 first
 *   O7  A  11-01 00:00:00 paid, est. 7.00: November                              700 → 490        11-01 first
 *   O8  B  10-06 12:00 paid, est. 3.00, but told only on 10-20 09:00             300 → 210        10-20 change +300 (+210)
 *   O9  A  10-07 10:00 code 31, which nobody knows                                 0              10-07 nothing
 *                      10-08 14:00 paid after all, est. 2.00                     200 → 140        10-08 change +200 (+140)
 *   O10 A  10-07 11:00 payment due; 10-08 11:00 cancelled                          0              nowhere
 */
const { A, B } = world.partners
const [a, b] = [`p${A}`, `p${B}`]

interface Told {
  modifyTime: string
  [field: string]: string | number | Record<string, string>
}
const base = { parentId: '0', skuId: '100012043978', skuName: '保温杯', commissionRate: '10.00', finalRate: '90.00' }
const row = (id: string, subUnionId: string, orderTime: string) => ({
  ...base,
  ...{ id: `${id}_1`, orderId: id, subUnionId, orderTime },
})
const paid = (estimateFee: string) => ({ validCode: 16, estimateFee, estimateCosPrice: '100.00' })
const done = (finishTime: string, actualFee: string, payMonth: string) => ({
  ...{ validCode: 17, finishTime, actualFee, payMonth, actualCosPrice: '100.00' },
})
const o1 = row('11', a, '2026-10-01 10:00:00')
const o2 = row('12', a, '2026-10-01 20:00:00')
const o3 = { ...row('13', b, '2026-10-02 10:00:00'), skuNum: 3 }
const o4 = row('400', a, '2026-10-03 09:00:00')
const child = (id: string) => ({ ...row(id, a, '2026-10-03 09:00:00'), parentId: '400' })
const o5 = row('15', 'campaign', '2026-10-05 10:00:00')
const o6 = row('16', a, '2026-10-31 23:59:59')
const o7 = row('17', a, '2026-11-01 00:00:00')
const o8 = row('18', b, '2026-10-06 12:00:00')
const o9 = row('19', a, '2026-10-07 10:00:00')
const o10 = row('20', a, '2026-10-07 11:00:00')
const at = (time: string) => ({ modifyTime: `2026-${time}` })

/** In the order the union tells it. */
export const october: readonly Told[] = [
  { ...o1, ...paid('10.00'), ...at('10-01 10:00:30') },
  { ...o2, ...paid('20.00'), ...at('10-01 20:00:30') },
  { ...o2, ...paid('20.00'), validCode: 3, ...at('10-02 09:00:00') },
  { ...o3, ...paid('33.33'), ...at('10-02 10:00:30') },
  { ...o4, ...paid('30.00'), ...at('10-03 09:00:30') },
  { ...o1, ...paid('10.00'), ...done('2026-10-03 15:00:00', '9.50', '20261025'), ...at('10-03 15:00:00') },
  { ...o4, ...paid('30.00'), validCode: 2, ...at('10-04 12:00:00') },
  { ...child('401'), ...paid('12.34'), ...at('10-04 12:00:00') },
  { ...child('402'), ...paid('17.66'), ...at('10-04 12:00:00') },
  { ...o5, ...paid('5.05'), ...at('10-05 10:00:30') },
  { ...o9, ...paid('2.00'), validCode: 31, ...at('10-07 10:00:30') },
  { ...o10, ...paid('9.99'), validCode: 15, ...at('10-07 11:00:00') },
  { ...o10, ...paid('9.99'), validCode: 3, ...at('10-08 11:00:00') },
  { ...o9, ...paid('2.00'), ...at('10-08 14:00:00') },
  { ...o5, ...paid('5.05'), ...done('2026-10-09 16:00:00', '5.00', '20261026'), ...at('10-09 16:00:00') },
  { ...o3, ...paid('33.33'), ...done('2026-10-10 09:00:00', '33.33', '20261028'), ...at('10-10 09:00:00') },
  { ...child('401'), ...paid('12.34'), ...done('2026-10-12 12:00:00', '12.34', '20261101'), ...at('10-12 12:00:00') },
  { ...child('402'), ...paid('17.66'), validCode: 27, ...at('10-15 13:00:00') },
  { ...o8, ...paid('3.00'), ...at('10-20 09:00:00') },
  {
    ...{ ...o3, ...paid('33.33'), ...done('2026-10-10 09:00:00', '11.11', '20261028'), ...at('10-30 18:00:00') },
    ...{ skuReturnNum: 2, balanceExt: { '202610': '33.33', '202611': '-22.22' } },
  },
  { ...o6, ...paid('8.00'), ...at('10-31 23:59:59') },
  { ...o7, ...paid('7.00'), ...at('11-01 00:00:00') },
]

/** Day, partner → first version, changes, clawbacks, and what the day's orders are worth on 2 November; shares beside. */
export const octoberBills: Record<string, { orders: number; all: number[]; share: number[]; status: string }> = {
  [`2026-10-01 ${A}`]: { orders: 1, all: [1000, 0, 0, 950], share: [700, 0, 0, 665], status: 'adjusted' },
  [`2026-10-02 ${B}`]: { orders: 1, all: [3333, 0, 0, 1111], share: [2333, 0, 0, 778], status: 'adjusted' },
  // O1's change counts here; 401 is what is left of the day's own purchase.
  [`2026-10-03 ${A}`]: { orders: 1, all: [3000, -50, 0, 1234], share: [2100, -35, 0, 864], status: 'adjusted' },
  // −3000 + 1234 + 1766, and −2100 + 864 + 1236: the split moves nothing.
  [`2026-10-04 ${A}`]: { orders: 0, all: [0, 0, 0, 0], share: [0, 0, 0, 0], status: 'estimating' },
  '2026-10-05 -': { orders: 1, all: [505, 0, 0, 500], share: [0, 0, 0, 0], status: 'adjusted' },
  [`2026-10-06 ${B}`]: { orders: 1, all: [0, 0, 0, 300], share: [0, 0, 0, 210], status: 'adjusted' },
  [`2026-10-07 ${A}`]: { orders: 1, all: [0, 0, 0, 200], share: [0, 0, 0, 140], status: 'adjusted' },
  [`2026-10-08 ${A}`]: { orders: 0, all: [0, 200, 0, 0], share: [0, 140, 0, 0], status: 'estimating' },
  '2026-10-09 -': { orders: 0, all: [0, -5, 0, 0], share: [0, 0, 0, 0], status: 'estimating' },
  [`2026-10-15 ${A}`]: { orders: 0, all: [0, 0, -1766, 0], share: [0, 0, -1236, 0], status: 'estimating' },
  [`2026-10-20 ${B}`]: { orders: 0, all: [0, 300, 0, 0], share: [0, 210, 0, 0], status: 'estimating' },
  [`2026-10-30 ${B}`]: { orders: 0, all: [0, 0, -2222, 0], share: [0, 0, -1555, 0], status: 'estimating' },
  [`2026-10-31 ${A}`]: { orders: 1, all: [800, 0, 0, 800], share: [560, 0, 0, 560], status: 'estimating' },
}

/**
 * First versions 1000 + 3333 + 3000 + 505 + 800 = 8638; changes −50 + 200 − 5 + 300 = 445; clawbacks −1766 − 2222 = −3988.
 * 8638 + 445 − 3988 = 5095, and row by row: 950 + 1111 + 1234 + 500 + 800 + 300 + 200 = 5095.
 */
export const octoberSums = {
  firstFen: 8638,
  changeFen: 445,
  clawbackFen: -3988,
  netFen: 5095,
  /** A: 665 + 864 + 140 + 560; B: 778 + 210. */
  shares: { [A]: 2229, [B]: 988 },
  /** Paid in October: O1 950 on the 25th, O5 500 on the 26th, O3 3333 on the 28th; 401 is November's. */
  settledFen: 4783,
  /** What the union pays: 2 fen less over 3 rows is rounding. */
  paidFen: 4781,
}
