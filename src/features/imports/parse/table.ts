import { readFile } from 'node:fs/promises'
import { sniffDelimiter } from '../../../kit/table/delimiter.ts'
import { MAX_COLUMNS, MAX_ROWS } from '../contract.ts'
import { readCsv } from './csv.ts'
import { decode } from './encoding.ts'
import { kindOf } from './kind.ts'
import { FileRefusal, tooManyColumns, tooManyRows } from './refusal.ts'
import { openWorkbook, readXlsx } from './xlsx.ts'

export interface TableRow {
  /** As the spreadsheet counts: the header is usually row 1. */
  rowNo: number
  cells: string[]
}

export interface Table {
  kind: 'csv' | 'xlsx'
  encoding: string | null
  delimiter: string | null
  sheet: string | null
  sheets: number
  header: string[]
  rows: AsyncGenerator<TableRow>
}

/** Opens a file by its content and reads its header. Throws FileRefusal for everything that is no table we can read. */
export async function openTable(path: string): Promise<Table> {
  const file = await readFile(path)
  if (kindOf(file) === 'xlsx') {
    const sheets = await openWorkbook(file)
    const rows = numbered(readXlsx(file))
    return {
      kind: 'xlsx',
      encoding: null,
      delimiter: null,
      sheet: sheets.name,
      sheets: sheets.count,
      ...(await headed(rows)),
    }
  }
  const { text, encoding } = decode(file)
  const delimiter = sniffDelimiter(text)
  const rows = numbered(readCsv(text, delimiter))
  return { kind: 'csv', encoding, delimiter, sheet: null, sheets: 1, ...(await headed(rows)) }
}

async function* numbered(rows: AsyncGenerator<string[]>): AsyncGenerator<TableRow> {
  let rowNo = 0
  for await (const cells of rows) {
    rowNo++
    if (cells.length > MAX_COLUMNS && cells.slice(MAX_COLUMNS).some(Boolean)) throw tooManyColumns()
    if (cells.some((cell) => cell.trim() !== '')) yield { rowNo, cells: cells.map(clean) }
  }
}

/** The database holds no zero characters and no halves of a pair; our own guard against formulas is taken off again. */
const clean = (cell: string) => cell.replace(/\p{Cs}|\0/gu, '\ufffd').replace(/^'(?='*[=+\-@＝＋－＠\t\r\n])/, '')

async function headed(rows: AsyncGenerator<TableRow>): Promise<Pick<Table, 'header' | 'rows'>> {
  const first = await rows.next()
  if (first.done) throw new FileRefusal('EMPTY_FILE')
  const header = first.value.cells.map((cell) => cell.trim().slice(0, 200))
  const named = header.filter(Boolean)
  const doubled = named.filter((name, at) => named.indexOf(name) !== at)
  if (doubled.length > 0)
    throw new FileRefusal('DUPLICATE_HEADER', { names: [...new Set(doubled)].join('、').slice(0, 200) })
  if (header.length < 2) throw new FileRefusal('ONE_COLUMN')
  return { header, rows: limited(rows) }
}

async function* limited(rows: AsyncGenerator<TableRow>): AsyncGenerator<TableRow> {
  let count = 0
  for await (const row of rows) {
    if (++count > MAX_ROWS) throw tooManyRows()
    yield row
  }
  if (count === 0) throw new FileRefusal('NO_ROWS')
}
