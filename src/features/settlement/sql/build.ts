import sql, { type Sql } from 'sql-template-tag'
import type { SettlementProduct } from '../../../core/access.ts'
import type { Db } from '../../../core/verb.ts'

/**
 * What lines ought to say, for one product over some days; `accrual_due` of the running transaction. A line is named by
 * its day and its key, which begins with its partner. Rows that say nothing (no amount, no reason) are not in it.
 */
export const createDue = (db: Db) =>
  db.rows(sql`
    create temp table if not exists accrual_due (
      earn_date date, line_key text, partner_id bigint, creator_id bigint, video_id bigint, task_code text, settle_type smallint,
      product_version_id bigint, base_micro bigint, rate_ppm integer, creator_rate_ppm integer, amount_micro bigint,
      creator_micro bigint, plays_from bigint, plays_to bigint, cpm_e4 bigint, quality_ppm integer, cap_cut_micro bigint not null default 0,
      cut_by text, zero_reason text, income_row_id bigint, refund_micro bigint, is_late boolean, is_final boolean
    ) on commit drop`)

/** Whoever builds lines of a product is alone with them until its transaction ends. */
export const takeProduct = (db: Db, product: SettlementProduct) =>
  db.rows(sql`select pg_advisory_xact_lock(hashtext('accruals'), hashtext(${product}))`)

/** The key of a stored line: what follows its number. */
const KEY = sql`substr(a.dedup_key, strpos(a.dedup_key, '|') + 1)`
/** A line's columns in the order both statements write them, after its name and before what time has made of it. */
const COLUMNS = sql`creator_id, video_id, task_code, settle_type, product_version_id, rate_ppm, creator_rate_ppm, plays_from,
  plays_to, cpm_e4, quality_ppm, cap_cut_micro, cut_by, zero_reason, income_row_id`

export interface Built {
  written: number
  /** Lines that say what became different after a line was final. */
  corrections: number
}

/**
 * Brings the lines of a product over some days to what `accrual_due` says: lines that are not final are written anew,
 * those that no longer are go, and what differs from final lines becomes a line of its own. Twice is once. A day's lines are
 * written partner by partner, so that a statement's claim finds them side by side: where they lie scattered, every row costs
 * a page of the table and one of each index, written out whole.
 */
export async function applyDue(
  db: Db,
  product: SettlementProduct,
  from: string,
  to: string,
  now: Date,
): Promise<Built> {
  const span = sql`a.product_code = ${product} and a.earn_date between ${from}::date and ${to}::date`
  await db.rows(sql`analyze accrual_due`)
  await db.rows(sql`select ensure_accrual_partitions(${from}::date, ${to}::date)`)
  await db.rows(sql`
    delete from accrual a where ${span} and not a.is_final and a.statement_id is null and not exists (
      select from accrual_due d where d.earn_date = a.earn_date and d.line_key = ${KEY})`)
  const written = await db.one<{ n: number }>(sql`
    with known as (
      select distinct a.earn_date, a.partner_id, a.video_id, ${KEY} as line_key from accrual a where ${span} and a.is_final
    ), owners (day, work_id, lowest, highest) as (
      select earn_date, video_id, min(partner_id), max(partner_id) from known group by 1, 2
    ), made as (
      insert into accrual as old (product_code, earn_date, partner_id, dedup_key, line_type, base_micro, amount_micro, creator_micro,
        is_final, hold_reason, ${COLUMNS})
      select ${product}, d.earn_date, d.partner_id, '0|' || d.line_key, case
          when o.lowest <> d.partner_id or o.highest <> d.partner_id then 'conflict' when d.is_late then 'backpay' else 'normal' end,
        d.base_micro, d.amount_micro, d.creator_micro, d.is_final, ${holdOf(sql`d.video_id`)}, ${COLUMNS}
      from accrual_due d left join owners o on o.day = d.earn_date and o.work_id = d.video_id
      where not exists (select from known k where k.earn_date = d.earn_date and k.line_key = d.line_key)
      order by d.earn_date, d.partner_id, d.line_key
      on conflict (earn_date, dedup_key) do update set
        (line_type, base_micro, amount_micro, creator_micro, is_final, ${COLUMNS}) =
        row(excluded.line_type, excluded.base_micro, excluded.amount_micro, excluded.creator_micro, excluded.is_final,
          excluded.creator_id, excluded.video_id, excluded.task_code, excluded.settle_type, excluded.product_version_id,
          excluded.rate_ppm, excluded.creator_rate_ppm, excluded.plays_from, excluded.plays_to, excluded.cpm_e4,
          excluded.quality_ppm, excluded.cap_cut_micro, excluded.cut_by, excluded.zero_reason, excluded.income_row_id),
        updated_at = ${now}
      where not old.is_final and (old.base_micro, old.amount_micro, old.creator_micro, old.is_final, old.product_version_id,
          old.plays_from, old.plays_to, old.quality_ppm, old.cap_cut_micro, old.zero_reason, old.income_row_id, old.rate_ppm)
        is distinct from (excluded.base_micro, excluded.amount_micro, excluded.creator_micro, excluded.is_final,
          excluded.product_version_id, excluded.plays_from, excluded.plays_to, excluded.quality_ppm, excluded.cap_cut_micro,
          excluded.zero_reason, excluded.income_row_id, excluded.rate_ppm)
      returning 1
    ) select count(*) as n from made`)
  const corrections = await correct(db, product, span)
  return { written: written!.n, corrections }
}

/** Lines for what is due and not yet said by the final lines of the same day, work and partner. */
async function correct(db: Db, product: SettlementProduct, span: Sql): Promise<number> {
  const made = await db.rows(sql`
    with said as (
      select a.earn_date, a.partner_id, ${KEY} as line_key, count(*) as lines, sum(a.amount_micro) as amount, sum(a.base_micro) as base,
        sum(a.creator_micro) as creator, min(a.video_id) as video_id, min(a.creator_id) as creator_id,
        min(a.product_version_id) as version_id, min(a.task_code) as task_code, min(a.settle_type) as settle_type,
        max(a.income_row_id) as income_row_id
      from accrual a where ${span} and a.is_final group by 1, 2, 3
    ), differs as (
      select s.*, d.line_key is null as is_gone, d.zero_reason, d.refund_micro, d.rate_ppm as rate, d.creator_rate_ppm as creator_rate,
        d.plays_from, d.plays_to, d.cpm_e4, d.quality_ppm, d.cap_cut_micro, d.cut_by, d.income_row_id as new_income_row_id,
        coalesce(d.amount_micro, 0) - s.amount as amount_off, coalesce(d.base_micro, 0) - s.base as base_off,
        coalesce(d.creator_micro, 0) - s.creator as creator_off
      from said s left join accrual_due d using (earn_date, line_key)
      where (coalesce(d.amount_micro, 0), coalesce(d.base_micro, 0)) is distinct from (s.amount, s.base)
    )
    insert into accrual (product_code, earn_date, partner_id, dedup_key, line_type, base_micro, amount_micro, creator_micro, is_final,
      hold_reason, creator_id, video_id, task_code, settle_type, product_version_id, rate_ppm, creator_rate_ppm, plays_from, plays_to,
      cpm_e4, quality_ppm, cap_cut_micro, cut_by, zero_reason, income_row_id)
    select ${product}, f.earn_date, f.partner_id, f.lines || '|' || f.line_key,
      case when f.zero_reason is not null then 'violation'
        when f.is_gone and v.partner_id is distinct from f.partner_id then 'conflict'
        when f.amount_off < 0 and f.refund_micro > coalesce((
          select half_up(i.refund_gmv_fen::numeric * 10000 * i.upstream_ratio_ppm, 1000000) from income_row i where i.id = f.income_row_id), 0)
        then 'refund' else 'correction' end,
      f.base_off, f.amount_off, f.creator_off, true, ${holdOf(sql`f.video_id`)}, f.creator_id, f.video_id, f.task_code, f.settle_type,
      f.version_id, f.rate, f.creator_rate, f.plays_from, f.plays_to, f.cpm_e4, f.quality_ppm, coalesce(f.cap_cut_micro, 0), f.cut_by,
      f.zero_reason, coalesce(f.new_income_row_id, f.income_row_id)
    from differs f left join video v on v.id = f.video_id
    returning 1`)
  return made.length
}

/** Why a new line of a work waits, if it does. */
const holdOf = (videoId: Sql): Sql => sql`case when exists (
  select from income_hold h where h.video_id = ${videoId} and h.released_at is null) then 'risk' end`

/** Days whose lines have come of age and are not final yet become dirty. */
export const markDaysOfAge = (db: Db, today: string) =>
  db.rows(sql`
    insert into accrual_dirty
    select distinct a.product_code, a.earn_date from accrual a join product_version p on p.id = a.product_version_id
    where not a.is_final and a.earn_date <= ${today}::date - (p.params->>'finalDays')::integer
    on conflict do nothing`)

/** The dirty days of a product, the oldest first; they are taken by the transaction that builds them. */
export const readDirty = (db: Db, product: SettlementProduct): Promise<string[]> =>
  db
    .rows<{ day: string }>(
      sql`select earn_date::text as day from accrual_dirty where product_code = ${product} order by 1`,
    )
    .then((rows) => rows.map(({ day }) => day))

/** Takes dirty days before their facts are read: what changes meanwhile makes them dirty again. */
export const takeDirty = (db: Db, product: SettlementProduct, from: string, to: string) =>
  db.rows(
    sql`delete from accrual_dirty where product_code = ${product} and earn_date between ${from}::date and ${to}::date`,
  )

export const markDirty = (db: Db, product: SettlementProduct, day: string) =>
  db.rows(sql`insert into accrual_dirty values (${product}, ${day}::date) on conflict do nothing`)

/** The published versions of a product in force during some days, with each day's end of the estimate. */
export const PLAN = (product: SettlementProduct): Sql => sql`
  select id, params, valid_from, valid_before, (params->>'finalDays')::integer as final_days from product_version
  where product_code = ${product} and state = 'published'`
