import { setProgress } from './sql/job.ts'
import type { Step } from './way.ts'

/** The share of a run that reading the file is. */
const READ_SHARE = 60

/** Tells how far a file is read; called with the rows of each batch. */
export function reading({ outside, importId, work: { format } }: Step): (rows: number) => Promise<void> {
  let seen = 0
  return (rows) => {
    seen += rows
    const share = Math.round((seen / Math.max(format.rows, 1)) * READ_SHARE)
    return setProgress(outside.db, importId, Math.min(READ_SHARE, share))
  }
}
