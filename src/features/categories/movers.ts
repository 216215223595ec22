import type { Reply } from '../../core/contract.ts'
import type { Period } from '../../core/period.ts'
import { dayOf } from '../../core/time.ts'
import type { Ctx } from '../../core/verb.ts'
import { bestOf } from './compute.ts'
import type { categoryMovers } from './contract.ts'
import * as sql from './sql/figures.ts'
import { readAll } from './sql/tree.ts'

type Answer = Reply<typeof categoryMovers>
const MOST = 10
/** Videos whose exact figures are looked up: those that moved most by the tops of their days. */
const CANDIDATES = 60

/** Second-level categories and videos whose plays changed most, up or down. */
export async function moversOf({ db, scope }: Ctx, now: Period, before: Period): Promise<Answer> {
  const [categories, shapes, shapesBefore, sums, sumsBefore, top, topBefore] = await Promise.all([
    readAll(db),
    sql.readShapes(db, scope, now),
    sql.readShapes(db, scope, before),
    sql.readSums(db, scope, { ...NO_FILTER, ...now }),
    sql.readSums(db, scope, { ...NO_FILTER, ...before }),
    sql.readTop(db, scope, 'video', now),
    sql.readTop(db, scope, 'video', before),
  ])
  const videos = await sql.readMoved(db, scope, candidates(top, topBefore), now, before)
  const plays = byCategory(sums, (one) => one.plays)
  const playsBefore = byCategory(sumsBefore, (one) => one.plays)
  const young = byCategory(shapes, (one) => one.youngPlays)
  const youngBefore = byCategory(shapesBefore, (one) => one.youngPlays)
  return {
    categories: largest(
      [...new Set([...plays.keys(), ...playsBefore.keys()])].map((id) => {
        const category = categories.find((one) => one.id === id)
        return {
          id,
          nameZh: category?.nameZh ?? '',
          nameEn: category?.nameEn ?? '',
          plays: plays.get(id) ?? 0,
          playsBefore: playsBefore.get(id) ?? 0,
          youngPlays: young.get(id) ?? 0,
          youngPlaysBefore: youngBefore.get(id) ?? 0,
        }
      }),
    ),
    videos: largest(
      videos.map((video) => ({
        ...video,
        isNew: !!video.publishedAt && dayOf(Date.parse(video.publishedAt)) >= now.from,
        nameZh: video.nameZh ?? '',
        nameEn: video.nameEn ?? '',
      })),
    ),
  }
}

const NO_FILTER = { platform: [], contentType: [], productCode: [], partnerId: [] }

function largest<M extends { id: string; plays: number; playsBefore: number }>(moved: readonly M[]): M[] {
  const size = ({ plays, playsBefore }: M) => Math.abs(plays - playsBefore)
  return moved
    .filter((one) => size(one) > 0)
    .sort((a, b) => size(b) - size(a) || (a.id < b.id ? -1 : 1))
    .slice(0, MOST)
}

function byCategory<R extends { categoryId: string }>(rows: readonly R[], of: (row: R) => number): Map<string, number> {
  const sums = new Map<string, number>()
  for (const row of rows) sums.set(row.categoryId, (sums.get(row.categoryId) ?? 0) + of(row))
  return sums
}

function candidates(top: readonly sql.TopItem[], before: readonly sql.TopItem[]): string[] {
  const change = new Map<string, number>()
  for (const { id, plays } of bestOf(top, top.length)) change.set(id, plays)
  for (const { id, plays } of bestOf(before, before.length)) change.set(id, (change.get(id) ?? 0) - plays)
  return [...change]
    .sort((a, b) => Math.abs(b[1]) - Math.abs(a[1]) || (a[0] < b[0] ? -1 : 1))
    .slice(0, CANDIDATES)
    .map(([id]) => id)
}
