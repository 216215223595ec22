import sql, { type Sql } from 'sql-template-tag'
import type { Db } from '../../../core/verb.ts'
import type { Kind } from '../contract.ts'
import type { BillRow } from '../read/rows.ts'

/** What a row is about, in the words of its kind. */
type Keyed = { index: number } & Partial<
  Pick<BillRow, 'platform' | 'itemId' | 'day' | 'task' | 'settleType'> & {
    bucketAt: string
    creatorUid: string
    bindAt: number
  }
>

const work = sql`join video v on v.platform = r.platform and v.platform_item_id = r."itemId"`
/** Rows `r` of a kind whose fact is known: a row that was refused did not bring it, so a later one has. */
const STANDING: Record<Kind, (source: string) => Sql> = {
  videos: () => work,
  metrics: () => sql`${work} join video_metric_daily m on m.video_id = v.id and m.stat_date = r.day`,
  'hourly-metrics': () => sql`${work} join video_metric_hourly h on h.video_id = v.id and h.bucket_at = r."bucketAt"`,
  bindings: () => sql`
    join creator c on c.platform = r.platform and c.platform_uid = r."creatorUid"
    join creator_binding b on b.creator_id = c.id and b.bind_time = to_timestamp(r."bindAt" / 1000.0)`,
  bills: (source) => sql`${work}
    join income_row i on i.source = ${source} and i.is_current
      and i.row_key = concat_ws('|', r.day, v.id, r."settleType", coalesce(r.task, ''))`,
}

/** Which of the rows say something that stands already, by their index. */
export async function findStanding(db: Db, kind: Kind, source: string, rows: readonly Keyed[]): Promise<Set<number>> {
  const keys = rows.map(({ index, platform, itemId, day, task, settleType, bucketAt, creatorUid, bindAt }) => ({
    ...{ index, platform, itemId, day, task, settleType, bucketAt, creatorUid, bindAt },
  }))
  const found = await db.rows<{ index: number }>(sql`
    select distinct r.index from jsonb_to_recordset(${JSON.stringify(keys)}::jsonb)
      as r (index int, platform text, "itemId" text, day date, task text, "settleType" int, "bucketAt" timestamptz,
        "creatorUid" text, "bindAt" bigint)
    ${STANDING[kind](source)}`)
  return new Set(found.map(({ index }) => index))
}
