import fc from 'fast-check'
import { expect, test } from 'vitest'
import { COMPARISONS, RANGES, rangeDays } from '../../core/period.ts'
import { METRICS } from './columns.ts'
import { FILTERS, listOf, readSearch, type View, writeSearch } from './query.ts'

const TODAY = '2026-11-20'
const ids = fc.uniqueArray(fc.integer({ min: 0, max: 999 }).map(String), { maxLength: 4 })
const views: fc.Arbitrary<View> = fc
  .record({
    range: fc.constantFrom(...RANGES, null),
    compare: fc.constantFrom(...COMPARISONS),
    sort: fc.record({ metric: fc.constantFrom(...METRICS), descending: fc.boolean() }),
    open: ids,
    compared: ids,
    filters: fc.dictionary(fc.constantFrom(...FILTERS), fc.constantFrom('1', 'douyin,kuaishou')),
  })
  .map((view) => ({
    ...view,
    ...(view.range ? rangeDays(view.range, TODAY) : { from: '2026-09-01', to: '2026-09-30' }),
  }))

test('a view survives its URL', () => {
  fc.assert(
    fc.property(views, (view) => {
      const { hasBadDays, ...read } = readSearch(writeSearch(view), TODAY)
      expect(hasBadDays).toBe(false)
      expect(read).toEqual({ ...view, filters: { ...view.filters } })
    }),
  )
})

test('what a link cannot mean becomes the default, and bad days are named', () => {
  const read = readSearch(
    { from: '2026-02-30', to: '2026-03-01', compare: 'x', sort: 'colour:asc', open: 'a,7', compared: '1,2,3,4,5' },
    TODAY,
  )
  expect(read).toMatchObject({
    range: 'last30',
    compare: 'previous',
    open: ['7'],
    compared: ['1', '2', '3', '4'],
    hasBadDays: true,
  })
  expect(read.sort.metric).toBe('plays')
})

test('a figure leads to its submissions with the filters of the page', () => {
  const view = readSearch({ from: '2026-09-01', to: '2026-09-30', platform: 'douyin' }, TODAY)
  expect(listOf('0', view, 'period')).toEqual({
    platform: 'douyin',
    categoryId: 'none',
    statDate: '2026-09-01..2026-09-30',
  })
  expect(listOf('7', view, 'risky')).toMatchObject({
    publishedAt: '2026-09-01..2026-09-30',
    riskState: 'pending,limited,blocked,appealing',
  })
  expect(listOf('7', view, 'period', '5').creatorId).toBe('5')
})
