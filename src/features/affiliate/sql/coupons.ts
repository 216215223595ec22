import sql from 'sql-template-tag'
import type { ListQuery } from '../../../core/listQuery.ts'
import type { Scope } from '../../../core/scope.ts'
import type { Db } from '../../../core/verb.ts'
import { fencePartner } from '../../../kit/sql/fence.ts'
import { type ListSource, likePattern, type whereOf } from '../../../kit/sql/list.ts'
import { codeList, couponList } from '../contractLinks.ts'
import type { CodeStatus } from '../flow.ts'
import { usesOf } from './figures.ts'
import { fenceAccount } from './orders.ts'

const STATUS = sql`case when c.queried_at is null then 'unknown' when not c.is_valid then 'invalid' when c.take_end <= now() then 'ended'
  when c.remain = 0 then 'exhausted' when c.take_begin > now() then 'notStarted' else 'active' end`
const couponSource: ListSource<typeof couponList> = {
  keys: () => sql`union_coupon c join union_account a on a.id = c.account_id`,
  id: sql`c.id`,
  rows: sql`join union_coupon c on c.id = page.id join union_account a on a.id = c.account_id ${usesOf(sql`u.coupon_id = c.id`)}`,
  columns: {
    id: sql`c.id::text`,
    couponUrl: sql`c.coupon_url`,
    accountName: sql`a.alias`,
    status: STATUS,
    discountFen: sql`c.discount_fen`,
    thresholdFen: sql`c.threshold_fen`,
    isOdd: sql`coalesce(c.discount_fen >= c.threshold_fen and c.threshold_fen > 0, false)`,
    remainRate: sql`round(c.remain * 1000000.0 / nullif(c.total, 0))::bigint`,
    remain: sql`c.remain`,
    total: sql`c.total`,
    taken: sql`greatest(u.taken, coalesce(c.total - c.remain, 0))`,
    used: sql`u.used`,
    orders: sql`u.orders`,
    baseFen: sql`u.base_fen`,
    feeFen: sql`u.fee_fen`,
    takeEnd: sql`c.take_end`,
    useEnd: sql`c.use_end`,
    queriedAt: sql`c.queried_at`,
    createdAt: sql`c.created_at`,
  },
  sorts: { createdAt: sql`c.created_at`, takeEnd: sql`coalesce(c.take_end, 'infinity')` },
  filters: {
    keyword: (filter) => (filter.kind === 'contains' ? sql`c.coupon_url ilike ${likePattern(filter.text)}` : sql`true`),
    status: STATUS,
    isOdd: sql`coalesce(c.discount_fen >= c.threshold_fen and c.threshold_fen > 0, false)`,
    accountId: sql`c.account_id`,
  },
}
interface Filtered {
  db: Db
  scope: Scope
  query: ListQuery
  may: Parameters<typeof whereOf>[0]['may']
}
export const couponsOf = ({ db, scope, query, may }: Filtered) => ({
  ...{ db, query, may },
  ...{ list: couponList, source: couponSource, fence: fenceAccount(scope) },
})

export const readCouponSummary = (db: Db, scope: Scope, now: Date) =>
  db.one<{ total: number; active: number; ending: number; exhausted: number }>(sql`
    select count(*) as total, count(*) filter (where ${STATUS} = 'active') as active,
      count(*) filter (where ${STATUS} = 'active' and c.take_end < ${now}::timestamptz + interval '1 day') as ending,
      count(*) filter (where ${STATUS} = 'exhausted') as exhausted
    from union_coupon c join union_account a on a.id = c.account_id where ${fenceAccount(scope)}`)

export async function insertCoupons(
  db: Db,
  coupons: { accountId: string; urls: readonly string[]; createdBy: string },
  now: Date,
): Promise<number> {
  const made = await db.rows(sql`
    insert into union_coupon (account_id, coupon_url, created_by, created_at, updated_at)
    select ${coupons.accountId}, url, ${coupons.createdBy}, ${now}, ${now} from unnest(${coupons.urls}::text[]) url on conflict do nothing returning 1`)
  return made.length
}
export const deleteCoupon = async (db: Db, scope: Scope, couponId: string): Promise<boolean> =>
  (
    await db.rows(sql`
      delete from union_coupon c using union_account a where a.id = c.account_id and c.id = ${couponId} and ${fenceAccount(scope)} returning 1`)
  ).length === 1

/** Coupons whose turn it is: half an hour after the last look, an hour where there is nothing left to take. */
export const readDueCoupons = (db: Db, accountId: string, now: Date, limit: number) =>
  db.rows<{ id: string; url: string }>(sql`
    select c.id::text, c.coupon_url as url from union_coupon c where c.account_id = ${accountId}
      and (c.queried_at is null or c.queried_at < ${now}::timestamptz - case when ${STATUS} = 'active' then interval '30 minutes' else interval '1 hour' end)
      and (c.take_end is null or c.take_end > ${now}::timestamptz - interval '1 day')
    order by c.queried_at nulls first, c.id limit ${limit}`)

export async function readCouponCount(db: Db, accountId: string): Promise<number> {
  const found = await db.one<{ n: number }>(sql`select count(*) as n from union_coupon where account_id = ${accountId}`)
  return found!.n
}
export const readLot = (db: Db, accountId: string, from: number, limit: number) =>
  db.rows<{ id: string; url: string }>(
    sql`select id::text, coupon_url as url from union_coupon where account_id = ${accountId} order by id offset ${from} limit ${limit}`,
  )

export interface CouponNews {
  id: string
  isValid: boolean
  thresholdFen: number | null
  discountFen: number | null
  takeBegin: string | null
  takeEnd: string | null
  useEnd: string | null
  total: number | null
  remain: number | null
}
export async function updateCoupons(db: Db, news: readonly CouponNews[], now: Date): Promise<void> {
  await db.rows(sql`
    update union_coupon c set is_valid = n."isValid", threshold_fen = coalesce(n."thresholdFen", c.threshold_fen),
      discount_fen = coalesce(n."discountFen", c.discount_fen), take_begin = coalesce(n."takeBegin", c.take_begin),
      take_end = coalesce(n."takeEnd", c.take_end), use_end = coalesce(n."useEnd", c.use_end), total = coalesce(n.total, c.total),
      remain = coalesce(n.remain, c.remain), queried_at = ${now}, updated_at = ${now}
    from jsonb_to_recordset(${JSON.stringify(news)}::jsonb) as n (id bigint, "isValid" boolean, "thresholdFen" bigint, "discountFen" bigint,
      "takeBegin" timestamptz, "takeEnd" timestamptz, "useEnd" timestamptz, total integer, remain integer) where c.id = n.id`)
}

const fenceCode = (scope: Scope) => fencePartner(scope, sql`c.partner_id`)
/** What the code took off: its amount for each use, or its part of what was sold. */
const SUBSIDY = sql`(case c.kind when 'fixed' then u.used * c.amount_fen else round(u.base_fen::numeric * c.rate_ppm / 1000000) end)::bigint`
const codeSource: ListSource<typeof codeList> = {
  keys: () => sql`coupon_code c`,
  id: sql`c.id`,
  rows: sql`join coupon_code c on c.id = page.id left join partner p on p.id = c.partner_id ${usesOf(sql`u.code_id = c.id`)}`,
  columns: {
    id: sql`c.id::text`,
    code: sql`c.code`,
    status: sql`c.status`,
    partnerName: sql`p.name`,
    kind: sql`c.kind`,
    amountFen: sql`c.amount_fen`,
    ratePpm: sql`c.rate_ppm`,
    thresholdFen: sql`c.threshold_fen`,
    quota: sql`c.quota`,
    taken: sql`u.taken`,
    used: sql`u.used`,
    remain: sql`case when c.quota is not null then greatest(c.quota - u.taken, 0) end`,
    orders: sql`u.orders`,
    baseFen: sql`u.base_fen`,
    feeFen: sql`u.fee_fen`,
    subsidyFen: SUBSIDY,
    roi: sql`round(u.fee_fen * 1000000.0 / nullif(${SUBSIDY}, 0))::bigint`,
    perUser: sql`c.per_user`,
    validFrom: sql`c.valid_from`,
    validBefore: sql`c.valid_before`,
    createdAt: sql`c.created_at`,
    remark: sql`c.remark`,
    version: sql`c.version`,
  },
  sorts: { createdAt: sql`c.created_at` },
  filters: {
    keyword: (filter) => (filter.kind === 'contains' ? sql`c.code ilike ${likePattern(filter.text)}` : sql`true`),
    status: sql`c.status`,
    kind: sql`c.kind`,
    createdAt: sql`c.created_at`,
    partnerId: sql`c.partner_id`,
  },
}
export const codesOf = ({ db, scope, query, may }: Filtered) => ({
  ...{ db, query, may },
  ...{ list: codeList, source: codeSource, fence: fenceCode(scope) },
})

export const findCode = (db: Db, code: string) =>
  db.one<{ partnerName: string | null }>(
    sql`select p.name as "partnerName" from coupon_code c left join partner p on p.id = c.partner_id where c.program = 'default' and c.code = ${code}`,
  )

export interface NewCodes {
  codes: readonly string[]
  partnerId: string | null
  kind: 'fixed' | 'percent'
  amountFen: number | null
  ratePpm: number | null
  thresholdFen: number
  quota: number | null
  perUser: number
  from: Date
  before: Date
  remark: string | null
  createdBy: string
}
/** The codes that were free and are there now. */
export async function insertCodes(db: Db, made: NewCodes, now: Date): Promise<string[]> {
  const rows = await db.rows<{ code: string }>(sql`
    insert into coupon_code (code, partner_id, kind, amount_fen, rate_ppm, threshold_fen, quota, per_user, valid_from, valid_before, remark, created_by, created_at, updated_at)
    select code, ${made.partnerId}, ${made.kind}, ${made.amountFen}, ${made.ratePpm}, ${made.thresholdFen}, ${made.quota}, ${made.perUser}, ${made.from},
      ${made.before}, ${made.remark}, ${made.createdBy}, ${now}, ${now} from unnest(${made.codes}::text[]) code on conflict do nothing returning code`)
  return rows.map(({ code }) => code)
}

export const lockCode = (db: Db, scope: Scope, codeId: string) =>
  db.one<{ id: string; code: string; status: CodeStatus; validFrom: string; validBefore: string; version: number }>(sql`
    select c.id::text, c.code, c.status, c.valid_from as "validFrom", c.valid_before as "validBefore", c.version
    from coupon_code c where c.id = ${codeId} and ${fenceCode(scope)} for update`)

export async function moveCode(
  db: Db,
  move: { id: string; from: readonly CodeStatus[]; to: CodeStatus; version: number; before?: Date },
  now: Date,
): Promise<boolean> {
  const moved = await db.rows(sql`
    update coupon_code set status = ${move.to}, valid_before = coalesce(${move.before ?? null}, valid_before), updated_at = ${now}, version = version + 1
    where id = ${move.id} and status = any(${move.from}) and version = ${move.version} returning 1`)
  return moved.length === 1
}

export async function expireCodes(db: Db, now: Date): Promise<void> {
  await db.rows(sql`
    update coupon_code set status = 'expired', updated_at = ${now}, version = version + 1 where status in ('active', 'paused') and valid_before <= ${now}`)
}
