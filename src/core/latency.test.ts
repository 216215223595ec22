import fc from 'fast-check'
import { expect, it } from 'vitest'
import { LATENCY_BOUNDS_MS, latencyWithin } from './latency.ts'

const bucketsOf = (times: readonly number[]): number[] => {
  const buckets = new Array<number>(LATENCY_BOUNDS_MS.length + 1).fill(0)
  for (const ms of times) {
    const at = LATENCY_BOUNDS_MS.findIndex((bound) => ms <= bound)
    buckets[at < 0 ? LATENCY_BOUNDS_MS.length : at]!++
  }
  return buckets
}

it('says nothing of nothing, and never more than the slowest', () => {
  expect(latencyWithin(0.95, bucketsOf([]), 0)).toBeNull()
  expect(latencyWithin(0.95, bucketsOf([3]), 3)).toBe(3)
  expect(latencyWithin(0.95, bucketsOf([9000]), 9000)).toBeLessThanOrEqual(9000)
})

it('lies in the bucket of the true value, and grows with the share', () => {
  const times = fc.array(fc.integer({ min: 1, max: 20_000 }), { minLength: 1, maxLength: 200 })
  fc.assert(
    fc.property(times, fc.double({ min: 0.01, max: 1, noNaN: true }), (all, share) => {
      const sorted = [...all].sort((a, b) => a - b)
      const truth = sorted[Math.ceil(share * sorted.length) - 1]!
      const at = LATENCY_BOUNDS_MS.findIndex((bound) => truth <= bound)
      const low = at < 0 ? LATENCY_BOUNDS_MS.at(-1)! : (LATENCY_BOUNDS_MS[at - 1] ?? 0)
      const high = at < 0 ? sorted.at(-1)! : LATENCY_BOUNDS_MS[at]!
      const found = latencyWithin(share, bucketsOf(all), sorted.at(-1)!)!
      expect(found).toBeGreaterThanOrEqual(Math.min(low, sorted.at(-1)!))
      expect(found).toBeLessThanOrEqual(high)
      expect(latencyWithin(1, bucketsOf(all), sorted.at(-1)!)!).toBeGreaterThanOrEqual(found)
    }),
    { seed: 20_261_120 },
  )
})
