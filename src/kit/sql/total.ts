import sql, { type Sql } from 'sql-template-tag'
import { type Db, poolOf } from '../../core/verb.ts'

export interface Total {
  rows: number
  isExact: boolean
}

/** Counted exactly up to here; above it the planner's estimate is good enough and costs nothing. */
export const EXACT_UP_TO = 100_000
/** Totals this small are counted anew each time: they are cheap, and people see a row they just added. */
const CACHE_FROM = 10_000
const CACHE_MS = 30_000
const CACHE_SIZE = 1_000

const caches = new WeakMap<object, Map<string, { total: Total; until: number }>>()

/**
 * How many rows a statement finds: exact up to 100,000, then the planner's estimate. Large totals are kept for half a
 * minute under the whole statement and its values, which hold the row scope and the filters, so no two sessions with
 * different rights can share one.
 */
export async function countRows(db: Db, rows: Sql): Promise<Total> {
  const cache = caches.get(poolOf(db)) ?? new Map()
  caches.set(poolOf(db), cache)
  const key = JSON.stringify([rows.text, rows.values])
  const kept = cache.get(key)
  if (kept && kept.until > Date.now()) return kept.total
  const counted = await db.one<{ n: number }>(sql`select count(*) as n from (${rows} limit ${EXACT_UP_TO + 1}) counted`)
  const exact = counted!.n <= EXACT_UP_TO
  const total = exact
    ? { rows: counted!.n, isExact: true }
    : { rows: Math.max(await estimateRows(db, rows), EXACT_UP_TO), isExact: false }
  if (total.rows >= CACHE_FROM) {
    if (cache.size >= CACHE_SIZE) cache.clear()
    cache.set(key, { total, until: Date.now() + CACHE_MS })
  }
  return total
}

async function estimateRows(db: Db, rows: Sql): Promise<number> {
  const plan = await db.one<{ 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] }>(sql`explain (format json) ${rows}`)
  return plan!['QUERY PLAN'][0].Plan['Plan Rows']
}
