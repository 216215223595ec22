import type { ReactNode } from 'react'
import styles from './plainTable.module.css'

export interface PlainColumn {
  name: string
  isNumeric?: boolean
}
interface PlainTableProps {
  label: string
  columns: readonly PlainColumn[]
  /** Cells in the columns' order; the first names the row. */
  rows: readonly { key: string; cells: readonly ReactNode[] }[]
}

/** A small read-only table, for drawers and for charts shown as a table. */
export function PlainTable({ label, columns, rows }: PlainTableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section className={styles.frame} aria-label={label} tabIndex={0}>
      <table className={styles.table}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.name} scope="col" className={column.isNumeric ? 'num' : undefined}>
                {column.name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.key}>
              {row.cells.map((cell, index) =>
                index === 0 ? (
                  <th key={index} scope="row" className="tabular">
                    {cell}
                  </th>
                ) : (
                  <td key={index} className={columns[index]!.isNumeric ? 'num' : undefined}>
                    {cell}
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
