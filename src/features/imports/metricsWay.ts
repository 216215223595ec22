import { dayOf } from '../../core/time.ts'
import { readFileRows } from './parse/thread.ts'
import { reading } from './progress.ts'
import { refreshFigures, writeCreators, writeMetrics, writeVideos } from './sql/apply.ts'
import { setProgress } from './sql/job.ts'
import { countImport, sampleImport } from './sql/report.ts'
import * as stage from './sql/stage.ts'
import { revertMetrics, touchedMetrics } from './sql/undo.ts'
import type { Outcome, Step, Way } from './way.ts'

const report = async ({ db, importId }: Step, replaced: number): Promise<Outcome> => ({
  counts: await countImport(db, importId, replaced),
  sample: await sampleImport(db),
})

/** How the daily figures of videos go in: a row is a video's snapshot, and makes videos and creators that are missing. */
export const metricsWay: Way = {
  async stage(step) {
    const { importId, db, outside, work, scope } = step
    const { mapping } = work
    const heading = (field: string) => mapping.columns[field] ?? field
    await stage.openStage(db)
    await stage.clearRefusals(db, importId)
    const task = { mapping, today: dayOf(outside.now), keepsCells: scope.kind !== 'all' }
    const tell = reading(step)
    await outside.files.onDisk(work.fileKey, async (path) => {
      for await (const batch of readFileRows({ ...task, path })) {
        if (batch.rows.length > 0) await stage.stageRows(db, batch.rows)
        if (batch.refused.length > 0) await stage.stageRefusals(db, importId, batch.refused, heading)
        await tell(batch.rows.length + batch.refused.length)
      }
    })
    await stage.resolveVideos(db, mapping)
    await stage.refuseForeign(db, importId, scope, heading('itemId'))
    const replaced = await stage.dropReplaced(db)
    await stage.compareMetrics(db, mapping.counts)
    return replaced
  },
  report,
  async write(step, replaced) {
    const { db, importId, actorId, outside } = step
    const outcome = await report(step, replaced)
    await writeCreators(db, importId)
    await writeVideos(db, { importId, actorId })
    await writeMetrics(db, importId)
    await setProgress(outside.db, importId, 90)
    await refreshFigures(db, importId)
    return outcome
  },
  touched: ({ importId, ctx }) => touchedMetrics(ctx.db, importId),
  revert: ({ importId, ctx }) => revertMetrics(ctx.db, importId, ctx.session.accessId),
}
