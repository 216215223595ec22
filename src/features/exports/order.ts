import { createHash } from 'node:crypto'
import { may } from '../../core/can.ts'
import { refuse } from '../../core/errors.ts'
import type { ExportFormat } from '../../core/export.ts'
import { parseListQuery, visible } from '../../core/listQuery.ts'
import { dayOf } from '../../core/time.ts'
import type { Ctx, ListVerb } from '../../core/verb.ts'
import { chooseColumns, exportable } from '../../kit/format/listCsv.ts'
import { ensureOn, readSetting } from '../../kit/sql/settings.ts'
import { ZIP_FROM } from './contract.ts'
import { errors } from './errors.ts'
import { rightsOf } from './rights.ts'
import * as sql from './sql.ts'

export const RUN_JOB = 'run-export'
/** Files are made one after another: they share the disk and the database with everybody's work. */
export const QUEUE = 'exports'

export interface Order {
  query: string
  columns: readonly string[]
  format: ExportFormat
  bom: boolean
}

/** The list's question of an order; its paging is not looked at. Throws those of the list query. */
export function readQuestion(ctx: Ctx, { list }: ListVerb, query: string) {
  const allows = (needs: Parameters<typeof may>[1]) => may(ctx.session, needs)
  const { current, pageSize, cursor, total, columns, ...filters } = Object.fromEntries(new URLSearchParams(query))
  return { ...parseListQuery(list, allows, filters), current: 1 }
}

/**
 * Queues a file of all rows of a filter, or finds the same order of the last ten minutes. Throws XLSX_TOO_LARGE,
 * TOO_MANY_OPEN, PARTNER_QUOTA, ROW_QUOTA, SWITCHED_OFF, UNKNOWN_FIELD and those of the list query.
 */
export async function placeOrder(ctx: Ctx, verb: ListVerb, order: Order): Promise<{ id: string; isEarlier: boolean }> {
  const { session, language, now } = ctx
  await ensureOn(ctx.db, 'switch.exports')
  const allows = (needs: Parameters<typeof may>[1]) => may(session, needs)
  const columns = Object.keys(chooseColumns(exportable(visible(verb.list.columns, allows)), order.columns))
  const question = readQuestion(ctx, verb, order.query)
  const { total } = await verb.page(ctx, { ...question, pageSize: 1, wantsTotal: true })
  const rows = total ?? 0
  if (order.format === 'xlsx' && rows > ZIP_FROM)
    throw refuse(errors, 'XLSX_TOO_LARGE', { field: 'format', params: { limit: ZIP_FROM } })

  await sql.lockOwner(ctx.db, session.accessId)
  const rights = rightsOf(session)
  const { filters, sort } = question
  const { format, bom } = order
  const meant = [verb.list.key, byName(filters), sort, columns, format, bom, language, rights]
  const fingerprint = createHash('sha256').update(JSON.stringify(meant)).digest()
  const same = await sql.findSame(ctx.db, session.accessId, fingerprint, now)
  if (same) return { id: same.id, isEarlier: true }

  const owner = { id: session.accessId, partnerId: session.partnerId }
  const use = await sql.countUse(ctx.db, owner, dayOf(now))
  const quotas = await readSetting(ctx.db, 'exports.quotas')
  if (use.open >= quotas.openEach) throw refuse(errors, 'TOO_MANY_OPEN', { params: { limit: quotas.openEach } })
  if (use.partner >= quotas.partnerDaily)
    throw refuse(errors, 'PARTNER_QUOTA', { params: { limit: quotas.partnerDaily } })
  if (use.rows + rows > quotas.rowsDaily) throw refuse(errors, 'ROW_QUOTA')
  const id = await sql.insertJob(ctx.db, {
    ownerId: session.accessId,
    listKey: verb.list.key,
    title: { 'zh-CN': verb.text['zh-CN'].title, 'en-US': verb.text['en-US'].title },
    format,
    bom,
    columns,
    query: order.query,
    language,
    rights,
    fingerprint,
    rowEstimate: rows,
    now,
  })
  await ctx.enqueue(RUN_JOB, { exportId: id }, { queue: QUEUE })
  await ctx.audit({
    action: 'export.order',
    entity: 'export',
    entityId: id,
    after: { list: verb.list.key, filters, sort, columns, format, rows },
  })
  return { id, isEarlier: false }
}

const byName = <T extends { name: string }>(filters: readonly T[]): T[] =>
  [...filters].sort((a, b) => (a.name < b.name ? -1 : 1))
