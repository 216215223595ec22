import sql from 'sql-template-tag'
import type { SettlementProduct } from '../../../core/access.ts'
import type { Db } from '../../../core/verb.ts'
import { type ListSource, likePattern } from '../../../kit/sql/list.ts'
import type { ADJUSTMENT_STATES, ADJUSTMENT_TYPES, adjustmentLists } from '../contract/adjustments.ts'
import { type Eye, fenceMoney } from './statementRows.ts'

export type AdjustmentState = (typeof ADJUSTMENT_STATES)[number]
export type AdjustmentType = (typeof ADJUSTMENT_TYPES)[number]

export interface NewAdjustment {
  product: SettlementProduct
  partnerId: string
  videoId: string | null
  lineType: AdjustmentType
  amountFen: number
  originPeriod: string
  reason: string
  evidenceId: string | null
  /** The number of a document that is no file of ours. */
  evidenceRef?: string | null
  needsSecond: boolean
  by: string | null
  now: Date
  fromStatementId?: string | null
  /** What it comes from, where that can come again: the second of a key is not written. */
  sourceKey?: string | null
}

/** Writes an adjustment: approved at once, or waiting for a second person. Undefined where its source has one already. */
export async function addAdjustment(db: Db, of: NewAdjustment): Promise<string | undefined> {
  const state: AdjustmentState = of.needsSecond ? 'proposed' : 'approved'
  const decided = of.needsSecond ? null : of.now
  const made = await db.one<{ id: string }>(sql`
    insert into adjustment (product_code, partner_id, video_id, line_type, amount_fen, origin_period, reason, evidence_id, evidence_ref, state, needs_second,
      proposed_by, proposed_at, decided_by, decided_at, from_statement_id, source_key)
    values (${of.product}, ${of.partnerId}, ${of.videoId}::bigint, ${of.lineType}, ${of.amountFen}, ${of.originPeriod}, ${of.reason},
      ${of.evidenceId}::bigint, ${of.evidenceRef ?? null}, ${state}, ${of.needsSecond}, ${of.by}::bigint, ${of.now}, ${of.needsSecond ? null : of.by}::bigint, ${decided}::timestamptz,
      ${of.fromStatementId ?? null}::bigint, ${of.sourceKey ?? null})
    on conflict (source_key) do nothing returning id::text`)
  return made?.id
}

/** What a partner is owed by its newest statement of a product that says something; null where there is none. */
export async function readLastNet(db: Db, product: string, partnerId: string): Promise<number | null> {
  const found = await db.one<{ netFen: number }>(sql`
    select net_fen as "netFen" from statement
    where product_code = ${product} and partner_id = ${partnerId} and parent_id is null and state not in ('building', 'voided')
    order by period desc, id desc limit 1`)
  return found?.netFen ?? null
}

/** What one person alone has added to or taken from the open period, all sizes together. */
export async function sumAlone(db: Db, product: string, partnerId: string): Promise<number> {
  const found = await db.one<{ fen: number }>(sql`
    select coalesce(sum(abs(amount_fen)), 0)::bigint as fen from adjustment
    where product_code = ${product} and partner_id = ${partnerId} and statement_id is null and state = 'approved' and not needs_second
      and line_type <> 'carry_over'`)
  return found!.fen
}

/** Whether an account may bill a partner for a product. */
export const findPartner = (db: Db, eye: Eye, product: string, partnerId: string) =>
  db.one<{ name: string }>(
    sql`select p.name from partner p where p.id = ${partnerId} and ${fenceMoney(eye, sql`${product}`, sql`p.id`)}`,
  )

/** Partners an account may bill for a product whose name has the text; of none the first by name. */
export const searchPartners = (db: Db, eye: Eye, product: string, keyword: string) =>
  db.rows<{ partnerId: string; name: string }>(sql`
    select p.id::text as "partnerId", p.name from partner p
    where p.name ilike ${likePattern(keyword)} and ${fenceMoney(eye, sql`${product}`, sql`p.id`)} order by p.name, p.id limit 50`)

/** A video that is or was the partner's. */
export const isVideoOf = (db: Db, partnerId: string, videoId: string) =>
  db.one(sql`
    select 1 from video v where v.id = ${videoId} and (v.partner_id = ${partnerId}
      or exists (select from video_owner_history h where h.video_id = v.id and ${partnerId}::bigint in (h.from_partner_id, h.to_partner_id)))`)

/** Corrections of a statement that wait for a second person, and those approved that are not in it yet. */
export async function countLoose(db: Db, statementId: string): Promise<{ proposed: number; approved: number }> {
  const found = await db.one<{ proposed: number; approved: number }>(sql`
    select count(*) filter (where state = 'proposed') as proposed, count(*) filter (where state = 'approved' and statement_id is null) as approved
    from adjustment where from_statement_id = ${statementId} and line_type = 'dispute'`)
  return found!
}

export interface LockedAdjustment {
  id: string
  state: AdjustmentState
  proposedBy: string | null
  amountFen: number
  version: number
}
export const lockAdjustment = (db: Db, eye: Eye, id: string): Promise<LockedAdjustment | undefined> =>
  db.one<LockedAdjustment>(sql`
    select j.id::text, j.state, j.proposed_by::text as "proposedBy", j.amount_fen as "amountFen", j.version from adjustment j
    where j.id = ${id} and ${fenceMoney(eye, sql`j.product_code`, sql`j.partner_id`)} for update of j`)

/** Decides on a proposal that is still one; false when it is not. */
export async function decide(
  db: Db,
  { id, version }: LockedAdjustment,
  { state, by, note, now }: { state: AdjustmentState; by: string; note: string | null; now: Date },
): Promise<boolean> {
  const done = await db.one(sql`
    update adjustment set state = ${state}, decided_by = ${state === 'withdrawn' ? null : by}::bigint, decided_at = ${now}, decision_note = ${note}, version = version + 1
    where id = ${id} and state = 'proposed' and version = ${version} returning 1`)
  return done !== undefined
}

export const adjustmentSource = (eye: Eye): ListSource<(typeof adjustmentLists)[SettlementProduct]> => ({
  keys: () => sql`adjustment j`,
  id: sql`j.id`,
  rows: sql`join adjustment j on j.id = page.id join partner p on p.id = j.partner_id left join statement s on s.id = j.statement_id
    left join app_user a on a.id = j.proposed_by left join app_user b on b.id = j.decided_by left join settlement_file f on f.id = j.evidence_id`,
  columns: {
    adjustmentId: sql`j.id::text`,
    partnerName: sql`p.name`,
    lineType: sql`j.line_type`,
    amountFen: sql`j.amount_fen`,
    originPeriod: sql`j.origin_period`,
    state: sql`j.state`,
    needsSecond: sql`j.needs_second`,
    reason: sql`j.reason`,
    videoId: sql`j.video_id::text`,
    statementNo: sql`s.no`,
    proposedBy: sql`a.display_name`,
    proposedAt: sql`j.proposed_at`,
    decidedBy: sql`b.display_name`,
    decidedAt: sql`j.decided_at`,
    decisionNote: sql`j.decision_note`,
    evidenceId: sql`f.id::text`,
    evidenceName: sql`f.name`,
    evidenceRef: sql`j.evidence_ref`,
    isOwn: sql`coalesce(j.proposed_by = ${eye.userId}, false)`,
    version: sql`j.version`,
  },
  sorts: { amountFen: sql`j.amount_fen`, proposedAt: sql`j.proposed_at` },
  filters: {
    adjustmentId: sql`j.id`,
    lineType: sql`j.line_type`,
    amountFen: sql`j.amount_fen`,
    originPeriod: sql`j.origin_period`,
    state: sql`j.state`,
    needsSecond: sql`j.needs_second`,
    proposedAt: sql`j.proposed_at`,
    partnerId: sql`j.partner_id`,
  },
})
export const fenceAdjustments = (eye: Eye, product: SettlementProduct) =>
  sql`(j.product_code = ${product} and ${fenceMoney(eye, sql`j.product_code`, sql`j.partner_id`)})`
