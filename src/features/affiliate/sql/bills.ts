import sql, { type Sql } from 'sql-template-tag'
import type { ListQuery } from '../../../core/listQuery.ts'
import type { Scope } from '../../../core/scope.ts'
import type { Db } from '../../../core/verb.ts'
import { fencePartner } from '../../../kit/sql/fence.ts'
import type { ListSource, whereOf } from '../../../kit/sql/list.ts'
import { billList, dailyList } from '../contractBills.ts'
import { fenceAccount } from './orders.ts'

const fence = (scope: Scope): Sql => fencePartner(scope, sql`d.partner_id`)
/** Orders that are finished have a pay day to come: nothing was earned on it yet. */
const HAS_COME = sql`d.day <= (now() at time zone 'Asia/Shanghai')::date`
/** A day on which orders were only finished or paid has no bill. */
const IS_BILL = sql`(d.orders > 0 or d.first_fen <> 0 or d.current_fen <> 0 or d.close_fen <> 0 or d.oldest_order_date < d.day)`
const ROWS = sql`join jd_daily d on d.id = page.id join union_account a on a.id = d.account_id left join partner p on p.id = d.partner_id`
const STATUS = sql`case when d.closed_at is not null then 'final' when d.frozen_at is not null and d.current_fen <> d.first_fen then 'adjusted' else 'estimating' end`
const names = { accountName: sql`a.alias`, partnerName: sql`p.name` }
const owners = { accountId: sql`d.account_id`, partnerId: sql`d.partner_id` }

const billSource: ListSource<typeof billList> = {
  keys: () => sql`jd_daily d`,
  id: sql`d.id`,
  rows: ROWS,
  columns: {
    ...names,
    id: sql`d.id::text`,
    orderDate: sql`d.day`,
    status: STATUS,
    orders: sql`d.orders`,
    firstFen: sql`d.first_fen`,
    currentFen: sql`d.current_fen`,
    adjustFen: sql`d.change_fen + d.clawback_fen + d.close_fen`,
    netFen: sql`d.net_fen`,
    firstPartnerFen: sql`d.first_partner_fen`,
    currentPartnerFen: sql`d.current_partner_fen`,
    adjustPartnerFen: sql`d.change_partner_fen + d.clawback_partner_fen`,
    netPartnerFen: sql`d.net_partner_fen`,
    platformFen: sql`d.net_fen - d.net_partner_fen`,
    reportDate: sql`d.report_date`,
    frozenAt: sql`d.frozen_at`,
    closedAt: sql`d.closed_at`,
  },
  sorts: { orderDate: sql`d.day`, netFen: sql`d.net_fen`, netPartnerFen: sql`d.net_partner_fen` },
  filters: { ...owners, orderDate: sql`d.day`, reportDate: sql`d.report_date`, status: STATUS, netFen: sql`d.net_fen` },
}

const dailySource: ListSource<typeof dailyList> = {
  keys: () => sql`jd_daily d`,
  id: sql`d.id`,
  rows: sql`${ROWS} left join jd_daily y on y.day = d.day - 1 and y.account_id = d.account_id and y.partner_id is not distinct from d.partner_id`,
  columns: {
    ...names,
    id: sql`d.id::text`,
    reportDate: sql`d.day`,
    orderDate: sql`d.oldest_order_date`,
    newFen: sql`d.first_fen`,
    changeFen: sql`d.change_fen`,
    clawbackFen: sql`d.clawback_fen`,
    closeFen: sql`d.close_fen`,
    netFen: sql`d.net_fen`,
    netChangeFen: sql`d.net_fen - y.net_fen`,
    finishedFen: sql`d.finished_fen`,
    settledFen: sql`d.settled_fen`,
    newPartnerFen: sql`d.first_partner_fen`,
    changePartnerFen: sql`d.change_partner_fen`,
    clawbackPartnerFen: sql`d.clawback_partner_fen`,
    netPartnerFen: sql`d.net_partner_fen`,
    finishedPartnerFen: sql`d.finished_partner_fen`,
    settledPartnerFen: sql`d.settled_partner_fen`,
  },
  sorts: { reportDate: sql`d.day`, netFen: sql`d.net_fen`, netPartnerFen: sql`d.net_partner_fen` },
  filters: { ...owners, reportDate: sql`d.day`, orderDate: sql`d.oldest_order_date` },
}

interface Filtered {
  db: Db
  scope: Scope
  query: ListQuery
  may: Parameters<typeof whereOf>[0]['may']
}
export const billsOf = ({ db, scope, query, may }: Filtered) => ({
  ...{ db, query, may },
  ...{ list: billList, source: billSource, fence: sql`${fence(scope)} and ${HAS_COME} and ${IS_BILL}` },
})
export const dailyOf = ({ db, scope, query, may }: Filtered) => ({
  ...{ db, query, may },
  ...{ list: dailyList, source: dailySource, fence: sql`${fence(scope)} and ${HAS_COME}` },
})

export interface Sums {
  days: number
  orders: number
  firstFen: number | null
  currentFen: number | null
  adjustFen: number | null
  netFen: number | null
  finishedFen: number | null
  settledFen: number | null
  firstPartnerFen: number
  currentPartnerFen: number
  adjustPartnerFen: number
  netPartnerFen: number
  clawbackPartnerFen: number
  settledPartnerFen: number
  open: number
  trend: number[]
}

/** Figures of the filtered days; what is ours is null for whoever may not see it. */
export async function readSums(db: Db, where: Sql, seesOurs: boolean): Promise<Sums> {
  const ours = (column: Sql) => sql`case when ${seesOurs}::boolean then coalesce(sum(${column}), 0)::bigint end`
  const all = (column: Sql) => sql`coalesce(sum(${column}), 0)::bigint`
  const [sums, trend] = await Promise.all([
    db.one<Omit<Sums, 'trend'>>(sql`
      select count(distinct d.day) as days, ${all(sql`d.orders`)} as orders, ${ours(sql`d.first_fen`)} as "firstFen",
        ${ours(sql`d.current_fen`)} as "currentFen", ${ours(sql`d.change_fen + d.clawback_fen + d.close_fen`)} as "adjustFen",
        ${ours(sql`d.net_fen`)} as "netFen", ${ours(sql`d.finished_fen`)} as "finishedFen", ${ours(sql`d.settled_fen`)} as "settledFen",
        ${all(sql`d.first_partner_fen`)} as "firstPartnerFen", ${all(sql`d.current_partner_fen`)} as "currentPartnerFen",
        ${all(sql`d.change_partner_fen + d.clawback_partner_fen`)} as "adjustPartnerFen", ${all(sql`d.net_partner_fen`)} as "netPartnerFen",
        ${all(sql`d.clawback_partner_fen`)} as "clawbackPartnerFen", ${all(sql`d.settled_partner_fen`)} as "settledPartnerFen",
        count(*) filter (where d.frozen_at is null) as open
      from jd_daily d where ${where}`),
    db.rows<{ fen: number }>(sql`
      select sum(case when ${seesOurs}::boolean then d.net_fen else d.net_partner_fen end)::bigint as fen
      from jd_daily d where ${where} group by d.day order by d.day desc limit 30`),
  ])
  return { ...sums!, trend: trend.map(({ fen }) => fen).reverse() }
}

export const readBill = (db: Db, scope: Scope, billId: string) =>
  db.one<{
    day: string
    accountId: string
    partnerId: string | null
    status: string
    frozenAt: string | null
    accountName: string
    partnerName: string | null
    orders: number
    firstFen: number
    currentFen: number
    firstPartnerFen: number
    currentPartnerFen: number
  }>(sql`
    select d.day, d.account_id::text as "accountId", d.partner_id::text as "partnerId", ${STATUS} as status, d.frozen_at as "frozenAt",
      a.alias as "accountName", p.name as "partnerName", d.orders, d.first_fen as "firstFen", d.current_fen as "currentFen",
      d.first_partner_fen as "firstPartnerFen", d.current_partner_fen as "currentPartnerFen"
    from jd_daily d join union_account a on a.id = d.account_id left join partner p on p.id = d.partner_id where d.id = ${billId} and ${fence(scope)}`)

interface Bill {
  day: string
  accountId: string
  partnerId: string | null
}
/** What was adjusted on a bill's day, the largest first. */
export const readAdjustments = (db: Db, { day, accountId, partnerId }: Bill) =>
  db.rows<{ feeFen?: number }>(sql`
    select l.jd_order_id::text as "orderRowId", o.order_id as "orderId", o.sku_name as "skuName", l.order_date as "orderDate", l.kind,
      l.fee_fen as "feeFen", l.partner_fen as "partnerFen"
    from jd_fee_line l left join jd_order o on o.id = l.jd_order_id
    where l.bill_date = ${day}::date and l.account_id = ${accountId} and l.partner_id is not distinct from ${partnerId}::bigint and l.kind <> 'first'
    order by abs(l.fee_fen) desc, l.id limit 200`)

/** What later days said about the orders of a bill's day. */
export const readLater = (db: Db, { day, accountId, partnerId }: Bill) =>
  db.rows<{ feeFen?: number }>(sql`
    select l.bill_date as "billDate", l.kind, count(*) as rows, sum(l.fee_fen)::bigint as "feeFen", sum(l.partner_fen)::bigint as "partnerFen"
    from jd_fee_line l where l.order_date = ${day}::date and l.account_id = ${accountId}
      and l.partner_id is not distinct from ${partnerId}::bigint and l.kind in ('change', 'clawback')
    group by 1, 2 order by 1, 2 limit 200`)

/** Books, orders and daily sums, account by account; one statement, so that all three are of one moment. */
export const readEvenness = (db: Db, account: Sql = sql`true`) =>
  db.rows<{
    accountId: string
    accountName: string
    ordersFen: number
    booksFen: number
    daysFen: number
    isEven: boolean
  }>(sql`
    select *, "ordersFen" = "booksFen" and "booksFen" = "daysFen" as "isEven" from (
      select a.id::text as "accountId", a.alias as "accountName",
        (select coalesce(sum(o.fee_fen), 0)::bigint from jd_order o where o.account_id = a.id) as "ordersFen",
        (select coalesce(sum(l.fee_fen), 0)::bigint from jd_fee_line l where l.account_id = a.id and l.kind <> 'close') as "booksFen",
        (select coalesce(sum(d.net_fen - d.close_fen), 0)::bigint from jd_daily d where d.account_id = a.id) as "daysFen"
      from union_account a where ${account} order by a.alias) sums`)

export const readEvennessFor = (db: Db, scope: Scope) => readEvenness(db, fenceAccount(scope))
