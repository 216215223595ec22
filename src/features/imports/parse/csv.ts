import { Readable } from 'node:stream'
import { parse } from 'csv-parse'
import { parse as parseSync } from 'csv-parse/sync'
import { FileRefusal } from './refusal.ts'

export const DELIMITERS = [',', '\t', ';'] as const
const SNIFF_CHARS = 64 * 1024
/** No honest row is longer; a quote that is never closed swallows the rest of the file and is found here. */
const MAX_ROW_CHARS = 1024 * 1024

const OPTIONS = { relax_column_count: true, relax_quotes: true, max_record_size: MAX_ROW_CHARS } as const

/** The separator under which the first rows have the most cells in common with the header. */
export function sniffDelimiter(text: string): string {
  // A row cut off in the middle would count as ragged.
  const sample =
    text.length > SNIFF_CHARS ? text.slice(0, text.lastIndexOf('\n', SNIFF_CHARS) + 1 || SNIFF_CHARS) : text
  let best = { delimiter: ',', score: 0 }
  for (const delimiter of DELIMITERS) {
    const score = scoreDelimiter(sample, delimiter)
    if (score > best.score) best = { delimiter, score }
  }
  return best.delimiter
}

function scoreDelimiter(sample: string, delimiter: string): number {
  let rows: string[][]
  try {
    rows = parseSync(sample, { ...OPTIONS, delimiter, to: 50, skip_empty_lines: true })
  } catch {
    return 0
  }
  const width = rows[0]?.length ?? 0
  if (width < 2) return 0
  return (width * rows.filter((row) => row.length === width).length) / rows.length
}

/** The rows of a delimited text in file order; blank lines are rows too, so that numbers match the spreadsheet's. */
export async function* readCsv(text: string, delimiter: string): AsyncGenerator<string[]> {
  const parser = Readable.from(slicesOf(text)).pipe(parse({ ...OPTIONS, delimiter }))
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
