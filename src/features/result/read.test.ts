import { expect, it } from 'vitest'
import { readReceipt } from './read.ts'

const ID = '018f2c7e-0000-7000-8000-0123456789ab'

it('takes what an address says when it has the form it must have', () => {
  expect(
    readReceipt({ of: 'campaign', id: '42', rows: '1200', kept: '0', at: '2026-11-20T02:03:04.5Z', requestId: ID }),
  ).toEqual({
    subject: 'campaign',
    id: '42',
    rows: 1200,
    kept: 0,
    at: '2026-11-20T02:03:04.5Z',
    reason: undefined,
    requestId: ID,
  })
  expect(readReceipt({ reason: 'DEADLINE' }).reason).toBe('DEADLINE')
})

it.each([
  { of: 'toString', id: '0', rows: '-1', kept: '1e9', at: 'yesterday', reason: 'constructor', requestId: '1' },
  {
    of: '<b>',
    id: '1 or 1',
    rows: '9999999999',
    kept: '１２',
    at: '2026-13-40T99:99:99Z',
    reason: '你的账户已被冻结',
    requestId: `${ID}x`,
  },
])('shows nothing of what somebody else wrote into an address: %o', (search) => {
  expect(readReceipt(search)).toEqual({
    subject: 'form',
    id: undefined,
    rows: undefined,
    kept: undefined,
    at: undefined,
    reason: undefined,
    requestId: undefined,
  })
})
