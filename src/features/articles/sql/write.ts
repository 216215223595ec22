import sql, { type Sql } from 'sql-template-tag'
import type { Db } from '../../../core/verb.ts'
import type { Cleaned } from '../clean.ts'
import { LOCK_MS, MAX_PINNED, type Status } from '../contract.ts'
import { isInAudience } from './audience.ts'
import { type Text, textColumns } from './read.ts'

export interface ArticleRow {
  id: string
  categoryId: string
  status: Status
  audienceRoles: string[]
  audiencePartners: string[]
  isPinned: boolean
  isMustRead: boolean
  isAnnouncement: boolean
  publishAt: string | null
  liveNo: number | null
  publishedAt: string | null
  createdBy: string
  lockBy: string | null
  lockName: string | null
  lockWindow: string | null
  lockUntil: string | null
  version: number
  revision: number
  isDirty: boolean
  title: string
  plain: string
}

const rowColumns = sql`a.id::text, a.category_id::text as "categoryId", a.status, a.audience_roles as "audienceRoles",
  a.audience_partners::text[] as "audiencePartners", a.is_pinned as "isPinned", a.is_must_read as "isMustRead",
  a.is_announcement as "isAnnouncement", a.publish_at as "publishAt", a.live_no as "liveNo", a.published_at as "publishedAt",
  a.created_by::text as "createdBy", a.lock_by::text as "lockBy",
  (select display_name from app_user where id = a.lock_by) as "lockName", a.lock_window::text as "lockWindow",
  a.lock_until as "lockUntil", a.version, d.revision, d.is_dirty as "isDirty", d.title, d.plain`

/** An article with the state of its working copy, for a look or locked for a change. */
export function readArticle(db: Db, id: string, isForChange: boolean): Promise<ArticleRow | undefined> {
  return db.one<ArticleRow>(sql`
    select ${rowColumns} from article a join article_draft d on d.article_id = a.id where a.id = ${id}${isForChange ? sql` for update of a, d` : sql``}`)
}

export type DraftRow = Text & { revision: number; savedAt: string; savedBy: string }

export async function readDraft(db: Db, id: string): Promise<DraftRow> {
  const row = await db.one<DraftRow>(sql`
    select ${textColumns('d')}, d.revision, d.saved_at as "savedAt", u.display_name as "savedBy"
    from article_draft d join app_user u on u.id = d.saved_by where d.article_id = ${id}`)
  return row!
}

export interface NewArticle {
  title: string
  author: string
  categoryId: string
  lang: string
  userId: string
  now: Date
}

export async function insertArticle(db: Db, row: NewArticle): Promise<string> {
  const made = await db.one<{ id: string }>(sql`
    with made as (
      insert into article (category_id, created_by, created_at, updated_at)
      values (${row.categoryId}, ${row.userId}, ${row.now}, ${row.now}) returning id
    )
    insert into article_draft (article_id, title, author, digest, tags, lang, html, plain, words, saved_by, saved_at)
    select id, ${row.title}, ${row.author}, '', '{}', ${row.lang}, '', '', 0, ${row.userId}, ${row.now} from made returning article_id::text as id`)
  return made!.id
}

export async function copyArticle(db: Db, id: string, title: string, userId: string, now: Date): Promise<string> {
  const made = await db.one<{ id: string }>(sql`
    with made as (
      insert into article (category_id, audience_roles, audience_partners, created_by, created_at, updated_at)
      select category_id, audience_roles, audience_partners, ${userId}, ${now}, ${now} from article where id = ${id} returning id
    )
    insert into article_draft (article_id, title, author, digest, cover_key, tags, lang, source_url, html, plain, words, saved_by, saved_at)
    select made.id, ${title}, d.author, d.digest, d.cover_key, d.tags, d.lang, d.source_url, d.html, d.plain, d.words, ${userId}, ${now}
    from made, article_draft d where d.article_id = ${id} returning article_id::text as id`)
  return made!.id
}

export interface DraftChange extends Omit<Text, 'words' | 'html'>, Cleaned {
  userId: string
  now: Date
}

/** Writes the working copy on the revision it was made from; undefined when another came before. */
export function updateDraft(db: Db, id: string, revision: number, row: DraftChange) {
  return db.one<{ revision: number; savedAt: string }>(sql`
    update article_draft set title = ${row.title}, author = ${row.author}, digest = ${row.digest}, cover_key = ${row.coverKey}::uuid,
      tags = ${row.tags}, lang = ${row.lang}, source_url = ${row.sourceUrl}, html = ${row.html}, plain = ${row.plain}, words = ${row.words},
      revision = revision + 1, is_dirty = true, saved_by = ${row.userId}, saved_at = ${row.now}
    where article_id = ${id} and revision = ${revision} returning revision, saved_at as "savedAt"`)
}

/** Puts a version into the working copy. */
export function restoreDraft(db: Db, id: string, no: number, revision: number, userId: string, now: Date) {
  return db.one<{ revision: number }>(sql`
    update article_draft d set title = v.title, author = v.author, digest = v.digest, cover_key = v.cover_key, tags = v.tags, lang = v.lang,
      source_url = v.source_url, html = v.html, plain = v.plain, words = v.words, revision = d.revision + 1, is_dirty = true,
      saved_by = ${userId}, saved_at = ${now}
    from article_version v where v.article_id = d.article_id and v.no = ${no} and d.article_id = ${id} and d.revision = ${revision}
    returning d.revision`)
}

/** A digest nobody wrote is the first words of the text (domain page S14). */
const DIGEST_LENGTH = 54

/** Makes a version of the working copy; its number. The swap is the caller's one statement. */
export async function insertVersion(db: Db, id: string, userId: string | null, now: Date): Promise<number> {
  const row = await db.one<{ no: number }>(sql`
    insert into article_version (article_id, no, title, author, digest, cover_key, tags, lang, source_url, html, plain, words, published_by, published_at)
    select d.article_id, coalesce((select max(no) from article_version where article_id = d.article_id), 0) + 1, d.title, d.author,
      coalesce(nullif(d.digest, ''), left(d.plain, ${DIGEST_LENGTH}::int)),
      d.cover_key, d.tags, d.lang, d.source_url, d.html, d.plain, d.words, ${userId}::bigint, ${now}
    from article_draft d where d.article_id = ${id} returning no`)
  await db.rows(sql`update article_draft set is_dirty = false where article_id = ${id}`)
  return row!.no
}

export interface Step {
  from: readonly Status[]
  to: Status
  version: number
  now: Date
  publishAt?: Date | null
  /** The version to be read from now on. */
  liveNo?: number
  asksAgain?: boolean
}

/** One step of the flow, in one statement; undefined when the article is no longer where it was seen. */
export function moveArticle(db: Db, id: string, step: Step) {
  const live = step.liveNo ?? null
  return db.one<{ version: number; liveNo: number | null }>(sql`
    update article set status = ${step.to}, publish_at = ${step.publishAt ?? null}::timestamptz,
      live_no = coalesce(${live}::int, live_no),
      published_at = case when ${live}::int is null then published_at else coalesce(published_at, ${step.now}) end,
      confirm_from = case when ${step.asksAgain ?? false} then ${live}::int else confirm_from end,
      updated_at = ${step.now}, version = version + 1
    where id = ${id} and status = any(${[...step.from]}) and version = ${step.version}
    returning version, live_no as "liveNo"`)
}

/** Articles whose time has come, the oldest first. */
export function lockDue(db: Db, now: Date): Promise<{ id: string; version: number }[]> {
  return db.rows<{ id: string; version: number }>(sql`
    select id::text, version from article where status = 'scheduled' and publish_at <= ${now} order by publish_at, id limit 100 for update skip locked`)
}

export interface Place {
  categoryId: string
  audienceRoles: string[]
  audiencePartners: string[]
  isPinned: boolean
  isMustRead: boolean
  isAnnouncement: boolean
}

export function placeArticle(db: Db, id: string, version: number, place: Place, now: Date) {
  return db.one<{ version: number }>(sql`
    update article set category_id = ${place.categoryId}, audience_roles = ${place.audienceRoles}, audience_partners = ${place.audiencePartners}::bigint[],
      is_pinned = ${place.isPinned}, is_must_read = ${place.isMustRead}, is_announcement = ${place.isAnnouncement}, updated_at = ${now}, version = version + 1
    where id = ${id} and version = ${version} returning version`)
}

export const setCategory = (db: Db, ids: string[], categoryId: string, now: Date): Promise<unknown> =>
  db.rows(sql`
    update article set category_id = ${categoryId}, updated_at = ${now}, version = version + 1 where id = any(${ids}::bigint[])`)

export const setAudience = (db: Db, ids: string[], roles: string[], partners: string[], now: Date): Promise<unknown> =>
  db.rows(sql`
    update article set audience_roles = ${roles}, audience_partners = ${partners}::bigint[], updated_at = ${now}, version = version + 1
    where id = any(${ids}::bigint[])`)

/** Articles of a bulk action, locked in the order of their ids. */
export function lockArticles(db: Db, ids: string[]): Promise<ArticleRow[]> {
  return db.rows<ArticleRow>(sql`
    select ${rowColumns} from article a join article_draft d on d.article_id = a.id where a.id = any(${ids}::bigint[]) order by a.id for update of a, d`)
}

/** Whether one more may be pinned; of two that ask at once the second waits. */
export async function mayPin(db: Db, id: string): Promise<boolean> {
  await db.rows(sql`select pg_advisory_xact_lock(hashtext('article pin'))`)
  const row = await db.one<{ n: number }>(
    sql`select count(*) as n from article where is_pinned and id <> ${id} and status <> 'archived'`,
  )
  return row!.n < MAX_PINNED
}

export interface LockRow {
  holderId: string | null
  holder: string | null
  window: string | null
  until: string | null
}

/** Takes or renews the lock where it is free, one's own window's, or taken over; answers whose it is afterwards. */
export async function holdLock(
  db: Db,
  id: string,
  asked: { userId: string; window: string; takesOver: boolean; now: Date },
): Promise<LockRow> {
  const until = new Date(+asked.now + LOCK_MS)
  await db.rows(sql`
    update article set lock_by = ${asked.userId}, lock_window = ${asked.window}::uuid, lock_until = ${until}
    where id = ${id} and (${asked.takesOver} or lock_until is null or lock_until < ${asked.now} or lock_window = ${asked.window}::uuid)`)
  return readLock(db, id, asked.now)
}

export async function releaseLock(db: Db, id: string, window: string, now: Date): Promise<LockRow> {
  await db.rows(sql`
    update article set lock_by = null, lock_window = null, lock_until = null where id = ${id} and lock_window = ${window}::uuid`)
  return readLock(db, id, now)
}

async function readLock(db: Db, id: string, now: Date): Promise<LockRow> {
  const row = await db.one<LockRow>(sql`
    select u.id::text as "holderId", u.display_name as holder, a.lock_window::text as window, a.lock_until as until
    from article a left join app_user u on u.id = a.lock_by and a.lock_until >= ${now} where a.id = ${id}`)
  return row!
}

export function readVersions(db: Db, id: string) {
  return db.rows<{ no: number; title: string; words: number; publishedAt: string; publishedBy: string | null }>(sql`
    select v.no, v.title, v.words, v.published_at as "publishedAt", u.display_name as "publishedBy"
    from article_version v left join app_user u on u.id = v.published_by where v.article_id = ${id} order by v.no desc limit 200`)
}

export function readVersion(db: Db, id: string, no: number): Promise<(Text & { no: number }) | undefined> {
  return db.one<Text & { no: number }>(
    sql`select ${textColumns('v')}, v.no from article_version v where v.article_id = ${id} and v.no = ${no}`,
  )
}

export const hasCategory = (db: Db, id: string): Promise<{ parentId: string | null } | undefined> =>
  db.one<{ parentId: string | null }>(sql`select parent_id::text as "parentId" from article_category where id = ${id}`)

export async function countPartners(db: Db, ids: string[]): Promise<number> {
  const row = await db.one<{ n: number }>(sql`select count(*) as n from partner where id = any(${ids}::bigint[])`)
  return row!.n
}

export const readPartners = (db: Db): Promise<{ id: string; name: string }[]> =>
  db.rows(sql`select id::text, name from partner order by name, id`)

export async function countMedia(db: Db, keys: string[]): Promise<number> {
  const row = await db.one<{ n: number }>(sql`select count(*) as n from media_file where key = any(${keys}::uuid[])`)
  return row!.n
}

/** The picture of these bytes, if there is one. */
export const readMediaOf = (db: Db, sha256: string): Promise<{ key: string } | undefined> =>
  db.one<{ key: string }>(sql`select key::text from media_file where sha256 = ${sha256}`)

export const readMedia = (db: Db, key: string): Promise<{ type: string } | undefined> =>
  db.one<{ type: string }>(sql`select type from media_file where key = ${key}::uuid`)

export interface MediaRow {
  key: string
  sha256: string
  type: string
  bytes: number
  userId: string
}

export async function insertMedia(db: Db, row: MediaRow): Promise<boolean> {
  const made = await db.one(sql`
    insert into media_file (key, sha256, type, bytes, created_by) values (${row.key}, ${row.sha256}, ${row.type}, ${row.bytes}, ${row.userId})
    on conflict (sha256) do nothing returning key`)
  return made !== undefined
}

export interface CategoryFields {
  nameZh: string
  nameEn: string
  isDocs: boolean
}

export async function insertCategory(db: Db, parentId: string | null, row: CategoryFields): Promise<string> {
  const made = await db.one<{ id: string }>(sql`
    insert into article_category (parent_id, name_zh, name_en, is_docs, sort)
    select ${parentId}::bigint, ${row.nameZh}, ${row.nameEn}, ${row.isDocs},
      coalesce((select max(sort) from article_category where ${siblings(parentId)}), 0) + 1
    returning id::text`)
  return made!.id
}

const siblings = (parentId: string | null): Sql =>
  parentId === null ? sql`parent_id is null` : sql`parent_id = ${parentId}::bigint`

export function updateCategory(db: Db, id: string, version: number, row: CategoryFields) {
  return db.one(sql`
    update article_category set name_zh = ${row.nameZh}, name_en = ${row.nameEn}, is_docs = ${row.isDocs}, version = version + 1
    where id = ${id} and version = ${version} returning id`)
}

/** Changes places with the sibling above or below; nothing at the ends. */
export async function moveCategory(db: Db, id: string, direction: 'up' | 'down'): Promise<void> {
  const isUp = direction === 'up'
  await db.rows(sql`
    with ordered as (
      select s.id, row_number() over (order by s.sort, s.id) as place from article_category s, article_category g
      where g.id = ${id} and s.parent_id is not distinct from g.parent_id
    ), me as (select place from ordered where id = ${id})
    update article_category c set sort = case
        when o.id = ${id} then o.place + ${isUp ? -1 : 1}::int
        when o.place = me.place + ${isUp ? -1 : 1}::int then me.place
        else o.place end
    from ordered o, me where c.id = o.id`)
}

/** False when something stands in it. */
export async function deleteCategory(db: Db, id: string): Promise<boolean> {
  const row = await db.one(sql`
    delete from article_category g where id = ${id} and not exists (select from article where category_id = g.id)
      and not exists (select from article_category where parent_id = g.id) returning id`)
  return row !== undefined
}

/** Accounts an article is meant for. */
export async function audienceOf(db: Db, id: string): Promise<string[]> {
  const rows = await db.rows<{ id: string }>(sql`
    select u.id::text from article a join app_user u on ${isInAudience} where a.id = ${id}`)
  return rows.map((row) => row.id)
}
