import type { Columns } from '../../../core/columns.ts'
import { copyText } from '../../format/copyText.ts'
import type { App } from '../../hooks/app.ts'
import { INDEX, rowOf, type TableView } from '../tableView.ts'
import { listText } from '../text.ts'
import type { AnyRow } from '../useTableModel.ts'
import { copyBoth, htmlOf, plainCell, tsvOf } from './copyRows.ts'
import { lateText } from './text.ts'

/** Puts rows with their headings on the clipboard and says so. */
export async function copyRows(app: App, view: TableView, rows: AnyRow[]): Promise<void> {
  const words = lateText[app.language]
  const held = view.shown.filter((name) => name !== INDEX).map((name) => [name, view.columns[name]!])
  const what = [Object.fromEntries(held) as Columns, rows, view.text, app.language] as const
  const isCopied = await copyBoth(tsvOf(...what), htmlOf(...what))
  if (!isCopied) return app.notify(listText[app.language].linkNotCopied, 'error')
  const elsewhere = view.selected > rows.length && rows === view.chosen
  app.notify(elsewhere ? words.copiedOfPage(rows.length, view.selected) : words.copiedRows(rows.length), 'success')
}

/** Puts a cell's exact value on the clipboard and says so. */
export async function copyCell(app: App, { columns, text }: TableView, row: AnyRow, name: string): Promise<void> {
  const words = lateText[app.language]
  const plain = columns[name]!.kind === 'trend' ? '' : plainCell(columns, name, row, text, app.language)
  if (!plain) return app.notify(words.nothingToCopy)
  if (await copyText(plain)) app.notify(words.copied(plain), 'success')
  else app.notify(listText[app.language].linkNotCopied, 'error')
}

/** Ctrl+C: the selected rows of the page, else the cell, else the row. */
export async function copyFrom(app: App, view: TableView, id: string | undefined, name: string | undefined) {
  if (view.chosen.length > 0) return copyRows(app, view, view.chosen)
  const row = rowOf(view, id)
  if (row) await (name ? copyCell(app, view, row, name) : copyRows(app, view, [row]))
}
