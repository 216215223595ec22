import sql, { type Sql } from 'sql-template-tag'
import type { ListQuery } from '../../../core/listQuery.ts'
import type { Scope } from '../../../core/scope.ts'
import type { Db } from '../../../core/verb.ts'
import { fencePartner } from '../../../kit/sql/fence.ts'
import { type ListSource, likePattern, whereOf } from '../../../kit/sql/list.ts'
import { orderList } from '../contractOrders.ts'
import type { JdRow } from '../read.ts'
import { SUB_ID } from './book.ts'

/** Orders nobody is known for are for those alone who see everything. */
const fence = (scope: Scope): Sql => fencePartner(scope, sql`o.partner_id`)

/** Accounts a session may use; those of no business line are the house's. */
export const fenceAccount = (scope: Scope, account = sql`a`): Sql =>
  scope.kind === 'all'
    ? sql`true`
    : scope.kind === 'line'
      ? sql`${account}.business_line_id = ${scope.lineId}`
      : sql`false`

const orderSource: ListSource<typeof orderList> = {
  keys: () => sql`jd_order o`,
  id: sql`o.id`,
  rows: sql`join jd_order o on o.id = page.id join union_account a on a.id = o.account_id
    left join partner p on p.id = o.partner_id left join creator c on c.id = o.creator_id`,
  columns: {
    id: sql`o.id::text`,
    skuName: sql`o.sku_name`,
    orderId: sql`o.order_id`,
    state: sql`o.state`,
    accountName: sql`a.alias`,
    partnerName: sql`p.name`,
    creatorName: sql`c.nickname`,
    estBaseFen: sql`o.est_base_fen`,
    feeFen: sql`o.fee_fen`,
    partnerFen: sql`o.partner_fen`,
    orderedAt: sql`o.ordered_at`,
    reportDate: sql`o.report_date`,
    orderDate: sql`o.order_date`,
    finishDate: sql`o.finish_date`,
    payDate: sql`o.pay_date`,
    modifiedAt: sql`o.modified_at`,
    validCode: sql`o.valid_code`,
    parentId: sql`nullif(o.parent_id, '0')`,
    skuId: sql`o.sku_id`,
    skuNum: sql`o.sku_num`,
    returnNum: sql`o.return_num`,
    priceFen: sql`o.price_fen`,
    shopName: sql`o.shop_name`,
    categoryName: sql`o.category_name`,
    traceType: sql`case o.trace_type when 2 then 'sameShop' when 3 then 'crossShop' end`,
    commissionRate: sql`o.commission_rate_ppm`,
    finalRate: sql`o.final_rate_ppm`,
    estFeeFen: sql`o.est_fee_fen`,
    actFeeFen: sql`o.act_fee_fen`,
    giftFen: sql`o.gift_fen`,
    subUnionId: sql`o.sub_union_id`,
    positionId: sql`o.position_id`,
  },
  sorts: {
    estBaseFen: sql`o.est_base_fen`,
    feeFen: sql`o.fee_fen`,
    orderedAt: sql`o.ordered_at`,
    modifiedAt: sql`o.modified_at`,
  },
  filters: {
    keyword: (filter) => (filter.kind === 'contains' ? matchKeyword(filter.text) : sql`true`),
    state: sql`o.state`,
    feeFen: sql`o.fee_fen`,
    reportDate: sql`o.report_date`,
    orderDate: sql`o.order_date`,
    finishDate: sql`o.finish_date`,
    payDate: sql`o.pay_date`,
    traceType: sql`case o.trace_type when 2 then 'sameShop' when 3 then 'crossShop' end`,
    accountId: sql`o.account_id`,
    partnerId: sql`o.partner_id`,
    orderIds: (filter) =>
      filter.kind === 'any'
        ? sql`(o.order_id = any(${filter.values}::text[]) or o.parent_id = any(${filter.values}::text[]))`
        : sql`true`,
    hasReturn: sql`o.return_num > 0`,
  },
}

function matchKeyword(text: string): Sql {
  const like = likePattern(text)
  return sql`(o.order_id = ${text} or o.parent_id = ${text} or o.sku_id = ${text} or o.sub_union_id = ${text}
    or o.sku_name ilike ${like} or o.shop_name ilike ${like})`
}

interface Filtered {
  db: Db
  scope: Scope
  query: ListQuery
  may: Parameters<typeof whereOf>[0]['may']
}

export const ordersOf = ({ db, scope, query, may }: Filtered) => ({
  db,
  list: orderList,
  source: orderSource,
  query,
  fence: fence(scope),
  may,
})

/** Figures of the filtered rows, and how far the accounts in use have been fetched. */
export async function readOrderSummary(filtered: Filtered) {
  const seesOurs = filtered.may('affiliate.read')
  const [sums, synced] = await Promise.all([
    filtered.db.one<{
      orders: number
      rows: number
      baseFen: number
      estFeeFen: number | null
      actFeeFen: number | null
      partnerFen: number
      finishedPartnerFen: number
      returnRate: number | null
      violations: number
      unknown: number
    }>(sql`
      select count(distinct o.purchase) filter (where ${VALID}) as orders, count(*) as rows,
        coalesce(sum(o.est_base_fen) filter (where ${VALID}), 0)::bigint as "baseFen",
        case when ${seesOurs}::boolean then coalesce(sum(o.est_fee_fen) filter (where ${VALID}), 0)::bigint end as "estFeeFen",
        case when ${seesOurs}::boolean then coalesce(sum(o.act_fee_fen) filter (where o.state = 'finished'), 0)::bigint end as "actFeeFen",
        coalesce(sum(o.partner_fen), 0)::bigint as "partnerFen",
        coalesce(sum(o.partner_fen) filter (where o.state = 'finished'), 0)::bigint as "finishedPartnerFen",
        round(sum(o.return_num) filter (where ${VALID}) * 1000000.0 / nullif(sum(o.sku_num) filter (where ${VALID}), 0))::bigint as "returnRate",
        count(*) filter (where o.state = 'violation') as violations, count(*) filter (where o.state = 'unknown') as unknown
      from jd_order o where ${whereOf(ordersOf(filtered))}`),
    filtered.db.one<{ at: string | null }>(
      sql`select min(synced_through) as at from union_account where enabled and source <> 'feed'`,
    ),
  ])
  return { ...sums!, syncedThrough: synced!.at }
}
const VALID = sql`o.state in ('paid', 'finished')`

export async function readOrderOptions(db: Db, scope: Scope) {
  const [accounts, partners] = await Promise.all([
    db.rows<{ id: string; name: string; isFetched: boolean }>(
      sql`select a.id::text, a.alias as name, a.enabled and a.source <> 'feed' as "isFetched" from union_account a where ${fenceAccount(scope)} order by a.alias`,
    ),
    db.rows<{ id: string; name: string }>(
      sql`select p.id::text, p.name from partner p where ${fencePartner(scope, sql`p.id`)} order by p.name`,
    ),
  ])
  return { accounts, partners }
}

export const readOrder = (db: Db, scope: Scope, orderId: string) =>
  db.one<Record<string, unknown> & { purchase: string; accountId: string }>(sql`
    select o.id::text, o.row_id as "rowId", o.order_id as "orderId", nullif(o.parent_id, '0') as "parentId", o.sku_id as "skuId",
      o.sku_name as "skuName", o.sku_num as "skuNum", o.return_num as "returnNum", o.frozen_num as "frozenNum", o.price_fen as "priceFen",
      o.shop_name as "shopName", o.category_name as "categoryName", o.state, o.valid_code as "validCode", o.ordered_at as "orderedAt",
      o.finished_at as "finishedAt", o.modified_at as "modifiedAt", o.pay_date as "payDate", o.est_base_fen as "estBaseFen",
      o.act_base_fen as "actBaseFen", o.partner_fen as "partnerFen", o.sub_union_id as "subUnionId", c.nickname as "creatorName",
      o.video_id::text as "videoId", v.title as "videoTitle", o.purchase, o.account_id::text as "accountId",
      jsonb_build_object('accountName', a.alias, 'partnerName', p.name, 'commissionRate', o.commission_rate_ppm, 'finalRate', o.final_rate_ppm,
        'estFeeFen', o.est_fee_fen, 'actFeeFen', o.act_fee_fen, 'giftFen', o.gift_fen, 'sharePpm', o.share_ppm, 'positionId', o.position_id) as ours
    from jd_order o join union_account a on a.id = o.account_id left join partner p on p.id = o.partner_id
    left join creator c on c.id = o.creator_id left join video v on v.id = o.video_id
    where o.id = ${orderId} and ${fence(scope)}`)

export const readSplit = (db: Db, scope: Scope, order: { id: string; accountId: string; purchase: string }) =>
  db.rows<Record<string, unknown>>(sql`
    select o.id::text, o.order_id as "orderId", o.sku_name as "skuName", o.state, o.valid_code as "validCode", o.partner_fen as "partnerFen"
    from jd_order o where (o.order_id = ${order.purchase} or o.parent_id = ${order.purchase}) and o.account_id = ${order.accountId}
      and o.id <> ${order.id} and ${fence(scope)} order by o.id limit 50`)

/** A row's lines; those of an earlier owner are not for the present one. */
export const readLines = (db: Db, scope: Scope, orderId: string) =>
  db.rows<{ billDate: string; kind: string; feeFen?: number; partnerFen: number; at: string }>(sql`
    select l.bill_date as "billDate", l.kind, l.fee_fen as "feeFen", l.partner_fen as "partnerFen", l.at
    from jd_fee_line l where l.jd_order_id = ${orderId} and ${fencePartner(scope, sql`l.partner_id`)} order by l.id desc limit 100`)

export const readVersions = (db: Db, orderId: string) =>
  db.rows<{ modifiedAt: string; validCode: number; feeFen: number; raw: string }>(sql`
    select modified_at as "modifiedAt", valid_code as "validCode", fee_fen as "feeFen", jsonb_pretty(raw) as raw
    from jd_order_history where jd_order_id = ${orderId} order by id desc limit 50`)

export interface Attributed {
  id: string
  accountId: string
  subUnionId: string | null
  partnerId: string | null
  found: string | null
}

/** Rows of a bulk change within the scope, and whom their sub ids name now. */
export const lookOwnersUp = (db: Db, scope: Scope, ids: readonly string[]) =>
  db.rows<Attributed & { creatorId: string | null; videoId: string | null }>(sql`
    select o.id::text, o.account_id::text as "accountId", o.sub_union_id as "subUnionId", o.partner_id::text as "partnerId",
      coalesce(v.partner_id, b.partner_id, q.id)::text as found, c.id::text as "creatorId", v.id::text as "videoId"
    from jd_order o
    left join lateral (select regexp_match(o.sub_union_id, ${SUB_ID}) as part) s on true
    left join video v on v.id = s.part[3]::bigint
    left join creator c on c.id = coalesce(v.creator_id, s.part[2]::bigint)
    left join creator_binding b on b.creator_id = c.id and b.bind_time <= o.ordered_at and (b.unbind_time is null or o.ordered_at < b.unbind_time)
    left join partner q on q.id = s.part[1]::bigint
    where o.id = any(${ids}::bigint[]) and ${fence(scope)} order by o.id`)

export async function setOwners(
  db: Db,
  owners: readonly { id: string; found: string | null; creatorId: string | null; videoId: string | null }[],
  now: Date,
): Promise<void> {
  await db.rows(sql`
    update jd_order o set partner_id = n.found, creator_id = n."creatorId", video_id = n."videoId", updated_at = ${now},
      report_date = greatest(o.report_date, (${now}::timestamptz at time zone 'Asia/Shanghai')::date)
    from jsonb_to_recordset(${JSON.stringify(owners)}::jsonb) as n (id bigint, found bigint, "creatorId" bigint, "videoId" bigint) where o.id = n.id`)
}

export const hasAccount = async (db: Db, scope: Scope, accountId: string): Promise<boolean> =>
  !!(await db.one(sql`select 1 from union_account a where a.id = ${accountId} and ${fenceAccount(scope)}`))

export async function keepImport(
  db: Db,
  file: { createdBy: string; accountId: string; name: string; rows: readonly JdRow[]; now: Date },
): Promise<string> {
  const kept = await db.one<{ id: string }>(sql`
    insert into jd_order_import (created_by, account_id, file_name, rows, created_at)
    values (${file.createdBy}, ${file.accountId}, ${file.name}, ${JSON.stringify(file.rows)}::jsonb, ${file.now}) returning id::text`)
  return kept!.id
}

export const lockImport = (db: Db, userId: string, importId: string) =>
  db.one<{ accountId: string; rows: JdRow[]; status: string }>(sql`
    select account_id::text as "accountId", rows, status from jd_order_import where id = ${importId} and created_by = ${userId} for update`)

export async function markImported(db: Db, importId: string, now: Date): Promise<void> {
  await db.rows(
    sql`update jd_order_import set status = 'applied', rows = '[]', applied_at = ${now} where id = ${importId}`,
  )
}
