import sql from 'sql-template-tag'
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

export const listRecent = (db: Db): Promise<Sources['recent']> =>
  db.rows(sql`
    select id::text, source, kind, batch_key as "batchId", stat_date as "statDate", is_complete as "isComplete", rows,
      accepted, refused, received_at as "receivedAt", took_ms as "tookMs", waiting_videos is not null as "isWaiting"
    from ingest_batch order by received_at desc, id desc limit ${RECENT}`)

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
