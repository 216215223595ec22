import sql, { type Sql } from 'sql-template-tag'
import type { Scope } from '../../../core/scope.ts'
import type { Db } from '../../../core/verb.ts'
import { fencePartner } from '../../../kit/sql/fence.ts'
import type { Figures } from '../figures.ts'
import { SUB_ID } from './book.ts'

/**
 * Keeps the figures of an account; what the union tells later of the same day takes the place of what it told before.
 * Returns how many rows were new or said something else; those of a coupon or code nobody knows here are left out.
 */
export async function takeFigures(db: Db, accountId: string, { clicks, uses }: Figures, now: Date): Promise<number> {
  const counted = await db.rows(sql`
    insert into jd_click as k (account_id, sub_union_id, day, partner_id, creator_id, clicks, visitors, updated_at)
    select ${accountId}, n."subUnionId", n.day, coalesce(v.partner_id, p.id), c.id, n.clicks, n.visitors, ${now}
    from jsonb_to_recordset(${JSON.stringify(clicks)}::jsonb) as n ("subUnionId" text, day date, clicks integer, visitors integer)
    left join lateral (select regexp_match(n."subUnionId", ${SUB_ID}) as part) s on true
    left join video v on v.id = s.part[3]::bigint left join creator c on c.id = coalesce(v.creator_id, s.part[2]::bigint)
    left join partner p on p.id = s.part[1]::bigint
    on conflict (account_id, sub_union_id, day) do update set clicks = excluded.clicks, visitors = excluded.visitors, updated_at = excluded.updated_at
    where (k.clicks, k.visitors) is distinct from (excluded.clicks, excluded.visitors) returning 1`)
  const used = await db.rows(sql`
    insert into jd_coupon_use as u (account_id, coupon_id, code_id, day, taken, used, orders, base_fen, fee_fen, updated_at)
    select ${accountId}, c.id, d.id, n.day, n.taken, n.used, n.orders, n."baseFen", n."feeFen", ${now}
    from jsonb_to_recordset(${JSON.stringify(uses)}::jsonb) as n ("couponUrl" text, code text, day date, taken integer, used integer,
      orders integer, "baseFen" bigint, "feeFen" bigint)
    left join union_coupon c on c.coupon_url = n."couponUrl" and c.account_id = ${accountId}
    left join coupon_code d on d.code = n.code and d.program = 'default'
    where c.id is not null or d.id is not null
    on conflict (coupon_id, code_id, day, account_id) do update set taken = excluded.taken, used = excluded.used, orders = excluded.orders,
      base_fen = excluded.base_fen, fee_fen = excluded.fee_fen, updated_at = excluded.updated_at
    where (u.taken, u.used, u.orders, u.base_fen, u.fee_fen) is distinct from (excluded.taken, excluded.used, excluded.orders, excluded.base_fen, excluded.fee_fen)
    returning 1`)
  return counted.length + used.length
}

/** Joins the clicks of a link's sub-channel as `k`: those of the same account alone. */
export const clicksOfLink: Sql = sql`cross join lateral (select coalesce(sum(k.clicks), 0)::bigint as clicks, coalesce(sum(k.visitors), 0)::bigint as visitors
  from jd_click k where k.sub_union_id = l.sub_union_id and k.account_id = l.account_id) k`

/** Orders ÷ clicks; null without a click. */
export const conversion = (orders: Sql, clicks: Sql): Sql =>
  sql`round(${orders} * 1000000.0 / nullif(${clicks}, 0))::bigint`

/** Joins what became of a coupon or code as `u`. */
export const usesOf = (
  which: Sql,
): Sql => sql`cross join lateral (select coalesce(sum(u.taken), 0)::bigint as taken, coalesce(sum(u.used), 0)::bigint as used,
  coalesce(sum(u.orders), 0)::bigint as orders, coalesce(sum(u.base_fen), 0)::bigint as base_fen, coalesce(sum(u.fee_fen), 0)::bigint as fee_fen
  from jd_coupon_use u where ${which}) u`

/** A link's clicks, day by day. */
export const readLinkClicks = (db: Db, linkId: string, from: string, to: string) =>
  db.rows<{ day: string; clicks: number; visitors: number }>(sql`
    select d.day::date::text as day, coalesce(k.clicks, 0) as clicks, coalesce(k.visitors, 0) as visitors
    from generate_series(${from}::date, ${to}::date, interval '1 day') d(day) cross join promo_link l
    left join jd_click k on k.account_id = l.account_id and k.sub_union_id = l.sub_union_id and k.day = d.day::date
    where l.id = ${linkId} order by d.day`)

/** Clicks by group and bucket of the income report; only what a click says can group them. */
export const readClicks = (
  db: Db,
  scope: Scope,
  { from, to, by, unit }: { from: string; to: string; by: 'partner' | 'account' | 'creator' | null; unit: string },
) => {
  const key =
    by === null
      ? sql`''::text`
      : { partner: sql`k.partner_id::text`, account: sql`k.account_id::text`, creator: sql`k.creator_id::text` }[by]
  const bucket = unit === 'total' ? sql`null::text` : unit === 'day' ? sql`k.day::text` : sql`to_char(k.day, 'YYYY-MM')`
  return db.rows<{ key: string; clicks: number; visitors: number }>(sql`
    select concat_ws('|', ${bucket}, coalesce(${key}, '')) as key, sum(k.clicks)::bigint as clicks, sum(k.visitors)::bigint as visitors
    from jd_click k where k.day between ${from}::date and ${to}::date and ${fencePartner(scope, sql`k.partner_id`)} group by 1`)
}
