import type { Columns } from '../../../core/columns.ts'
import type { Language } from '../../../core/text.ts'
import { copyText } from '../../format/copyText.ts'
import { exportable, isFree, plainOf, titlesOf } from '../../format/listCsv.ts'
import type { ListPageText } from '../types.ts'
import type { AnyRow } from '../useTableModel.ts'

/** What a spreadsheet would run or round when it is pasted as plain text. */
const FORMULA = /^'*[=+\-@\t\r\n\0＝＋－＠]/

/** A cell's exact value as text. */
export function plainCell(columns: Columns, name: string, row: AnyRow, text: ListPageText, language: Language): string {
  return plainOf(columns[name]!, row[name], text[language].choices?.[name], language)
}

/** Rows with their headings, tab-separated; what a formula starts like gets an apostrophe, as in files. */
export function tsvOf(shown: Columns, rows: readonly AnyRow[], text: ListPageText, language: Language): string {
  const columns = exportable(shown)
  const lines = rows.map((row) =>
    Object.keys(columns).map((name) => {
      const plain = plainCell(columns, name, row, text, language)
      return isFree(columns[name]!) && FORMULA.test(plain) ? `'${plain}` : plain
    }),
  )
  return [titlesOf(columns, text, language), ...lines]
    .map((cells) => cells.map((one) => one.replace(/[\t\r\n]+/g, ' ')).join('\t'))
    .join('\n')
}

/** The same as a table, for spreadsheets: ids of many digits and words that look like formulas stay text there. */
export function htmlOf(shown: Columns, rows: readonly AnyRow[], text: ListPageText, language: Language): string {
  const columns = exportable(shown)
  const cellsOf = (row: AnyRow) =>
    Object.entries(columns).map(([name, column]) => {
      const style = isFree(column) ? ` style="mso-number-format:'\\@'"` : ''
      return `<td${style}>${escaped(plainCell(columns, name, row, text, language))}</td>`
    })
  const head = titlesOf(columns, text, language).map((title) => `<th>${escaped(title)}</th>`)
  return `<table>${[head, ...rows.map(cellsOf)].map((cells) => `<tr>${cells.join('')}</tr>`).join('')}</table>`
}

const escaped = (text: string) => text.replace(/[&<>"]/g, (letter) => `&#${letter.codePointAt(0)};`)

/** Puts both forms on the clipboard, the plain one alone where the browser takes no more. True when it is there. */
export async function copyBoth(plain: string, html: string): Promise<boolean> {
  try {
    const blob = (type: string, content: string) => new Blob([content], { type })
    const item = new ClipboardItem({ 'text/plain': blob('text/plain', plain), 'text/html': blob('text/html', html) })
    await navigator.clipboard.write([item])
    return true
  } catch {
    return copyText(plain)
  }
}
