import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import type { FileHandle } from 'node:fs/promises'
import type { Columns } from '../../core/columns.ts'
import type { Language } from '../../core/text.ts'
import type { ListText } from '../../core/verb.ts'
import { headerOf, lineOf } from '../format/listCsv.ts'
import { type Packed, ZipWriter } from './zip.ts'

/** Rows as a list hands them out. */
export type Rows = AsyncIterable<readonly Record<string, unknown>[]>

/** A file or sheet inside a file. */
export interface Part extends Packed {
  name: string
  rows: number
}

export interface Table {
  columns: Columns
  text: ListText
  language: Language
  bom: boolean
}

const linesOf = ({ columns, text, language }: Table, rows: readonly Record<string, unknown>[]): string => {
  let lines = ''
  for (const row of rows) lines += lineOf(columns, row, text, language)
  return lines
}
const headOf = ({ columns, text, language, bom }: Table): string =>
  bom ? headerOf(columns, text, language) : headerOf(columns, text, language).slice(1)

/** Writes rows as one CSV file. */
export async function writeCsv(file: FileHandle, rows: Rows, table: Table, name: string): Promise<Part[]> {
  const hash = createHash('sha256')
  let bytes = 0
  let count = 0
  const push = async (text: string) => {
    const chunk = Buffer.from(text)
    hash.update(chunk)
    bytes += chunk.length
    await file.appendFile(chunk)
  }
  await push(headOf(table))
  for await (const batch of rows) {
    count += batch.length
    await push(linesOf(table, batch))
  }
  return [{ name, rows: count, bytes, sha256: hash.digest('hex') }]
}

/** Writes rows as a ZIP of CSV files, each with the header and at most `partRows` rows. */
export async function writeZippedCsv(
  file: FileHandle,
  rows: Rows,
  table: Table,
  nameOf: (part: number) => string,
  partRows: number,
): Promise<Part[]> {
  const zip = new ZipWriter(file)
  const parts: Part[] = []
  const source = rows[Symbol.asyncIterator]()
  let next = await source.next()
  do {
    const name = nameOf(parts.length + 1)
    let count = 0
    const packed = await zip.entry(name, async (push) => {
      await push(headOf(table))
      // Whole batches: a part may have a batch fewer than it could hold, never more.
      while (!next.done && (count === 0 || count + next.value.length <= partRows)) {
        count += next.value.length
        await push(linesOf(table, next.value))
        next = await source.next()
      }
    })
    parts.push({ name, rows: count, ...packed })
  } while (!next.done)
  await zip.end()
  return parts
}

export async function sha256Of(path: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer)
  return hash.digest('hex')
}
