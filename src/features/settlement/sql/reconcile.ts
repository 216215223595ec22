import sql, { type Sql } from 'sql-template-tag'
import type { Db } from '../../../core/verb.ts'
import type { ListSource } from '../../../kit/sql/list.ts'
import type { billList, billRowList, DIFFERENCES } from '../contract/reconcile.ts'
import type { Eye } from './statementRows.ts'

export type Difference = (typeof DIFFERENCES)[number]

/** Income of upstream is of no partner: those alone see it who see every partner, and the split product. */
export const fenceBills = ({ scope, userId }: Eye): Sql =>
  scope.kind === 'all'
    ? sql`b.product_code in (select product_code from user_product where user_id = ${userId})`
    : sql`false`

export interface FileRow {
  row: number
  day: string
  platform: string
  itemId: string
  task: string
  type: number | null
  micro: bigint
}

export interface NewBill {
  period: string
  fileName: string
  fileKey: string
  hash: string
  encoding: string
  by: string
  now: Date
}

/** The bill of a file, once; undefined where the file was read before. */
export const addBill = (db: Db, of: NewBill) =>
  db.one<{ id: string }>(sql`
    insert into upstream_bill (product_code, period, file_name, file_key, file_hash, encoding, uploaded_by, uploaded_at)
    values ('wl', ${of.period}, ${of.fileName}, ${of.fileKey}, decode(${of.hash}, 'hex'), ${of.encoding}, ${of.by}, ${of.now})
    on conflict (product_code, file_hash) do nothing returning id::text`)

/**
 * Lays a file's rows beside our income of the month: per day, work, task and settle type as far as the file tells them
 * apart. What stands on one side alone is a row too.
 */
export async function compare(
  db: Db,
  billId: string,
  period: string,
  rows: readonly FileRow[],
  tells: { tasks: boolean; types: boolean },
): Promise<void> {
  await db.rows(sql`
    with file as (
      select f.*, v.id as video_id
      from unnest(${rows.map(({ row }) => row)}::int[], ${rows.map(({ day }) => day)}::date[], ${rows.map(({ platform }) => platform)}::text[],
        ${rows.map(({ itemId }) => itemId)}::text[], ${rows.map(({ task }) => task)}::text[], ${rows.map(({ type }) => type)}::smallint[],
        ${rows.map(({ micro }) => String(micro))}::bigint[]) f (row_no, day, platform, item, task, type, micro)
      left join video v on v.platform = f.platform and v.platform_item_id = f.item
    ), ours as (
      select a.earn_date as day, a.video_id, case when ${tells.tasks} then coalesce(a.task_code, '') else '' end as task,
        case when ${tells.types} then a.settle_type end as type, sum(a.base_micro)::bigint as micro
      from accrual a where a.product_code = 'wl' and a.earn_date >= ${period}::date and a.earn_date < (${period}::date + interval '1 month')::date
      group by 1, 2, 3, 4 having sum(a.base_micro) <> 0
    )
    insert into upstream_bill_row (bill_id, row_no, earn_date, platform_item_id, video_id, task_code, settle_type, file_micro, ours_micro, difference)
    select ${billId}, coalesce(f.row_no, ${rows.at(-1)?.row ?? 1}::int + row_number() over (partition by f.row_no is null order by o.day, o.video_id, o.task, o.type)::int),
      coalesce(f.day, o.day), coalesce(f.item, v.platform_item_id), coalesce(f.video_id, o.video_id), coalesce(f.task, o.task), coalesce(f.type, o.type),
      f.micro, o.micro,
      case when o.micro is null then 'missing_here' when f.micro is null then 'missing_there' when o.micro = f.micro then 'same' else 'differs' end
    from file f full join ours o on o.day = f.day and o.video_id = f.video_id and o.task = f.task and o.type is not distinct from f.type
      left join video v on v.id = o.video_id`)
  await db.rows(sql`
    update upstream_bill b set row_count = t.rows, file_micro = t.file, ours_micro = t.ours, counts = t.counts from (
      select count(file_micro) as rows, coalesce(sum(file_micro), 0)::bigint as file, coalesce(sum(ours_micro), 0)::bigint as ours,
        jsonb_build_object('same', count(*) filter (where difference = 'same'), 'missing_here', count(*) filter (where difference = 'missing_here'),
          'missing_there', count(*) filter (where difference = 'missing_there'), 'differs', count(*) filter (where difference = 'differs')) as counts
      from upstream_bill_row where bill_id = ${billId}) t
    where b.id = ${billId}`)
}

export interface Bill {
  billId: string
  period: string
  fileName: string
  fileKey: string | null
  rows: number
  fileMicro: number
  oursMicro: number
  counts: Record<Difference, number>
  version: number
}
const BILL = sql`b.id::text as "billId", b.period, b.file_name as "fileName", b.file_key as "fileKey", b.row_count as rows, b.file_micro as "fileMicro",
  b.ours_micro as "oursMicro", b.counts, b.version`
export const findBill = (db: Db, eye: Eye, hash: string): Promise<Bill | undefined> =>
  db.one<Bill>(
    sql`select ${BILL} from upstream_bill b where b.product_code = 'wl' and b.file_hash = decode(${hash}, 'hex') and ${fenceBills(eye)}`,
  )
export const lockBill = (db: Db, eye: Eye, id: string): Promise<Bill | undefined> =>
  db.one<Bill>(sql`select ${BILL} from upstream_bill b where b.id = ${id} and ${fenceBills(eye)} for update of b`)

export interface OpenRow {
  rowNo: number
  videoId: string | null
  partnerId: string | null
  partnerName: string | null
  /** What the partner would get more, at the rate of the day. */
  fen: number
}
/** Rows of a bill that differ and wait, with what each would mean for its partner. */
export const readOpenRows = (db: Db, billId: string, rowNos: readonly number[]): Promise<OpenRow[]> =>
  db.rows<OpenRow>(sql`
    select r.row_no as "rowNo", r.video_id::text as "videoId", p.id::text as "partnerId", p.name as "partnerName",
      coalesce(fen_of_micro(half_up((coalesce(r.file_micro, 0) - coalesce(r.ours_micro, 0))::numeric
        * coalesce(t.rate_ppm, (w.params->>'partnerRatePpm')::int), 1000000)::bigint), 0)::bigint as fen
    from upstream_bill_row r left join video v on v.id = r.video_id left join partner p on p.id = v.partner_id
      left join partner_rate t on t.partner_id = p.id and t.product_code = 'wl' and t.state = 'approved' and r.earn_date >= t.valid_from
        and (t.valid_before is null or r.earn_date < t.valid_before)
      left join product_version w on w.product_code = 'wl' and w.state = 'published' and r.earn_date >= w.valid_from
        and (w.valid_before is null or r.earn_date < w.valid_before)
    where r.bill_id = ${billId} and r.row_no = any(${rowNos}::int[]) and r.difference <> 'same' and r.action is null
    order by r.row_no for update of r`)

export async function actOn(
  db: Db,
  billId: string,
  of: { action: 'accepted' | 'disputed'; note: string | null; by: string; now: Date },
  rows: readonly { rowNo: number; adjustmentId: string | null }[],
): Promise<number> {
  await db.rows(sql`
    update upstream_bill_row r set action = ${of.action}, action_note = ${of.note}, acted_by = ${of.by}, acted_at = ${of.now}, adjustment_id = x."adjustmentId"
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) x ("rowNo" int, "adjustmentId" bigint)
    where r.bill_id = ${billId} and r.row_no = x."rowNo"`)
  const moved = await db.one<{ version: number }>(sql`
    update upstream_bill set version = version + 1 where id = ${billId} returning version`)
  return moved!.version
}

export const billSource: ListSource<typeof billList> = {
  keys: () => sql`upstream_bill b`,
  id: sql`b.id`,
  rows: sql`join upstream_bill b on b.id = page.id`,
  columns: {
    billId: sql`b.id::text`,
    product: sql`b.product_code`,
    period: sql`b.period`,
    fileName: sql`b.file_name`,
    encoding: sql`b.encoding`,
    rowCount: sql`b.row_count`,
    fileMicro: sql`b.file_micro`,
    oursMicro: sql`b.ours_micro`,
    differenceMicro: sql`b.file_micro - b.ours_micro`,
    missingHere: sql`coalesce((b.counts->>'missing_here')::int, 0)`,
    missingThere: sql`coalesce((b.counts->>'missing_there')::int, 0)`,
    differs: sql`coalesce((b.counts->>'differs')::int, 0)`,
    open: sql`(select count(*) from upstream_bill_row r where r.bill_id = b.id and r.difference <> 'same' and r.action is null)`,
    uploadedAt: sql`b.uploaded_at`,
    version: sql`b.version`,
  },
  sorts: { uploadedAt: sql`b.uploaded_at` },
  filters: { billId: sql`b.id`, product: sql`b.product_code`, period: sql`b.period`, uploadedAt: sql`b.uploaded_at` },
}

/** Rows named by the bill and the number: one bigint, for a page's cursor. */
const ROW_ID = sql`(r.bill_id * 1000000 + r.row_no)`
export const billRowSource: ListSource<typeof billRowList> = {
  keys: () => sql`upstream_bill_row r join upstream_bill b on b.id = r.bill_id`,
  id: ROW_ID,
  rows: sql`join upstream_bill_row r on r.bill_id = page.id / 1000000 and r.row_no = page.id % 1000000 left join video v on v.id = r.video_id`,
  columns: {
    rowId: sql`page.id::text`,
    rowNo: sql`r.row_no`,
    earnDate: sql`r.earn_date`,
    platformItemId: sql`r.platform_item_id`,
    title: sql`v.title`,
    taskCode: sql`r.task_code`,
    settleType: sql`r.settle_type`,
    fileMicro: sql`r.file_micro`,
    oursMicro: sql`r.ours_micro`,
    differenceMicro: sql`coalesce(r.file_micro, 0) - coalesce(r.ours_micro, 0)`,
    difference: sql`r.difference`,
    action: sql`r.action`,
    actionNote: sql`r.action_note`,
    adjustmentId: sql`r.adjustment_id::text`,
  },
  sorts: { rowNo: ROW_ID },
  filters: {
    billId: sql`r.bill_id`,
    earnDate: sql`r.earn_date`,
    difference: sql`r.difference`,
    action: sql`r.action`,
    isOpen: (filter) =>
      filter.kind === 'is' ? sql`(r.difference <> 'same' and r.action is null) = ${filter.yes}` : sql`true`,
  },
}
