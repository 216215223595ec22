import { dayOf } from '../../core/time.ts'
import type { Job, JobCtx } from '../../core/verb.ts'
import { prepare, takeTurn } from './sql/batch.ts'
import {
  dropOld,
  rebuildHour,
  refreshAllFigures,
  refreshFigures,
  refreshFirstHours,
  settleDays,
  takeWaiting,
} from './sql/figures.ts'

export const FIGURES_JOB = 'refresh-figures'
export const HOURS_JOB = 'rollup-hours'

/**
 * Brings what lists show up to date with the batches that came in, a few batches a turn; when a day has become complete,
 * for every video. May run twice: the second time nothing waits.
 */
async function refreshWaiting({ transaction }: JobCtx): Promise<void> {
  const round = () =>
    transaction(async (db) => {
      await takeTurn(db)
      const hasMoved = await settleDays(db)
      const videos = await takeWaiting(db)
      if (hasMoved) await refreshAllFigures(db)
      if (videos.length === 0) return false
      await prepare(db)
      if (!hasMoved) await refreshFigures(db, videos)
      await refreshFirstHours(db, videos)
      return true
    })
  while (await round()) {
    // Each round is a transaction of its own, so that batches get their turn in between.
  }
}

async function rebuildHours({ transaction }: JobCtx): Promise<void> {
  while (await transaction(rebuildHour)) {
    // One hour a transaction, so that what is done stays done.
  }
}

export const jobs: Job[] = [
  { name: FIGURES_JOB, cron: '*/5 * * * *', run: refreshWaiting },
  { name: HOURS_JOB, cron: '* * * * *', run: rebuildHours },
  { name: 'drop-old-hours', cron: '41 18 * * *', run: ({ db, now }) => dropOld(db, dayOf(now)) },
]
