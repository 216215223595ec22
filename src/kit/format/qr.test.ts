import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { qrOf } from './qr.ts'

const rowsOf = (text: string): string[] =>
  qrOf(text)!.map((row) => BigInt(`0b${row.map(Number).join('')}`).toString(16))
const hashOf = (text: string): string => createHash('sha256').update(rowsOf(text).join(' ')).digest('hex')
const URI = 'otpauth://totp/Backlot:partner2?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Backlot'

// Each picture is, module for module and in its mask, what qrcode 1.5 draws of the same bytes at level M.
describe('a QR code', () => {
  it('is drawn as another encoder draws it', () => {
    expect(rowsOf('Backlot').join(' ')).toBe(
      '1fd67f 104a41 174a5d 17565d 17555d 105a41 1fd57f 1b00 1176f9 1f3b06 12fa72 330f1 1e45e3 1df7 1fd596 104f03 175e71 174b13 174a54 104cf0 1fddf1',
    )
  })

  it.each([
    ['of several blocks', URI, 41, '17157b64fd2d43942385c2d1eb9dd09459284629cb027b4b179b41d1629987f9'],
    ['with its version in it', 'x'.repeat(200), 57, '1597008773915cc1fd8b5f48c514fc65768abb0656a61868e3167626f33122ef'],
  ])('is the same %s', (_, text, size, hash) => {
    expect(qrOf(text)).toHaveLength(size)
    expect(hashOf(text)).toBe(hash)
  })

  it('grows as the text does, up to its last version', () => {
    const sizes = [14, 15, 106, 107, 180, 181, 213, 214, 412].map((length) => qrOf('x'.repeat(length))!.length)
    expect(sizes.map((size) => (size - 17) / 4)).toEqual([1, 2, 6, 7, 9, 10, 10, 11, 15])
    expect(qrOf('x'.repeat(413))).toBeNull()
  })
})
