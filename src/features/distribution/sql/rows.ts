import sql, { join, raw, type Sql } from 'sql-template-tag'
import type { Scope } from '../../../core/scope.ts'
import type { Db } from '../../../core/verb.ts'
import type { State } from '../flow.ts'
import { FEE, fenceRows, statusAt } from './list.ts'

export interface Locked {
  distId: string
  videoId: string
  supplierId: string
  batchId: string
  title: string
  /** As the clock sees it. */
  status: State
  deadlineAt: string
  version: number
  isSupplierActive: boolean
  platforms: string[]
  rightsStart: string
  rightsEnd: string
  originPlatform: string
  originItemId: string
  receiptCount: number
}

/** Locks rows of the scope, in id order so that two actions cannot deadlock. */
export function lockRows(db: Db, scope: Scope, ids: string[], now: Date): Promise<Locked[]> {
  return db.rows<Locked>(sql`
    select d.id::text as "distId", d.video_id::text as "videoId", d.supplier_id::text as "supplierId", d.batch_id::text as "batchId", d.title,
      ${statusAt(now)} as status, d.deadline_at as "deadlineAt", d.version, s.status = 'active' and not s.is_paused as "isSupplierActive",
      b.platforms, b.rights_start as "rightsStart", b.rights_end as "rightsEnd", v.platform as "originPlatform",
      v.platform_item_id as "originItemId", d.receipt_count as "receiptCount"
    from distribution d join dist_batch b on b.id = d.batch_id join supplier s on s.id = d.supplier_id join video v on v.id = d.video_id
    where d.id = any(${ids}::bigint[]) and ${fenceRows(scope)} order by d.id for update of d`)
}

/** What an action writes beside the state; times are of the action. */
export interface Change {
  acceptedAt?: Date
  downloadedAt?: Date
  finishedAt?: Date
  endedAt?: Date
  rejectReason?: string
  deadlineAt?: Date
  takedownReason?: string
  takedownDueAt?: Date
}

const COLUMNS: Record<keyof Change, string> = {
  acceptedAt: 'accepted_at',
  downloadedAt: 'downloaded_at',
  finishedAt: 'finished_at',
  endedAt: 'ended_at',
  rejectReason: 'reject_reason',
  deadlineAt: 'deadline_at',
  takedownReason: 'takedown_reason',
  takedownDueAt: 'takedown_due_at',
}

/**
 * Writes a step of the flow: only rows that still stand in one of the states it leads from. Returns the ids that were
 * written. A recall remembers the state it came from; `to` null leaves the state as it is.
 */
export async function moveRows(
  db: Db,
  ids: string[],
  {
    from,
    to,
    change = {},
    counts = false,
  }: { from: readonly State[]; to: State | null; change?: Change; counts?: boolean },
): Promise<string[]> {
  const sets: Sql[] = (Object.keys(change) as (keyof Change)[]).map(
    (name) => sql`${raw(COLUMNS[name])} = ${change[name]}`,
  )
  if (to) sets.push(sql`status = ${to}`)
  if (to === 'recalling') sets.push(sql`status_before_recall = status, recall_case_id = null`)
  if (counts) sets.push(sql`download_count = download_count + 1`)
  const written = await db.rows<{ id: string }>(sql`
    update distribution set ${join([...sets, sql`version = version + 1, updated_at = now()`], ', ')}
    where id = any(${ids}::bigint[]) and status = any(${from as string[]}) returning id::text`)
  return written.map(({ id }) => id)
}

/** True while a supplier has rows of a batch to answer. */
export async function hasPending(db: Db, batchId: string, supplierId: string): Promise<boolean> {
  const row = await db.one<{ any: boolean }>(sql`
    select exists (select from distribution where batch_id = ${batchId} and supplier_id = ${supplierId} and status = 'pending') as any`)
  return row!.any
}

/** One row of the scope with its terms; undefined when it is missing or foreign. */
export function readRow(db: Db, scope: Scope, id: string, now: Date) {
  return db.one<Record<string, unknown> & { distId: string; status: State; videoId: string }>(sql`
    select d.id::text as "distId", d.batch_id::text as "batchId", b.name as "batchName", d.video_id::text as "videoId",
      d.supplier_id::text as "supplierId", s.name as "supplierName", d.round, d.title, d.cover_url as "coverUrl",
      d.duration_ms as "durationMs", d.content_type as "contentType", g.name_zh as "categoryNameZh", g.name_en as "categoryNameEn",
      d.original_url as "originalUrl", d.is_exclusive as "isExclusive", ${statusAt(now)} as status, d.deadline_at as "deadlineAt",
      d.created_at as "createdAt", d.published_at as "publishedAt", d.reject_reason as "rejectReason",
      d.takedown_reason as "takedownReason", d.takedown_due_at as "takedownDueAt", d.recall_case_id is not null as "isRestricted",
      d.download_count as "downloadCount", d.check_state as "checkState", d.play_count as "playCount", ${FEE} as "estFeeFen",
      f.file_name as "fileName", f.bytes as "fileBytes", d.version,
      b.platforms, b.region, b.rights_start as "rightsStart", b.rights_end as "rightsEnd", b.allow_edit as "allowEdit",
      b.required_tags as "requiredTags", b.forbidden_words as "forbiddenWords", b.price_model as "priceModel",
      b.unit_price_e4 as "unitPriceE4", b.share_ppm as "sharePpm", b.cap_fen as "capFen"
    from distribution d join dist_batch b on b.id = d.batch_id join supplier s on s.id = d.supplier_id
      left join category g on g.id = d.category_id left join video_file f on f.video_id = d.video_id
    where d.id = ${id} and ${fenceRows(scope)}`)
}

/** What happened to a row, oldest first. Whoever reads as a supplier learns the names of its own people only. */
export function readEvents(db: Db, id: string, supplierId: string | null) {
  const named = supplierId ? sql`u.supplier_id = ${supplierId}` : sql`true`
  return db.rows<{ at: string; action: string; actor: string | null; isSystem: boolean; reason: string | null }>(sql`
    select a.at, replace(a.action, 'distribution.', '') as action, case when ${named} then u.display_name end as actor,
      a.actor_id is null as "isSystem", a.reason
    from audit_log a left join app_user u on u.id = a.actor_id
    where a.entity = 'distribution' and a.entity_id = ${id} order by a.id limit 200`)
}

export function addDownload(db: Db, link: { hash: Uint8Array; distId: string; userId: string; expiresAt: Date }) {
  return db.rows(sql`insert into dist_download (token_hash, distribution_id, user_id, expires_at)
    values (${link.hash}, ${link.distId}, ${link.userId}, ${link.expiresAt})`)
}

/** The row a download link leads to, if it ever was one: the supplier must still have it and its account must be open. */
export function findDownload(db: Db, hash: Uint8Array, now: Date) {
  return db.one<{ distId: string; supplierId: string; isOpen: boolean }>(sql`
    select d.id::text as "distId", d.supplier_id::text as "supplierId", l.expires_at > ${now} and u.status = 'active' and u.role = 'supplier'
      and u.supplier_id = d.supplier_id and ${statusAt(now)} in ('downloaded', 'published', 'verified', 'finished') as "isOpen"
    from dist_download l join distribution d on d.id = l.distribution_id join app_user u on u.id = l.user_id where l.token_hash = ${hash}`)
}

export const dropOldDownloads = (db: Db, now: Date) =>
  db.rows(sql`delete from dist_download where expires_at < ${now}::timestamptz - interval '7 days'`)

export function readFile(db: Db, videoId: string) {
  return db.one<{ key: string; name: string; bytes: number }>(
    sql`select file_key as key, file_name as name, bytes from video_file where video_id = ${videoId}`,
  )
}

/** Puts a file in the place of the video's; returns the key of the one before. */
export async function putFile(
  db: Db,
  file: { videoId: string; key: string; name: string; bytes: number; sha256: string; userId: string },
): Promise<string | undefined> {
  const before = await db.one<{ key: string }>(
    sql`select file_key as key from video_file where video_id = ${file.videoId} for update`,
  )
  await db.rows(sql`
    insert into video_file (video_id, file_key, file_name, bytes, sha256, uploaded_by)
    values (${file.videoId}, ${file.key}, ${file.name}, ${file.bytes}, ${file.sha256}, ${file.userId})
    on conflict (video_id) do update set file_key = excluded.file_key, file_name = excluded.file_name, bytes = excluded.bytes,
      sha256 = excluded.sha256, uploaded_by = excluded.uploaded_by, uploaded_at = now()`)
  return before?.key
}

export function lockSupplier(db: Db, id: string) {
  return db.one<{ isPaused: boolean; dailyQuota: number | null }>(sql`
    select is_paused as "isPaused", daily_quota as "dailyQuota" from supplier where id = ${id} for update`)
}

export const updateSupplier = (db: Db, id: string, to: { isPaused: boolean; dailyQuota: number | null }) =>
  db.rows(sql`update supplier set is_paused = ${to.isPaused}, daily_quota = ${to.dailyQuota} where id = ${id}`)
