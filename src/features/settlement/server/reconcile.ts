import { may } from '../../../core/can.ts'
import { errors as common, refuse } from '../../../core/errors.ts'
import type { ListQuery } from '../../../core/listQuery.ts'
import { bucketOf } from '../../../core/period.ts'
import { isDay } from '../../../core/time.ts'
import { type Ctx, type ListVerb, serve, serveList, type Verb } from '../../../core/verb.ts'
import { PLATFORMS } from '../../../core/works.ts'
import { readAll, readPage } from '../../../kit/sql/list.ts'
import { billAct, billList, billRowList, billUpload, MAX_BILL_ROWS } from '../contract/reconcile.ts'
import { addAdjustment, readLastNet } from '../sql/adjustments.ts'
import * as sql from '../sql/reconcile.ts'
import { errors } from '../statementErrors.ts'
import { readTable, type TableRow } from '../table.ts'
import { needsSecond, tellSecond } from './adjustments.ts'
import { both, eyeOf } from './common.ts'

/** Columns of upstream's bill by the names it has been seen with. */
const HEADS = {
  day: ['计费日期', '日期', 'earn date', 'bill date', 'bill_date'],
  item: ['平台作品id', '作品id', '视频id', 'platform item id', 'item id', 'item_id'],
  amount: ['收入（元）', '收入(元)', '收入', '金额（元）', '金额', 'income', 'amount'],
  platform: ['平台', 'platform'],
  task: ['任务', '任务id', 'task', 'task_id'],
  type: ['结算类型', 'settle type', 'settle_type'],
  currency: ['币种', 'currency'],
} as const
type Field = keyof typeof HEADS
const TOTALS = ['合计', '总计', 'total']
const TYPES = ['1', '2', '3', '7', '8']

/** Yuan of upstream, to the millionth, as micro-yuan. */
function microOf(written: string): bigint | undefined {
  const match = /^(-?)(\d{1,3}(?:,\d{3})+|\d{1,12})(?:\.(\d{1,6}))?$/.exec(written.replace(/^[¥￥]/, ''))
  if (!match) return undefined
  const size = BigInt(match[2]!.replaceAll(',', '')) * 1_000_000n + BigInt((match[3] ?? '').padEnd(6, '0'))
  return match[1] ? -size : size
}

const badRow = ({ row }: TableRow<Field>, field: Field, value: string) =>
  refuse(errors, 'BILL_ROW', { field: 'file', params: { row, field: HEADS[field][0], value: value.slice(0, 40) } })

/** One row of a bill. Throws BILL_ROW, CURRENCY. */
function readRow(line: TableRow<Field>, period: string): sql.FileRow {
  const { day, item, amount, platform, task, type, currency } = line.cells
  if (!isDay(day) || bucketOf(day, 'month') !== period) throw badRow(line, 'day', day)
  if (!/^\w{1,40}$/.test(item)) throw badRow(line, 'item', item)
  const micro = microOf(amount)
  if (micro === undefined) throw badRow(line, 'amount', amount)
  if (currency !== '' && currency !== 'CNY') throw refuse(errors, 'CURRENCY', { field: 'file' })
  if (platform !== '' && !(PLATFORMS as readonly string[]).includes(platform)) throw badRow(line, 'platform', platform)
  if (type !== '' && !TYPES.includes(type)) throw badRow(line, 'type', type)
  return {
    ...{ row: line.row, day, platform: platform || 'douyin', itemId: item, task },
    ...{ type: type === '' ? null : Number(type), micro },
  }
}

/** The rows of a bill; a total at its end must be that of its rows. Throws BILL_ROW_TWICE, FILE_TRUNCATED and those of a row. */
function readRows(lines: TableRow<Field>[], period: string): sql.FileRow[] {
  const last = lines.at(-1)!
  const hasTotal = TOTALS.includes(last.cells.day.toLowerCase())
  const rows = (hasTotal ? lines.slice(0, -1) : lines).map((line) => readRow(line, period))
  if (hasTotal && microOf(last.cells.amount) !== rows.reduce((sum, { micro }) => sum + micro, 0n))
    throw refuse(errors, 'FILE_TRUNCATED', { field: 'file', params: { row: last.row } })
  const seen = new Map<string, number>()
  for (const { row, day, platform, itemId, task, type } of rows) {
    const key = [day, platform, itemId, task, type].join('|')
    const first = seen.get(key)
    if (first !== undefined) throw refuse(errors, 'BILL_ROW_TWICE', { field: 'file', params: { row, first } })
    seen.set(key, row)
  }
  return rows
}

const upload = serve(billUpload, async (ctx, { query: { period } }) => {
  // A bill is of all partners; who sees some cannot hold it against what he sees.
  if (ctx.scope.kind !== 'all') throw refuse(common, 'FORBIDDEN')
  const { path, name, sha256 } = ctx.upload!
  const known = await sql.findBill(ctx.db, eyeOf(ctx), sha256)
  if (known) return { ...known, isRepeated: true }
  const { rows: lines, encoding } = await readTable(
    path,
    HEADS,
    ['platform', 'task', 'type', 'currency'],
    MAX_BILL_ROWS,
  )
  const rows = readRows(lines, period)
  const key = await ctx.files.keep({ path })
  const made = await sql.addBill(ctx.db, {
    ...{ period, fileName: name, fileKey: key, hash: sha256, encoding },
    ...{ by: ctx.session.accessId, now: ctx.now },
  })
  // Another upload of the same file was faster and has committed since.
  if (!made) return { ...(await sql.findBill(ctx.db, eyeOf(ctx), sha256))!, isRepeated: true }
  const tells = { tasks: rows.some(({ task }) => task !== ''), types: rows.some(({ type }) => type !== null) }
  await sql.compare(ctx.db, made.id, period, rows, tells)
  const bill = (await sql.findBill(ctx.db, eyeOf(ctx), sha256))!
  await ctx.audit({
    action: 'upstreamBill.upload',
    entity: 'upstreamBill',
    entityId: bill.billId,
    after: { file: name, period, rows: bill.rows, ...bill.counts },
  })
  return { ...bill, isRepeated: false }
})

const act = serve(billAct, async (ctx, { params, body }) => {
  const bill = await sql.lockBill(ctx.db, eyeOf(ctx), params.id)
  if (!bill) throw refuse(common, 'NOT_FOUND')
  if (bill.version !== body.version)
    throw refuse(common, 'STALE', { field: 'version', data: { current: { version: bill.version } } })
  const rows = await sql.readOpenRows(ctx.db, bill.billId, body.rowNos)
  if (rows.length < body.rowNos.length) throw refuse(errors, 'ROWS_SETTLED', { field: 'rowNos' })
  const made = body.action === 'accepted' ? await correct(ctx, bill, rows) : []
  const by = { note: body.note, by: ctx.session.accessId, now: ctx.now }
  const ids = new Map(made.map(({ rowNo, adjustmentId }) => [rowNo, adjustmentId]))
  const version = await sql.actOn(
    ctx.db,
    bill.billId,
    { action: body.action, ...by },
    rows.map(({ rowNo }) => ({ rowNo, adjustmentId: ids.get(rowNo) ?? null })),
  )
  const amountFen = made.reduce((sum, { fen }) => sum + fen, 0)
  await ctx.audit({
    action: body.action === 'accepted' ? 'upstreamBill.accepted' : 'upstreamBill.disputed',
    entity: 'upstreamBill',
    entityId: bill.billId,
    after: { rows: rows.length, adjustments: made.length, amountFen },
    ...(body.note !== null && { reason: body.note }),
  })
  return { acted: rows.length, adjustments: made.length, amountFen, version }
})

/**
 * A correction of the open period for each row that means something for its partner, at the rate of its day; above a
 * fifth of what the partner is owed, in all, they wait for a second person. Throws BILL_VIDEO.
 */
async function correct(ctx: Ctx, bill: sql.Bill, rows: sql.OpenRow[]) {
  const homeless = rows.find(({ partnerId }) => partnerId === null)
  if (homeless) throw refuse(errors, 'BILL_VIDEO', { field: 'rowNos', params: { row: homeless.rowNo } })
  const made: { rowNo: number; adjustmentId: string; fen: number }[] = []
  const byPartner = new Map<string, sql.OpenRow[]>()
  for (const row of rows) byPartner.set(row.partnerId!, [...(byPartner.get(row.partnerId!) ?? []), row])
  for (const [partnerId, own] of byPartner) {
    const sum = own.reduce((total, { fen }) => total + Math.abs(fen), 0)
    const net = await readLastNet(ctx.db, 'wl', partnerId)
    const isLarge = await needsSecond(ctx, { product: 'wl', partnerId }, sum, net)
    for (const { rowNo, videoId, fen } of own.filter((row) => row.fen !== 0)) {
      const adjustmentId = await addAdjustment(ctx.db, {
        ...{ product: 'wl', partnerId, videoId, lineType: 'correction', amountFen: fen, originPeriod: bill.period },
        ...{ reason: `${bill.fileName} #${rowNo}`.slice(-500), evidenceId: null, needsSecond: isLarge },
        ...{ by: ctx.session.accessId, now: ctx.now, sourceKey: `upstream:${bill.billId}:${rowNo}` },
      } as const)
      made.push({ rowNo, adjustmentId: adjustmentId!, fen })
    }
    if (isLarge) await tellSecond(ctx, own[0]!.partnerName!, partnerId, sum)
  }
  return made
}

const mayOf =
  ({ session }: Ctx) =>
  (needs: Parameters<typeof may>[1]) =>
    may(session, needs)
const billQuestion = (ctx: Ctx, query: ListQuery) => ({
  ...{ db: ctx.db, list: billList, source: sql.billSource, query },
  ...{ fence: sql.fenceBills(eyeOf(ctx)), may: mayOf(ctx) },
})
const rowQuestion = (ctx: Ctx, query: ListQuery) => ({
  ...{ db: ctx.db, list: billRowList, source: sql.billRowSource, query },
  ...{ fence: sql.fenceBills(eyeOf(ctx)), may: mayOf(ctx) },
})
const bills = serveList({
  list: billList,
  text: both((words) => ({ title: words.billTitle, columns: words.bills, choices: { product: words.products } })),
  page: (ctx, query) => readPage(billQuestion(ctx, query)),
  all: (ctx, query) => readAll(billQuestion(ctx, query)),
})
const billRows = serveList({
  list: billRowList,
  text: both((words) => ({
    title: words.billRowTitle,
    columns: words.billRows,
    choices: { difference: words.differences, action: words.billActions },
    filters: words.billRowFilters,
  })),
  page: (ctx, query) => readPage(rowQuestion(ctx, query)),
  all: (ctx, query) => readAll(rowQuestion(ctx, query)),
})

export const reconcileLists: ListVerb[] = [bills, billRows]
export const reconcileVerbs: Verb[] = [upload, act]
