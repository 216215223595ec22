import { open, stat } from 'node:fs/promises'
import type { Columns } from '../../core/columns.ts'
import { AppError } from '../../core/errors.ts'
import { clockOf } from '../../core/time.ts'
import type { Ctx, Db, JobCtx, ListVerb } from '../../core/verb.ts'
import { csvWriter, rowsOf } from '../../kit/sheet/copied.ts'
import { csvLines, headOf, type Lines, type Rows, sha256Of, writeCsv, writeZippedCsv } from '../../kit/sheet/file.ts'
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
 * Makes the file of one export, from one instant of the data, which is read on the replica where there is one. Safe to
 * run twice: who comes second finds it running elsewhere or over. A run whose process died begins anew, once; the file
 * appears under its name when it is whole.
 */
export async function runExport(ctx: JobCtx, verbs: readonly ListVerb[], id: string): Promise<void> {
  const draft = ctx.files.draft()
  try {
    let made = await make(ctx, verbs, id, draft, ctx.readElsewhere)
    if (made && !made.end) made = await make(ctx, verbs, id, draft)
    if (!made?.end) return await ctx.files.discard(draft.key)
    const { job, end } = made
    const sizeBytes = (await stat(draft.path)).size
    // A file that is one part and nothing else has been summed while it was written.
    const sha256 = end.fileName.endsWith('.csv') ? end.parts[0]!.sha256 : await sha256Of(draft.path)
    const fileKey = await ctx.files.keep({ path: draft.path })
    const isDone = await ctx.transaction(async (db, inner) => {
      const done = await sql.finishJob(db, id, { ...end, sizeBytes, sha256, fileKey }, ctx.now)
      if (done) await tellDone(inner, job, end.rows)
      return done
    })
    if (!isDone) await ctx.files.drop(fileKey)
  } catch (error) {
    await ctx.files.discard(draft.key)
    if (error instanceof Canceled) return
    await fail(ctx, id, reasonOf(error))
    // Told to the log; a second try finds the export over and does nothing.
    if (reasonOf(error) === 'INTERNAL') throw error
  }
}

/**
 * Writes the file while nobody else does; undefined when it is not for us. Without an end it is for the primary, which
 * writes over what there is.
 */
function make(
  ctx: JobCtx,
  verbs: readonly ListVerb[],
  id: string,
  draft: { key: string; path: string },
  elsewhere?: JobCtx['readElsewhere'],
) {
  return ctx.transaction(async (db, inner) => {
    // Where the rows are read elsewhere this transaction only keeps the turn, without holding an instant for as long.
    if (!elsewhere) await sql.freeze(db)
    const turn = await sql.takeTurn(db, id)
    if (!turn.isMine || !(await begin(ctx, id, draft.key))) return undefined
    const job = (await readAnyJob(ctx.db, id))!
    const writeFrom = (db: Db, inner: JobCtx) => write(ctx, db, inner, verbs, job, turn.at, draft.path)
    const written = await (elsewhere ? elsewhere(writeFrom) : writeFrom(db, inner))
    return { job, end: written }
  })
}

/** Claims the run on a connection of its own, so that everybody sees it. Throws INTERRUPTED when it died twice. */
async function begin(ctx: JobCtx, id: string, draftKey: string): Promise<boolean> {
  const state = await sql.readState(ctx.db, id)
  if (!state || (state.status !== 'queued' && state.status !== 'running')) return false
  // Begun on the replica and brought back: nobody has had it in between.
  if (state.draftKey === draftKey) return true
  // What the process that died was writing, and perhaps had finished, is nobody's.
  if (state.draftKey) await ctx.files.discard(state.draftKey)
  if (state.status === 'running' && state.restarts > 0) throw new Ended('INTERRUPTED')
  return sql.startJob(ctx.db, id, state.status, draftKey, ctx.now)
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
  const { language } = job
  const table = { columns, text: verb.text, language }
  // Straight from the database where one statement says it all; else as the list hands its rows out.
  const pieces = verb.copy && db.copyOut?.(await verb.copy(as, question, job.columns))
  const asRows = () => (pieces ? rowsOf(pieces, columns) : (verb.all(as, question) as Rows))
  const sums = summing(columns)
  const lines = (): Lines => {
    const writer = csvWriter(columns, verb.text, language, ADDS_UP)
    if (!pieces) return csvLines(added(asRows(), sums.add), table)
    totals = writer.totals
    return writer.lines(pieces)
  }
  let totals = sums.totals
  const base = `${verb.text[language].title}_${clockOf(ctx.now).replace(/[-:]/g, '').replace(' ', '-')}`
  const notes = (parts: readonly { name: string; rows: number; sha256: string }[]) =>
    notesOf({ ...job, verb, snapshotAt, dataThrough, totals: totals(), parts })
  const isZip = job.format === 'csv' && job.rowEstimate > ZIP_FROM
  const head = headOf({ ...table, bom: job.bom })
  const file = await open(draft, 'w')
  try {
    const parts =
      job.format === 'xlsx'
        ? await writeXlsx(
            file,
            watched(ctx, job.id, added(asRows(), sums.add), (batch) => batch.length),
            {
              ...table,
              notesTitle: text[language].notes.title,
              notes,
            },
          )
        : isZip
          ? await writeZippedCsv(
              file,
              watched(ctx, job.id, lines(), rowsOfLines),
              head,
              (part) => `${base}_${part}.csv`,
              PART_ROWS,
            )
          : await writeCsv(file, watched(ctx, job.id, lines(), rowsOfLines), head, `${base}.csv`)
    await file.sync()
    const count = parts.reduce((sum, part) => sum + part.rows, 0)
    const fileName = `${base}_r${count}.${isZip ? 'csv.zip' : job.format}`
    return { rows: count, totals: totals(), dataThrough, snapshotAt, fileName, parts }
  } finally {
    await file.close()
  }
}

const rowsOfLines = ({ rows }: { rows: number }): number => rows

const PROGRESS_MS = 200

/** Notes progress at the start and then a few times a second, which is also where a cancel is heard. */
async function* watched<T>(ctx: JobCtx, id: string, source: AsyncIterable<T>, countOf: (item: T) => number) {
  let count = 0
  let next = 0
  for await (const item of source) {
    count += countOf(item)
    if (performance.now() >= next) {
      if (!(await sql.noteProgress(ctx.db, id, count))) throw new Canceled()
      next = performance.now() + PROGRESS_MS
    }
    yield item
  }
}

async function* added(rows: Rows, add: (row: Record<string, unknown>) => void): Rows {
  for await (const batch of rows) {
    for (const row of batch) add(row)
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
