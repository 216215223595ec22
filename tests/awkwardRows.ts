import { count, day, delta, id, money, rate, text, time } from '../src/core/columns.ts'
import type { ListText } from '../src/core/verb.ts'

export const columns = {
  itemId: id(),
  title: text(),
  change: delta(),
  incomeFen: money(),
  finishRate: rate(),
  plays: count(),
  statDate: day(),
  publishedAt: time(),
}
const titles = Object.fromEntries(Object.keys(columns).map((name) => [name, name]))
const words = { title: '数据/[1]', columns: titles }
export const listText: ListText = { 'zh-CN': words, 'en-US': words }

/** Forty texts that a spreadsheet would take for a formula, and what else has broken files. */
export const FORMULAS = ['=', '+', '-', '@', '\t', '\r', '＝', '＋', '－', '＠'].flatMap((first) =>
  ['1+1', "cmd|' /C calc'!A0", 'HYPERLINK("https://example.com")', 'SUM(A1:A9)'].map((rest) => first + rest),
)
const TEXTS = [
  ...FORMULAS,
  '😀👨‍👩‍👧 表情',
  '中文，逗号',
  'a "quoted", text',
  ' spaces ',
  '<b>&amp;</b>',
  '_x0041_',
  'bell\u0007',
  "'=1",
  '007',
  '',
]
export const written = TEXTS.map((title, at) => ({
  itemId: `71234567890123456${10 + at}`,
  title,
  change: -at - 1,
  incomeFen: -1234 - at,
  finishRate: 329_001,
  plays: 9_007_199_254_740_000 + at,
  statDate: '2026-10-31',
  publishedAt: '2026-10-31T16:05:00Z',
}))

/** A cell of a CSV file without the two marks that keep a spreadsheet from guessing: ' before a formula, a tab behind digits that are no figure. */
export const unmarked = (cell: string): string =>
  /^''*[=+\-@\t\r\n\0＝＋－＠]/.test(cell) ? cell.slice(1) : cell.replace(/^([\d.eE+]+)\t$/, '$1')
