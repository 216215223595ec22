import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inflateRawSync } from 'node:zlib'
import { parse } from 'csv-parse/sync'
import { readXlsx } from 'hucre'
import { afterAll, expect, it } from 'vitest'
import { columns, FORMULAS, listText, unmarked, written } from '../../../tests/awkwardRows.ts'
import { choice, flag, micro, span } from '../../core/columns.ts'
import { csvWriter, rowsOf } from './copied.ts'
import { csvLines, headOf, type Rows, writeCsv, writeZippedCsv } from './file.ts'
import { writeXlsx } from './xlsx.ts'

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

it('a CSV file gives every text back, guards formulas and leaves negative figures alone', async () => {
  const { bytes } = await made('one.csv', (file) =>
    writeCsv(file, csvLines(inBatches(7), table), headOf(table), 'one.csv'),
  )
  const [, ...rows] = parse(bytes, { bom: true, record_delimiter: '\r\n' }) as string[][]
  expect(rows.map(([itemId, title]) => [unmarked(itemId!), unmarked(title!)])).toEqual(
    written.map(({ itemId, title }) => [itemId, title]),
  )
  expect(rows.slice(0, FORMULAS.length).every(([, title]) => title!.startsWith("'"))).toBe(true)
  expect(rows.map(([, , change]) => change)).toEqual(written.map(({ change }) => String(change)))
  const head = headOf({ ...table, bom: false })
  const bare = await made('bare.csv', (file) => writeCsv(file, csvLines(inBatches(50), table), head, 'bare.csv'))
  expect(bare.bytes.equals(bytes.subarray(3))).toBe(true)
})

it('parts of a ZIP hold all rows once, each under the header', async () => {
  const { bytes, parts } = await made('parts.zip', (file) =>
    writeZippedCsv(file, csvLines(inBatches(7), table), headOf(table), (part) => `part_${part}.csv`, 21),
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
    ids.push(...(rows as string[][]).slice(1).map(([first]) => unmarked(first!)))
    at = from + packed
  }
  expect(ids).toEqual(written.map(({ itemId }) => itemId))
})

it('rows as the database copies them make the same file, the same rows and exact sums, wherever the pieces end', async () => {
  const all = { ...columns, micro: micro(), lasts: span(), isOn: flag(), kind: choice(['a', 'b']) }
  const kinds = { ...listText['zh-CN'], choices: { kind: { a: '甲;', b: '乙' } } }
  const own = { columns: all, text: { 'zh-CN': kinds, 'en-US': kinds }, language: 'zh-CN', bom: true } as const
  const rows = written.map((row, at) => ({
    ...row,
    ...{ micro: at * 1_234_567, lasts: at % 3 ? at * 999 : null, isOn: at % 2 === 0, kind: at % 2 ? 'a' : 'b' },
    ...{ incomeFen: [0, 5, -5, 99, -100, 123_456][at % 6]!, publishedAt: at % 5 ? instantOf(at) : null },
  }))
  const copied = Buffer.from(rows.map((row) => `${Object.values(row).map(copiedText).join('\t')}\n`).join(''))
  async function* pieces() {
    for (let at = 0; at < copied.length; at += 13) yield copied.subarray(at, at + 13)
  }
  async function* listed(): Rows {
    yield rows
  }
  let expected = ''
  for await (const { text: lines } of csvLines(listed(), own)) expected += lines
  const writer = csvWriter(all, own.text, 'zh-CN', new Set(['money', 'count'] as const))
  let found = ''
  for await (const { text: lines } of writer.lines(pieces())) found += lines
  expect(found).toBe(expected)
  const sum = (name: 'plays' | 'incomeFen') => String(rows.reduce((total, row) => total + BigInt(row[name]), 0n))
  expect(writer.totals()).toEqual({ plays: sum('plays'), incomeFen: sum('incomeFen') })
  const again: unknown[] = []
  for await (const batch of rowsOf(pieces(), all)) again.push(...batch)
  expect(again).toEqual(rows)
})

/** Instants around midnight in Shanghai, at the ends of months and years. */
const instantOf = (at: number): string =>
  new Date(Date.UTC(2026, at % 14, at % 31, 15 + (at % 3), 59 + (at % 2))).toISOString().replace('.000Z', 'Z')

function copiedText(value: unknown): string {
  if (value === null) return '\\N'
  if (typeof value === 'boolean') return value ? 't' : 'f'
  const text = String(value)
  if (/^\d{4}-\d\d-\d\dT.*Z$/.test(text)) return `${text.slice(0, -1).replace('T', ' ')}+00`
  const letters: Record<string, string> = { '\n': 'n', '\t': 't', '\r': 'r', '\b': 'b', '\\': '\\' }
  return text.replace(/[\n\t\r\b\\]/g, (one) => `\\${letters[one]}`)
}
