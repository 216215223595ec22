import { createHash } from 'node:crypto'
import sql from 'sql-template-tag'
import type { Db } from '../../../core/verb.ts'
import { dayOfValue, type JdRow } from '../read.ts'

export interface Effect {
  created: number
  changed: number
  /** Said nothing new, or was older than what is known. */
  unchanged: number
}

/** Our sub id of a link: `p{partner}_c{creator}_v{video}`, the later parts optional (domain page S22.2). */
export const SUB_ID = '^p(\\d{1,18})(?:_c(\\d{1,18}))?(?:_v(\\d{1,18}))?$'

/** What tells two words about one row apart. */
export const digestOf = ({ fields }: JdRow): string =>
  createHash('sha256').update(JSON.stringify(fields)).digest('base64url')

const rowsJson = (rows: readonly JdRow[]): string =>
  JSON.stringify(
    rows.map((row) => ({
      ...row.fields,
      orderDate: dayOfValue(row.fields.orderTime),
      finishDate: dayOfValue(row.fields.finishTime),
      reportDate: dayOfValue(row.fields.modifyTime),
      digest: digestOf(row),
      raw: row.raw,
    })),
  )

/** Locks an account: its books are written by one at a time. Undefined when there is none. */
export const lockAccount = (db: Db, accountId: string) =>
  db.one<{ id: string; sharePpm: number; frozenThrough: string | null }>(sql`
    select id::text, partner_share_ppm as "sharePpm", frozen_through as "frozenThrough" from union_account where id = ${accountId} for update`)

export const readAccountByUnionId = (db: Db, unionId: string) =>
  db.one<{ id: string }>(sql`select id::text from union_account where union_id = ${unionId} and enabled`)

/**
 * Takes in rows of one account's orders, in one transaction with their books: a row changes only when its modify time is
 * newer, or the same with another content. Whoever an order was made for stays; who is not known yet is looked for again.
 */
export async function takeOrders(db: Db, accountId: string, rows: readonly JdRow[], now: Date): Promise<Effect> {
  if (rows.length === 0) return { created: 0, changed: 0, unchanged: 0 }
  const account = (await lockAccount(db, accountId))!
  const json = rowsJson(rows)
  const before = await daysOfRows(
    db,
    accountId,
    rows.map(({ fields }) => fields.id),
  )
  const written = await db.rows<{ id: string; isNew: boolean }>(sql`
    with incoming as (
      select n.*, v.id as video_id, c.id as creator_id, coalesce(v.partner_id, b.partner_id, p.id) as partner_id
      from jsonb_to_recordset(${json}::jsonb) as n (
        "id" text, "orderId" text, "parentId" text, "orderTime" timestamptz, "finishTime" timestamptz, "modifyTime" timestamptz,
        "orderDate" date, "finishDate" date, "reportDate" date, "skuId" text, "skuName" text, "skuNum" integer,
        "skuReturnNum" integer, "skuFrozenNum" integer, price bigint, "cid1" text, "cid1Name" text, "shopName" text,
        "orderEmt" smallint, plus boolean, "traceType" smallint, "commissionRate" bigint, "subSideRate" bigint,
        "subsidyRate" bigint, "finalRate" bigint, "estimateCosPrice" bigint, "estimateFee" bigint, "actualCosPrice" bigint,
        "actualFee" bigint, "proPriceAmount" bigint, "giftCouponOcsAmount" bigint, "validCode" integer, "payMonth" date,
        "balanceExt" jsonb, "positionId" text, "subUnionId" text, pid text, "expressStatus" integer, digest text)
      left join lateral (select regexp_match(n."subUnionId", ${SUB_ID}) as part) s on true
      left join video v on v.id = s.part[3]::bigint
      left join creator c on c.id = coalesce(v.creator_id, s.part[2]::bigint)
      left join creator_binding b on b.creator_id = c.id and b.bind_time <= n."orderTime" and (b.unbind_time is null or n."orderTime" < b.unbind_time)
      left join partner p on p.id = s.part[1]::bigint
    )
    insert into jd_order as o (account_id, row_id, order_id, parent_id, ordered_at, finished_at, modified_at, order_date, finish_date,
      report_date, sku_id, sku_name, sku_num, return_num, frozen_num, price_fen, category_code, category_name, shop_name, emt, plus,
      trace_type, commission_rate_ppm, share_rate_ppm, subsidy_rate_ppm, final_rate_ppm, est_base_fen, est_fee_fen, act_base_fen,
      act_fee_fen, pro_price_fen, gift_fen, valid_code, pay_date, balance_ext, position_id, sub_union_id, pid, express_status,
      partner_id, creator_id, video_id, share_ppm, digest, created_at, updated_at)
    select ${accountId}, "id", "orderId", "parentId", "orderTime", "finishTime", "modifyTime", "orderDate", "finishDate", "reportDate",
      "skuId", coalesce("skuName", ''), "skuNum", "skuReturnNum", "skuFrozenNum", price, "cid1", "cid1Name", "shopName", "orderEmt", plus,
      "traceType", "commissionRate", "subSideRate", "subsidyRate", "finalRate", "estimateCosPrice", "estimateFee", "actualCosPrice",
      "actualFee", "proPriceAmount", "giftCouponOcsAmount", "validCode", "payMonth", "balanceExt", "positionId", "subUnionId", pid,
      "expressStatus", partner_id, creator_id, video_id, ${account.sharePpm}, digest, ${now}, ${now}
    from incoming order by "id"
    on conflict (account_id, row_id) do update set order_id = excluded.order_id, parent_id = excluded.parent_id,
      ordered_at = excluded.ordered_at, finished_at = excluded.finished_at, modified_at = excluded.modified_at,
      order_date = excluded.order_date, finish_date = excluded.finish_date, report_date = excluded.report_date,
      sku_id = excluded.sku_id, sku_name = excluded.sku_name, sku_num = excluded.sku_num, return_num = excluded.return_num,
      frozen_num = excluded.frozen_num, price_fen = excluded.price_fen, category_code = excluded.category_code,
      category_name = excluded.category_name, shop_name = excluded.shop_name, emt = excluded.emt, plus = excluded.plus,
      trace_type = excluded.trace_type, commission_rate_ppm = excluded.commission_rate_ppm, share_rate_ppm = excluded.share_rate_ppm,
      subsidy_rate_ppm = excluded.subsidy_rate_ppm, final_rate_ppm = excluded.final_rate_ppm, est_base_fen = excluded.est_base_fen,
      est_fee_fen = excluded.est_fee_fen, act_base_fen = excluded.act_base_fen, act_fee_fen = excluded.act_fee_fen,
      pro_price_fen = excluded.pro_price_fen, gift_fen = excluded.gift_fen, valid_code = excluded.valid_code,
      pay_date = excluded.pay_date, balance_ext = excluded.balance_ext, position_id = excluded.position_id,
      sub_union_id = excluded.sub_union_id, pid = excluded.pid, express_status = excluded.express_status,
      partner_id = coalesce(o.partner_id, excluded.partner_id), creator_id = coalesce(o.creator_id, excluded.creator_id),
      video_id = coalesce(o.video_id, excluded.video_id), digest = excluded.digest, updated_at = excluded.updated_at
    where excluded.modified_at > o.modified_at or (excluded.modified_at = o.modified_at and excluded.digest <> o.digest)
    returning o.id::text, o.xmax = 0 as "isNew"`)
  const ids = written.map(({ id }) => id)
  await db.rows(sql`
    insert into jd_order_history (jd_order_id, modified_at, valid_code, fee_fen, raw, at)
    select o.id, o.modified_at, o.valid_code, o.fee_fen, n.raw, ${now}
    from jsonb_to_recordset(${json}::jsonb) as n ("id" text, raw jsonb)
    join jd_order o on o.account_id = ${accountId} and o.row_id = n."id" where o.id = any(${ids}::bigint[]) order by o.id`)
  await book(db, accountId, ids, before, now)
  const created = written.filter(({ isNew }) => isNew).length
  return { created, changed: written.length - created, unchanged: rows.length - written.length }
}

/** The days on which rows count in any figure. */
async function daysOfRows(db: Db, accountId: string, rowIds: readonly string[]): Promise<string[]> {
  const found = await db.rows<{ day: string }>(sql`
    select distinct d.day from jd_order o cross join lateral (values (o.order_date), (o.finish_date), (o.pay_date)) d(day)
    where o.account_id = ${accountId} and o.row_id = any(${rowIds}::text[]) and d.day is not null`)
  return found.map(({ day }) => day)
}

/**
 * Writes what rows are worth now into the day books, as the difference to what the books say. An order whose day's bill
 * still moves belongs to its first version; once the bill stands, a change counts on the day it happened (S22.8). The
 * account must be locked.
 */
export async function book(
  db: Db,
  accountId: string,
  orderIds: readonly string[],
  moreDays: readonly string[],
  now: Date,
): Promise<void> {
  const lines = await db.rows<{ day: string }>(sql`
    with due as (
      select o.id, o.partner_id, o.order_date, o.state, o.fee_fen,
        -- A split parent is not taken back: its worth goes on in its children.
        (o.state in ('invalid', 'violation', 'unknown') and o.valid_code <> 2) or o.booked_state = 'finished' as is_taken_back, o.partner_fen, o.booked_fen, o.booked_partner_fen,
        o.booked_partner_id, o.is_booked and o.booked_partner_id is distinct from o.partner_id as has_moved,
        a.frozen_through is null or o.order_date > a.frozen_through as is_open,
        greatest(least(o.report_date, (${now}::timestamptz at time zone 'Asia/Shanghai')::date), a.frozen_through + 1) as change_day
      from jd_order o join union_account a on a.id = o.account_id
      where o.id = any(${orderIds}::bigint[]) and o.account_id = ${accountId}
    ),
    parts as (
      -- Of another owner now: what was booked for the old one goes, the whole comes for the new one.
      select id, booked_partner_id as partner_id, order_date, is_open, change_day, is_taken_back, -booked_fen as fee, -booked_partner_fen as part, true as has_moved from due where has_moved
      union all
      select id, partner_id, order_date, is_open, change_day, is_taken_back, fee_fen - case when has_moved then 0 else booked_fen end,
        partner_fen - case when has_moved then 0 else booked_partner_fen end, has_moved from due
    ),
    written as (
      insert into jd_fee_line (jd_order_id, account_id, partner_id, order_date, bill_date, kind, fee_fen, partner_fen, at)
      select id, ${accountId}, partner_id, order_date, case when is_open then order_date else change_day end,
        case when is_open then 'first' when fee < 0 and not has_moved and is_taken_back then 'clawback' else 'change' end,
        fee, part, ${now}
      from parts where fee <> 0 or part <> 0 order by id returning bill_date
    ),
    marked as (
      update jd_order o set booked_fen = due.fee_fen, booked_partner_fen = due.partner_fen, booked_partner_id = due.partner_id,
        booked_state = due.state, is_booked = true
      from due where o.id = due.id returning o.order_date, o.finish_date, o.pay_date
    )
    select bill_date as day from written union
    select d.day from marked cross join lateral (values (order_date), (finish_date), (pay_date)) d(day) where d.day is not null`)
  await sumDays(db, accountId, [...new Set([...lines.map(({ day }) => day), ...moreDays])], now)
}

/** Sums an account's days anew from books and orders. */
export async function sumDays(db: Db, accountId: string, days: readonly string[], now: Date): Promise<void> {
  if (days.length === 0) return
  await db.rows(sql`
    with booked as (
      select bill_date as day, partner_id, sum(fee_fen) filter (where kind = 'first') as first_fen,
        sum(partner_fen) filter (where kind = 'first') as first_part, sum(fee_fen) filter (where kind = 'change') as change_fen,
        sum(partner_fen) filter (where kind = 'change') as change_part, sum(fee_fen) filter (where kind = 'clawback') as clawback_fen,
        sum(partner_fen) filter (where kind = 'clawback') as clawback_part, sum(fee_fen) filter (where kind = 'close') as close_fen,
        min(order_date) filter (where kind in ('change', 'clawback')) as oldest
      from jd_fee_line where account_id = ${accountId} and bill_date = any(${days}::date[]) group by 1, 2
    ),
    worth as (
      select order_date as day, partner_id, sum(fee_fen) as fee, sum(partner_fen) as part, max(bill_date) as latest
      from jd_fee_line where account_id = ${accountId} and order_date = any(${days}::date[]) and kind <> 'close' group by 1, 2
    ),
    placed as (
      select order_date as day, partner_id, count(distinct purchase) filter (where state in ('paid', 'finished')) as orders
      from jd_order where account_id = ${accountId} and order_date = any(${days}::date[]) group by 1, 2
    ),
    finished as (
      select finish_date as day, partner_id, sum(fee_fen) as fee, sum(partner_fen) as part
      from jd_order where account_id = ${accountId} and finish_date = any(${days}::date[]) and state = 'finished' group by 1, 2
    ),
    settled as (
      select pay_date as day, partner_id, sum(fen) as fee, sum(case when partner_id is null then 0 else round(fen::numeric * share_ppm / 1000000)::bigint end) as part
      from (select *, coalesce((balance_ext ->> to_char(pay_date, 'YYYYMM'))::bigint, fee_fen) as fen from jd_order
        where account_id = ${accountId} and pay_date = any(${days}::date[]) and state = 'finished') paid group by 1, 2
    ),
    keys as (
      select day, partner_id from booked union select day, partner_id from worth union select day, partner_id from placed
      union select day, partner_id from finished union select day, partner_id from settled
      union select day, partner_id from jd_daily where account_id = ${accountId} and day = any(${days}::date[])
    )
    insert into jd_daily as d (day, account_id, partner_id, orders, first_fen, first_partner_fen, change_fen, change_partner_fen,
      clawback_fen, clawback_partner_fen, close_fen, current_fen, current_partner_fen, finished_fen, finished_partner_fen,
      settled_fen, settled_partner_fen, report_date, oldest_order_date, frozen_at, closed_at)
    select k.day, ${accountId}, k.partner_id, coalesce(p.orders, 0), coalesce(b.first_fen, 0), coalesce(b.first_part, 0),
      coalesce(b.change_fen, 0), coalesce(b.change_part, 0), coalesce(b.clawback_fen, 0), coalesce(b.clawback_part, 0),
      coalesce(b.close_fen, 0), coalesce(w.fee, 0), coalesce(w.part, 0), coalesce(f.fee, 0), coalesce(f.part, 0),
      coalesce(s.fee, 0), coalesce(s.part, 0), greatest(k.day, w.latest), least(k.day, b.oldest),
      case when k.day <= a.frozen_through then ${now}::timestamptz end,
      (select m.closed_at from jd_month_close m where m.account_id = a.id and m.month = date_trunc('month', k.day)::date)
    from keys k join union_account a on a.id = ${accountId}
    left join booked b on b.day = k.day and b.partner_id is not distinct from k.partner_id
    left join worth w on w.day = k.day and w.partner_id is not distinct from k.partner_id
    left join placed p on p.day = k.day and p.partner_id is not distinct from k.partner_id
    left join finished f on f.day = k.day and f.partner_id is not distinct from k.partner_id
    left join settled s on s.day = k.day and s.partner_id is not distinct from k.partner_id
    order by k.day, k.partner_id
    on conflict (day, account_id, partner_id) do update set orders = excluded.orders, first_fen = excluded.first_fen,
      first_partner_fen = excluded.first_partner_fen, change_fen = excluded.change_fen, change_partner_fen = excluded.change_partner_fen,
      clawback_fen = excluded.clawback_fen, clawback_partner_fen = excluded.clawback_partner_fen, close_fen = excluded.close_fen,
      current_fen = excluded.current_fen, current_partner_fen = excluded.current_partner_fen, finished_fen = excluded.finished_fen,
      finished_partner_fen = excluded.finished_partner_fen, settled_fen = excluded.settled_fen,
      settled_partner_fen = excluded.settled_partner_fen, report_date = excluded.report_date,
      oldest_order_date = excluded.oldest_order_date, frozen_at = coalesce(d.frozen_at, excluded.frozen_at)`)
}
