import sql from 'sql-template-tag'
import type { Db } from '../../../core/verb.ts'
import type { LineType, StatementDetail } from '../contract/statements.ts'
import { fenceBills } from './reconcile.ts'
import { isOfLine } from './statementBuild.ts'
import { type Eye, fenceStatements } from './statementRows.ts'

type Row = StatementDetail['statement'] & { voidProposedBy: string | null; invoiceRequired: boolean }

/** A statement as its page shows it; undefined for a foreign one as for a missing one. */
export const readStatement = (db: Db, eye: Eye, id: string): Promise<Row | undefined> =>
  db.one<Row>(sql`
    select s.id::text as "statementId", s.no, s.product_code as product, s.partner_id::text as "partnerId", p.name as "partnerName", s.period,
      s.rev, s.state, s.line_count as "lineCount", s.video_count as "videoCount", s.plays, s.estimate_fen as "estimateFen",
      s.gross_fen as "grossFen", s.parent_id is not null as "isSplitOff",
      (select coalesce(sum(gross_fen), 0)::bigint from statement where parent_id = s.id) as "movedFen", s.deduct_fen as "deductFen", s.adjust_fen as "adjustFen", s.carry_fen as "carryFen",
      s.tax_rate_ppm as "taxRatePpm", s.tax_fen as "taxFen", s.net_fen as "netFen",
      fen_of_micro(s.sum_micro) - (s.net_fen + s.tax_fen) as "roundingFen", s.confirm_due as "confirmDue", s.auto_confirmed as "autoConfirmed",
      s.hold_reason is not null as "isHeld", s.hold_reason as "holdReason", s.pay_on as "payOn", s.built_at as "builtAt",
      s.issued_at as "issuedAt", s.confirmed_at as "confirmedAt", s.locked_at as "lockedAt", s.paid_at as "paidAt", s.voided_at as "voidedAt",
      s.void_reason as "voidReason", s.void_proposed_by is not null as "isVoidProposed", s.void_proposed_by::text as "voidProposedBy",
      s.checksum, s.version, s.product_version_id::text as "planId", w.number as "planNumber", coalesce((w.params->>'invoiceRequired')::boolean, false) as "invoiceRequired"
    from statement s join partner p on p.id = s.partner_id left join product_version w on w.id = s.product_version_id
    where s.id = ${id} and s.state <> 'building' and ${fenceStatements(eye)}`)

export const readByType = (db: Db, id: string) =>
  db.rows<{ lineType: LineType; lines: number; amountFen: number }>(sql`
    select line_type as "lineType", count(*) as lines, sum(amount_fen)::bigint as "amountFen" from statement_line
    where statement_id = ${id} group by 1 order by 1`)

/** What happened to it, oldest first; names of staff only for staff. */
export const readEvents = (db: Db, id: string, isStaff: boolean) =>
  db.rows<StatementDetail['events'][number]>(sql`
    select e.at, e.action, e.from_state as "fromState", e.to_state as "toState",
      case when ${isStaff}::boolean or u.role = 'partner' then u.display_name end as actor, (e.data->>'version')::int as version,
      case when ${isStaff}::boolean or e.action in ('void', 'voidLocked', 'failed', 'keep', 'reissue', 'dispute', 'disputeSome') then e.data->>'note' end as note
    from statement_event e left join app_user u on u.id = e.actor_id
    where e.statement_id = ${id} and (${isStaff}::boolean or e.action not in ('hold', 'release', 'proposeVoid', 'rebuild')) order by e.id limit 500`)

export const readDisputes = (db: Db, id: string) =>
  db.rows<StatementDetail['disputes'][number]>(sql`
    select d.id::text as "disputeId", d.state, d.reason_code as "reasonCode", d.text, d.raised_at as "raisedAt", d.answer,
      d.answered_at as "answeredAt",
      coalesce((select jsonb_agg(jsonb_build_object('lineNo', line_no, 'claimedFen', claimed_fen) order by line_no)
        from dispute_line where dispute_id = d.id), '[]') as lines,
      coalesce((select jsonb_agg(jsonb_build_object('fileId', f.id::text, 'name', f.name) order by f.id)
        from settlement_file f where f.id = any(d.file_ids)), '[]') as files
    from dispute d where d.statement_id = ${id} order by d.id`)

export const readInvoices = (db: Db, id: string) =>
  db.rows<StatementDetail['invoices'][number]>(sql`
    select i.id::text as "invoiceId", i.number, i.issued_on as "issuedOn", i.amount_fen as "amountFen", i.state, i.reason,
      jsonb_build_object('fileId', f.id::text, 'name', f.name) as file, i.uploaded_at as "uploadedAt", i.version
    from invoice_doc i join settlement_file f on f.id = i.file_id where i.statement_id = ${id} order by i.id`)

export const readPayoutOf = (db: Db, id: string) =>
  db.one<NonNullable<StatementDetail['payout']>>(sql`
    select o.id::text as "payoutId", o.no, o.state, o.amount_fen as "amountFen", o.pay_on as "payOn", o.bank_ref as "bankRef", o.failure
    from payout_statement ps join payout o on o.id = ps.payout_id where ps.statement_id = ${id}`)

type Basis = StatementDetail['basis']

/** The account a statement was paid to, or the partner's own now. */
export const readAccountOf = (db: Db, id: string) =>
  db.one<NonNullable<Basis['account']>>(sql`
    select a.bank_name as "bankName", a.number_end as "numberEnd", a.state in ('verified', 'replaced') as "isVerified"
    from statement s left join payout_statement ps on ps.statement_id = s.id left join payout o on o.id = ps.payout_id
      join bank_account a on a.id = o.bank_account_id or o.id is null and a.partner_id = s.partner_id and a.state in ('waiting', 'verified')
    where s.id = ${id}`)

/** Upstream's newest bill of a statement's month: how far it is from our income of the partner's works, and rows nobody has answered. */
export const readUpstreamOf = (db: Db, eye: Eye, id: string) =>
  db.one<NonNullable<Basis['bill']>>(sql`
    select b.id::text as "billId", d.micro as "differenceMicro", d.open
    from statement s join upstream_bill b on b.product_code = s.product_code and b.period = s.period cross join lateral (
      select coalesce(sum(coalesce(r.file_micro, 0) - coalesce(r.ours_micro, 0)), 0)::bigint as micro, count(*) filter (where r.action is null) as open
      from upstream_bill_row r join video v on v.id = r.video_id
      where r.bill_id = b.id and r.difference in ('missing_here', 'missing_there', 'differs') and v.partner_id = s.partner_id) d
    where s.id = ${id} and ${fenceBills(eye)} order by b.id desc limit 1`)

export const readRelated = (db: Db, eye: Eye, id: string) =>
  db.rows<StatementDetail['related'][number]>(sql`
    select s.id::text as "statementId", s.no, s.rev, s.state, s.net_fen as "netFen"
    from statement s join statement me on me.product_code = s.product_code and me.partner_id = s.partner_id and me.period = s.period
    where me.id = ${id} and s.id <> me.id and s.state <> 'building' and ${fenceStatements(eye)} order by s.rev`)

export interface LineRow {
  lineNo: number
  lineType: LineType
  videoId: string | null
  title: string | null
  amountFen: number
  amountMicro: number
  explanation: Record<string, unknown>
}
export const readLine = (db: Db, eye: Eye, id: string, lineNo: number): Promise<LineRow | undefined> =>
  db.one<LineRow>(sql`
    select l.line_no as "lineNo", l.line_type as "lineType", l.video_id::text as "videoId", v.title, l.amount_fen as "amountFen",
      l.amount_micro as "amountMicro",
      jsonb_build_object('amountMicro', l.amount_micro, 'amountFen', l.amount_fen) || l.explanation as explanation
    from statement_line l join statement s on s.id = l.statement_id left join video v on v.id = l.video_id
    where l.statement_id = ${id} and l.line_no = ${lineNo} and ${fenceStatements(eye)}`)

export interface DayRow {
  accrualId: string
  earnDate: string
  lineType: LineType
  amountMicro: number
  baseMicro: number
  ratePpm: number | null
  creatorMicro: number
  playsFrom: number | null
  playsTo: number | null
  cpmE4: number | null
  qualityPpm: number | null
  capCutMicro: number
  cutBy: string | null
  zeroReason: string | null
  source: { file: string | null; row: number | null; revision: number } | null
}

/**
 * The rows a line was summed from, in the order they were earned, each with where it came from. The work is named once more
 * by itself, so that its index finds its few rows among the many of a statement.
 */
export const readDays = (
  db: Db,
  id: string,
  { lineNo, videoId }: Pick<LineRow, 'lineNo' | 'videoId'>,
): Promise<DayRow[]> =>
  db.rows<DayRow>(sql`
    select a.id::text as "accrualId", a.earn_date as "earnDate", a.line_type as "lineType", a.amount_micro as "amountMicro",
      a.base_micro as "baseMicro", a.rate_ppm as "ratePpm", a.creator_micro as "creatorMicro", a.plays_from as "playsFrom", a.plays_to as "playsTo",
      a.cpm_e4 as "cpmE4", a.quality_ppm as "qualityPpm", a.cap_cut_micro as "capCutMicro", a.cut_by as "cutBy", a.zero_reason as "zeroReason",
      case when i.id is not null then jsonb_build_object('file', i.source_file, 'row', i.source_row, 'revision', i.revision) end as source
    from statement_line l join statement s on s.id = l.statement_id join accrual a on a.statement_id = s.id and ${isOfLine}
      left join income_row i on i.id = a.income_row_id
    where l.statement_id = ${id} and l.line_no = ${lineNo} and ${videoId === null ? sql`a.video_id is null` : sql`a.video_id = ${videoId}`}
    order by a.earn_date, a.id limit 1000`)

export interface OwnFigures {
  estimateFen: number
  estimateThrough: string | null
  confirmedFen: number
  paidFen: number
  nextPayOn: string | null
}

/** A partner's own figures of a product: this month's estimate, what is agreed and not paid, what was paid. */
export async function readOwn(db: Db, partnerId: string, from: string): Promise<OwnFigures> {
  const found = await db.one<OwnFigures>(sql`
    select e.fen as "estimateFen", e.through as "estimateThrough",
      coalesce(sum(s.net_fen) filter (where s.state in ('confirmed', 'locked', 'invoiced', 'payable', 'paying', 'pay_failed')), 0)::bigint as "confirmedFen",
      coalesce(sum(s.net_fen) filter (where s.state = 'paid'), 0)::bigint as "paidFen",
      min(s.pay_on) filter (where s.state in ('locked', 'invoiced', 'payable', 'paying', 'pay_failed'))::text as "nextPayOn"
    from (select coalesce(fen_of_micro(sum(amount_micro)::bigint), 0)::bigint as fen, max(earn_date)::text as through from accrual
      where partner_id = ${partnerId} and product_code = 'sm4' and statement_id is null and earn_date >= ${from}) e
      left join statement s on s.partner_id = ${partnerId} and s.product_code = 'sm4'
    group by e.fen, e.through`)
  return found!
}

export const readToConfirm = (db: Db, eye: Eye) =>
  db.rows<{ statementId: string; no: string; netFen: number; confirmDue: string }>(sql`
    select s.id::text as "statementId", s.no, s.net_fen as "netFen", s.confirm_due as "confirmDue" from statement s
    where s.state = 'pending_confirm' and s.product_code = 'sm4' and ${fenceStatements(eye)} order by s.confirm_due limit 50`)
