import { dayOf } from '../../core/time.ts'
import type { Job, JobCtx } from '../../core/verb.ts'
import { prepare, takeTurn } from './sql/batch.ts'
import {
  dropOld,
  findFirstHours,
  rebuildHour,
  refreshAllFigures,
  refreshFigures,
  refreshHours,
  settleDays,
  takeFigures,
  takeWaiting,
} from './sql/figures.ts'

export const FIGURES_JOB = 'refresh-figures'
export const HOURS_JOB = 'rollup-hours'

/**
 * Brings what lists show up to date with the batches that came in, a few batches a turn; when a day has become complete,
 * for every video. Runs beside the batches: what comes in meanwhile waits for the next turn. May run twice: the second
 * time nothing waits.
 */
async function refreshWaiting({ transaction }: JobCtx): Promise<void> {
  const round = () =>
    transaction(async (db) => {
      const videos = await takeWaiting(db)
      const late = await findFirstHours(db, videos)
      // Locks in the order imports take them: the turn to write, the days, the current figures.
      if (late) {
        await takeTurn(db)
        await refreshHours(db, late)
      }
      const hasMoved = await settleDays(db)
      if (!hasMoved && videos.length === 0) return false
      await takeFigures(db)
      if (hasMoved) await refreshAllFigures(db)
      else {
        await prepare(db)
        await refreshFigures(db, videos)
      }
      return videos.length > 0
    })
  while (await round()) {
    // Each round is a transaction of its own, so that what is done stays done.
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
