import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { choice, count, day, flag, money } from '../../core/columns.ts'
import { parseTyped, readTypedRange, typedOf, wordsOf } from './filterValue.ts'

describe('typed numbers', () => {
  it.each([
    ['count', '1,234', 1234],
    ['count', '１２３', 123],
    ['count', '1.2万', undefined],
    ['count', '1.5', undefined],
    ['money', '12.34', 1234],
    ['money', '¥1,000', 100_000],
    ['money', '12.345', undefined],
    ['rate', '32.9', 329_000],
    ['rate', '32.9%', 329_000],
    ['count', 'abc', undefined],
  ] as const)('%s %s → %s', (kind, typed, stored) => {
    expect(parseTyped(kind, typed)).toBe(stored)
  })

  it('shows what is stored so that typing it again stores the same', () => {
    fc.assert(
      fc.property(fc.constantFrom('count', 'money', 'rate'), fc.integer({ min: 0, max: 1e12 }), (kind, stored) => {
        expect(parseTyped(kind, typedOf(kind, String(stored)))).toBe(stored)
      }),
      { seed: 20261120 },
    )
  })

  it('names the wrong end and keeps open ends open', () => {
    expect(readTypedRange('money', '10', '')).toEqual({ value: '1000..' })
    expect(readTypedRange('money', '', '20.5')).toEqual({ value: '..2050' })
    expect(readTypedRange('money', '', ' ')).toEqual({ value: '' })
    expect(readTypedRange('money', '1.234', 'x')).toEqual({ from: 'badMoney', to: 'badMoney' })
    expect(readTypedRange('count', '9', '3')).toEqual({ to: 'badOrder' })
  })
})

describe('a filter in words', () => {
  const today = '2026-11-20'
  const kinds = choice(['a', 'b', 'c'], { filter: 'any' })
  const options = [
    { value: 'a', label: '甲' },
    { value: 'b', label: '乙' },
    { value: 'c', label: '丙' },
  ]
  it.each([
    [kinds, 'a,b', '甲、乙', '甲, 乙'],
    [kinds, 'a,b,c', '甲 等 3 项', '甲 + 2'],
    [money({ filter: 'between' }), '100000..', '≥ ¥1,000.00', '≥ ¥1,000.00'],
    [count({ filter: 'between' }), '10..20000', '10 至 20,000', '10 – 20,000'],
    [day({ filter: 'between' }), '2026-11-14..2026-11-20', '近 7 日', 'Last 7 days'],
    [day({ filter: 'between' }), '2026-11-03..2026-11-05', '11-03 至 11-05', 'Nov 3 – Nov 5'],
    [day({ filter: 'between' }), '2026-11-03', '11-03', 'Nov 3'],
    [flag({ filter: 'is' }), 'true', '是', 'Yes'],
  ])('%# %s is %s', (column, value, zh, en) => {
    expect(wordsOf(column, value, 'zh-CN', options, today)).toBe(zh)
    expect(wordsOf(column, value, 'en-US', options, today)).toBe(en)
  })
})
