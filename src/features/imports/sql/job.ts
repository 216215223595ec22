import sql, { type Sql } from 'sql-template-tag'
import type { ImportTargetName } from '../../../core/importing.ts'
import type { Scope } from '../../../core/scope.ts'
import type { Session } from '../../../core/session.ts'
import type { Db, UploadedFile } from '../../../core/verb.ts'
import { fencePartner } from '../../../kit/sql/fence.ts'
import type { ListSource } from '../../../kit/sql/list.ts'
import {
  type Counts,
  type Format,
  type ImportJob,
  type importList,
  type Mapping,
  type PlainSample,
  REFUSALS_PAGE,
  type Sample,
  type SavedMapping,
  type Status,
} from '../contract.ts'

/** Who asks, and what for: administrators see every import, others their own, all of them of what they may bring in. */
export interface Reader extends Pick<Session, 'accessId' | 'accessRoles'> {
  targets: readonly ImportTargetName[]
}

export const fenceJobs = ({ accessId, accessRoles, targets }: Reader): Sql =>
  sql`j.kind = any(${targets as string[]}) and ${accessRoles === 'admin' ? sql`true` : sql`j.created_by = ${accessId}`}`

export const importSource: ListSource<typeof importList> = {
  keys: () => sql`import_job j`,
  id: sql`j.id`,
  rows: sql`join import_job j on j.id = page.id join app_user u on u.id = j.created_by`,
  columns: {
    importId: sql`j.id::text`,
    fileName: sql`j.file_name`,
    target: sql`j.kind`,
    status: sql`j.status`,
    rows: sql`(j.format->>'rows')::int`,
    taken: sql`(j.counts->>'taken')::int`,
    refused: sql`(j.counts->>'refused')::int`,
    createdBy: sql`u.display_name`,
    createdAt: sql`j.created_at`,
    finishedAt: sql`j.finished_at`,
  },
  sorts: { createdAt: sql`j.created_at` },
  filters: {
    target: sql`j.kind`,
    status: sql`j.status`,
    createdAt: sql`j.created_at`,
    ownerId: sql`j.created_by`,
  },
}

const JOB = sql`j.id::text as id, j.kind as target, j.file_name as "fileName", j.file_bytes as "fileBytes", j.status,
  j.format, j.mapping, j.counts, case when j.kind = 'metrics' then j.sample end as sample,
  case when j.kind <> 'metrics' then j.sample end as "plainSample", j.progress, j.failure,
  case when j.status in ('applied', 'undoing') then j.undo_until end as "undoUntil", u.display_name as "createdBy", j.created_at as "createdAt",
  j.finished_at as "finishedAt", j.version`

/** One import, or undefined where the reader has none of that id. */
export function readJob(db: Db, id: string, reader: Reader): Promise<ImportJob | undefined> {
  return db.one(sql`select ${JOB} from import_job j join app_user u on u.id = j.created_by
    where j.id = ${id} and ${fenceJobs(reader)}`)
}

/** The same, held against other writers until the transaction ends. */
export function lockJob(db: Db, id: string, reader: Reader): Promise<ImportJob | undefined> {
  return db.one(sql`select ${JOB} from import_job j join app_user u on u.id = j.created_by
    where j.id = ${id} and ${fenceJobs(reader)} for update of j`)
}

export async function insertJob(
  db: Db,
  job: {
    target: ImportTargetName
    createdBy: string
    upload: UploadedFile
    fileKey: string
    format: Format
    mapping: Mapping
  },
): Promise<string> {
  const { target, createdBy, upload, fileKey, format, mapping } = job
  const row = await db.one<{ id: string }>(sql`
    insert into import_job (kind, created_by, file_name, file_key, file_bytes, file_sha256, format, mapping)
    values (${target}, ${createdBy}, ${upload.name}, ${fileKey}, ${upload.bytes}, ${upload.sha256},
      ${JSON.stringify(format)}, ${JSON.stringify(mapping)})
    returning id::text`)
  return row!.id
}

export async function startCheck(db: Db, id: string, mapping: Mapping): Promise<void> {
  await db.rows(sql`update import_job set status = 'checking', mapping = ${JSON.stringify(mapping)}, counts = null,
    sample = null, progress = 0, failure = null, version = version + 1 where id = ${id}`)
}

export async function startApply(db: Db, id: string): Promise<void> {
  await db.rows(sql`update import_job set status = 'applying', progress = 0, version = version + 1 where id = ${id}`)
}

export async function startUndo(db: Db, id: string): Promise<void> {
  await db.rows(sql`update import_job set status = 'undoing', progress = 0, failure = null, version = version + 1
    where id = ${id}`)
}

/** Where the file of an import lies, or undefined where the reader has none of that id. */
export function readFileKey(db: Db, id: string, reader: Reader): Promise<{ key: string } | undefined> {
  return db.one(sql`select j.file_key as key from import_job j where j.id = ${id} and ${fenceJobs(reader)}`)
}

/** Marks an import as given up and returns the key of its file. */
export async function cancelJob(db: Db, id: string, now: Date): Promise<string> {
  const row = await db.one<{ key: string }>(sql`update import_job
    set status = 'cancelled', finished_at = ${now}, version = version + 1 where id = ${id} returning file_key as key`)
  return row!.key
}

/** What a job needs to run, whoever started it. */
export interface Work {
  target: ImportTargetName
  status: Status
  fileKey: string
  format: Format
  mapping: Mapping
}

export function readWork(db: Db, id: string): Promise<Work | undefined> {
  return db.one(
    sql`select kind as target, status, file_key as "fileKey", format, mapping from import_job where id = ${id}`,
  )
}

export async function setProgress(db: Db, id: string, progress: number): Promise<void> {
  await db.rows(sql`update import_job set progress = ${progress} where id = ${id} and progress <> ${progress}`)
}

/** Writes a job's outcome, unless it was cancelled meanwhile. */
export async function finishJob(
  db: Db,
  id: string,
  from: Status,
  outcome: {
    status: Status
    counts: Counts
    sample: Sample | PlainSample
    finishedAt: Date | null
    undoUntil: Date | null
  },
): Promise<void> {
  await db.rows(sql`update import_job set status = ${outcome.status}, counts = ${JSON.stringify(outcome.counts)},
    sample = ${JSON.stringify(outcome.sample)}, progress = 100, finished_at = ${outcome.finishedAt},
    undo_until = ${outcome.undoUntil} where id = ${id} and status = ${from}`)
}

/** Says why a run ended without its work. What could not be taken back stands as it was applied. */
export async function failJob(db: Db, id: string, failure: string, now: Date): Promise<void> {
  await db.rows(sql`update import_job set failure = ${failure},
      status = case status when 'undoing' then 'applied' else 'failed' end,
      finished_at = case status when 'undoing' then finished_at else ${now} end
    where id = ${id} and status in ('checking', 'applying', 'undoing')`)
}

/** Marks an import as taken back and forgets what it had changed. */
export async function finishUndo(db: Db, id: string): Promise<void> {
  await db.rows(sql`delete from import_change where import_id = ${id}`)
  await db.rows(sql`update import_job set status = 'undone', progress = 100, undo_until = null where id = ${id}`)
}

/** Forgets what imports changed once they can no longer be taken back. */
export async function forgetChanges(db: Db, now: Date): Promise<void> {
  await db.rows(sql`delete from import_change c using import_job j where j.id = c.import_id and j.undo_until < ${now}`)
  await db.rows(sql`update import_job set undo_until = null where undo_until < ${now}`)
}

/** Runs of one import take turns; the lock goes with the transaction, also when its process dies. */
export async function takeTurn(db: Db, id: string): Promise<void> {
  await db.rows(sql`select pg_advisory_xact_lock(hashtext('import_job'), ${id}::int)`)
}

/** False while some process runs this import. */
export async function isIdle(db: Db, id: string): Promise<boolean> {
  const row = await db.one<{ free: boolean }>(
    sql`select pg_try_advisory_xact_lock(hashtext('import_job'), ${id}::int) as free`,
  )
  return row!.free
}

/** The active account of that name. */
export function findActor(
  db: Db,
  accessKey: string,
): Promise<Pick<Session, 'accessId' | 'accessRoles' | 'partnerId' | 'supplierId' | 'teamId' | 'lineId'> | undefined> {
  return db.one(sql`select id::text as "accessId", role as "accessRoles", partner_id::text as "partnerId",
    supplier_id::text as "supplierId", team_id::text as "teamId", business_line_id::text as "lineId"
    from app_user where access_key = ${accessKey} and status = 'active'`)
}

export interface Refusal {
  rowNo: number
  column: string
  value: string
  reason: string
}

export function readRefusals(db: Db, id: string, after: number, reason: string | null): Promise<Refusal[]> {
  return db.rows(sql`select row_no as "rowNo", column_name as "column", value, reason from import_refusal
    where import_id = ${id} and row_no > ${after} and (${reason}::text is null or reason = ${reason})
    order by row_no limit ${REFUSALS_PAGE}`)
}

/** A batch of refused rows with their cells, for the file that is sent back. */
export function readRefusedRows(
  db: Db,
  id: string,
  after: number,
  limit: number,
): Promise<(Refusal & { cells: string[] })[]> {
  return db.rows(sql`select row_no as "rowNo", column_name as "column", value, reason, cells from import_refusal
    where import_id = ${id} and row_no > ${after} order by row_no limit ${limit}`)
}

export function readMappings(db: Db, userId: string, target: ImportTargetName): Promise<SavedMapping[]> {
  return db.rows(sql`select id::text, name, mapping from import_mapping
    where user_id = ${userId} and kind = ${target} order by name`)
}

export async function saveMapping(
  db: Db,
  userId: string,
  target: ImportTargetName,
  { name, mapping }: Omit<SavedMapping, 'id'>,
): Promise<SavedMapping> {
  const row = await db.one<SavedMapping>(sql`insert into import_mapping (user_id, kind, name, mapping)
    values (${userId}, ${target}, ${name}, ${JSON.stringify(mapping)})
    on conflict (user_id, kind, name) do update set mapping = excluded.mapping
    returning id::text, name, mapping`)
  return row!
}

/** Returns the dropped mapping's name; undefined where the user has none of that id. */
export function dropMapping(db: Db, userId: string, id: string): Promise<{ name: string } | undefined> {
  return db.one(sql`delete from import_mapping where id = ${id} and user_id = ${userId} returning name`)
}

export function readPartners(db: Db, scope: Scope): Promise<{ id: string; name: string }[]> {
  return db.rows(sql`select id::text, name from partner where ${fencePartner(scope, sql`id`)} order by name`)
}

export async function hasPartner(db: Db, scope: Scope, id: string): Promise<boolean> {
  return !!(await db.one(sql`select 1 from partner where id = ${id} and ${fencePartner(scope, sql`id`)}`))
}

/** People whose imports the reader sees. */
export function readOwners(db: Db, reader: Reader): Promise<{ id: string; name: string }[]> {
  return db.rows(sql`select u.id::text, u.display_name as name from app_user u
    where exists (select from import_job j where j.created_by = u.id and ${fenceJobs(reader)}) order by u.display_name`)
}
