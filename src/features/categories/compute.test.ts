import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { bestOf, type Known, percentile, treeOf } from './compute.ts'
import type { Category } from './sql/tree.ts'

const category = (id: string, parentId: string | null = null, more: Partial<Category> = {}): Category => ({
  id,
  parentId,
  code: id,
  nameZh: id,
  nameEn: id,
  enabled: true,
  riskLevel: 'low',
  version: 1,
  mergedInto: null,
  isMerged: false,
  ...more,
})
const sums = (categoryId: string, plays: number) => ({
  categoryId,
  plays,
  interactions: Math.floor(plays / 10),
  newVideos: 1,
  activeVideos: 2,
  estIncomeFen: plays,
  finishPlays: 0,
  ratedPlays: 0,
  days: 1,
})
const known = (now: Known['now'], before: Known['before'] = null): Known => ({
  days: 1,
  now,
  before,
  shapes: null,
  videos: null,
  creators: null,
  names: new Map(),
})

describe('the tree', () => {
  test('keeps every play: what stands nowhere is counted without a category', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.integer({ min: 0, max: 6 }), fc.integer({ min: -9, max: 1e6 }))), (some) => {
        const rows = [...new Map(some).entries()].map(([id, plays]) => sums(String(id), plays))
        // 5 was merged into 2 and has videos left; 6 is gone.
        const categories = [
          category('1'),
          category('2', '1'),
          category('3', '1'),
          category('4'),
          category('5', '1', { mergedInto: '2', enabled: false }),
        ]
        const { list, totals } = treeOf(categories, known(rows))
        const plays = rows.reduce((sum, one) => sum + one.plays, 0)
        expect(totals.plays).toBe(plays)
        expect(list.reduce((sum, one) => sum + one.plays, 0)).toBe(plays)
      }),
    )
  })

  test('heat is where a category stands among its level, between 0 and 100', () => {
    const { list } = treeOf(
      [category('1'), category('2'), category('3'), category('4')],
      known([sums('1', 100), sums('2', 50), sums('3', 10)], [sums('1', 50), sums('2', 40), sums('3', 10)]),
    )
    // Highest by plays and growth, shared by interaction rate: all have a tenth.
    expect(list.map(({ heat }) => heat)).toEqual([80, 40, 0, null])
  })
})

test('percentiles are those of the values when every value is there', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 1, max: 1e6 }), { minLength: 1 }),
      fc.constantFrom(0.5, 0.9, 1),
      (values, share) => {
        const rising = values.toSorted((a, b) => a - b)
        const points = rising.map((value) => ({ value, weight: 1 }))
        expect(percentile(points, share)).toBe(rising[Math.ceil(rising.length * share - 1e-9) - 1])
      },
    ),
  )
  expect(percentile([], 0.5)).toBeNull()
})

test('an item of several categories counts once', () => {
  const item = (categoryId: string, id: string, plays: number) => ({ categoryId, id, plays })
  expect(bestOf([item('1', 'a', 5), item('2', 'b', 7), item('2', 'a', 4)], 1)).toEqual([{ id: 'a', plays: 9 }])
})
