import { dayOf } from '../../../core/time.ts'
import type { HourRow, MetricRow } from '../read/rows.ts'
import { arrayOf, findVideos, takeTurn } from '../sql/batch.ts'
import { ensureHours, ensureMonths, noteDays, writeHours, writeMetrics } from '../sql/metrics.ts'
import { type Applied, type Batch, counted, lastOf, place } from './applied.ts'

type Numbered<Row> = Row & { index: number }

/** Writes daily snapshots; the last row of a work and day counts. */
export async function applyMetrics(
  { db, source, completeDay }: Batch,
  rows: readonly Numbered<MetricRow>[],
): Promise<Applied> {
  const { placed, problems } = place(rows, await findVideos(db, rows))
  const last = lastOf(placed, ({ videoId, day }) => `${videoId} ${day}`)
  const perDay = new Map<string, number>(completeDay ? [[completeDay, 0]] : [])
  for (const { day } of last) perDay.set(day, (perDay.get(day) ?? 0) + 1)
  const days = [...perDay].map(([day, rows]) => ({ day, rows })).sort((a, b) => (a.day < b.day ? -1 : 1))
  await ensureMonths(db, [...perDay.keys()])
  await takeTurn(db)
  const { created, changed, falls } = last.length ? await writeMetrics(db, last) : { created: 0, changed: 0, falls: 0 }
  await noteDays(db, source, days, completeDay)
  const waitingVideos = created + changed ? arrayOf([...new Set(last.map(({ videoId }) => videoId))], (id) => id) : null
  return { created, changed, problems, flagged: counted({ falls }), waitingVideos }
}

/** Writes hourly snapshots; the last row of a work and hour counts. */
export async function applyHours({ db }: Batch, rows: readonly Numbered<HourRow>[]): Promise<Applied> {
  const { placed, problems } = place(rows, await findVideos(db, rows))
  const last = lastOf(placed, ({ videoId, bucketAt }) => `${videoId} ${bucketAt}`)
  if (last.length === 0) return { created: 0, changed: 0, problems, flagged: {}, waitingVideos: null }
  const hours = last.map(({ bucketAt }) => bucketAt).sort()
  await ensureHours(db, [...new Set(hours.map((hour) => dayOf(Date.parse(hour))))])
  await takeTurn(db)
  const { created, changed, falls } = await writeHours(db, last, hours[0]!)
  return { created, changed, problems, flagged: counted({ falls }), waitingVideos: null, hourThrough: hours.at(-1)! }
}
