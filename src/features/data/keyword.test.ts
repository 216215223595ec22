import { expect, test } from 'vitest'
import { readKeyword } from './keyword.ts'

test.each([
  ['https://www.douyin.com/video/7414713068421567320', '7414713068421567320'],
  ['https://www.douyin.com/user/self?modal_id=7414713068421567320', '7414713068421567320'],
  ['https://www.kuaishou.com/short-video/3xk8f2a9', '3xk8f2a9'],
  ['https://www.bilibili.com/video/BV1GJ411x7h7/?p=2', 'BV1GJ411x7h7'],
  ['https://www.ixigua.com/7012345678901234567?wid=1', '7012345678901234567'],
  ['https://www.youtube.com/watch?v=MBdVXkSdhwU', 'MBdVXkSdhwU'],
])('a pasted link %s finds its work', (link, item) => {
  expect(readKeyword(link)).toEqual({ kind: 'items', itemIds: [item] })
})

test('several ids may be pasted, in any separation', () => {
  expect(readKeyword('7414713068421567320，7414713068421567321\n7414713068421567322')).toEqual({
    kind: 'items',
    itemIds: ['7414713068421567320', '7414713068421567321', '7414713068421567322'],
  })
})

test('anything else is a title', () => {
  for (const text of ['菜市场', '618 清单', '2026', '100%_\'"'])
    expect(readKeyword(text)).toEqual({ kind: 'title', text })
})

test('a link of another site, one without a work and a disguised host are refused', () => {
  for (const link of [
    'https://example.com/video/1234567',
    'https://www.douyin.com/',
    'https://douyin.com.evil.cn/video/123456789',
    'https://[',
  ]) {
    expect(() => readKeyword(link)).toThrow('UNKNOWN_LINK')
  }
})

test('fifty ids are found together, fifty-one refused', () => {
  const ids = (n: number) => Array.from({ length: n }, (_, i) => String(7_000_000 + i)).join(' ')
  expect(readKeyword(ids(50))).toMatchObject({ kind: 'items' })
  expect(() => readKeyword(ids(51))).toThrow('TOO_MANY_IDS')
})
