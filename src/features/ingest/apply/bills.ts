import type { BillRow } from '../read/rows.ts'
import { findVideos } from '../sql/batch.ts'
import { writeBills } from '../sql/bills.ts'
import { type Applied, type Batch, lastOf, place } from './applied.ts'

/** Writes income rows: a row that says something new about its work, task, type and day is a revision beside the old one. */
export async function applyBills(batch: Batch, rows: readonly (BillRow & { index: number })[]): Promise<Applied> {
  const { placed, problems } = place(rows, await findVideos(batch.db, rows))
  const last = lastOf(placed, ({ videoId, day, task, settleType }) => `${day}|${videoId}|${settleType}|${task}`)
  const written = await writeBills(batch.db, batch, last)
  return { ...written, problems, flagged: {}, waitingVideos: null }
}
