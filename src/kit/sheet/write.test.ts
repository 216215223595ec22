import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inflateRawSync } from 'node:zlib'
import { parse } from 'csv-parse/sync'
import { readXlsx } from 'hucre'
import { afterAll, expect, it } from 'vitest'
import { count, day, delta, id, money, rate, text, time } from '../../core/columns.ts'
import type { ListText } from '../../core/verb.ts'
import { type Rows, writeCsv, writeZippedCsv } from './file.ts'
import { writeXlsx } from './xlsx.ts'

const columns = {
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
const listText: ListText = { 'zh-CN': words, 'en-US': words }

/** Forty texts that a spreadsheet would take for a formula, and what else has broken files. */
const FORMULAS = ['=', '+', '-', '@', '\t', '\r', '＝', '＋', '－', '＠'].flatMap((first) =>
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
const written = TEXTS.map((title, at) => ({
  itemId: `71234567890123456${10 + at}`,
  title,
  change: -at - 1,
  incomeFen: -1234 - at,
  finishRate: 329_001,
  plays: 9_007_199_254_740_000 + at,
  statDate: '2026-10-31',
  publishedAt: '2026-10-31T16:05:00Z',
}))

const folder = mkdtempSync(join(tmpdir(), 'backlot-write-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function* inBatches(size: number): Rows {
  for (let at = 0; at < written.length; at += size) yield written.slice(at, at + size)
}

async function made<T>(name: string, write: (file: Awaited<ReturnType<typeof open>>) => Promise<T>) {
  const path = join(folder, name)
  const file = await open(path, 'w')
  const parts = await write(file)
  await file.close()
  return { parts, bytes: readFileSync(path) }
}

const book = {
  columns,
  text: listText,
  language: 'zh-CN',
  notesTitle: '说明',
  notes: () => [['行数', '50'] as const],
} as const

it('a workbook gives every text, id, figure and day back as it was', async () => {
  const { bytes } = await made('one.xlsx', (file) => writeXlsx(file, inBatches(7), book))
  const { sheets } = await readXlsx(bytes)
  expect(sheets.map(({ name }) => name)).toEqual(['数据  1 ', '说明'])
  const [head, ...rows] = sheets[0]!.rows
  expect(head).toHaveLength(8)
  expect(rows).toHaveLength(written.length)
  for (const [at, row] of written.entries()) {
    const [itemId, title, change, income, finish, plays, stat, published] = rows[at]!
    expect(itemId).toBe(row.itemId)
    expect(title ?? '').toBe(row.title)
    expect([change, income, finish, plays]).toEqual([row.change, row.incomeFen / 100, 0.329001, row.plays])
    expect((stat as Date).toISOString()).toBe('2026-10-31T00:00:00.000Z')
    // The clock of Shanghai.
    expect((published as Date).toISOString().slice(0, 16)).toBe('2026-11-01T00:05')
  }
})

it('a workbook begins another sheet where one is full, and none where nothing follows', async () => {
  const sizes = async (sheetRows: number) =>
    (await made('many.xlsx', (file) => writeXlsx(file, inBatches(7), { ...book, sheetRows }))).parts.map(
      ({ rows }) => rows,
    )
  expect(await sizes(21)).toEqual([20, 20, 10])
  expect(await sizes(26)).toEqual([25, 25])
  const { bytes } = await made('three.xlsx', (file) => writeXlsx(file, inBatches(7), { ...book, sheetRows: 21 }))
  const { sheets } = await readXlsx(bytes)
  expect(sheets.map(({ name }) => name)).toEqual(['数据  1 ', '说明', '数据  1  (2)', '数据  1  (3)'])
  const ids = sheets.filter(({ name }) => name !== '说明').flatMap(({ rows }) => rows.slice(1).map(([first]) => first))
  expect(ids).toEqual(written.map(({ itemId }) => itemId))
})

const table = { columns, text: listText, language: 'zh-CN', bom: true } as const
/** The two documented marks taken off, as a person's script would. */
const plain = (cell: string): string =>
  /^''*[=+\-@\t\r\n\0＝＋－＠]/.test(cell) ? cell.slice(1) : cell.replace(/^([\d.eE+]+)\t$/, '$1')

it('a CSV file gives every text back, guards formulas and leaves negative figures alone', async () => {
  const { bytes } = await made('one.csv', (file) => writeCsv(file, inBatches(7), table, 'one.csv'))
  const [, ...rows] = parse(bytes, { bom: true, record_delimiter: '\r\n' }) as string[][]
  expect(rows.map(([itemId, title]) => [plain(itemId!), plain(title!)])).toEqual(
    written.map(({ itemId, title }) => [itemId, title]),
  )
  expect(rows.slice(0, FORMULAS.length).every(([, title]) => title!.startsWith("'"))).toBe(true)
  expect(rows.map(([, , change]) => change)).toEqual(written.map(({ change }) => String(change)))
  const bare = await made('bare.csv', (file) => writeCsv(file, inBatches(50), { ...table, bom: false }, 'bare.csv'))
  expect(bare.bytes.equals(bytes.subarray(3))).toBe(true)
})

it('parts of a ZIP hold all rows once, each under the header', async () => {
  const { bytes, parts } = await made('parts.zip', (file) =>
    writeZippedCsv(file, inBatches(7), table, (part) => `part_${part}.csv`, 21),
  )
  expect(parts.map(({ rows }) => rows)).toEqual([21, 21, 8])
  const ids: string[] = []
  let at = 0
  for (const { name } of parts) {
    expect(bytes.readUInt32LE(at)).toBe(0x04034b50)
    const packed = bytes.readUInt32LE(at + 18)
    const from = at + 30 + bytes.readUInt16LE(at + 26)
    expect(bytes.subarray(at + 30, from).toString()).toBe(name)
    const rows = parse(inflateRawSync(bytes.subarray(from, from + packed)), { bom: true, record_delimiter: '\r\n' })
    ids.push(...(rows as string[][]).slice(1).map(([first]) => plain(first!)))
    at = from + packed
  }
  expect(ids).toEqual(written.map(({ itemId }) => itemId))
})
