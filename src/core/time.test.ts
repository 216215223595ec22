import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays, clockOf, dayOf, daysBetween, isDay, startOf } from './time.ts'

const anyDay = fc.integer({ min: 0, max: 40_000 }).map((n) => addDays('1995-01-01', n))

test('a business day starts at 16:00 UTC of the day before', () => {
  expect(startOf('2026-11-20').toISOString()).toBe('2026-11-19T16:00:00.000Z')
  expect(dayOf(new Date('2026-11-19T15:59:59.999Z'))).toBe('2026-11-19')
  expect(dayOf(new Date('2026-11-19T16:00:00.000Z'))).toBe('2026-11-20')
})

test('a day begins on itself, and adding days is undone by counting them', () => {
  fc.assert(fc.property(anyDay, (day) => dayOf(startOf(day)) === day && dayOf(+startOf(addDays(day, 1)) - 1) === day))
  fc.assert(
    fc.property(anyDay, fc.integer({ min: -500, max: 500 }), (day, n) => daysBetween(day, addDays(day, n)) === n),
  )
})

test('only days of the calendar are days', () => {
  expect(['2024-02-29', '2026-11-20'].every(isDay)).toBe(true)
  for (const text of ['2026-02-30', '2025-02-29', '2026-13-01', '2026-1-1', '20261120', ''])
    expect(isDay(text)).toBe(false)
})

test('the wall clock is Shanghai, whatever the zone of the machine', () => {
  expect(clockOf('2026-11-20T01:42:00Z')).toBe('2026-11-20 09:42')
})
