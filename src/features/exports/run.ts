import { open, rm, stat } from 'node:fs/promises'
import type { Columns } from '../../core/columns.ts'
import { AppError } from '../../core/errors.ts'
import { clockOf } from '../../core/time.ts'
import type { Ctx, Db, JobCtx, ListVerb } from '../../core/verb.ts'
import { type Rows, sha256Of, writeCsv, writeZippedCsv } from '../../kit/sheet/file.ts'
import { writeXlsx } from '../../kit/sheet/xlsx.ts'
import { ZipTooLarge } from '../../kit/sheet/zip.ts'
import { PART_ROWS, ZIP_FROM } from './contract.ts'
import { ADDS_UP, notesOf } from './describe.ts'
import { tellDone, tellFailed } from './notices.ts'
import { readQuestion } from './order.ts'
import { isUnchanged } from './rights.ts'
import { type ExportJob, readAnyJob } from './sql.ts'
import * as sql from './sqlRun.ts'
import { text } from './text.ts'

/** An export that ends for a reason its owner is told. */
class Ended extends Error {}
/** The owner has canceled it: nothing to tell, nothing to keep. */
class Canceled extends Error {}

/**
 * Makes the file of one export, from one instant of the data. Safe to run twice: who comes second finds it running
 * elsewhere or over. A run whose process died begins anew, once; the file appears under its name when it is whole.
 */
export async function runExport(ctx: JobCtx, verbs: readonly ListVerb[], id: string): Promise<void> {
  const draft = ctx.files.draft()
  try {
    const finished = await ctx.transaction(async (db, inner) => {
      await sql.freeze(db)
      const turn = await sql.takeTurn(db, id)
      if (!turn.isMine || !(await begin(ctx, id))) return undefined
      const job = (await readAnyJob(ctx.db, id))!
      const written = await write(ctx, db, inner, verbs, job, turn.at, draft)
      return { job, ...written }
    })
    if (!finished) return
    const { job, ...end } = finished
    const sizeBytes = (await stat(draft)).size
    const sha256 = await sha256Of(draft)
    const fileKey = await ctx.files.keep({ path: draft })
    const isDone = await ctx.transaction(async (db, inner) => {
      const done = await sql.finishJob(db, id, { ...end, sizeBytes, sha256, fileKey }, ctx.now)
      if (done) await tellDone(inner, job, end.rows)
      return done
    })
    if (!isDone) await ctx.files.drop(fileKey)
  } catch (error) {
    await rm(draft, { force: true })
    if (error instanceof Canceled) return
    await fail(ctx, id, reasonOf(error))
    // Told to the log; a second try finds the export over and does nothing.
    if (reasonOf(error) === 'INTERNAL') throw error
  }
}

/** Claims the run on a connection of its own, so that everybody sees it. Throws INTERRUPTED when it died twice. */
async function begin(ctx: JobCtx, id: string): Promise<boolean> {
  const state = await sql.readState(ctx.db, id)
  if (state?.status === 'queued') return sql.startJob(ctx.db, id, 'queued', ctx.now)
  if (state?.status !== 'running') return false
  if (state.restarts > 0) throw new Ended('INTERRUPTED')
  return sql.startJob(ctx.db, id, 'running', ctx.now)
}

async function write(
  ctx: JobCtx,
  db: Db,
  inner: JobCtx,
  verbs: readonly ListVerb[],
  job: ExportJob,
  snapshotAt: string,
  draft: string,
): Promise<Omit<sql.Finished, 'sizeBytes' | 'sha256' | 'fileKey'>> {
  const verb = verbs.find(({ list }) => list.key === job.listKey)
  // The rights of this moment decide, not those of the moment the button was pressed.
  const owner = verb && (await inner.actAs(job.ownerId, job.language))
  if (!owner || !isUnchanged(owner.session, verb, job)) throw new Ended('SCOPE_CHANGED')
  const as: Ctx = { ...owner, db }
  const question = readQuestion(as, verb, job.query)
  const { dataThrough } = await verb.page(as, { ...question, pageSize: 1, wantsTotal: false })
  const columns = Object.fromEntries(job.columns.map((name) => [name, (verb.list.columns as Columns)[name]!]))
  const sums = summing(columns)
  const rows = watched(ctx, job.id, verb.all(as, question) as Rows, sums.add)
  const { language } = job
  const base = `${verb.text[language].title}_${clockOf(ctx.now).replace(/[-:]/g, '').replace(' ', '-')}`
  const table = { columns, text: verb.text, language, bom: job.bom }
  const notes = (parts: readonly { name: string; rows: number; sha256: string }[]) =>
    notesOf({ ...job, verb, snapshotAt, dataThrough, totals: sums.totals(), parts })
  const isZip = job.format === 'csv' && job.rowEstimate > ZIP_FROM
  const file = await open(draft, 'w')
  try {
    const parts =
      job.format === 'xlsx'
        ? await writeXlsx(file, rows, {
            columns,
            text: verb.text,
            language,
            notesTitle: text[language].notes.title,
            notes,
          })
        : isZip
          ? await writeZippedCsv(file, rows, table, (part) => `${base}_${part}.csv`, PART_ROWS)
          : await writeCsv(file, rows, table, `${base}.csv`)
    await file.sync()
    const count = parts.reduce((sum, part) => sum + part.rows, 0)
    const fileName = `${base}_r${count}.${isZip ? 'csv.zip' : job.format}`
    return { rows: count, totals: sums.totals(), dataThrough, snapshotAt, fileName, parts }
  } finally {
    await file.close()
  }
}

/** Notes progress after each batch, which is also where a cancel is heard. */
async function* watched(ctx: JobCtx, id: string, rows: Rows, add: (row: Record<string, unknown>) => void): Rows {
  let count = 0
  for await (const batch of rows) {
    for (const row of batch) add(row)
    count += batch.length
    if (!(await sql.noteProgress(ctx.db, id, count))) throw new Canceled()
    yield batch
  }
}

/** Exact sums of the columns that add up. */
function summing(columns: Columns) {
  const names = Object.keys(columns).filter((name) => ADDS_UP.has(columns[name]!.kind))
  const sums = new Map(names.map((name) => [name, 0n]))
  return {
    add(row: Record<string, unknown>) {
      for (const name of names) {
        const value = row[name]
        if (value !== null && value !== undefined) sums.set(name, sums.get(name)! + BigInt(value as number))
      }
    },
    totals: (): Record<string, string> => Object.fromEntries([...sums].map(([name, sum]) => [name, String(sum)])),
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof Ended) return error.message
  if (error instanceof ZipTooLarge) return 'FILE_TOO_LARGE'
  return error instanceof AppError ? error.reason : 'INTERNAL'
}

const fail = (ctx: JobCtx, id: string, reason: string): Promise<void> =>
  ctx.transaction(async (db, inner) => {
    const failed = await sql.failJob(db, id, reason, ctx.now)
    if (failed) await tellFailed(inner, { id, ...failed }, reason)
  })
