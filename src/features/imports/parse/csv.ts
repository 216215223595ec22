import { Readable } from 'node:stream'
import { parse } from 'csv-parse'
import { LENIENT } from '../../../kit/table/delimiter.ts'
import { FileRefusal } from './refusal.ts'

/** The rows of a delimited text in file order; blank lines are rows too, so that numbers match the spreadsheet's. */
export async function* readCsv(text: string, delimiter: string): AsyncGenerator<string[]> {
  const parser = Readable.from(slicesOf(text)).pipe(parse({ ...LENIENT, delimiter }))
  try {
    for await (const row of parser) yield row as string[]
  } catch (error) {
    const { code, lines } = error as { code?: string; lines?: number }
    if (!code?.startsWith('CSV_')) throw error
    throw new FileRefusal('BROKEN_QUOTES', { line: lines ?? 0 })
  }
}

const CHUNK_CHARS = 256 * 1024

/** In slices that cut no character in half, so that the parser never holds a second copy of a large file. */
function* slicesOf(text: string): Generator<string> {
  for (let at = 0; at < text.length; ) {
    let end = Math.min(at + CHUNK_CHARS, text.length)
    if (end < text.length && /[\ud800-\udbff]/.test(text[end - 1]!)) end--
    yield text.slice(at, end)
    at = end
  }
}
