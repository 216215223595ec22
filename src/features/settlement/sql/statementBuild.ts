import sql, { type Sql } from 'sql-template-tag'
import type { SettlementProduct } from '../../../core/access.ts'
import type { Db } from '../../../core/verb.ts'
import { type Eye, fenceMoney } from './statementRows.ts'

export interface Billed {
  product: SettlementProduct
  partnerId: string
  period: string
}

/**
 * Opens the living statement of a period. Of two that try at once one gets it; undefined for the other, and where the
 * period has one already.
 */
export function openStatement(
  db: Db,
  { product, partnerId, period }: Billed,
  more: { versionId: string; createdBy: string | null; now: Date },
): Promise<{ id: string; version: number } | undefined> {
  return db.one<{ id: string; version: number }>(sql`
    insert into statement (no, product_code, partner_id, period, rev, product_version_id, created_by, created_at)
    select ${numberOf(product, partnerId, period, sql`r.rev`)}, ${product}, ${partnerId}, ${period}, r.rev, ${more.versionId}, ${more.createdBy}::bigint, ${more.now}
    from (select coalesce(max(rev), 0) + 1 as rev from statement
      where product_code = ${product} and partner_id = ${partnerId} and period = ${period}) r
    on conflict do nothing returning id::text, version`)
}

/** WL202610-000003-1: product, month, partner and the revision it began as. */
const numberOf = (product: string, partnerId: string, period: string, rev: Sql): Sql =>
  sql`upper(${product}) || to_char(${period}::date, 'YYYYMM') || '-' || lpad(${partnerId}::text, 6, '0') || '-' || ${rev}`

/** A statement split off another, in dispute, without lines yet. */
export async function openChild(
  db: Db,
  { id, product, partnerId, period }: Billed & { id: string },
  rev: number,
  createdBy: string,
  now: Date,
): Promise<{ id: string; no: string; version: number }> {
  const made = await db.one<{ id: string; no: string; version: number }>(sql`
    insert into statement (no, product_code, partner_id, period, rev, parent_id, product_version_id, tax_rate_ppm, state, built_at, issued_at, created_by, created_at)
    select ${numberOf(product, partnerId, period, sql`${rev}::int`)}, product_code, partner_id, period, ${rev}, id, product_version_id, tax_rate_ppm,
      'disputed', ${now}, ${now}, ${createdBy}, ${now}
    from statement where id = ${id} returning id::text, no, version`)
  return made!
}

/** The living statement of a period that is not split off another. */
export const findLiving = (db: Db, { product, partnerId, period }: Billed) =>
  db.one<{ id: string; no: string }>(sql`
    select id::text, no from statement
    where product_code = ${product} and partner_id = ${partnerId} and period = ${period} and state <> 'voided' and parent_id is null`)

/** Partners `b.partner_id` with something to bill up to the end of a month, and no statement of it. */
export const readBillable = (db: Db, product: string, period: string, eye?: Eye) =>
  db.rows<{ partnerId: string }>(sql`
    select b.partner_id::text as "partnerId" from (
      select p.id as partner_id from partner p where exists (select from accrual
        where product_code = ${product} and partner_id = p.id and statement_id is null and is_final and hold_reason is null
          and earn_date < ${afterOf(period)})
      union select partner_id from adjustment where product_code = ${product} and statement_id is null and state = 'approved' and ${isFree}
    ) b
    where ${eye ? fenceMoney(eye, sql`${product}`, sql`b.partner_id`) : sql`true`} and not exists (select from statement s where s.product_code = ${product} and s.partner_id = b.partner_id and s.period = ${period}
      and s.state <> 'voided' and s.parent_id is null)
    order by b.partner_id`)

const afterOf = (period: string): Sql => sql`(${period}::date + interval '1 month')::date`

/** Corrections of a disputed statement are lines of that one alone. */
const isFree = sql`not (line_type = 'dispute' and from_statement_id is not null)`

/**
 * Claims what is final, free and not held up to the end of the period: no two statements can have the same row, for the
 * claim is one statement on rows without one. Returns how many rows it has now.
 */
export async function claim(
  db: Db,
  id: string,
  { product, partnerId, period }: Billed,
  isChild: boolean,
): Promise<number> {
  // What has been held since an earlier build of this draft waits with the rest.
  await db.rows(sql`
    update accrual set statement_id = null, updated_at = now() where statement_id = ${id} and hold_reason is not null`)
  if (isChild)
    await db.rows(sql`
      update adjustment set statement_id = ${id} where from_statement_id = ${id} and line_type = 'dispute' and state = 'approved' and statement_id is null`)
  else {
    await db.rows(sql`
      update accrual set statement_id = ${id}, updated_at = now()
      where product_code = ${product} and partner_id = ${partnerId} and earn_date < ${afterOf(period)}
        and statement_id is null and is_final and hold_reason is null`)
    await db.rows(sql`
      update adjustment set statement_id = ${id}
      where product_code = ${product} and partner_id = ${partnerId} and statement_id is null and state = 'approved'
        and (${isFree} or from_statement_id = ${id}) and (line_type <> 'carry_over' or origin_period < ${period})`)
  }
  const found = await db.one<{ n: number }>(sql`
    select (select count(*) from accrual where statement_id = ${id}) + (select count(*) from adjustment where statement_id = ${id}) as n`)
  return found!.n
}

/** What a claimed row is on the bill: a normal one of an earlier month comes late. */
const kindOf = (period: Sql): Sql =>
  sql`case when a.line_type = 'normal' and a.origin_period < ${period} then 'backpay' else a.line_type end`

/**
 * Names the line of a statement `s` an accrual `a` is part of, against a line `l`. What may be absent is compared as equal
 * values: `is not distinct from` could not be hashed, and many lines would be held against every row of the statement.
 */
export const isOfLine = sql`(l.adjustment_id is null and l.line_type = ${kindOf(sql`s.period`)} and l.product_version_id = a.product_version_id
  and coalesce(l.video_id, 0) = coalesce(a.video_id, 0) and coalesce(l.task_code, '') = coalesce(a.task_code, '')
  and coalesce(l.origin_period, s.period) = a.origin_period)`

/**
 * Writes the lines anew from the claimed rows: one per work, kind, plan version and month, each rounded once. A line that
 * would say nothing is not made, unless it says why it is nothing; works whose income is held stand there with 0.
 */
export async function writeLines(db: Db, id: string, isChild: boolean): Promise<void> {
  await db.rows(sql`delete from statement_line where statement_id = ${id}`)
  await db.rows(sql`
    with s as (select * from statement where id = ${id}),
    earned as (
      select ${kindOf(sql`s.period`)} as kind, a.product_version_id, a.video_id, max(a.creator_id) as creator_id, a.task_code,
        nullif(a.origin_period, s.period) as origin, sum(a.plays_to - a.plays_from)::bigint as plays, sum(a.base_micro)::bigint as base,
        sum(a.amount_micro)::bigint as micro, null::bigint as adjustment_id, null::bigint as fen,
        case when s.product_code = 'wl' then jsonb_build_object('kind', 'split', 'baseMicro', sum(a.base_micro)::bigint,
          'ratePpm', case when min(a.rate_ppm) = max(a.rate_ppm) then min(a.rate_ppm) end, 'creatorMicro', sum(a.creator_micro)::bigint,
          'days', count(distinct a.earn_date), 'zeroReason', max(a.zero_reason))
        else jsonb_build_object('kind', 'cpm', 'playsFrom', (array_agg(a.plays_from order by a.earn_date, a.id))[1],
          'playsTo', (array_agg(a.plays_to order by a.earn_date desc, a.id desc))[1],
          'cpmE4', (array_agg(a.cpm_e4 order by a.earn_date desc, a.id desc))[1],
          'qualityPpm', (array_agg(a.quality_ppm order by a.earn_date desc, a.id desc))[1], 'capCutMicro', sum(a.cap_cut_micro)::bigint,
          'cutBy', max(a.cut_by), 'days', count(distinct a.earn_date), 'zeroReason', max(a.zero_reason)) end as explanation
      from accrual a cross join s where a.statement_id = ${id} group by 1, 2, 3, 5, 6, s.product_code
      having fen_of_micro(sum(a.amount_micro)::bigint) <> 0 or max(a.zero_reason) is not null
    ), held as (
      select 'normal' as kind, a.product_version_id, a.video_id, max(a.creator_id), null::text, null::date, null::bigint, 0::bigint, 0::bigint,
        null::bigint, 0::bigint, jsonb_build_object('kind', 'held', 'heldMicro', sum(a.amount_micro)::bigint, 'reason', min(a.hold_reason))
      from accrual a cross join s
      where not ${isChild}::boolean and a.statement_id is null and a.hold_reason is not null and a.is_final and a.product_code = s.product_code
        and a.partner_id = s.partner_id and a.earn_date >= s.period and a.earn_date < (s.period + interval '1 month')::date
      group by 2, 3
    ), by_hand as (
      select j.line_type, null::bigint, j.video_id, v.creator_id, null::text, nullif(j.origin_period, s.period), null::bigint, 0::bigint,
        j.amount_fen * 10000, j.id, j.amount_fen, jsonb_build_object('kind', 'adjustment', 'reason', j.reason)
      from adjustment j cross join s left join video v on v.id = j.video_id where j.statement_id = ${id}
    )
    insert into statement_line (statement_id, line_no, line_type, product_version_id, video_id, creator_id, task_code, origin_period, plays,
      base_micro, amount_micro, amount_fen, explanation, adjustment_id)
    select ${id}, row_number() over (order by kind <> 'normal', adjustment_id is not null, kind, origin nulls first, video_id nulls last, product_version_id,
        task_code, adjustment_id),
      kind, product_version_id, video_id, creator_id, task_code, origin, plays, base, micro, coalesce(fen, fen_of_micro(micro)), explanation, adjustment_id
    from (select * from earned union all select * from held union all select * from by_hand) l`)
}

export interface Taxing {
  /** Of what is paid, taken off and passed on; 0 where the partner sends an invoice. */
  ratePpm: number
  /** Below this nothing is paid, so nothing is taxed. */
  minPayoutFen: number
}

/** Sums a statement anew from its lines. The estimate is that of the first sum and stays. */
export async function sumLines(db: Db, id: string, { ratePpm, minPayoutFen }: Taxing): Promise<void> {
  await db.rows(sql`
    update statement s set line_count = t.lines, video_count = t.videos, plays = t.plays, gross_fen = t.gross, deduct_fen = t.deduct,
      adjust_fen = t.adjust, carry_fen = t.carry, tax_rate_ppm = ${ratePpm}, tax_fen = x.tax,
      net_fen = t.gross + t.deduct + t.adjust + t.carry - x.tax, sum_micro = t.micro
    from (
      select count(*) as lines, count(distinct video_id) as videos, coalesce(sum(plays), 0) as plays,
        coalesce(sum(amount_fen) filter (where adjustment_id is null and line_type not in ('invalid_traffic', 'refund', 'violation', 'clawback')), 0) as gross,
        coalesce(sum(amount_fen) filter (where adjustment_id is null and line_type in ('invalid_traffic', 'refund', 'violation', 'clawback')), 0) as deduct,
        coalesce(sum(amount_fen) filter (where adjustment_id is not null and line_type <> 'carry_over'), 0) as adjust,
        coalesce(sum(amount_fen) filter (where adjustment_id is not null and line_type = 'carry_over'), 0) as carry,
        coalesce(sum(amount_micro), 0)::bigint as micro
      from statement_line where statement_id = ${id}
    ) t cross join lateral (
      select case when t.gross + t.deduct + t.adjust + t.carry >= greatest(${minPayoutFen}::bigint, 1)
        then ((t.gross + t.deduct + t.adjust + t.carry) * ${ratePpm}::bigint * 2 + 1000000)::bigint / 2000000 else 0 end as tax
    ) x
    where s.id = ${id}`)
}

/** What the period looked like when it was built, held income too: the estimate to compare the bill with. */
export async function writeEstimate(db: Db, id: string): Promise<void> {
  await db.rows(sql`
    update statement s set estimate_fen = coalesce((
      select fen_of_micro(sum(a.amount_micro)::bigint) from accrual a
      where a.product_code = s.product_code and a.partner_id = s.partner_id and a.earn_date >= s.period
        and a.earn_date < (s.period + interval '1 month')::date and a.line_type = 'normal'), 0), built_at = coalesce(built_at, now())
    where s.id = ${id}`)
}

/** Gives lines, with the rows they stand on, to a statement split off. Line numbers stay what they are. */
export async function moveLines(db: Db, fromId: string, toId: string, lineNos: readonly number[]): Promise<number> {
  await db.rows(sql`
    update accrual a set statement_id = ${toId}, updated_at = now() from statement s, statement_line l
    where a.statement_id = ${fromId} and s.id = ${fromId} and l.statement_id = s.id and l.line_no = any(${lineNos}::int[]) and ${isOfLine}`)
  await db.rows(sql`
    update adjustment j set statement_id = ${toId} from statement_line l
    where l.statement_id = ${fromId} and l.line_no = any(${lineNos}::int[]) and j.id = l.adjustment_id`)
  const moved = await db.rows(sql`
    update statement_line set statement_id = ${toId} where statement_id = ${fromId} and line_no = any(${lineNos}::int[]) returning 1`)
  return moved.length
}

/** Opens a statement's rows again for the next build; its lines stay as they were. */
export async function freeRows(db: Db, id: string): Promise<void> {
  await db.rows(sql`update accrual set statement_id = null, updated_at = now() where statement_id = ${id}`)
  await db.rows(sql`update adjustment set statement_id = null where statement_id = ${id}`)
}

/** What a stored accrual is about, after the number it has among those of its day; the copies below keep it. */
const KEY = sql`substr(dedup_key, strpos(dedup_key, '|') + 1)`

/**
 * Undoes a locked statement's rows by new ones: each once more with the opposite sign, part of the voided statement, and
 * once more open, so that what the days sum to is what it was and the next build can have them.
 */
export async function reverseRows(db: Db, id: string): Promise<void> {
  const columns = sql`product_code, product_version_id, partner_id, creator_id, video_id, task_code, settle_type, earn_date, rate_ppm, creator_rate_ppm,
    cpm_e4, quality_ppm, cut_by, is_final, zero_reason, income_row_id`
  await db.rows(sql`
    insert into accrual (${columns}, line_type, base_micro, amount_micro, creator_micro, plays_from, plays_to, cap_cut_micro, statement_id, dedup_key)
    select ${columns}, 'correction', -base_micro, -amount_micro, -creator_micro, plays_to, plays_from, -cap_cut_micro, statement_id, 'v' || id || '-|' || ${KEY}
    from accrual where statement_id = ${id}
    union all
    select ${columns}, line_type, base_micro, amount_micro, creator_micro, plays_from, plays_to, cap_cut_micro, null, 'v' || id || '+|' || ${KEY}
    from accrual where statement_id = ${id}`)
  await db.rows(sql`
    insert into adjustment (product_code, partner_id, video_id, line_type, amount_fen, origin_period, reason, evidence_id, state, needs_second,
      proposed_by, proposed_at, decided_by, decided_at, decision_note, from_statement_id, source_key)
    select product_code, partner_id, video_id, line_type, amount_fen, origin_period, reason, evidence_id, state, needs_second, proposed_by,
      proposed_at, decided_by, decided_at, decision_note, case when line_type = 'dispute' then null else from_statement_id end, 'void:' || id
    from adjustment where statement_id = ${id}`)
}

/** Of everything a reader sees of a statement, so that a paper copy can be held against it. */
export async function checksumOf(db: Db, id: string): Promise<string> {
  const found = await db.one<{ sum: string }>(sql`
    select encode(sha256(convert_to(concat_ws('|', s.no, s.rev, s.partner_id, s.period, s.gross_fen, s.deduct_fen, s.adjust_fen, s.carry_fen, s.tax_fen,
      s.net_fen, (select string_agg(concat_ws(',', line_no, line_type, video_id, origin_period, amount_fen), ';' order by line_no)
        from statement_line where statement_id = s.id)), 'UTF8')), 'hex') as sum
    from statement s where s.id = ${id}`)
  return found!.sum
}
