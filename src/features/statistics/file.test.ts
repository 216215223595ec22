import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'
import { writeRows } from './file.ts'

const figures = {
  plays: 1_234_567,
  likes: 1,
  comments: 2,
  shares: 3,
  newVideos: 4,
  activeVideos: 5,
  estIncomeFen: 808_393,
  finishRate: 329_000,
  interactionRate: null,
  rpmFen: null,
}

test('a name that looks like a formula is text, figures stay figures, the totals stand last', () => {
  const row = {
    ...figures,
    key: '7',
    nameZh: '=1+1',
    nameEn: '',
    share: 1_000_000,
    playsBefore: null,
  }
  const file = writeRows([row], figures, 'partner', 'zh-CN')
  expect(file.startsWith('\uFEFF合作方,')).toBe(true)
  const lines: string[][] = parse(file, { bom: true })
  expect(lines[1]).toEqual(["'=1+1", '1234567', '100.0%', '', '1', '2', '3', '4', '5', '8083.93', '', '', '32.9%'])
  expect(lines[2]).toEqual(['合计', '1234567', '', '', '1', '2', '3', '4', '5', '8083.93', '', '', '32.9%'])
})
