import { LATENCY_BOUNDS_MS as BOUNDS_MS } from '../../core/latency.ts'

/** What was counted of one route. */
export interface Count {
  method: string
  route: string
  requests: number
  /** Answers 4xx and 5xx. */
  refused: number
  failed: number
  sumMs: number
  slowestMs: number
  buckets: number[]
}

/** The counts of one minute, which begins at this instant. */
export interface Minute {
  minute: Date
  counts: Count[]
}

/** Counts in memory how requests were answered: since the start for a scraper, by the minute for the database. */
export interface Meter {
  observe(method: string, route: string, status: number, ms: number, now?: Date): void
  /** Everything since the start. */
  totals(): Count[]
  /** Hands out what has not been handed out yet. */
  take(): Minute[]
  /** Takes back what could not be written. */
  putBack(minutes: readonly Minute[]): void
}

const MINUTE_MS = 60_000
/** Minutes kept while the database is away; older ones are forgotten. */
const KEPT_MINUTES = 60

const emptyCount = (method: string, route: string): Count => ({
  method,
  route,
  requests: 0,
  refused: 0,
  failed: 0,
  sumMs: 0,
  slowestMs: 0,
  buckets: new Array<number>(BOUNDS_MS.length + 1).fill(0),
})

function add(to: Count, from: Count): void {
  to.requests += from.requests
  to.refused += from.refused
  to.failed += from.failed
  to.sumMs += from.sumMs
  to.slowestMs = Math.max(to.slowestMs, from.slowestMs)
  for (const [at, n] of from.buckets.entries()) to.buckets[at]! += n
}

type Counts = Map<string, Count>

function countOf(counts: Counts, method: string, route: string): Count {
  const key = `${method} ${route}`
  const known = counts.get(key)
  if (known) return known
  const count = emptyCount(method, route)
  counts.set(key, count)
  return count
}

export function openMeter(): Meter {
  const since: Counts = new Map()
  const waiting = new Map<number, Counts>()
  const minuteAt = (start: number): Counts => {
    const known = waiting.get(start)
    if (known) return known
    const counts: Counts = new Map()
    waiting.set(start, counts)
    for (const old of [...waiting.keys()].sort((a, b) => a - b).slice(0, -KEPT_MINUTES)) waiting.delete(old)
    return counts
  }
  return {
    observe(method, route, status, ms, now = new Date()) {
      const one = emptyCount(method, route)
      one.requests = 1
      if (status >= 500) one.failed = 1
      else if (status >= 400) one.refused = 1
      one.sumMs = ms
      one.slowestMs = ms
      const bucket = BOUNDS_MS.findIndex((bound) => ms <= bound)
      one.buckets[bucket < 0 ? BOUNDS_MS.length : bucket] = 1
      add(countOf(since, method, route), one)
      add(countOf(minuteAt(Math.floor(+now / MINUTE_MS) * MINUTE_MS), method, route), one)
    },
    totals: () => [...since.values()],
    take() {
      const taken = [...waiting].map(([start, counts]) => ({ minute: new Date(start), counts: [...counts.values()] }))
      waiting.clear()
      return taken
    },
    putBack(minutes) {
      for (const { minute, counts } of minutes) {
        const to = minuteAt(+minute)
        for (const count of counts) add(countOf(to, count.method, count.route), count)
      }
    },
  }
}
