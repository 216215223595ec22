import sql, { type Sql } from 'sql-template-tag'
import type { Reply } from '../../../core/contract.ts'
import type { Db } from '../../../core/verb.ts'
import type { ingestSources, Kind } from '../contract.ts'

type Sources = Reply<typeof ingestSources>
const RECENT = 50

export const listSources = (db: Db): Promise<Sources['list']> =>
  db.rows(sql`
    select s.name as source, s.kind, s.enabled, s.data_through as "dataThrough", s.hour_through as "hourThrough",
      s.first_batch_at as "firstBatchAt", s.last_batch_at as "lastBatchAt", coalesce(b.batches, 0) as batches,
      coalesce(b.rows, 0) as rows, coalesce(b.refused, 0) as refused, s.version
    from ingest_source s
    left join (
      select source, kind, count(*) as batches, sum(rows)::bigint as rows, sum(refused)::bigint as refused from ingest_batch
      where received_at > now() - interval '24 hours' group by source, kind
    ) b on b.source = s.name and b.kind = s.kind
    order by s.name, s.kind`)

const listBatches = (db: Db, which: Sql): Promise<Sources['recent']> =>
  db.rows(sql`
    select b.id::text, b.source, b.kind, b.batch_key as "batchId", b.stat_date as "statDate", b.is_complete as "isComplete",
      b.rows, b.accepted, b.refused, b.received_at as "receivedAt", b.took_ms as "tookMs",
      (select count(*) from ingest_error e where e.batch_id = b.id and e.sent is not null) as kept,
      b.rerun_of::text as "rerunOf", r.id::text as "rerunId", b.waiting_videos is not null as "isWaiting"
    from ingest_batch b left join ingest_batch r on r.rerun_of = b.id
    where ${which} order by b.received_at desc, b.id desc limit ${RECENT}`)

export const listRecent = (db: Db) => listBatches(db, sql`true`)
/** Batches with refused rows. */
export const listTroubled = (db: Db) => listBatches(db, sql`b.refused > 0`)

/** Switches a source; undefined when there is none of this name, `isStale` when somebody else was first. */
export async function switchSource(
  db: Db,
  change: { source: string; kind: Kind; enabled: boolean; version: number },
): Promise<{ isStale: boolean } | undefined> {
  const found = await db.one<{ version: number }>(sql`
    select version from ingest_source where name = ${change.source} and kind = ${change.kind} for update`)
  if (!found) return undefined
  if (found.version !== change.version) return { isStale: true }
  await db.rows(sql`
    update ingest_source set enabled = ${change.enabled}, version = version + 1
    where name = ${change.source} and kind = ${change.kind}`)
  return { isStale: false }
}
