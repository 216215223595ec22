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

/** Lines of a CSV file, some at a time. */
export type Lines = AsyncIterable<{ text: string; rows: number }>

export async function* csvLines(rows: Rows, { columns, text, language }: Omit<Table, 'bom'>): Lines {
  for await (const batch of rows) {
    let lines = ''
    for (const row of batch) lines += lineOf(columns, row, text, language)
    yield { text: lines, rows: batch.length }
  }
}
export const headOf = ({ columns, text, language, bom }: Table): string =>
  bom ? headerOf(columns, text, language) : headerOf(columns, text, language).slice(1)

/** Writes lines under a header as one CSV file. */
export async function writeCsv(file: FileHandle, lines: Lines, head: string, name: string): Promise<Part[]> {
  const hash = createHash('sha256')
  let bytes = 0
  let count = 0
  const push = async (text: string) => {
    const chunk = Buffer.from(text)
    hash.update(chunk)
    bytes += chunk.length
    await file.appendFile(chunk)
  }
  await push(head)
  for await (const { text, rows } of lines) {
    count += rows
    await push(text)
  }
  return [{ name, rows: count, bytes, sha256: hash.digest('hex') }]
}

/** Writes lines as a ZIP of CSV files, each with the header and at most `partRows` rows. */
export async function writeZippedCsv(
  file: FileHandle,
  lines: Lines,
  head: string,
  nameOf: (part: number) => string,
  partRows: number,
): Promise<Part[]> {
  const zip = new ZipWriter(file)
  const parts: Part[] = []
  const source = lines[Symbol.asyncIterator]()
  let next = await source.next()
  do {
    const name = nameOf(parts.length + 1)
    let count = 0
    const packed = await zip.entry(name, async (push) => {
      await push(head)
      // Whole batches: a part may have a batch fewer than it could hold, never more.
      while (!next.done && (count === 0 || count + next.value.rows <= partRows)) {
        count += next.value.rows
        await push(next.value.text)
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
