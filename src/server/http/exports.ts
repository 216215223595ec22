import { PassThrough } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { may } from '../../core/can.ts'
import type { Columns } from '../../core/columns.ts'
import { errors, refuse } from '../../core/errors.ts'
import { STREAM_ROWS } from '../../core/export.ts'
import { parseListQuery, visible } from '../../core/listQuery.ts'
import { dayOf } from '../../core/time.ts'
import type { Ctx, ListVerb } from '../../core/verb.ts'
import { chooseColumns, exportable, headerOf, lineOf } from '../../kit/format/listCsv.ts'
import type { Share } from '../db/budget.ts'
import { contextOf, type Machine, shareOf } from './context.ts'
import { dispositionOf } from './downloads.ts'
import { readAnywhere } from './reading.ts'
import { freeze } from './sql.ts'
import { refuseRepeated } from './validation.ts'

/** A file holds a connection for as long as its reader takes. */
const AT_ONCE = 4
const AT_ONCE_EACH = 2
const running = new Map<string, number>()

/**
 * Streams all rows of a list's filter as CSV, in the list's sort. What can be refused is refused before the first byte.
 * Throws EXPORT_TOO_LARGE, TOO_MANY, UNKNOWN_FIELD and those of the list query.
 */
export async function exportList(
  machine: Machine,
  verb: ListVerb,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { session } = request
  const allows = (needs: Parameters<typeof may>[1]) => may(session, needs)
  const { columns: wanted, bom, ...filters } = request.query as Record<string, unknown>
  refuseRepeated(request.query as Record<string, unknown>)
  const columns = chooseColumns(exportable(visible(verb.list.columns, allows)), wanted ? String(wanted).split(',') : [])
  const query = { ...parseListQuery(verb.list, allows, filters), current: 1 }
  delete query.cursor

  const { total, totalIsExact } = await readAnywhere(machine, request, (db) =>
    verb.page(contextOf(machine, request, db), { ...query, pageSize: 1, wantsTotal: true }),
  )
  // An inexact total means more rows than are counted one by one, which is as many as a file may have.
  if (!totalIsExact || (total ?? 0) > STREAM_ROWS)
    throw refuse(errors, 'EXPORT_TOO_LARGE', { params: { limit: STREAM_ROWS } })

  const release = takePlace(session.accessId)
  const file = new PassThrough()
  // The failure reaches the caller through `written`, or as a broken-off answer; unheard it would end the process.
  file.on('error', () => {})
  const written = readAnywhere(machine, request, (db) =>
    writeFile(machine, request, db, verb, query, { columns, bom: bom !== 'none' }, file),
  )
  written.finally(release).catch((error: Error) => file.destroy(error))
  // Whatever is wrong with the first rows is told as an error, not as a broken file.
  await Promise.race([written, new Promise((resolve) => file.once('readable', resolve))])
  const ctx = contextOf(machine, request, shareOf(machine, request, machine.database))
  await ctx.audit({
    action: 'export',
    entity: verb.list.key,
    entityId: '-',
    after: { filters: query.filters, sort: query.sort, columns: Object.keys(columns), rows: total },
  })
  const name = `${verb.text[ctx.language].title}-${dayOf(ctx.now)}.csv`
  return reply.header('content-disposition', dispositionOf(name)).type('text/csv; charset=utf-8').send(file)
}

/** One instant of the data, read in batches no faster than the reader takes them. */
async function writeFile(
  machine: Machine,
  request: FastifyRequest,
  share: Share,
  verb: ListVerb,
  query: Parameters<ListVerb['all']>[1],
  { columns, bom }: { columns: Columns; bom: boolean },
  file: PassThrough,
): Promise<void> {
  await share.transaction(async (db) => {
    await freeze(db)
    const ctx: Ctx = contextOf(machine, request, db)
    let head = headerOf(columns, verb.text, ctx.language).slice(bom ? 0 : 1)
    try {
      for await (const batch of verb.all(ctx, query)) {
        if (file.destroyed) return
        const lines = batch
          .map((row) => lineOf(columns, row as Record<string, unknown>, verb.text, ctx.language))
          .join('')
        const hasRoom = file.write(head + lines)
        head = ''
        if (!hasRoom) await drained(file)
      }
      file.end(head)
    } catch (error) {
      // What has been sent cannot be begun anew on another database: the answer breaks off.
      if (head !== '') throw error
      file.destroy(error as Error)
    }
  })
}

const drained = (file: PassThrough): Promise<void> =>
  new Promise((resolve) => {
    const done = () => {
      file.off('drain', done).off('close', done)
      resolve()
    }
    file.on('drain', done).on('close', done)
  })

function takePlace(actorId: string): () => void {
  const mine = running.get(actorId) ?? 0
  const all = [...running.values()].reduce((sum, count) => sum + count, 0)
  if (mine >= AT_ONCE_EACH || all >= AT_ONCE) throw refuse(errors, 'TOO_MANY', { data: { retryAfterSeconds: 5 } })
  running.set(actorId, mine + 1)
  return () => {
    const left = (running.get(actorId) ?? 1) - 1
    if (left > 0) running.set(actorId, left)
    else running.delete(actorId)
  }
}
