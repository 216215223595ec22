import type { Db } from '../../../core/verb.ts'
import type { Problem } from '../read/codes.ts'

/** What writing the understood rows of a batch came to. */
export interface Applied {
  created: number
  changed: number
  /** Rows the database knows better about. */
  problems: Problem[]
  flagged: Record<string, number>
  /** Videos whose current figures the worker brings up to date, as an array parameter. */
  waitingVideos: string | null
  /** The newest hour written. */
  hourThrough?: string | null
}

export interface Batch {
  db: Db
  source: string
  /** Our id of the batch, and the file its rows are from where it says so. */
  id: string
  sourceFile: string | null
  /** Who sends, and what the changes they cause are to be called. */
  by: { actorId: string; reason: string }
  now: Date
  completeDay: string | null
}

/** The problem of a row whose work nobody knows. */
export const stranger = ({ index, itemId }: { index: number; itemId: string }): Problem => ({
  index,
  field: 'platformItemId',
  value: itemId,
  code: 'UNKNOWN_VIDEO',
})

/** Rows of known works with the works' ids; the others are problems. */
export function place<Row extends { index: number; itemId: string }>(
  rows: readonly Row[],
  ids: readonly string[],
): { placed: (Row & { videoId: string })[]; problems: Problem[] } {
  const placed: (Row & { videoId: string })[] = []
  const problems: Problem[] = []
  rows.forEach((row, at) => {
    const videoId = ids[at]
    if (videoId) placed.push({ ...row, videoId })
    else problems.push(stranger(row))
  })
  return { placed, problems }
}

/** The last row of each key. */
export function lastOf<Row>(rows: readonly Row[], keyOf: (row: Row) => string): Row[] {
  return [...new Map(rows.map((row) => [keyOf(row), row])).values()]
}

/** Counts without those that are 0. */
export const counted = (counts: Record<string, number>): Record<string, number> =>
  Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0))
