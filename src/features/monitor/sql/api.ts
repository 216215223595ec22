import sql, { join, raw } from 'sql-template-tag'
import { LATENCY_BOUNDS_MS } from '../../../core/latency.ts'
import type { Db } from '../../../core/verb.ts'

/** Counts of many requests. */
export interface Answers {
  requests: number
  refused: number
  failed: number
  slowestMs: number
  buckets: number[]
}

const sums = sql`
  sum(requests)::bigint as requests, sum(refused)::bigint as refused, sum(failed)::bigint as failed,
  max(slowest_ms) as "slowestMs",
  array[${join(
    Array.from({ length: LATENCY_BOUNDS_MS.length + 1 }, (_, at) => raw(`sum(buckets[${at + 1}])::bigint`)),
  )}] as buckets`

/** The minutes since an instant, oldest first. */
export function readCourse(db: Db, since: Date): Promise<(Answers & { minute: string })[]> {
  return db.rows(
    sql`select minute, ${sums} from request_minute where minute >= ${since} group by minute order by minute`,
  )
}

/** How many server processes have answered since an instant. */
export async function countProcesses(db: Db, since: Date): Promise<number> {
  const row = await db.one<{ n: number }>(
    sql`select count(distinct process) as n from request_minute where minute >= ${since}`,
  )
  return row!.n
}

/** Routes of the API since an instant: those that failed first, then those whose requests took most time. */
export function readRoutes(
  db: Db,
  since: Date,
  limit: number,
): Promise<(Answers & { method: string; route: string })[]> {
  return db.rows(sql`
    select method, route, ${sums} from request_minute where minute >= ${since} and route <> 'page'
    group by method, route order by sum(failed) desc, sum(sum_ms) desc, route, method limit ${limit}`)
}
