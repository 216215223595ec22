import sql, { type Sql } from 'sql-template-tag'
import { may } from '../../core/can.ts'
import type { Language } from '../../core/text.ts'
import { startOf } from '../../core/time.ts'
import type { Ctx, Db } from '../../core/verb.ts'
import { type ListSource, likePattern } from '../../kit/sql/list.ts'
import { type exportsList, JOIN_MINUTES } from './contract.ts'
import type { State } from './flow.ts'
import type { Rights } from './rights.ts'

/** One's own; who may see everybody's, those of lists that are open to him too. */
export const fenceExports = (ctx: Ctx, openLists: readonly string[]): Sql =>
  may(ctx.session, 'exports.all') && ctx.scope.kind === 'all'
    ? sql`(j.owner_id = ${ctx.session.accessId} or j.list_key = any(${openLists}))`
    : sql`j.owner_id = ${ctx.session.accessId}`

export const exportsSource = (language: Language, userId: string): ListSource<typeof exportsList> => ({
  keys: () => sql`export_job j`,
  id: sql`j.id`,
  rows: sql`join export_job j on j.id = page.id join app_user u on u.id = j.owner_id`,
  columns: {
    exportId: sql`j.id::text`,
    title: sql`j.title->>${language}`,
    status: sql`j.status`,
    rowCount: sql`case when j.status in ('done', 'expired') then j.row_count else greatest(j.row_estimate, j.row_count) end`,
    format: sql`j.format`,
    sizeBytes: sql`j.size_bytes`,
    ownerName: sql`u.display_name`,
    createdAt: sql`j.created_at`,
    finishedAt: sql`j.finished_at`,
    expiresAt: sql`j.expires_at`,
    downloads: sql`j.download_count`,
    progress: sql`j.progress_ppm`,
    queuePlace: sql`case when j.status = 'queued' then (
      select count(*) from export_job q where q.status in ('queued', 'running') and q.id < j.id) + 1 end`,
    failure: sql`j.failure`,
    attempts: sql`j.attempts`,
  },
  sorts: { createdAt: sql`j.created_at` },
  filters: {
    keyword: (filter) =>
      filter.kind === 'contains' ? sql`j.title->>${language} ilike ${likePattern(filter.text)}` : sql`true`,
    owner: (filter) =>
      filter.kind === 'contains'
        ? sql`j.owner_id in (select o.id from app_user o where o.display_name ilike ${likePattern(filter.text)})`
        : sql`true`,
    resource: sql`j.list_key`,
    isMine: sql`j.owner_id = ${userId}`,
    status: sql`j.status`,
    format: sql`j.format`,
    createdAt: sql`j.created_at`,
  },
})

export interface ExportJob {
  id: string
  ownerId: string
  ownerName: string
  listKey: string
  title: Record<Language, string>
  format: 'csv' | 'xlsx'
  bom: boolean
  columns: string[]
  query: string
  language: Language
  rights: Rights
  status: State
  attempts: number
  restarts: number
  rowEstimate: number
  progress: number
  rowCount: number
  sizeBytes: number
  sha256: string | null
  totals: Record<string, string> | null
  dataThrough: string | null
  snapshotAt: string | null
  fileKey: string | null
  fileName: string | null
  failure: string | null
  createdAt: string
  finishedAt: string | null
  expiresAt: string | null
  downloads: number
}

const JOB = sql`j.id::text, j.owner_id::text as "ownerId", (select u.display_name from app_user u where u.id = j.owner_id) as "ownerName",
  j.list_key as "listKey", j.title, j.format, j.bom, j.columns, j.query, j.language, j.rights, j.status, j.attempts, j.restarts,
  j.row_estimate as "rowEstimate", j.progress_ppm as progress, j.row_count as "rowCount", j.size_bytes as "sizeBytes", j.sha256,
  j.totals, j.data_through::text as "dataThrough", j.snapshot_at as "snapshotAt", j.file_key as "fileKey", j.file_name as "fileName",
  j.failure, j.created_at as "createdAt", j.finished_at as "finishedAt", j.expires_at as "expiresAt", j.download_count as downloads`

/** One export within the fence, or undefined. */
export function readJob(db: Db, fence: Sql, id: string): Promise<ExportJob | undefined> {
  return db.one(sql`select ${JOB} from export_job j where j.id = ${id} and ${fence}`)
}

/** Any export; for the one who makes its file. */
export const readAnyJob = (db: Db, id: string): Promise<ExportJob | undefined> => readJob(db, sql`true`, id)

/** One export within the fence, held against other writers until the transaction ends. */
export function lockJob(db: Db, fence: Sql, id: string): Promise<ExportJob | undefined> {
  return db.one(sql`select ${JOB} from export_job j where j.id = ${id} and ${fence} for update of j`)
}

export interface Part {
  name: string
  rows: number
  bytes: number
  sha256: string
}

export function readParts(db: Db, id: string): Promise<Part[]> {
  return db.rows<Part>(sql`
    select name, row_count as rows, size_bytes as bytes, sha256 from export_part where job_id = ${id} order by number`)
}

export function readSummary(db: Db, fence: Sql, today: string) {
  const from = startOf(today)
  return db.one<{
    running: number
    waiting: number
    doneToday: number
    rowsToday: number
    storedBytes: number
    storedFiles: number
    listKeys: string[]
  }>(sql`
    select count(*) filter (where j.status = 'running') as running, count(*) filter (where j.status = 'queued') as waiting,
      count(*) filter (where j.finished_at >= ${from} and j.status in ('done', 'expired')) as "doneToday",
      coalesce(sum(j.row_count) filter (where j.finished_at >= ${from} and j.status in ('done', 'expired')), 0)::bigint as "rowsToday",
      coalesce(sum(j.size_bytes) filter (where j.status = 'done'), 0)::bigint as "storedBytes",
      count(*) filter (where j.status = 'done') as "storedFiles",
      coalesce(array_agg(distinct j.list_key), '{}') as "listKeys"
    from export_job j where ${fence}`)
}

/** Orders of one person come one after another: what one decides by, no other changes meanwhile. */
export async function lockOwner(db: Db, userId: string): Promise<void> {
  await db.rows(sql`select 1 from app_user where id = ${userId} for no key update`)
}

export function findSame(db: Db, ownerId: string, fingerprint: Uint8Array, now: Date) {
  return db.one<{ id: string }>(sql`
    select id::text from export_job where owner_id = ${ownerId} and fingerprint = ${fingerprint}
      and created_at > ${now}::timestamptz - make_interval(mins => ${JOIN_MINUTES}) and status in ('queued', 'running', 'done')
    order by export_job.id desc limit 1`)
}

export async function countUse(db: Db, owner: { id: string; partnerId: string | null }, today: string) {
  const found = await db.one<{ open: number; partner: number; rows: number }>(sql`
    select (select count(*) from export_job where owner_id = ${owner.id} and status in ('queued', 'running')) as open,
      (select count(*) from export_job j join app_user u on u.id = j.owner_id
        where u.partner_id = ${owner.partnerId}::bigint and j.created_at >= ${startOf(today)}) as partner,
      (select coalesce(sum(greatest(row_count, row_estimate)), 0)::bigint from export_job where created_at >= ${startOf(today)}) as rows`)
  return found!
}

export interface NewJob {
  ownerId: string
  listKey: string
  title: Record<Language, string>
  format: 'csv' | 'xlsx'
  bom: boolean
  columns: string[]
  query: string
  language: Language
  rights: Rights
  fingerprint: Uint8Array
  rowEstimate: number
  now: Date
}

export async function insertJob(db: Db, job: NewJob): Promise<string> {
  const made = await db.one<{ id: string }>(sql`
    insert into export_job (owner_id, list_key, title, format, bom, columns, query, language, rights, fingerprint, row_estimate, created_at)
    values (${job.ownerId}, ${job.listKey}, ${JSON.stringify(job.title)}::jsonb, ${job.format}, ${job.bom}, ${job.columns}, ${job.query},
      ${job.language}, ${JSON.stringify(job.rights)}::jsonb, ${job.fingerprint}, ${job.rowEstimate}, ${job.now})
    returning id::text`)
  return made!.id
}

/** Moves an export that is in one of these states; false when it no longer is. */
export async function moveJob(db: Db, id: string, from: readonly State[], to: State, now: Date): Promise<boolean> {
  const isOver = to === 'canceled'
  const moved = await db.one(sql`
    update export_job set status = ${to}, version = version + 1, progress_ppm = 0, row_count = 0, failure = null,
      created_at = case when ${to === 'queued'} then ${now} else created_at end,
      finished_at = case when ${isOver} then ${now}::timestamptz end
    where id = ${id} and status = any(${from}) returning 1`)
  return !!moved
}

export async function dropJob(db: Db, id: string): Promise<void> {
  await db.rows(sql`delete from export_job where id = ${id}`)
}

export async function countDownload(db: Db, id: string): Promise<void> {
  await db.rows(sql`update export_job set download_count = download_count + 1 where id = ${id}`)
}

/** Exports whose file has had its time, with the file to delete. */
export function expireJobs(db: Db, now: Date): Promise<{ fileKey: string }[]> {
  return db.rows(sql`
    with due as (
      select id, file_key from export_job where status = 'done' and expires_at <= ${now} for update skip locked
    )
    update export_job j set status = 'expired', file_key = null, version = version + 1 from due
    where j.id = due.id returning due.file_key as "fileKey"`)
}
