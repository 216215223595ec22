import sql, { type Sql } from 'sql-template-tag'
import type { Scope } from '../../core/scope.ts'
import type { Session } from '../../core/session.ts'
import type { Db } from '../../core/verb.ts'
import { fencePartner, inTeam } from '../../kit/sql/fence.ts'
import { POPULAR, RECENT_PAGES } from './contract.ts'

/** The newest delivered day that no recomputation is waiting for, as statistics have it. */
export function readThrough(db: Db): Promise<{ day: string; updatedAt: string } | undefined> {
  return db.one(sql`
    select d.stat_date::text as day, d.updated_at as "updatedAt" from metric_day d
    where not exists (select from dirty_key k where k.stat_date = d.stat_date) order by d.stat_date desc limit 1`)
}

export interface DaySums {
  day: string
  plays: number
  comments: number
  activeVideos: number
  newVideos: number
  incomeFen: number
}

/** The delivered days of a span with their sums within the scope, oldest first. */
export function readDays(db: Db, scope: Scope, from: string, to: string): Promise<DaySums[]> {
  return db.rows(sql`
    select d.stat_date::text as day, coalesce(sum(r.plays), 0)::bigint as plays, coalesce(sum(r.comments), 0)::bigint as comments,
      coalesce(sum(r.active_videos), 0)::bigint as "activeVideos", coalesce(sum(r.new_videos), 0)::bigint as "newVideos",
      coalesce(sum(r.income_fen), 0)::bigint as "incomeFen"
    from metric_day d left join ${rollup(scope)} where d.stat_date between ${from}::date and ${to}::date
    group by d.stat_date order by d.stat_date`)
}

/** The smallest roll-up that holds the scope's days. */
function rollup(scope: Scope): Sql {
  switch (scope.kind) {
    case 'all':
      return sql`agg_line_dimension_daily r on r.dimension = 'total' and r.stat_date = d.stat_date`
    case 'line':
      return sql`agg_line_dimension_daily r
        on r.dimension = 'total' and r.stat_date = d.stat_date and r.business_line_id = ${scope.lineId}`
    default:
      return sql`agg_partner_daily r on r.stat_date = d.stat_date and ${fencePartner(scope, sql`r.partner_id`)}`
  }
}

export interface OnlineCount {
  type: string
  /** Of the first level; null is "uncategorised". */
  categoryId: string | null
  nameZh: string | null
  nameEn: string | null
  count: number
}

/** Public videos by kind and category of the first level. */
export function readOnline(db: Db, scope: Scope): Promise<OnlineCount[]> {
  const counts =
    scope.kind === 'all'
      ? sql`select category_id, content_type, n from online_total`
      : sql`select category_id, content_type, sum(n) as n from online_count
          where ${fencePartner(scope, sql`partner_id`)} group by 1, 2`
  return db.rows(sql`
    select o.content_type as type, root.id::text as "categoryId", root.name_zh as "nameZh", root.name_en as "nameEn", sum(o.n)::bigint as count
    from (${counts}) o left join category c on c.id = o.category_id left join category root on root.id = coalesce(c.parent_id, c.id)
    group by o.content_type, root.id having sum(o.n) > 0`)
}

export const foldOnline = (db: Db): Promise<unknown[]> => db.rows(sql`select fold_online_count()`)

export interface PopularVideo {
  videoId: string
  title: string
  plays: number
  playsBefore: number | null
}

/** Public videos of some kinds with the most plays on the newest delivered day, beside the day before. */
export function readPopular(db: Db, scope: Scope, types: readonly string[]): Promise<PopularVideo[]> {
  return db.rows(sql`
    with top as (
      select v.id, v.title, s.play_delta_1d as plays, s.last_stat_date as day
      from video_stat s join video v on v.id = s.video_id
      where s.play_delta_1d > 0 and v.visibility = 'public' and v.content_type = any(${[...types]}) and ${fencePartner(scope, sql`v.partner_id`)}
      order by coalesce(s.play_delta_1d, '-9223372036854775808') desc, s.video_id desc limit ${POPULAR}
    )
    select top.id::text as "videoId", top.title, top.plays, m.play_delta as "playsBefore"
    from top left join video_metric_daily m on m.video_id = top.id and m.stat_date = top.day - 1
    order by top.plays desc, top.id desc`)
}

const articles = sql`article a join article_version v on v.article_id = a.id and v.no = a.live_no`

type Reader = Pick<Session, 'accessRoles' | 'partnerId'>

/** Published articles a session may read: the academy's audience. */
function fenceArticles({ accessRoles, partnerId }: Reader): Sql {
  if (accessRoles === 'admin' || accessRoles === 'coo') return sql`a.status = 'published'`
  return sql`(a.status = 'published' and ${accessRoles} = any(a.audience_roles)
    and (${accessRoles} <> 'partner' or a.audience_partners = '{}' or ${partnerId}::bigint = any(a.audience_partners)))`
}

/** The most viewed articles of a day, beside the day before. */
export function readPopularArticles(db: Db, reader: Reader, day: string): Promise<PopularVideo[]> {
  return db.rows(sql`
    select a.id::text as "videoId", v.title, r.views as plays, b.views as "playsBefore"
    from article_read_daily r join article a on a.id = r.article_id join article_version v on v.article_id = a.id and v.no = a.live_no
    left join article_read_daily b on b.article_id = r.article_id and b.stat_date = r.stat_date - 1
    where r.stat_date = ${day}::date and ${fenceArticles(reader)} order by r.views desc, a.id desc limit ${POPULAR}`)
}

const DOCS = 6

/** The academy's documents, the most read first. */
export function readDocs(db: Db, reader: Reader): Promise<{ id: string; title: string }[]> {
  return db.rows(sql`
    select a.id::text, v.title from ${articles} join article_category g on g.id = a.category_id
    where g.is_docs and ${fenceArticles(reader)} order by a.views desc, a.id limit ${DOCS}`)
}

/** Partner contracts in scope whose last day lies in a span. */
export async function readRenewals(db: Db, scope: Scope, from: string, to: string) {
  const row = await db.one<{ count: number; next: string | null }>(sql`
    select count(*) as count, min(contract_end)::text as next from partner
    where status <> 'ended' and contract_end between ${from}::date and ${to}::date and ${fencePartner(scope, sql`id`)}`)
  return row!
}

type Asker = Pick<Session, 'accessId' | 'accessRoles'>

/** Whose imports a session sees: administrators everyone's, others their own. */
const fenceImports = ({ accessId, accessRoles }: Asker): Sql =>
  accessRoles === 'admin' ? sql`true` : sql`created_by = ${accessId}`

export interface Bills {
  owedFen: number
  /** To be paid, or with an invoice to be checked. */
  toPay: number
  toConfirm: number
}

/** Statements of the account's products within the scope that are not over: what they owe and what waits on them. */
export async function readBills(db: Db, scope: Scope, userId: string): Promise<Bills> {
  const row = await db.one<Bills>(sql`
    select coalesce(sum(s.net_fen) filter (where s.state not in ('building', 'draft', 'pending_confirm', 'disputed')), 0)::bigint as "owedFen",
      count(*) filter (where s.state = 'payable'
        or exists (select from invoice_doc i where i.statement_id = s.id and i.state = 'waiting')) as "toPay",
      count(*) filter (where s.state = 'pending_confirm' and s.product_code = 'sm4') as "toConfirm"
    from statement s
    where s.state not in ('paid', 'voided', 'carried') and ${fencePartner(scope, sql`s.partner_id`)}
      and s.product_code in (select product_code from user_product where user_id = ${userId})`)
  return row!
}

/** Videos handed out to a supplier that it has not accepted yet. */
export async function countTasks(db: Db, supplierId: string): Promise<number> {
  const row = await db.one<{ n: number }>(
    sql`select count(*) as n from distribution where supplier_id = ${supplierId} and status = 'pending'`,
  )
  return row!.n
}

/** Partner accounts below a team that were invited and never activated. */
export async function countInvited(db: Db, scope: Scope): Promise<number> {
  if (scope.kind !== 'team') return 0
  const row = await db.one<{ n: number }>(sql`
    select count(*) as n from app_user u join partner p on p.id = u.partner_id join team t on t.id = p.team_id
    where u.role = 'partner' and u.status = 'invited' and ${inTeam(scope.teamId)}`)
  return row!.n
}

export interface Notice {
  kind: 'data' | 'import' | 'article'
  at: string
  subject: string
  id: string | null
  rows: number | null
}

/** The newest announcements and delivered days, and the newest applied imports where `asker` is given. */
export function readNotices(db: Db, asker: Asker | null, reader: Reader): Promise<Notice[]> {
  return db.rows(sql`
    select * from (
      (select 'data' as kind, updated_at as at, stat_date::text as subject, null::text as id, null::bigint as rows from metric_day order by stat_date desc limit 3)
      union all
      (select 'import', finished_at, file_name, null, (counts->>'taken')::bigint from import_job
        where status = 'applied' and ${asker ? fenceImports(asker) : sql`false`} order by id desc limit 3)
      union all
      (select 'article', a.published_at, v.title, a.id::text, null from ${articles} where a.is_announcement and ${fenceArticles(reader)}
        order by a.published_at desc limit 3)
    ) notice order by at desc, subject desc limit 5`)
}

/** The user's last visited pages among those named. */
export async function readRecent(db: Db, userId: string, names: string[]): Promise<string[]> {
  const rows = await db.rows<{ page: string }>(sql`
    select page from recent_visit where user_id = ${userId} and page = any(${names}) order by at desc, page limit ${RECENT_PAGES}`)
  return rows.map(({ page }) => page)
}

export async function saveVisit(db: Db, userId: string, page: string, at: Date): Promise<void> {
  await db.rows(sql`
    insert into recent_visit (user_id, page, at) values (${userId}, ${page}, ${at})
    on conflict (user_id, page) do update set at = greatest(recent_visit.at, excluded.at)`)
}

export async function readQuick(db: Db, userId: string): Promise<string[] | null> {
  const row = await db.one<{ pages: string[] }>(sql`select pages from quick_operation where user_id = ${userId}`)
  return row?.pages ?? null
}

export async function saveQuick(db: Db, userId: string, pages: string[]): Promise<void> {
  await db.rows(sql`
    insert into quick_operation (user_id, pages) values (${userId}, ${pages}) on conflict (user_id) do update set pages = excluded.pages`)
}
