import sql, { raw, type Sql } from 'sql-template-tag'
import type { Scope } from '../../../core/scope.ts'
import type { Db } from '../../../core/verb.ts'
import { fencePartner } from '../../../kit/sql/fence.ts'
import { type Dimension, MAX_PIVOT_ROWS } from '../contractBills.ts'
import { readClicks } from './figures.ts'

export interface Figures {
  orders: number
  validOrders: number
  invalidRate: number | null
  baseFen: number
  estFeeFen?: number
  actFeeFen?: number
  settledFen?: number
  commissionRate?: number | null
  platformFen?: number
  giftFen?: number
  partnerFen: number
  settledPartnerFen: number
  clicks: number | null
  conversion: number | null
}
export interface IncomeRow extends Figures {
  key: string
  name: string | null
  bucket: string | null
}
export interface IncomeQuestion {
  from: string
  to: string
  basis: 'order' | 'settle'
  by: Dimension
  unit: 'total' | 'day' | 'month'
}

const GROUPS: Record<Dimension, { key: Sql; name: Sql }> = {
  partner: { key: sql`o.partner_id::text`, name: sql`(select p.name from partner p where p.id = min(o.partner_id))` },
  account: {
    key: sql`o.account_id::text`,
    name: sql`(select a.alias from union_account a where a.id = min(o.account_id))`,
  },
  creator: {
    key: sql`o.creator_id::text`,
    name: sql`(select c.nickname from creator c where c.id = min(o.creator_id))`,
  },
  category: { key: sql`o.category_name`, name: sql`min(o.category_name)` },
  sku: { key: sql`o.sku_id`, name: sql`max(o.sku_name)` },
  position: { key: sql`o.position_id`, name: sql`min(o.position_id)` },
}
const VALID = sql`o.state in ('paid', 'finished')`
/** What the union pays on the row's pay day. */
const PAID = sql`coalesce((o.balance_ext ->> to_char(o.pay_date, 'YYYYMM'))::bigint, o.fee_fen)`

/** Groups of the report, the most valuable first, and the figures of all of them together. */
export async function readIncome(
  db: Db,
  scope: Scope,
  question: IncomeQuestion,
  seesOurs: boolean,
  now: Date,
  limit: number | null = MAX_PIVOT_ROWS,
): Promise<{ rows: IncomeRow[]; count: number; totals: Figures }> {
  const { key, name } = GROUPS[question.by]
  const date = question.basis === 'order' ? sql`o.order_date` : sql`o.pay_date`
  const bucket =
    question.unit === 'total'
      ? sql`null::text`
      : question.unit === 'day'
        ? sql`${date}::text`
        : sql`to_char(${date}, 'YYYY-MM')`
  const isPaid = sql`o.state = 'finished' and o.pay_date <= (${now}::timestamptz at time zone 'Asia/Shanghai')::date`
  const figures = sql`
    count(distinct o.purchase) as orders, count(distinct o.purchase) filter (where ${VALID}) as "validOrders",
    round(count(*) filter (where o.state in ('invalid', 'violation')) * 1000000.0 / nullif(count(*), 0))::bigint as "invalidRate",
    coalesce(sum(o.est_base_fen) filter (where ${VALID}), 0)::bigint as "baseFen",
    coalesce(sum(o.partner_fen), 0)::bigint as "partnerFen",
    coalesce(sum(round(${PAID}::numeric * o.share_ppm / 1000000)) filter (where ${isPaid} and o.partner_id is not null), 0)::bigint as "settledPartnerFen"${
      seesOurs
        ? sql`, coalesce(sum(o.est_fee_fen) filter (where ${VALID}), 0)::bigint as "estFeeFen",
    coalesce(sum(o.act_fee_fen) filter (where o.state = 'finished'), 0)::bigint as "actFeeFen",
    coalesce(sum(${PAID}) filter (where ${isPaid}), 0)::bigint as "settledFen",
    round(sum(o.commission_rate_ppm::numeric * o.est_base_fen) filter (where ${VALID}) / nullif(sum(o.est_base_fen) filter (where ${VALID}), 0))::bigint as "commissionRate",
    coalesce(sum(o.fee_fen - o.partner_fen), 0)::bigint as "platformFen", coalesce(sum(o.gift_fen) filter (where ${VALID}), 0)::bigint as "giftFen"`
        : sql``
    }`
  const from = sql`jd_order o where ${date} between ${question.from}::date and ${question.to}::date and ${fencePartner(scope, sql`o.partner_id`)}${
    question.basis === 'settle' ? sql` and o.state = 'finished'` : sql``
  }`
  // A click is on a day and of an owner; it has no product and is not paid.
  const byClick =
    question.by === 'partner' || question.by === 'account' || question.by === 'creator' ? question.by : null
  const asked = { from: question.from, to: question.to }
  type Row = Omit<IncomeRow, 'clicks' | 'conversion'> & { groups: number }
  const [rows, totals, clicks, sum] = await Promise.all([
    db.rows<Row>(sql`
      select concat_ws('|', ${bucket}, coalesce(${key}, '')) as key, ${name} as name, ${bucket} as bucket, ${figures}, count(*) over () as groups
      from ${from} group by ${key}, ${bucket} order by ${bucket} desc nulls last, sum(o.fee_fen) desc, ${key} ${
        limit === null ? sql`` : sql`limit ${raw(String(limit))}`
      }`),
    db.one<Omit<Figures, 'clicks' | 'conversion'>>(sql`select ${figures} from ${from}`),
    question.basis === 'order' && byClick
      ? readClicks(db, scope, { ...asked, by: byClick, unit: question.unit })
      : null,
    question.basis === 'order' ? readClicks(db, scope, { ...asked, by: null, unit: 'total' }) : null,
  ])
  const of = new Map(clicks?.map((one) => [one.key, one.clicks]))
  const withClicks = <T extends { validOrders: number }>(row: T, count: number | null) => ({
    ...row,
    clicks: count,
    conversion: count ? Math.round((row.validOrders * 1_000_000) / count) : null,
  })
  return {
    rows: rows.map(({ groups: _, ...row }) => withClicks(row, clicks ? (of.get(row.key) ?? 0) : null)),
    count: rows[0]?.groups ?? 0,
    totals: withClicks(totals!, sum ? (sum[0]?.clicks ?? 0) : null),
  }
}

/** Income day by day, days without any among them; of a partner its share. */
export const readIncomeDays = (
  db: Db,
  scope: Scope,
  { from, to, basis }: Pick<IncomeQuestion, 'from' | 'to' | 'basis'>,
  seesOurs: boolean,
  now: Date,
) => {
  const byOrder = basis === 'order'
  const date = byOrder ? sql`o.order_date` : sql`o.pay_date`
  const fee = seesOurs ? sql`o.fee_fen` : sql`o.partner_fen`
  const paid = seesOurs ? PAID : sql`round(${PAID}::numeric * o.share_ppm / 1000000)`
  const isPast = sql`o.pay_date <= (${now}::timestamptz at time zone 'Asia/Shanghai')::date`
  const [open, certain] = byOrder
    ? [sql`sum(${fee}) filter (where o.state = 'paid')`, sql`sum(${fee}) filter (where o.state = 'finished')`]
    : [sql`sum(${paid}) filter (where not ${isPast})`, sql`sum(${paid}) filter (where ${isPast})`]
  return db.rows<{ day: string; orders: number; openFen: number; certainFen: number }>(sql`
    select d.day::date::text as day, coalesce(o.orders, 0) as orders, coalesce(o.open, 0)::bigint as "openFen", coalesce(o.certain, 0)::bigint as "certainFen"
    from generate_series(${from}::date, ${to}::date, interval '1 day') d(day) left join (
      select ${date} as day, count(distinct o.purchase) filter (where ${VALID}) as orders, ${open} as open, ${certain} as certain
      from jd_order o where ${date} between ${from}::date and ${to}::date and ${fencePartner(scope, sql`o.partner_id`)}${
        byOrder ? sql`` : sql` and o.state = 'finished'`
      } group by 1) o on o.day = d.day::date order by d.day`)
}
