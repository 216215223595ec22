import type { ImportProblem, ImportRun, ImportTarget } from '../../core/importing.ts'
import type { PlainRows } from './parse/read.ts'
import { readPlainFileRows } from './parse/thread.ts'
import { reading } from './progress.ts'
import type { PlainRow } from './read/plain.ts'
import { plainFields } from './register.ts'
import * as sql from './sql/plain.ts'
import { clearRefusals, stageRefusals } from './sql/stage.ts'
import { NotPermitted, type Step, type Way } from './way.ts'

/** How the rows of a room's target go in: read here, judged and written there. */
export function plainWay(target: ImportTarget): Way {
  const runOf = ({ importId, actor }: Step): ImportRun => {
    if (!actor) throw new NotPermitted()
    return { importId, ctx: actor }
  }
  const report = async (step: Step) => {
    const { db, importId } = step
    const notes = (await target.count?.(runOf(step))) ?? {}
    return { counts: await sql.countPlain(db, importId, notes), sample: await sql.samplePlain(db) }
  }
  return {
    async stage(step) {
      const { db, importId, outside, work } = step
      const run = runOf(step)
      const heading = (field: string) => work.mapping.columns[field] ?? field
      await sql.openEntries(db)
      await clearRefusals(db, importId)
      const task = { mapping: work.mapping, fields: plainFields(target) }
      const tell = reading(step)
      await outside.files.onDisk(work.fileKey, async (path) => {
        for await (const batch of readPlainFileRows({ ...task, path })) {
          const { rows, refused } = refined(target, batch, step)
          if (rows.length > 0) await sql.stageEntries(db, rows)
          if (refused.length > 0) await stageRefusals(db, importId, refused, heading)
          await tell(batch.rows.length + batch.refused.length)
        }
      })
      await target.classify(run)
      await sql.refuseEntries(db, importId, work)
      return 0
    },
    report,
    async write(step) {
      await target.apply(runOf(step))
      await sql.refuseEntries(step.db, step.importId, step.work)
      return report(step)
    },
    touched: (run) => target.touched(run),
    revert: (run) => target.revert(run),
  }
}

/** A batch after its target has had a look at each row. */
function refined({ refine }: ImportTarget, batch: PlainRows, step: Step): PlainRows {
  if (!refine) return batch
  const rows: PlainRow[] = []
  const refused = [...batch.refused]
  for (const row of batch.rows) {
    const data = refine(row.data)
    if (!Array.isArray(data)) rows.push({ ...row, data })
    else {
      const { rowNo, cells } = row
      const [problem] = data as [ImportProblem]
      refused.push({ rowNo, cells, problem: { ...problem, value: cellOf(row, problem.field, step) } })
    }
  }
  return { rows, refused }
}

const cellOf = ({ cells }: PlainRow, field: string, { work: { mapping, format } }: Step): string =>
  (cells[format.header.indexOf(mapping.columns[field] ?? '')] ?? '').slice(0, 200)
