import { dayOf } from '../../../core/time.ts'
import type { Db } from '../../../core/verb.ts'
import type { Problem } from '../read/codes.ts'
import type { HourRow, MetricRow } from '../read/rows.ts'
import { arrayOf, findVideos, takeTurn } from '../sql/batch.ts'
import {
  appendMetrics,
  ensureHours,
  ensureMonths,
  noteDays,
  type Written,
  writeHours,
  writeMetrics,
} from '../sql/metrics.ts'
import { type Applied, type Batch, counted, lastOf, place, stranger } from './applied.ts'

type Numbered<Row> = Row & { index: number }

interface Laid extends Written {
  /** Rows that counted, by day. */
  days: Map<string, number>
  problems: Problem[]
  waitingVideos: string | null
}

/** Writes daily snapshots; the last row of a work and day counts. */
export async function applyMetrics(batch: Batch, rows: readonly Numbered<MetricRow>[]): Promise<Applied> {
  const { db, source, completeDay } = batch
  const sent = new Set(rows.map(({ day }) => day))
  await ensureMonths(db, completeDay ? [completeDay, ...sent] : [...sent])
  const [day] = sent
  const laid = sent.size === 1 ? await appendDay(db, day!, rows) : await writeDays(db, rows)
  const { created, changed, falls, problems, waitingVideos } = laid
  if (completeDay && !laid.days.has(completeDay)) laid.days.set(completeDay, 0)
  const days = [...laid.days].map(([day, rows]) => ({ day, rows })).sort((a, b) => (a.day < b.day ? -1 : 1))
  await noteDays(db, source, days, completeDay)
  return { created, changed, problems, flagged: counted({ falls }), waitingVideos }
}

/** One day's rows, as feeds send them: most are the newest of their work, the others go the long way. */
async function appendDay(db: Db, day: string, rows: readonly Numbered<MetricRow>[]): Promise<Laid> {
  const keyOf = ({ platform, itemId }: MetricRow) => `${platform} ${itemId}`
  const last = lastOf(rows, keyOf)
  await takeTurn(db)
  const { created, falls, videoIds, unknown, beside } = await appendMetrics(db, day, last)
  const rest = beside.map(({ at, videoId }) => ({ ...last[at]!, videoId }))
  const written = rest.length ? await writeMetrics(db, rest) : { created: 0, changed: 0, falls: 0 }
  const strangers = new Set(unknown.map((at) => keyOf(last[at]!)))
  const counting = last.length - unknown.length
  const isRestWritten = written.created + written.changed > 0
  const waiting = [...(videoIds ? [videoIds] : []), ...(isRestWritten ? rest.map(({ videoId }) => videoId) : [])]
  return {
    created: created + written.created,
    changed: written.changed,
    falls: falls + written.falls,
    days: new Map(counting ? [[day, counting]] : []),
    problems: strangers.size ? rows.filter((row) => strangers.has(keyOf(row))).map(stranger) : [],
    waitingVideos: waiting.length ? `{${waiting.join(',')}}` : null,
  }
}

/** Rows of several days. */
async function writeDays(db: Db, rows: readonly Numbered<MetricRow>[]): Promise<Laid> {
  const { placed, problems } = place(rows, await findVideos(db, rows))
  const last = lastOf(placed, ({ videoId, day }) => `${videoId} ${day}`)
  const days = new Map<string, number>()
  for (const { day } of last) days.set(day, (days.get(day) ?? 0) + 1)
  await takeTurn(db)
  const written = last.length ? await writeMetrics(db, last) : { created: 0, changed: 0, falls: 0 }
  const hasWritten = written.created + written.changed > 0
  const waitingVideos = hasWritten ? arrayOf([...new Set(last.map(({ videoId }) => videoId))], (id) => id) : null
  return { ...written, days, problems, waitingVideos }
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
