import sql from 'sql-template-tag'
import type { Db } from '../../../core/verb.ts'
import { type Eye, fenceMoney } from './statementRows.ts'

/** A row of a file of adjustments; without a partner the reader may bill for the product, `partnerId` is null. */
export interface Adjusting {
  rowNo: number
  product: string
  partnerId: string | null
  matches: number
  lineType: string
  amountFen: number
  originPeriod: string
  videoId: string | null
  isVideoOf: boolean
  evidence: string
  /** It stands already, from an earlier file. */
  isKnown: boolean
}

const partnerOf = (eye: Eye) => sql`
  left join lateral (
    select min(p.id) as id, count(*) as matches, min(p.name) as name from partner p
    where (p.code = e.data->>'partner' or p.name = e.data->>'partner') and ${fenceMoney(eye, sql`e.data->>'product'`, sql`p.id`)}
  ) found on true`

export const readAdjusting = (db: Db, eye: Eye): Promise<Adjusting[]> =>
  db.rows<Adjusting>(sql`
    select e.row_no as "rowNo", e.data->>'product' as product, found.id::text as "partnerId", found.matches::int as matches,
      e.data->>'lineType' as "lineType", (e.data->>'amountFen')::bigint as "amountFen", e.data->>'originPeriod' as "originPeriod",
      e.data->>'videoId' as "videoId", e.data->>'evidence' as evidence,
      exists (select from video v where v.id = (e.data->>'videoId')::bigint and (v.partner_id = found.id
        or exists (select from video_owner_history h where h.video_id = v.id and found.id in (h.from_partner_id, h.to_partner_id)))) as "isVideoOf",
      exists (select from adjustment j where j.product_code = e.data->>'product' and j.partner_id = found.id and j.evidence_ref = e.data->>'evidence'
        and j.line_type = e.data->>'lineType' and j.amount_fen = (e.data->>'amountFen')::bigint and j.origin_period = (e.data->>'originPeriod')::date
        and j.video_id is not distinct from (e.data->>'videoId')::bigint and j.state in ('proposed', 'approved')) as "isKnown"
    from import_entry e ${partnerOf(eye)} order by e.row_no`)

export interface Judged {
  rowNo: number
  state: 'fresh' | 'unchanged' | null
  field: string | null
  reason: string | null
  needsSecond: boolean
}

export async function writeJudged(db: Db, judged: readonly Judged[]): Promise<void> {
  await db.rows(sql`
    update import_entry e set state = v.state, reason = v.reason, field = v.field,
      data = e.data || jsonb_build_object('needsSecond', v."needsSecond")
    from jsonb_to_recordset(${JSON.stringify(judged)}::jsonb) as v ("rowNo" int, state text, reason text, field text, "needsSecond" boolean)
    where e.row_no = v."rowNo"`)
}

export async function countSecond(db: Db): Promise<number> {
  const found = await db.one<{ n: number }>(
    sql`select count(*) as n from import_entry where state = 'fresh' and (data->>'needsSecond')::boolean`,
  )
  return found!.n
}

export interface Fresh extends Adjusting {
  partnerId: string
  partnerName: string
  reason: string
  needsSecond: boolean
}

/** What is to be written, in the file's order. */
export const readFresh = (db: Db, eye: Eye): Promise<Fresh[]> =>
  db.rows<Fresh>(sql`
    select e.data->>'product' as product, found.id::text as "partnerId", found.name as "partnerName", e.data->>'lineType' as "lineType",
      (e.data->>'amountFen')::bigint as "amountFen", e.data->>'originPeriod' as "originPeriod", e.data->>'videoId' as "videoId",
      e.data->>'reason' as reason, e.data->>'evidence' as evidence, (e.data->>'needsSecond')::boolean as "needsSecond"
    from import_entry e ${partnerOf(eye)} where e.state = 'fresh' order by e.row_no`)

export const keepAdjustment = (db: Db, importId: string, id: string): Promise<unknown> =>
  db.rows(sql`insert into import_change (import_id, entity, row_id) values (${importId}, 'adjustment', ${id})`)

/** Adjustments of an import that somebody decided on since, or that stand in a statement. */
export async function touchedAdjustments(db: Db, importId: string): Promise<string[]> {
  const rows = await db.rows<{ name: string }>(sql`
    select p.name || ' ' || j.reason as name from import_change c join adjustment j on j.id = c.row_id join partner p on p.id = j.partner_id
    where c.import_id = ${importId} and c.entity = 'adjustment' and (j.version <> 1 or j.statement_id is not null) order by j.id`)
  return rows.map(({ name }) => name)
}

/** Takes the adjustments of an import back; they stay as what was withdrawn. */
export const withdrawAdjustments = (db: Db, importId: string) =>
  db.rows<{ id: string; state: string; amountFen: number }>(sql`
    update adjustment j set state = 'withdrawn', version = j.version + 1
    from import_change c join adjustment old on old.id = c.row_id
    where c.import_id = ${importId} and c.entity = 'adjustment' and j.id = c.row_id
    returning j.id::text, old.state, j.amount_fen as "amountFen"`)
