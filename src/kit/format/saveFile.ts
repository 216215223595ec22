import { cell, END, MARK } from './csv.ts'

/** Saves what the page already holds as a file; what the server holds goes through `App.download`. */
export function saveFile(name: string, blob: Blob): void {
  const address = URL.createObjectURL(blob)
  Object.assign(document.createElement('a'), { href: address, download: name }).click()
  URL.revokeObjectURL(address)
}

/** Rows as CSV text. Texts are guarded against spreadsheets; figures come written and stay as they are. */
export function csvOf(rows: readonly (readonly (string | { figure: string })[])[]): string {
  const write = (value: string | { figure: string }) => (typeof value === 'string' ? cell(value) : value.figure)
  return MARK + rows.map((row) => row.map(write).join(',') + END).join('')
}
