import fc from 'fast-check'
import { expect, it } from 'vitest'
import { addDays, isDay } from '../../../core/time.ts'
import { addMonths, parseDay } from './dayText.ts'

const TODAY = '2026-11-22'

it.each([
  ['2026-11-22', '2026-11-22'],
  [' 2026-1-2 ', '2026-01-02'],
  ['2026/01/02', '2026-01-02'],
  ['2026.1.2', '2026-01-02'],
  ['20260102', '2026-01-02'],
  ['2026年1月2日', '2026-01-02'],
  ['1月2日', '2026-01-02'],
  ['11-22', '2026-11-22'],
  ['1/2', '2026-01-02'],
  ['２０２６－０１－０２', '2026-01-02'],
  ['2024-02-29', '2024-02-29'],
  ['今天', '2026-11-22'],
  ['Today', '2026-11-22'],
  ['昨天', '2026-11-21'],
  ['YESTERDAY', '2026-11-21'],
  ['前天', '2026-11-20'],
  ['tomorrow', '2026-11-23'],
])('%s is %s', (text, day) => expect(parseDay(text, TODAY)).toBe(day))

it.each([
  '',
  ' ',
  '22',
  '2026-13-01',
  '2026-02-30',
  '2026-00-10',
  '0-0',
  '2025-02-29',
  'now',
  'constructor',
  '2026-11-22x',
  '26-11-22',
  '2026-11',
])('"%s" is no day', (text) => expect(parseDay(text, TODAY)).toBeUndefined())

it('reads back every day it writes, and reads nothing that is not a day', () => {
  fc.assert(
    fc.property(fc.integer({ min: -20_000, max: 20_000 }), (days) => {
      const day = addDays(TODAY, days)
      expect(parseDay(day, TODAY)).toBe(day)
    }),
  )
  fc.assert(
    fc.property(fc.string(), (text) => {
      const day = parseDay(text, TODAY)
      expect(day === undefined || isDay(day)).toBe(true)
    }),
  )
})

it('counts months and stays inside them', () => {
  expect(addMonths('2026-01-31', 1)).toBe('2026-02-28')
  expect(addMonths('2024-01-31', 1)).toBe('2024-02-29')
  expect(addMonths('2026-01-15', -1)).toBe('2025-12-15')
  expect(addMonths('2026-11-22', 12)).toBe('2027-11-22')
})
