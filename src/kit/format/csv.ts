/**
 * Cells of CSV files: RFC 4180 with a UTF-8 mark and CRLF, made to survive a spreadsheet.
 *
 * - No cell is a formula: text that starts like one gets an apostrophe before it (so does text that starts with
 *   apostrophes and then like one, so that taking one apostrophe away always gives the text back).
 * - Digits stay digits: a spreadsheet rounds numbers of more than 15 digits and drops leading zeros. Text that looks like
 *   such a number ends in a TAB, which makes it text there, is invisible, and is white space to every parser.
 * - Numbers stay numbers, negative ones too: they are written as they are, not through `cell`.
 */
export const MARK = '\uFEFF'
export const END = '\r\n'
const FORMULA = /^'*[=+\-@\t\r\n\0＝＋－＠]/
const FRAGILE_NUMBER = /^(?:\d{16,}|0\d+|(?:\d+(?:\.\d+)?|\.\d+)[eE]\d+)$/

/** A text as a cell. */
export const cell = (text: string): string => quote(guard(text))

/** Rows as CSV text. Texts are guarded against spreadsheets; figures come written and stay as they are. */
export function csvOf(rows: readonly (readonly (string | { figure: string })[])[]): string {
  const write = (value: string | { figure: string }) => (typeof value === 'string' ? cell(value) : value.figure)
  return MARK + rows.map((row) => row.map(write).join(',') + END).join('')
}

/** An integer with its last digits after the point, without superfluous zeros: (123400, 4, 1) → "12.34". */
export function decimal(value: number, digits: number, atLeast: number): string {
  const text = String(Math.abs(value)).padStart(digits + 1, '0')
  const fraction = text
    .slice(-digits)
    .replace(/(?<!0)0+$/, '')
    .padEnd(atLeast, '0')
  return `${value < 0 ? '-' : ''}${text.slice(0, -digits)}${fraction ? `.${fraction}` : ''}`
}

function guard(text: string): string {
  if (FORMULA.test(text)) return `'${text}`
  return FRAGILE_NUMBER.test(text) ? `${text}\t` : text
}

/** Quoted wherever any spreadsheet, also one that splits at semicolons or tabs, would see more than one cell. */
const quote = (text: string): string => (/[",;\t\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
