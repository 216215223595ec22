import sql from 'sql-template-tag'
import type { Db } from '../../../core/verb.ts'
import type { Batch } from '../apply/applied.ts'
import type { BillRow } from '../read/rows.ts'
import type { Placed } from './metrics.ts'

/**
 * Writes rows that differ from what stands, as new revisions; returns how many are first ones and how many follow
 * another. One row per work, day, task and settle type.
 */
export async function writeBills(
  db: Db,
  { source, id, sourceFile, now }: Pick<Batch, 'source' | 'id' | 'sourceFile' | 'now'>,
  rows: readonly Placed<BillRow>[],
): Promise<{ created: number; changed: number }> {
  if (rows.length === 0) return { created: 0, changed: 0 }
  // Revisions of a row follow each other: who reads the last one and writes the next is alone with it.
  await db.rows(sql`select pg_advisory_xact_lock(hashtext('income_rows'))`)
  const sent = JSON.stringify(rows.map((row) => ({ ...row, key: keyOf(row) })))
  const changed = await db.rows<{ key: string; revision: number }>(sql`
    update income_row i set is_current = false from jsonb_to_recordset(${sent}::jsonb)
      as s (key text, "adIncomeMicro" bigint, "gmvFen" bigint, "refundFen" bigint, "ratePpm" integer)
    where i.source = ${source} and i.row_key = s.key and i.is_current
      and (i.ad_income_micro, i.gmv_fen, i.refund_gmv_fen, i.upstream_ratio_ppm)
        is distinct from (s."adIncomeMicro", s."gmvFen", s."refundFen", s."ratePpm")
    returning i.row_key as key, i.revision`)
  const made = await db.rows(sql`
    insert into income_row (source, batch_id, source_file, source_row, row_key, revision, earn_date, video_id, task_code,
      app_id, agent_id, settle_type, ad_income_micro, gmv_fen, refund_gmv_fen, upstream_ratio_ppm, received_at)
    select ${source}, ${id}, ${sourceFile}, s."sourceRow", s.key, coalesce(c.revision, 0) + 1, s.day, s."videoId", s.task,
      s."appId", s."agentId", s."settleType", s."adIncomeMicro", s."gmvFen", s."refundFen", s."ratePpm", ${now}
    from jsonb_to_recordset(${sent}::jsonb) as s (key text, day date, "videoId" bigint, task text, "settleType" smallint,
      "adIncomeMicro" bigint, "gmvFen" bigint, "refundFen" bigint, "ratePpm" integer, "appId" text, "agentId" text, "sourceRow" integer)
    left join jsonb_to_recordset(${JSON.stringify(changed)}::jsonb) as c (key text, revision integer) on c.key = s.key
    where c.key is not null or not exists (select from income_row i where i.source = ${source} and i.row_key = s.key and i.is_current)
    returning 1`)
  return { created: made.length - changed.length, changed: changed.length }
}

const keyOf = ({ day, videoId, settleType, task }: Placed<BillRow>): string => `${day}|${videoId}|${settleType}|${task}`
