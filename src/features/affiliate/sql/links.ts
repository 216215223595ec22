import sql from 'sql-template-tag'
import type { ListQuery } from '../../../core/listQuery.ts'
import type { Scope } from '../../../core/scope.ts'
import type { Db } from '../../../core/verb.ts'
import { fencePartner } from '../../../kit/sql/fence.ts'
import { type ListSource, likePattern, type whereOf } from '../../../kit/sql/list.ts'
import { linkList } from '../contractLinks.ts'
import { clicksOfLink, conversion } from './figures.ts'

const fence = (scope: Scope) => fencePartner(scope, sql`l.partner_id`)
const ACTIVE = sql`exists (select from password_token t where t.link_id = l.id and t.status = 'active')`
const linkSource: ListSource<typeof linkList> = {
  keys: () => sql`promo_link l`,
  id: sql`l.id`,
  rows: sql`join promo_link l on l.id = page.id join union_account a on a.id = l.account_id left join partner p on p.id = l.partner_id
    left join creator c on c.id = l.creator_id cross join lateral (
      select count(distinct o.purchase) filter (where o.state in ('paid', 'finished')) as orders, coalesce(sum(o.fee_fen), 0)::bigint as fee,
        coalesce(sum(o.partner_fen), 0)::bigint as partner
      from jd_order o where o.sub_union_id = l.sub_union_id and o.account_id = l.account_id) e ${clicksOfLink}`,
  columns: {
    id: sql`l.id::text`,
    title: sql`l.title`,
    subUnionId: sql`l.sub_union_id`,
    partnerName: sql`p.name`,
    accountName: sql`a.alias`,
    hasLink: sql`l.click_url is not null`,
    hasToken: ACTIVE,
    clicks: sql`k.clicks`,
    visitors: sql`k.visitors`,
    orders: sql`e.orders`,
    conversion: conversion(sql`e.orders`, sql`k.clicks`),
    feeFen: sql`e.fee`,
    partnerFen: sql`e.partner`,
    createdAt: sql`l.created_at`,
    creatorName: sql`c.nickname`,
    positionId: sql`l.position_id`,
    materialUrl: sql`l.material_url`,
  },
  sorts: { createdAt: sql`l.created_at` },
  filters: {
    keyword: (filter) =>
      filter.kind === 'contains'
        ? sql`(l.title ilike ${likePattern(filter.text)} or l.sub_union_id = ${filter.text})`
        : sql`true`,
    hasLink: sql`l.click_url is not null`,
    hasToken: ACTIVE,
    createdAt: sql`l.created_at`,
    accountId: sql`l.account_id`,
    partnerId: sql`l.partner_id`,
  },
}
interface Filtered {
  db: Db
  scope: Scope
  query: ListQuery
  may: Parameters<typeof whereOf>[0]['may']
}
export const linksOf = ({ db, scope, query, may }: Filtered) => ({
  ...{ db, query, may },
  ...{ list: linkList, source: linkSource, fence: fence(scope) },
})

export const readLink = (db: Db, scope: Scope, linkId: string) =>
  db.one<Record<string, unknown> & { title: string; clickUrl: string | null; version: number }>(sql`
    select l.id::text, l.title, a.alias as "accountName", p.name as "partnerName", c.nickname as "creatorName", v.title as "videoTitle",
      l.material_url as "materialUrl", l.coupon_url as "couponUrl", l.click_url as "clickUrl", l.sub_union_id as "subUnionId", l.version
    from promo_link l join union_account a on a.id = l.account_id left join partner p on p.id = l.partner_id
    left join creator c on c.id = l.creator_id left join video v on v.id = l.video_id where l.id = ${linkId} and ${fence(scope)}`)

/** A link's figures of all time. */
export const readLinkSums = (db: Db, linkId: string) =>
  db.one<{ total: number; visitors: number; orders: number; conversion: number | null }>(sql`
    select k.clicks as total, k.visitors, e.orders, ${conversion(sql`e.orders`, sql`k.clicks`)} as conversion
    from promo_link l ${clicksOfLink} cross join lateral (
      select count(distinct o.purchase) as orders from jd_order o
      where o.sub_union_id = l.sub_union_id and o.account_id = l.account_id and o.state in ('paid', 'finished')) e where l.id = ${linkId}`)

export const readTokens = (db: Db, linkId: string) =>
  db.rows<Record<string, unknown>>(sql`
    select id::text, token_text as "tokenText", share_text as "shareText", expire_at as "expireAt", status, copy_count as "copyCount"
    from password_token where link_id = ${linkId} order by password_token.id desc limit 20`)

/** Whose link it may be: a work's maker and partner, or a partner alone, within the scope. */
export const readVideoOwner = (db: Db, scope: Scope, videoId: string) =>
  db.one<{ creatorId: string | null; partnerId: string | null }>(sql`
    select v.creator_id::text as "creatorId", v.partner_id::text as "partnerId" from video v where v.id = ${videoId} and ${fencePartner(scope, sql`v.partner_id`)}`)
export const hasPartner = async (db: Db, scope: Scope, partnerId: string): Promise<boolean> =>
  !!(await db.one(sql`select 1 from partner p where p.id = ${partnerId} and ${fencePartner(scope, sql`p.id`)}`))

interface NewLink {
  accountId: string
  title: string
  materialUrl: string
  couponUrl: string | null
  clickUrl: string | null
  positionId: string | null
  subUnionId: string
  partnerId: string | null
  creatorId: string | null
  videoId: string | null
  createdBy: string
}
/** Undefined: the account has this link already. */
export const insertLink = (db: Db, link: NewLink, now: Date) =>
  db.one<{ id: string }>(sql`
    insert into promo_link (account_id, title, material_url, coupon_url, click_url, position_id, sub_union_id, partner_id, creator_id, video_id, created_by, created_at, updated_at)
    values (${link.accountId}, ${link.title}, ${link.materialUrl}, ${link.couponUrl}, ${link.clickUrl}, ${link.positionId}, ${link.subUnionId},
      ${link.partnerId}, ${link.creatorId}, ${link.videoId}, ${link.createdBy}, ${now}, ${now})
    on conflict (account_id, sub_union_id, material_url) do nothing returning id::text`)

export async function setClickUrl(
  db: Db,
  linkId: string,
  clickUrl: string,
  version: number,
  now: Date,
): Promise<boolean> {
  const done = await db.rows(sql`
    update promo_link set click_url = ${clickUrl}, updated_at = ${now}, version = version + 1 where id = ${linkId} and version = ${version} returning 1`)
  return done.length === 1
}

/** Undefined: another link has this token. The one in use makes way. */
export async function insertToken(
  db: Db,
  token: { linkId: string; tokenText: string; shareText: string; expireAt: Date; createdBy: string },
  now: Date,
): Promise<string | undefined> {
  await db.rows(sql`select 1 from promo_link where id = ${token.linkId} for update`)
  await db.rows(
    sql`update password_token set status = 'disabled' where link_id = ${token.linkId} and status = 'active'`,
  )
  const made = await db.one<{ id: string }>(sql`
    insert into password_token (link_id, token_text, share_text, expire_at, created_by, created_at)
    values (${token.linkId}, ${token.tokenText}, ${token.shareText}, ${token.expireAt}, ${token.createdBy}, ${now})
    on conflict (token_text) do nothing returning id::text`)
  return made?.id
}

const ownToken = (scope: Scope) => sql`link_id in (select l.id from promo_link l where ${fence(scope)})`
export const disableToken = async (db: Db, scope: Scope, tokenId: string): Promise<boolean> =>
  (
    await db.rows(sql`
      update password_token set status = case status when 'active' then 'disabled' else status end where id = ${tokenId} and ${ownToken(scope)} returning 1`)
  ).length === 1
export const countCopy = async (db: Db, scope: Scope, tokenId: string): Promise<boolean> =>
  (
    await db.rows(
      sql`update password_token set copy_count = copy_count + 1 where id = ${tokenId} and ${ownToken(scope)} returning 1`,
    )
  ).length === 1

/** The link a text names by one of our tokens or long links. */
export const findInText = (db: Db, scope: Scope, text: string) =>
  db.one<{ linkId: string; title: string; partnerName: string | null; status: string | null }>(sql`
    select l.id::text as "linkId", l.title, p.name as "partnerName", t.status from promo_link l left join partner p on p.id = l.partner_id
    left join password_token t on t.link_id = l.id and position(t.token_text in ${text}) > 0
    where (t.id is not null or position(l.click_url in ${text}) > 0) and ${fence(scope)} order by t.id desc nulls last limit 1`)

export async function expireTokens(db: Db, now: Date): Promise<void> {
  await db.rows(sql`update password_token set status = 'expired' where status = 'active' and expire_at <= ${now}`)
}
