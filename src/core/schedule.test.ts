import { expect, it } from 'vitest'
import { nextTurn, type Turn } from './schedule.ts'
import { clockOf } from './time.ts'

const next = (turn: Turn, after: string) => clockOf(nextTurn(turn, new Date(`${after}:00+08:00`)))

it.each<[Turn['cadence'], number, string, string, string]>([
  ['daily', 1, '10:30', '2026-11-20T10:29', '2026-11-20 10:30'],
  // Exactly then is this turn: the next one comes a day later.
  ['daily', 1, '10:30', '2026-11-20T10:30', '2026-11-21 10:30'],
  ['daily', 1, '00:05', '2026-12-31T23:59', '2027-01-01 00:05'],
  // 2026-11-20 is a Friday.
  ['weekly', 1, '09:00', '2026-11-20T09:00', '2026-11-23 09:00'],
  ['weekly', 5, '09:00', '2026-11-20T08:59', '2026-11-20 09:00'],
  ['weekly', 7, '09:00', '2026-11-22T09:00', '2026-11-29 09:00'],
  ['monthly', 2, '08:00', '2026-11-20T00:00', '2026-12-02 08:00'],
  ['monthly', 31, '08:00', '2026-11-20T00:00', '2026-11-30 08:00'],
  ['monthly', 31, '08:00', '2027-01-31T08:00', '2027-02-28 08:00'],
  ['monthly', 30, '08:00', '2028-02-01T00:00', '2028-02-29 08:00'],
])('%s on %i at %s after %s is %s', (cadence, onDay, atTime, after, expected) => {
  expect(next({ cadence, onDay, atTime }, after)).toBe(expected)
})
