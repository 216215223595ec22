import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fenOf, yuanOf } from './money.ts'

test('any amount in fen survives being written in yuan and read back', () => {
  fc.assert(fc.property(fc.maxSafeInteger(), (fen) => fenOf(yuanOf(fen)) === (fen === 0 ? 0 : fen)))
})

test('amounts are written with two decimals and a sign', () => {
  expect([0, 5, -5, 123456, -100].map(yuanOf)).toEqual(['0.00', '0.05', '-0.05', '1234.56', '-1.00'])
})

test('yuan are read with separators and the currency sign', () => {
  expect(['1,234.5', '¥8,083.93', '-0.5', '12'].map(fenOf)).toEqual([123450, 808393, -50, 1200])
})

test('more than two decimals, floats in disguise and words are not amounts', () => {
  for (const text of ['12.345', '1e3', '', '.', '1,23', '--1', '一百', '99999999999999999'])
    expect(fenOf(text)).toBeUndefined()
})
