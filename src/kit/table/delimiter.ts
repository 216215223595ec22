import { parse } from 'csv-parse/sync'

export const DELIMITERS = [',', '\t', ';'] as const
const SNIFF_CHARS = 64 * 1024
/** No honest row is longer; a quote that is never closed swallows the rest of the file and is found here. */
const MAX_ROW_CHARS = 1024 * 1024

/** How files of all kinds of makers are read: short and long rows, and quotes that are not quite right. */
export const LENIENT = { relax_column_count: true, relax_quotes: true, max_record_size: MAX_ROW_CHARS } as const

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
    rows = parse(sample, { ...LENIENT, delimiter, to: 50, skip_empty_lines: true })
  } catch {
    return 0
  }
  const width = rows[0]?.length ?? 0
  if (width < 2) return 0
  return (width * rows.filter((row) => row.length === width).length) / rows.length
}
