import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync } from 'node:fs'
import { open, readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { resolve } from 'node:path'
import { readXlsx } from 'hucre'
import { csvLines, headOf, type Rows, writeCsv } from '../src/kit/sheet/file.ts'
import { writeXlsx } from '../src/kit/sheet/xlsx.ts'
import { columns, listText, unmarked, written } from '../tests/awkwardRows.ts'

/**
 * `npm run office`: our files opened by programs of other people. LibreOffice (`soffice`) opens the CSV file and the
 * workbook and saves both as workbooks of its own; these and ours are read by hucre and by exceljs, and every id, text,
 * figure and day must be what was written. exceljs is installed under .cache and is no part of the product.
 */
const EXCELJS = 'exceljs@4.4.0'
const folder = resolve('.cache/office')
const exceljs = resolve('.cache/exceljs')

type Cell = string | number | Date | null
/** A text in which several fonts are used, as LibreOffice saves one of Chinese and Latin letters. */
interface Rich {
  richText: { text: string }[]
}
type Row = Cell[]

async function* batches(): Rows {
  yield written
}

async function make(name: string, write: (file: Awaited<ReturnType<typeof open>>) => Promise<unknown>): Promise<void> {
  const file = await open(resolve(folder, name), 'w')
  await write(file).finally(() => file.close())
}

/** What LibreOffice makes of a file: a workbook it has saved itself, in a folder of its own. */
function saveAgain(name: string, more: string[] = []): string {
  const into = resolve(folder, 'saved', name)
  const home = `-env:UserInstallation=file://${resolve(folder, 'home')}`
  execFileSync('soffice', [
    home,
    '--headless',
    ...more,
    '--convert-to',
    'xlsx',
    '--outdir',
    into,
    resolve(folder, name),
  ])
  return resolve(into, name.replace(/\.\w+$/, '.xlsx'))
}

async function byHucre(path: string): Promise<Row[]> {
  const { sheets } = await readXlsx(await readFile(path))
  return sheets[0]!.rows.slice(1) as Row[]
}

interface Workbook {
  xlsx: { readFile(path: string): Promise<void> }
  worksheets: { getSheetValues(): (unknown[] | undefined)[] }[]
}

async function byExceljs(path: string): Promise<Row[]> {
  const { Workbook } = createRequire(`${exceljs}/package.json`)('exceljs') as { Workbook: new () => Workbook }
  const book = new Workbook()
  await book.xlsx.readFile(path)
  // Its rows and cells count from one.
  return book.worksheets[0]!.getSheetValues()
    .slice(2)
    .map((row) => Array.from({ length: 8 }, (_, at) => plain((row?.[at + 1] ?? null) as Cell | Rich)))
}

const plain = (cell: Cell | Rich): Cell =>
  cell !== null && typeof cell === 'object' && 'richText' in cell
    ? cell.richText.map(({ text }) => text).join('')
    : cell

/** exceljs leaves the escapes of control characters (ISO/IEC 29500-1, 22.9.2.19) in a text as they are. */
const unescaped = (cell: Cell): Cell =>
  typeof cell === 'string'
    ? cell.replace(/_x([0-9A-F]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : cell

/**
 * Sentences about each cell that is not what was written. LibreOffice saves figures with 15 digits, and a CSV file's
 * carriage return inside a text as the line break it stands for.
 */
function compare(name: string, rows: Row[], read: (cell: Cell) => Cell): string[] {
  if (rows.length !== written.length) return [`${name}: ${rows.length} rows instead of ${written.length}`]
  const lineBreaks = (cell: Cell | undefined) => String(cell ?? '').replaceAll('\r', '\n')
  const minuteOf = (cell: Cell) => (cell instanceof Date ? cell.toISOString().slice(0, 16) : cell)
  return written.flatMap((row, at) => {
    const [itemId, title, change, income, finish, plays, stat, published] = rows[at]!.map(read)
    const pairs: [string, unknown, unknown][] = [
      ['itemId', itemId, row.itemId],
      ['title', lineBreaks(title), lineBreaks(row.title)],
      ['change', change, row.change],
      ['income', Math.round(Number(income) * 100), row.incomeFen],
      ['finishRate', Math.round(Number(finish) * 1e6), row.finishRate],
      ['plays', Number(plays).toPrecision(15), row.plays.toPrecision(15)],
      ['statDate', minuteOf(stat ?? null), '2026-10-31T00:00'],
      ['publishedAt', minuteOf(published ?? null), '2026-11-01T00:05'],
    ]
    return pairs
      .filter(([, is, meant]) => is !== meant)
      .map(
        ([column, is, meant]) =>
          `${name}, row ${at + 1}, ${column}: ${JSON.stringify(is)}, not ${JSON.stringify(meant)}`,
      )
  })
}

rmSync(folder, { recursive: true, force: true })
mkdirSync(folder, { recursive: true })
execFileSync('npm', ['install', '--prefix', exceljs, '--no-save', '--no-audit', '--no-fund', EXCELJS])

const table = { columns, text: listText, language: 'zh-CN', bom: true } as const
await make('list.csv', (file) => writeCsv(file, csvLines(batches(), table), headOf(table), 'list.csv'))
await make('book.xlsx', (file) =>
  writeXlsx(file, batches(), { ...table, notesTitle: '说明', notes: () => [['行数', String(written.length)]] }),
)
// Comma, quotes, UTF-8, from the first line; languages and types as LibreOffice guesses them by itself.
const csv = saveAgain('list.csv', ['--infilter=CSV:44,34,76,1,,0,false,true'])
const book = saveAgain('book.xlsx')

const found: string[] = []
const same = (cell: Cell): Cell => cell
for (const [parser, parse, read] of [
  ['hucre', byHucre, same],
  ['exceljs', byExceljs, unescaped],
] as const) {
  found.push(...compare(`workbook by ${parser}`, await parse(resolve(folder, 'book.xlsx')), read))
  found.push(...compare(`workbook, saved by LibreOffice, by ${parser}`, await parse(book), same))
  found.push(
    ...compare(`CSV, opened by LibreOffice, by ${parser}`, await parse(csv), (cell) =>
      typeof cell === 'string' ? unmarked(cell) : cell,
    ),
  )
}
console.log(
  found.join('\n') ||
    `${written.length} rows of ${Object.keys(columns).length} columns came back as they were, six times`,
)
process.exit(found.length > 0 ? 1 : 0)
