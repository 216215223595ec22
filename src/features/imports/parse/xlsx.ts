import { inflateRawSync } from 'node:zlib'
import { HucreError } from 'hucre'
import { streamXlsxRows } from 'hucre/xlsx'
import { MAX_COLUMNS } from '../contract.ts'
import { FileRefusal, tooManyColumns } from './refusal.ts'
import { measureZip, readZipDirectory } from './zip.ts'

const MAX_SHEETS = 100
/** Past these a spreadsheet has already lost digits: showing the exponent lets the id check say so. */
const MAX_EXACT = 1e15

export interface Sheets {
  name: string
  count: number
}

/** The sheets of a workbook whose unpacked size is within bounds. Throws WORKBOOK_TOO_LARGE, TOO_MANY_SHEETS, BROKEN_WORKBOOK. */
export async function openWorkbook(file: Buffer): Promise<Sheets> {
  const entries = readZipDirectory(file)
  await measureZip(file, entries)
  const entry = entries.find(({ name }) => name === 'xl/workbook.xml')!
  const packed = file.subarray(entry.start, entry.start + entry.packedBytes)
  const xml = (entry.method === 0 ? packed : inflateRawSync(packed)).toString('utf8')
  const names = [...xml.matchAll(/<(?:\w+:)?sheet\s[^>]*?name="([^"]*)"/g)].map((match) => unescapeXml(match[1]!))
  if (names.length === 0) throw new FileRefusal('BROKEN_WORKBOOK')
  if (names.length > MAX_SHEETS) throw new FileRefusal('TOO_MANY_SHEETS', { limit: MAX_SHEETS })
  return { name: names[0]!, count: names.length }
}

const NAMED: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
const unescapeXml = (text: string) => text.replace(/&(amp|lt|gt|quot|apos);/g, (_, name: string) => NAMED[name]!)

/** Rows of the first sheet as text; rows the sheet skips come as empty ones, so that numbers match the spreadsheet's. */
export async function* readXlsx(file: Buffer): AsyncGenerator<string[]> {
  let next = 0
  try {
    for await (const { index, values } of streamXlsxRows(file)) {
      if (values.length > MAX_COLUMNS && values.slice(MAX_COLUMNS).some((value) => value !== null && value !== ''))
        throw tooManyColumns()
      if (values.every((value) => value === null)) continue
      for (; next < index; next++) yield []
      yield values.slice(0, MAX_COLUMNS).map(textOf)
      next = index + 1
    }
  } catch (error) {
    throw error instanceof HucreError ? new FileRefusal('BROKEN_WORKBOOK') : error
  }
}

function textOf(value: string | number | boolean | Date | null): string {
  if (value === null) return ''
  if (typeof value === 'number') return Math.abs(value) >= MAX_EXACT ? value.toExponential() : String(value)
  if (value instanceof Date) {
    if (Number.isNaN(+value)) return ''
    const iso = value.toISOString()
    return iso.endsWith('T00:00:00.000Z') ? iso.slice(0, 10) : iso.slice(0, 19).replace('T', ' ')
  }
  return String(value)
}
