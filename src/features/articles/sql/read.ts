import sql, { type Sql } from 'sql-template-tag'
import { may } from '../../../core/can.ts'
import type { Scope } from '../../../core/scope.ts'
import type { Session } from '../../../core/session.ts'
import type { Db } from '../../../core/verb.ts'
import { fencePartner } from '../../../kit/sql/fence.ts'
import type { Category } from '../contract.ts'
import { audienceSize, confirmedCount } from './audience.ts'
import { fenceReader } from './list.ts'

const RELATED = 4
const MISSES = 5
const LOW = 5

export interface Text {
  title: string
  author: string
  digest: string
  coverKey: string | null
  tags: string[]
  lang: 'zh' | 'en'
  sourceUrl: string | null
  html: string
  words: number
}

export const textColumns = (t: 'd' | 'v'): Sql =>
  t === 'd'
    ? sql`d.title, d.author, d.digest, d.cover_key::text as "coverKey", d.tags, d.lang, d.source_url as "sourceUrl", d.html, d.words`
    : sql`v.title, v.author, v.digest, v.cover_key::text as "coverKey", v.tags, v.lang, v.source_url as "sourceUrl", v.html, v.words`

export interface Shown extends Text {
  id: string
  categoryId: string
  categoryZh: string
  categoryEn: string
  isMustRead: boolean
  isAnnouncement: boolean
  versionNo: number | null
  publishedAt: string | null
  updatedAt: string | null
  views: number
  readers: number
  helpful: number
  unhelpful: number
  confirmedAt: string | null
  isHelpful: boolean | null
  why: string | null
  feedbackNo: number | null
  confirmed: number
  audience: number
}

/** An article as somebody reads it: the version that is out, or the working copy. Undefined when it is not for them. */
export function readShown(db: Db, session: Session, id: string, isPreview: boolean): Promise<Shown | undefined> {
  const published = isPreview
    ? sql`null::int as "versionNo", a.published_at as "publishedAt", d.saved_at as "updatedAt"`
    : sql`v.no as "versionNo", a.published_at as "publishedAt", v.published_at as "updatedAt"`
  return db.one<Shown>(sql`
    select a.id::text, ${textColumns(isPreview ? 'd' : 'v')}, ${published}, g.id::text as "categoryId", g.name_zh as "categoryZh",
      g.name_en as "categoryEn", a.is_must_read as "isMustRead", a.is_announcement as "isAnnouncement", a.views,
      (select count(*) from article_read r where r.article_id = a.id) as readers,
      (select count(*) from article_feedback f where f.article_id = a.id and f.is_helpful) as helpful,
      (select count(*) from article_feedback f where f.article_id = a.id and not f.is_helpful) as unhelpful,
      (select max(c.at) from article_confirm c where c.article_id = a.id and c.user_id = ${session.accessId} and c.version_no >= a.confirm_from) as "confirmedAt",
      f.is_helpful as "isHelpful", f.why, f.version_no as "feedbackNo", ${confirmedCount} as confirmed, ${audienceSize} as audience
    from article a join article_category g on g.id = a.category_id
    ${isPreview ? sql`join article_draft d on d.article_id = a.id` : sql`join article_version v on v.article_id = a.id and v.no = a.live_no`}
    left join article_feedback f on f.article_id = a.id and f.user_id = ${session.accessId}
    where a.id = ${id} and ${fenceReader(session)}${isPreview ? sql`` : sql` and a.status = 'published'`}`)
}

export interface Neighbours {
  previous: { id: string; title: string } | null
  next: { id: string; title: string } | null
  related: { id: string; title: string; minutes: number }[]
}

/** What stands before and after it in its category, by age, and what shares its tags or else its category. */
export async function readNeighbours(db: Db, session: Session, shown: Shown): Promise<Neighbours> {
  const from = sql`article a join article_version v on v.article_id = a.id and v.no = a.live_no
    where a.status = 'published' and ${fenceReader(session)} and a.id <> ${shown.id}`
  const at = shown.publishedAt
  const [previous, next, related] = await Promise.all([
    at &&
      db.one<{ id: string; title: string }>(sql`
        select a.id::text, v.title from ${from} and a.category_id = ${shown.categoryId} and (a.published_at, a.id) < (${at}::timestamptz, ${shown.id}::bigint)
        order by a.published_at desc, a.id desc limit 1`),
    at &&
      db.one<{ id: string; title: string }>(sql`
        select a.id::text, v.title from ${from} and a.category_id = ${shown.categoryId} and (a.published_at, a.id) > (${at}::timestamptz, ${shown.id}::bigint)
        order by a.published_at, a.id limit 1`),
    db.rows<{ id: string; title: string; minutes: number }>(sql`
      select a.id::text, v.title, greatest(1, round(v.words / 400.0))::int as minutes from ${from}
        and (v.tags && ${shown.tags}::text[] or a.category_id = ${shown.categoryId})
      order by cardinality(array(select unnest(v.tags) intersect select unnest(${shown.tags}::text[]))) desc, a.views desc, a.id desc limit ${RELATED}`),
  ])
  return { previous: previous || null, next: next || null, related }
}

/** Notes that somebody opened a published article; false when there is none for them. */
export async function saveRead(db: Db, session: Session, id: string, day: string, now: Date): Promise<boolean> {
  const row = await db.one<{ no: number }>(sql`
    update article a set views = views + 1 where a.id = ${id} and a.status = 'published' and ${fenceReader(session)} returning live_no as no`)
  if (!row) return false
  await db.rows(sql`
    insert into article_read as r (article_id, user_id, version_no, first_at, last_at)
    values (${id}, ${session.accessId}, ${row.no}, ${now}, ${now})
    on conflict (article_id, user_id) do update set version_no = excluded.version_no, views = r.views + 1, last_at = excluded.last_at`)
  await db.rows(sql`
    insert into article_read_daily as r (stat_date, article_id, views) values (${day}::date, ${id}, 1)
    on conflict (stat_date, article_id) do update set views = r.views + 1`)
  return true
}

/** The published article a reader answers to. */
export function readLive(db: Db, session: Session, id: string) {
  return db.one<{ no: number; isMustRead: boolean; title: string }>(sql`
    select a.live_no as no, a.is_must_read as "isMustRead", v.title from article a
    join article_version v on v.article_id = a.id and v.no = a.live_no
    where a.id = ${id} and a.status = 'published' and ${fenceReader(session)}`)
}

/** Keeps the first confirmation of a version, and answers when that was. */
export async function saveConfirm(db: Db, session: Session, id: string, no: number, now: Date): Promise<string> {
  // Written over itself, so that two at the same moment both are answered with the first.
  const row = await db.one<{ at: string }>(sql`
    insert into article_confirm as c (article_id, user_id, version_no, at) values (${id}, ${session.accessId}, ${no}, ${now})
    on conflict (article_id, user_id, version_no) do update set at = c.at returning at`)
  return row!.at
}

export async function saveFeedback(
  db: Db,
  session: Session,
  id: string,
  given: { no: number; isHelpful: boolean; why: string; now: Date },
): Promise<void> {
  await db.rows(sql`
    insert into article_feedback (article_id, user_id, version_no, is_helpful, why, at)
    values (${id}, ${session.accessId}, ${given.no}, ${given.isHelpful}, ${given.why}, ${given.now})
    on conflict (article_id, user_id) do update
      set version_no = excluded.version_no, is_helpful = excluded.is_helpful, why = excluded.why, at = excluded.at`)
}

export async function saveMiss(db: Db, day: string, keyword: string): Promise<void> {
  await db.rows(sql`
    insert into article_search_miss as m (stat_date, keyword) values (${day}::date, ${keyword})
    on conflict (stat_date, keyword) do update set n = m.n + 1`)
}

/** The tree, each with what the asker finds in it. */
export function readCategories(db: Db, session: Session): Promise<Category[]> {
  const counted = may(session, 'articles.write') ? sql`true` : fenceReader(session)
  return db.rows<Category>(sql`
    select g.id::text, g.parent_id::text as "parentId", g.name_zh as "nameZh", g.name_en as "nameEn", g.is_docs as "isDocs", g.version,
      (select count(*) from article a where a.category_id = g.id and a.status = 'published' and ${counted}) as count
    from article_category g left join article_category p on p.id = g.parent_id
    order by coalesce(p.sort, g.sort), coalesce(p.id, g.id), g.parent_id nulls first, g.sort, g.id`)
}

export async function readFigures(db: Db, since: string) {
  const [figures, misses, low] = await Promise.all([
    db.one<{ published: number; drafts: number; inReview: number; completion: number | null }>(sql`
      select count(*) filter (where a.status = 'published') as published, count(*) filter (where a.status = 'draft') as drafts,
        count(*) filter (where a.status = 'in_review') as "inReview",
        (select round(1e6 * sum(m.confirmed) / nullif(sum(m.audience), 0))::bigint from (
          select ${confirmedCount} as confirmed, ${audienceSize} as audience from article a where a.is_must_read and a.status = 'published') m) as completion
      from article a`),
    db.rows<{ keyword: string; n: number }>(sql`
      select keyword, sum(n)::int as n from article_search_miss where stat_date >= ${since}::date
      group by keyword order by n desc, keyword limit ${MISSES}`),
    db.rows<{ id: string; title: string; helpful: number; answers: number }>(sql`
      select a.id::text, v.title, count(*) filter (where f.is_helpful) as helpful, count(*) as answers
      from article_feedback f join article a on a.id = f.article_id join article_version v on v.article_id = a.id and v.no = a.live_no
      where a.status = 'published' group by a.id, v.title
      having count(*) >= 5 and count(*) filter (where f.is_helpful) < 0.6 * count(*)
      order by count(*) filter (where f.is_helpful)::float / count(*), a.id limit ${LOW}`),
  ])
  return { ...figures!, misses, low }
}

export interface VideoFigures {
  id: string
  title: string
  platform: string
  coverUrl: string | null
  plays: number
  playsDay: number | null
  day: string | null
}

/** A video's figures within the reader's scope; undefined when it is missing or foreign. */
export function readVideoCard(db: Db, scope: Scope, id: string): Promise<VideoFigures | undefined> {
  return db.one<VideoFigures>(sql`
    select v.id::text, v.title, v.platform, v.cover_url as "coverUrl", s.play_count as plays, s.play_delta_1d as "playsDay",
      s.last_stat_date::text as day
    from video v join video_stat s on s.video_id = v.id where v.id = ${id} and ${fencePartner(scope, sql`v.partner_id`)}`)
}

/** The token in use of a link within the reader's scope; undefined when either is missing, foreign or over. */
export function readTokenCard(db: Db, scope: Scope, linkId: string, now: Date) {
  return db.one<{ title: string; tokenText: string; shareText: string; expireAt: string }>(sql`
    select l.title, t.token_text as "tokenText", t.share_text as "shareText", t.expire_at as "expireAt"
    from promo_link l join password_token t on t.link_id = l.id
    where l.id = ${linkId} and t.status = 'active' and t.expire_at > ${now} and ${fencePartner(scope, sql`l.partner_id`)}`)
}

/** The newest finished day within the reader's scope, beside the plays of the day before. */
export async function readStatisticsCard(db: Db, scope: Scope) {
  const rows = await db.rows<{ day: string; plays: number; activeVideos: number; newVideos: number }>(sql`
    select d.stat_date::text as day, coalesce(sum(r.plays), 0)::bigint as plays,
      coalesce(sum(r.active_videos), 0)::bigint as "activeVideos", coalesce(sum(r.new_videos), 0)::bigint as "newVideos"
    from (select stat_date from metric_day d
      where not exists (select from dirty_key k where k.stat_date = d.stat_date) order by stat_date desc limit 2) d
    left join ${rollup(scope)} group by d.stat_date order by d.stat_date desc`)
  const [last, before] = rows
  return {
    day: last?.day ?? null,
    plays: last?.plays ?? 0,
    playsBefore: before?.plays ?? null,
    activeVideos: last?.activeVideos ?? 0,
    newVideos: last?.newVideos ?? 0,
  }
}

/** The smallest roll-up that holds the scope's days. */
function rollup(scope: Scope): Sql {
  if (scope.kind === 'all')
    return sql`agg_line_dimension_daily r on r.dimension = 'total' and r.stat_date = d.stat_date`
  if (scope.kind === 'line')
    return sql`agg_line_dimension_daily r on r.dimension = 'total' and r.stat_date = d.stat_date and r.business_line_id = ${scope.lineId}`
  return sql`agg_partner_daily r on r.stat_date = d.stat_date and ${fencePartner(scope, sql`r.partner_id`)}`
}
