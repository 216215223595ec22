import sql from 'sql-template-tag'
import type { Db } from '../../../core/verb.ts'
import { type Kind, MAX_REFUSALS } from '../contract.ts'
import type { Problem } from '../read/codes.ts'

/** What a batch did, as it is answered and kept. */
export interface Outcome {
  rows: number
  accepted: number
  refused: number
  created: number
  changed: number
  unchanged: number
  flagged: Record<string, number>
}

/**
 * Sets the running transaction up for ten thousand rows at once. Batches touch a few index ranges of very large tables,
 * which the planner, told only "an array", may take for reason enough to read them whole.
 */
export async function prepare(db: Db): Promise<void> {
  await db.rows(sql`select set_config('statement_timeout', '30000', true), set_config('enable_seqscan', 'off', true),
    set_config('random_page_cost', '1.1', true), set_config('plan_cache_mode', 'force_custom_plan', true)`)
}

/**
 * Writers of figures take turns, imports among them: an increment is the difference to the snapshot beside it, which
 * another writer may be about to change.
 */
export async function takeTurn(db: Db): Promise<void> {
  await db.rows(sql`select pg_advisory_xact_lock(hashtext('import_apply'))`)
}

export async function isDisabled(db: Db, source: string, kind: Kind): Promise<boolean> {
  return !!(await db.one(sql`select 1 from ingest_source where name = ${source} and kind = ${kind} and not enabled`))
}

export interface Claim {
  source: string
  kind: Kind
  batchId: string
  hash: Uint8Array
  userId: string
  tokenId: string | null
  statDate: string | null
  isComplete: boolean
  sourceFile: string | null
  rerunOf: string | null
}

/** The id of a new batch; undefined when its name is taken. Waits for another request that is sending the same batch. */
export async function claimBatch(db: Db, claim: Claim): Promise<string | undefined> {
  const made = await db.one<{ id: string }>(sql`
    insert into ingest_batch (source, kind, batch_key, content_hash, user_id, token_id, stat_date, is_complete, source_file, rerun_of)
    values (${claim.source}, ${claim.kind}, ${claim.batchId}, ${claim.hash}, ${claim.userId}, ${claim.tokenId},
      ${claim.statDate}, ${claim.isComplete}, ${claim.sourceFile}, ${claim.rerunOf})
    on conflict (source, kind, batch_key) do nothing
    returning id::text, set_config('backlot.source', 'ingest:' || id, true)`)
  return made?.id
}

export interface KnownBatch {
  id: string
  isSame: boolean
  outcome: Outcome
}

export async function readBatch(db: Db, { source, kind, batchId, hash }: Claim): Promise<KnownBatch> {
  return (await db.one<KnownBatch>(sql`
    select id::text, content_hash = ${hash} as "isSame", result as outcome from ingest_batch
    where source = ${source} and kind = ${kind} and batch_key = ${batchId}`))!
}

export async function readProblems(db: Db, id: string): Promise<Problem[]> {
  return db.rows(sql`
    select row_index as index, field, value, code from ingest_error where batch_id = ${id} order by row_index`)
}

/** What a sender wrote, without what PostgreSQL takes for no text: NUL, and halves of characters. */
const storable = (text: string): string => text.replaceAll('\0', '').replaceAll(/\p{Surrogate}/gu, '\ufffd')

/** Keeps the refused rows that are named, with what was sent. */
export async function writeProblems(
  db: Db,
  id: string,
  problems: readonly Problem[],
  rows: readonly unknown[],
): Promise<void> {
  if (problems.length === 0) return
  const kept = problems
    .slice(0, MAX_REFUSALS)
    .map((problem) => ({ ...problem, field: storable(problem.field), value: storable(problem.value) }))
  await db.rows(sql`
    insert into ingest_error (batch_id, row_index, field, value, code, sent)
    select ${id}, p.index, p.field, p.value, p.code, s.sent from jsonb_to_recordset(${JSON.stringify(kept)}::jsonb)
      as p (index int, field text, value text, code text)
    join unnest(${kept.map(({ index }) => index)}::int[], ${kept.map(({ index }) => JSON.stringify(rows[index]))}::text[])
      s (index, sent) on s.index = p.index`)
}

export interface KeptBatch extends Omit<Claim, 'hash' | 'userId' | 'tokenId' | 'batchId' | 'rerunOf'> {
  /** The batch that ran its rows again. */
  rerun: string | null
  rows: string[]
}

/** A batch with its refused rows as they were sent; undefined when there is none. */
export async function readKept(db: Db, id: string): Promise<KeptBatch | undefined> {
  const batch = await db.one<Omit<KeptBatch, 'rows'>>(sql`
    select source, kind, stat_date::text as "statDate", is_complete as "isComplete", source_file as "sourceFile",
      (select r.batch_key from ingest_batch r where r.rerun_of = b.id) as rerun
    from ingest_batch b where id = ${id}`)
  if (!batch) return undefined
  const rows = await db.rows<{ sent: string }>(sql`
    select sent from ingest_error where batch_id = ${id} and sent is not null order by row_index`)
  return { ...batch, rows: rows.map(({ sent }) => sent) }
}

export async function finishBatch(
  db: Db,
  id: string,
  outcome: Outcome,
  { waitingVideos, startedAt }: { waitingVideos: string | null; startedAt: Date },
): Promise<void> {
  await db.rows(sql`
    update ingest_batch set rows = ${outcome.rows}, accepted = ${outcome.accepted}, refused = ${outcome.refused},
      result = ${JSON.stringify(outcome)}::jsonb, waiting_videos = ${waitingVideos}::bigint[],
      took_ms = extract(epoch from clock_timestamp() - ${startedAt}::timestamptz) * 1000
    where id = ${id}`)
}

/**
 * When what a batch changed is to be worked up: when it has been quiet for a moment, so that figures sent in one go are
 * brought up to date in one go, and at the latest half a minute after the first batch that waits.
 */
export async function figuresDue(db: Db): Promise<string> {
  return (await db.one<{ at: string }>(sql`
    select least(clock_timestamp() + interval '2 seconds', min(received_at) + interval '30 seconds') as at
    from ingest_batch where waiting_videos is not null`))!.at
}

/** Notes that a source was heard, and how far it says it has come. */
export async function noteSource(
  db: Db,
  { source, kind }: Claim,
  through: { day?: string | null; hour?: string | null } = {},
): Promise<void> {
  await db.rows(sql`
    insert into ingest_source as s (name, kind, data_through, hour_through)
    values (${source}, ${kind}, ${through.day ?? null}, ${through.hour ?? null})
    on conflict (name, kind) do update set last_batch_at = now(),
      data_through = greatest(s.data_through, excluded.data_through),
      hour_through = greatest(s.hour_through, excluded.hour_through)`)
}

export async function readThrough(db: Db): Promise<string | null> {
  return (await db.one<{ through: string | null }>(sql`select max(stat_date) as through from metric_day`))!.through
}

/** Ids of works by platform and item id, in the order asked, empty where there is none. */
export async function findVideos(db: Db, works: readonly { platform: string; itemId: string }[]): Promise<string[]> {
  const row = await db.one<{ ids: string | null }>(sql`
    select string_agg(coalesce(v.id::text, ''), ',' order by w.at) as ids
    from unnest(${arrayOf(works, (work) => work.platform)}::text[], ${arrayOf(works, (work) => work.itemId)}::text[])
      with ordinality w (platform, item_id, at)
    left join video v on v.platform = w.platform and v.platform_item_id = w.item_id`)
  return row?.ids?.split(',') ?? []
}

/**
 * An array parameter as PostgreSQL writes it, made in one go. For numbers, days, instants and ids, whose forms are
 * checked: nothing in them needs quoting.
 */
export function arrayOf<T>(rows: readonly T[], cellOf: (row: T) => string | number | null): string {
  const cells = new Array<string | number>(rows.length)
  for (let at = 0; at < rows.length; at++) cells[at] = cellOf(rows[at]!) ?? 'NULL'
  return `{${cells.join(',')}}`
}
