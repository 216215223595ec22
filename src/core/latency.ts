/** Upper bounds, in milliseconds, of the buckets answers are counted in by how long they took; one more is open. */
export const LATENCY_BOUNDS_MS = [5, 10, 25, 50, 100, 250, 500, 1000, 2500, 5000] as const

/**
 * The time within which a share (0–1) of the counted answers came, in milliseconds; straight lines inside a bucket, and
 * the slowest for the open one. Null where nothing was counted.
 */
export function latencyWithin(share: number, buckets: readonly number[], slowestMs: number): number | null {
  const total = buckets.reduce((sum, n) => sum + n, 0)
  if (total === 0) return null
  const rank = share * total
  let before = 0
  for (const [at, n] of buckets.entries()) {
    if (n > 0 && before + n >= rank) {
      const low = LATENCY_BOUNDS_MS[at - 1] ?? 0
      const high = LATENCY_BOUNDS_MS[at] ?? Math.max(slowestMs, low)
      return Math.min(Math.round(low + ((rank - before) / n) * (high - low)), Math.max(slowestMs, 1))
    }
    before += n
  }
  return slowestMs
}
