import { readFileSync } from 'node:fs'
import { parse } from 'csv-parse/sync'
import type { Download, Locator, Page } from 'playwright-core'

/** One row of a table, on a screen or in a file: each cell by the name of its column. */
export type Cells = Record<string, string>

/** A figure's digits: without currency, groups, units of a column and what keeps a spreadsheet from rounding. */
export const plain = (figure: string | undefined): string => (figure ?? '').replace(/[¥,\t+]/g, '').replace('−', '-')

/** The figure of a column, whatever unit stands behind the column's name. */
export const figureIn = (row: Cells, column: string): string =>
  plain(Object.entries(row).find(([name]) => name.replace(/（.*）$/, '') === column)?.[1])

/** The tiles of a strip. */
export async function tilesOf(page: Page, strip: string): Promise<Cells> {
  const tiles = page.getByRole('list', { name: strip, exact: true }).getByRole('listitem')
  await tiles.first().waitFor()
  return Object.fromEntries(
    await tiles.evaluateAll((all) => all.map((tile) => [...tile.children].slice(0, 2).map((one) => one.textContent!))),
  )
}

/** The rows of a table. */
export async function rowsIn(table: Locator): Promise<Cells[]> {
  const names = (await table.locator('thead th').allTextContents()).map((name) => name.trim())
  const rows = await table
    .locator('tbody tr')
    .evaluateAll((all) => all.map((row) => [...row.children].map((cell) => cell.textContent!.trim())))
  return rows.map((cells) => Object.fromEntries(names.map((name, at) => [name, cells[at] ?? ''])))
}

/** The bars of a waterfall. */
export async function barsOf(page: Page, title: string): Promise<Cells> {
  const bars = page.getByRole('list', { name: title, exact: true }).getByRole('listitem')
  return Object.fromEntries(
    await bars.evaluateAll((all) =>
      all.map((bar) => [...bar.querySelectorAll(':scope > span')].slice(1).map((one) => one.textContent!)),
    ),
  )
}

/** The rows of a CSV file. */
export async function rowsOf(file: Download): Promise<Cells[]> {
  return parse(readFileSync((await file.path())!), { bom: true, columns: true }) as Cells[]
}

/** What a press brings as a file. */
export async function fileOf(page: Page, press: Locator): Promise<Download> {
  const [file] = await Promise.all([page.waitForEvent('download'), press.click()])
  return file
}

/** The list on the screen as its file, every column. */
export async function exported(page: Page): Promise<Cells[]> {
  await page.getByRole('button', { name: '导出', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('radio', { name: /^全部/ }).check()
  const rows = await rowsOf(await fileOf(page, dialog.getByRole('button', { name: '导出', exact: true })))
  await dialog.waitFor({ state: 'detached' })
  return rows
}
