import { type Scope, scopeOf } from '../../core/scope.ts'
import type { Job, JobCtx } from '../../core/verb.ts'
import { UNDO_DAYS } from './contract.ts'
import { metricsWay } from './metricsWay.ts'
import { FileRefusal } from './parse/refusal.ts'
import { plainWay } from './plainWay.ts'
import { type Register, registerOf } from './register.ts'
import { takeApplyTurn } from './sql/apply.ts'
import { failJob, finishJob, finishUndo, forgetChanges, readWork, setProgress, takeTurn, type Work } from './sql/job.ts'
import { NotPermitted, type Step, type Way } from './way.ts'

/** An import to run, and who asked for it. */
export interface Run {
  importId: string
  actorId: string
}

type Doing = 'checking' | 'applying' | 'undoing'

const NOBODY: Scope = { kind: 'none' }
const METRICS_ALONE = registerOf([])

/** Reads and compares every row; writes the report alone. May run twice. */
export function checkImport(ctx: JobCtx, run: Run, register = METRICS_ALONE): Promise<void> {
  return attempt(ctx, run, register, 'checking', async (step, way) => {
    const outcome = await way.report(step, await way.stage(step))
    await finishJob(step.db, run.importId, 'checking', {
      status: 'checked',
      ...outcome,
      finishedAt: null,
      undoUntil: null,
    })
  })
}

/** Reads the file again and writes all of it or nothing. May run twice: the second time finds nothing new. */
export function applyImport(ctx: JobCtx, run: Run, register = METRICS_ALONE): Promise<void> {
  return attempt(ctx, run, register, 'applying', async (step, way) => {
    await takeApplyTurn(step.db)
    const replaced = await way.stage(step)
    await setProgress(ctx.db, run.importId, 75)
    const outcome = await way.write(step, replaced)
    const { fresh, changed, videosUpdated = 0 } = outcome.counts
    const hasWritten = fresh + changed + videosUpdated > 0
    await finishJob(step.db, run.importId, 'applying', {
      status: 'applied',
      ...outcome,
      finishedAt: ctx.now,
      undoUntil: hasWritten ? new Date(+ctx.now + UNDO_DAYS * 24 * 3_600_000) : null,
    })
  })
}

/** Somebody touched a row between the button and the run. */
class Touched extends Error {}

/** Puts back everything an import wrote, or nothing where somebody has touched a row since. */
export function undoImport(ctx: JobCtx, run: Run, register = METRICS_ALONE): Promise<void> {
  return attempt(ctx, run, register, 'undoing', async ({ db, actor, importId }, way) => {
    if (!actor) throw new NotPermitted()
    await takeApplyTurn(db)
    if ((await way.touched({ importId, ctx: actor })).length > 0) throw new Touched()
    await setProgress(ctx.db, importId, 30)
    await way.revert({ importId, ctx: actor })
    await finishUndo(db, importId)
  })
}

async function attempt(
  ctx: JobCtx,
  { importId, actorId }: Run,
  register: Register,
  doing: Doing,
  work: (step: Step, way: Way) => Promise<void>,
): Promise<void> {
  try {
    await ctx.transaction(async (db, inside) => {
      await takeTurn(db, importId)
      const found = await readWork(db, importId)
      if (found?.status !== doing) return
      // The rights of this moment decide, not those of the moment the button was pressed.
      const account = await inside.actAs(actorId, 'zh-CN')
      const actor = account && register.permits(account.session, found.target) ? account : null
      const scope = actor ? scopeOf(actor.session) : NOBODY
      await work({ importId, actorId, db, outside: ctx, work: found, actor, scope }, wayOf(register, found))
    })
  } catch (error) {
    await failJob(ctx.db, importId, failureOf(error), ctx.now)
    // Told to the log; a second try finds the import failed and does nothing.
    if (failureOf(error) === 'INTERNAL') throw error
  }
}

function failureOf(error: unknown): string {
  if (error instanceof FileRefusal) return error.reason
  if (error instanceof NotPermitted) return 'NOT_PERMITTED'
  return error instanceof Touched ? 'TOUCHED' : 'INTERNAL'
}

export function wayOf(register: Register, { target }: Pick<Work, 'target'>): Way {
  const found = register.find(target)
  return found ? plainWay(found) : metricsWay
}

export const CHECK_JOB = 'check-import'
export const APPLY_JOB = 'apply-import'
export const UNDO_JOB = 'undo-import'

export function jobsOf(register: Register): Job[] {
  const job = (name: string, run: typeof checkImport): Job => ({
    name,
    run: (ctx, { importId, actorId }) => run(ctx, { importId: String(importId), actorId: String(actorId) }, register),
  })
  return [
    job(CHECK_JOB, checkImport),
    job(APPLY_JOB, applyImport),
    job(UNDO_JOB, undoImport),
    { name: 'forget-imports', cron: '43 19 * * *', run: ({ db, now }) => forgetChanges(db, now) },
  ]
}
