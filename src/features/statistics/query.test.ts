import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  bucketOf,
  bucketsOf,
  COMPARISONS,
  faultOf,
  GRANULARITIES,
  lastDayOf,
  RANGES,
  rangeDays,
} from '../../core/period.ts'
import { DIMENSIONS, dimensionsFor } from './contract.ts'
import {
  askOf,
  concentrationOf,
  listOf,
  METRICS,
  narrowTo,
  readSearch,
  slicesOf,
  sortRows,
  type View,
  writeSearch,
} from './query.ts'

const TODAY = '2026-11-20'
const read = (search: Record<string, string>, dimensions = [...DIMENSIONS]) => readSearch(search, TODAY, dimensions)

describe('the period', () => {
  test('a preset ends on the last finished day', () => {
    expect(RANGES.map((range) => rangeDays(range, TODAY))).toEqual([
      { from: '2026-11-19', to: '2026-11-19' },
      { from: '2026-11-13', to: '2026-11-19' },
      { from: '2026-10-21', to: '2026-11-19' },
      { from: '2026-08-22', to: '2026-11-19' },
    ])
  })

  test.each([
    ['', '2026-11-01', 'chooseDays'],
    ['2026-11-31', '2026-12-01', 'chooseDays'],
    ['2026-11-10', '2026-11-01', 'chooseDays'],
    ['2026-11-10', TODAY, 'tooLate'],
    ['2025-11-01', '2026-11-19', 'tooLong'],
    ['2025-11-18', '2026-11-19', null],
    ['2026-11-19', '2026-11-19', null],
  ])('%s to %s: %s', (from, to, fault) => {
    expect(faultOf({ from, to }, TODAY)).toBe(fault)
  })

  test('weeks begin on Monday; the buckets of a period follow one another without a gap', () => {
    expect(bucketOf('2026-11-22', 'week')).toBe('2026-11-16')
    expect(bucketsOf({ from: '2026-10-21', to: '2026-11-19' }, 'month')).toEqual(['2026-10-01', '2026-11-01'])
    expect(bucketsOf({ from: '2026-11-15', to: '2026-11-16' }, 'week')).toEqual(['2026-11-09', '2026-11-16'])
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 366 }), fc.constantFrom(...GRANULARITIES), (length, granularity) => {
        const from = new Date(Date.UTC(2026, 0, 1 + length)).toISOString().slice(0, 10)
        const buckets = bucketsOf({ from, to: '2027-02-28' }, granularity)
        expect(buckets[0]! <= from && lastDayOf(buckets.at(-1)!, granularity) >= '2027-02-28').toBe(true)
        expect(new Set(buckets).size).toBe(buckets.length)
      }),
      { seed: 20261120 },
    )
  })
})

describe('the URL', () => {
  test('an empty one is the last thirty finished days by platform', () => {
    const view = read({})
    expect(askOf(view)).toEqual({
      from: '2026-10-21',
      to: '2026-11-19',
      compare: 'previous',
      granularity: 'day',
      dimension: 'platform',
    })
    expect(writeSearch(view)).toEqual({})
  })

  test('every view reads back as it was written', () => {
    const views: fc.Arbitrary<View> = fc
      .record({
        range: fc.constant(null),
        from: fc.constantFrom('2026-01-01', '2026-11-19'),
        to: fc.constant('2026-11-19'),
        compare: fc.constantFrom(...COMPARISONS),
        granularity: fc.constantFrom(...GRANULARITIES),
        dimension: fc.constantFrom(...DIMENSIONS),
        by: fc.constantFrom(...DIMENSIONS),
        left: fc.constantFrom(...METRICS),
        right: fc.constantFrom(null, ...METRICS),
        sort: fc.record({ metric: fc.constantFrom(...METRICS), descending: fc.boolean() }),
        filters: fc.constantFrom<Record<string, string>>({}, { platform: 'douyin,kuaishou', partnerId: '7' }),
      })
      .filter(({ dimension, by }) => dimension !== by)
    fc.assert(
      fc.property(views, (view) => {
        const { ignored, ...again } = read(writeSearch(view))
        expect(again).toEqual(view)
        expect(ignored).toEqual({ days: false, dimension: false })
      }),
      { seed: 20261120 },
    )
  })

  test('what it cannot mean becomes the default and is told', () => {
    const view = read({ from: '2026-11-10', to: '2026-11-01', compare: 'x', sort: 'colour:asc', left: '' })
    expect(view).toMatchObject({ range: 'last30', compare: 'previous', left: 'plays', ignored: { days: true } })
    const own = dimensionsFor(() => false)
    expect(own).toEqual(['platform', 'category', 'contentType', 'product'])
    expect(read({ dimension: 'partner' }, own)).toMatchObject({ dimension: 'platform', ignored: { dimension: true } })
  })
})

describe('the rows', () => {
  const row = (key: string, plays: number, rpmFen: number | null = null) => ({
    key,
    plays,
    newVideos: 0,
    activeVideos: 0,
    estIncomeFen: 0,
    rpmFen,
    interactionRate: null,
    finishRate: null,
  })

  test('what has no value stands last, whichever way', () => {
    const rows = [row('a', 1, null), row('b', 2, 5), row('c', 3, 9)]
    const keys = (descending: boolean) => sortRows(rows, { metric: 'rpmFen', descending }).map(({ key }) => key)
    expect(keys(true)).toEqual(['c', 'b', 'a'])
    expect(keys(false)).toEqual(['b', 'c', 'a'])
    expect(rows.map(({ key }) => key)).toEqual(['a', 'b', 'c'])
  })

  test('the largest and the rest are the whole; a rest of one keeps its name', () => {
    const rows = [9, 8, 7, 6, 5, 4, 3, 0].map((plays, at) => row(String(at), plays))
    expect(slicesOf(rows, 42, 5)).toMatchObject({ rest: 7, restCount: 2 })
    expect(slicesOf(rows.slice(0, 6), 39, 5)).toMatchObject({ rest: 0, restCount: 0 })
  })

  test('a row leads to its submissions under the same filters', () => {
    const days = { from: '2026-11-01', to: '2026-11-02' }
    expect(listOf({ ...days, filters: { platform: 'douyin' } })).toEqual({
      platform: 'douyin',
      statDate: '2026-11-01..2026-11-02',
    })
    expect(narrowTo('platform', 'bilibili')).toEqual({ platform: 'bilibili' })
    expect(narrowTo('partner', '0')).toEqual({ partnerId: 'none' })
    expect(narrowTo('team', '3')).toEqual({ teamId: '3' })
    expect(narrowTo('product', '')).toEqual({ hasProduct: 'false' })
    expect(narrowTo('category', 'rest')).toBeNull()
  })

  test('the largest tenth and what it carries', () => {
    const rows = [500, ...Array.from({ length: 19 }, () => 10), 310].map((plays) => ({ plays }))
    expect(concentrationOf(rows, 1_000)).toEqual({ count: 2, share: 810_000 })
    expect(concentrationOf(rows.slice(0, 9), 580)).toBeNull()
  })
})
