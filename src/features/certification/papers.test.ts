import { describe, expect, it } from 'vitest'
import { isOrganisationCode, isPaperNumber, maskNumber, plainNumber } from './papers.ts'

describe('numbers of papers', () => {
  it.each([
    ['identityCard', '11010519491231002X', true],
    ['identityCard', '110105194912310021', false],
    ['identityCard', '110105194913310020', false],
    ['identityCard', '11010519491231002', false],
    ['passport', 'E12345678', true],
    ['passport', 'E1234', false],
    ['travelPermit', 'H12345678', true],
    ['travelPermit', 'HH123456', false],
  ] as const)('%s %s: %s', (type, number, expected) => {
    expect(isPaperNumber(type, number)).toBe(expected)
  })

  it.each([
    ['91350100M000100Y43', true],
    ['91350100M000100Y44', false],
    ['91350100M000100Y4', false],
    ['91350100I000100Y43', false],
  ])('the code %s: %s', (code, expected) => {
    expect(isOrganisationCode(code)).toBe(expected)
  })

  it('are compared as they stand on the paper and shown by their ends', () => {
    expect(plainNumber(' 110105 1949-1231 002x ')).toBe('11010519491231002X')
    expect(maskNumber('11010519491231002X')).toBe('110************02X')
    expect(maskNumber('E12345678')).toBe('E*******8')
  })
})
