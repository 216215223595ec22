import type { VideoRow } from '../read/rows.ts'
import { arrayOf, takeTurn } from '../sql/batch.ts'
import { refreshDeltas, writeVideos } from '../sql/videos.ts'
import { type Applied, type Batch, counted, lastOf } from './applied.ts'

/** Writes works; the last row of a work counts. */
export async function applyVideos(
  { db, by }: Batch,
  rows: readonly (VideoRow & { index: number })[],
): Promise<Applied> {
  const last = lastOf(rows, ({ platform, itemId }) => `${platform} ${itemId}`)
  await takeTurn(db)
  const { created, changed, unattributed, uncategorised, redated } = await writeVideos(db, last, by)
  if (redated.length) await refreshDeltas(db, redated)
  const waitingVideos = redated.length ? arrayOf(redated, (id) => id) : null
  return { created, changed, problems: [], flagged: counted({ unattributed, uncategorised }), waitingVideos }
}
