import type { ImportRun } from '../../core/importing.ts'
import type { Scope } from '../../core/scope.ts'
import type { Ctx, Db, JobCtx } from '../../core/verb.ts'
import type { Counts, PlainSample, Sample } from './contract.ts'
import type { Work } from './sql/job.ts'

/** A run over one file, inside its transaction. */
export interface Step {
  importId: string
  actorId: string
  db: Db
  /** Outside the transaction, so that progress is seen while it runs. */
  outside: JobCtx
  work: Work
  /** Null where the account may no longer import this. */
  actor: Ctx | null
  scope: Scope
}

export interface Outcome {
  counts: Counts
  sample: Sample | PlainSample
}

/** How the rows of a target go in, and back. */
export interface Way {
  /**
   * Reads the file into tables of the transaction and compares it with what is known. Returns how many rows a later one
   * replaced.
   */
  stage(step: Step): Promise<number>
  report(step: Step, replaced: number): Promise<Outcome>
  /** Writes what was staged, with what is needed to take it back, and reports it. */
  write(step: Step, replaced: number): Promise<Outcome>
  /** What the import wrote and somebody has touched since. */
  touched(run: ImportRun): Promise<string[]>
  revert(run: ImportRun): Promise<void>
}

/** The account lost the right to import this between the button and the run. */
export class NotPermitted extends Error {}
