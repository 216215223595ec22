import { type Scope, scopeOf } from '../../core/scope.ts'
import { dayOf } from '../../core/time.ts'
import type { Db, Job, JobCtx } from '../../core/verb.ts'
import type { Counts, Field, Sample } from './contract.ts'
import { FileRefusal } from './parse/refusal.ts'
import { readFileRows } from './parse/thread.ts'
import { refreshFigures, takeApplyTurn, writeCreators, writeMetrics, writeVideos } from './sql/apply.ts'
import { failJob, finishJob, readActor, readWork, setProgress, takeTurn, type Work } from './sql/job.ts'
import { countImport, sampleImport } from './sql/report.ts'
import * as stage from './sql/stage.ts'

/** An import to run, and who asked for it. */
export interface Run {
  importId: string
  actorId: string
}

const READ_SHARE = 60

/** Reads and compares every row; writes the report alone. May run twice. */
export function checkImport(ctx: JobCtx, run: Run): Promise<void> {
  return attempt(ctx, run, 'checking', async (db, work, scope) => {
    const replaced = await stageFile(ctx, db, run, work, scope)
    const outcome = await report(db, run, replaced)
    await finishJob(db, run.importId, 'checking', { status: 'checked', ...outcome, finishedAt: null })
  })
}

/** Reads the file again and writes all of it or nothing. May run twice: the second time finds nothing new. */
export function applyImport(ctx: JobCtx, run: Run): Promise<void> {
  return attempt(ctx, run, 'applying', async (db, work, scope) => {
    await takeApplyTurn(db)
    const replaced = await stageFile(ctx, db, run, work, scope)
    const outcome = await report(db, run, replaced)
    await setProgress(ctx.db, run.importId, 75)
    await writeCreators(db)
    await writeVideos(db, run.actorId, `import ${run.importId}`)
    await writeMetrics(db, run.importId)
    await setProgress(ctx.db, run.importId, 90)
    await refreshFigures(db)
    await finishJob(db, run.importId, 'applying', { status: 'applied', ...outcome, finishedAt: ctx.now })
  })
}

async function attempt(
  ctx: JobCtx,
  { importId, actorId }: Run,
  status: 'checking' | 'applying',
  work: (db: Db, work: Work, scope: Scope) => Promise<void>,
): Promise<void> {
  try {
    await ctx.transaction(async (db) => {
      await takeTurn(db, importId)
      const found = await readWork(db, importId)
      if (found?.status !== status) return
      // The rights of this moment decide, not those of the moment the button was pressed.
      const actor = await readActor(db, actorId)
      await work(db, found, actor ? scopeOf(actor) : { kind: 'none' })
    })
  } catch (error) {
    await failJob(ctx.db, importId, error instanceof FileRefusal ? error.reason : 'INTERNAL', ctx.now)
    // Told to the log; a second try finds the import failed and does nothing.
    if (!(error instanceof FileRefusal)) throw error
  }
}

/** Reads the file into the tables of the transaction; returns how many rows a later one replaced. */
async function stageFile(ctx: JobCtx, db: Db, { importId }: Run, work: Work, scope: Scope): Promise<number> {
  const { mapping, format } = work
  await stage.openStage(db)
  await stage.clearRefusals(db, importId)
  const heading = (field: string) => mapping.columns[field as Field] ?? field
  let rows = 0
  const task = {
    path: ctx.files.path(work.fileKey),
    mapping,
    today: dayOf(ctx.now),
    keepsCells: scope.kind !== 'all',
  }
  for await (const batch of readFileRows(task)) {
    if (batch.rows.length > 0) await stage.stageRows(db, batch.rows)
    if (batch.refused.length > 0) await stage.stageRefusals(db, importId, batch.refused, heading)
    rows += batch.rows.length + batch.refused.length
    await setProgress(
      ctx.db,
      importId,
      Math.min(READ_SHARE, Math.round((rows / Math.max(format.rows, 1)) * READ_SHARE)),
    )
  }
  await stage.resolveVideos(db, mapping)
  await stage.refuseForeign(db, importId, scope, heading('itemId'))
  const replaced = await stage.dropReplaced(db)
  await stage.compareMetrics(db, mapping.counts)
  return replaced
}

async function report(db: Db, { importId }: Run, replaced: number): Promise<{ counts: Counts; sample: Sample }> {
  return { counts: await countImport(db, importId, replaced), sample: await sampleImport(db) }
}

const job = (name: string, run: (ctx: JobCtx, run: Run) => Promise<void>): Job => ({
  name,
  run: (ctx, { importId, actorId }) => run(ctx, { importId: String(importId), actorId: String(actorId) }),
})

export const CHECK_JOB = 'check-import'
export const APPLY_JOB = 'apply-import'
export const jobs: Job[] = [job(CHECK_JOB, checkImport), job(APPLY_JOB, applyImport)]
