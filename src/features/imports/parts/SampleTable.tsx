import { exactCount } from '../../../kit/format/number.ts'
import { useText } from '../../../kit/hooks/app.ts'
import type { Sample } from '../contract.ts'
import { screenText } from '../screenText.ts'
import { words as shared } from '../text.ts'
import styles from './imports.module.css'

/** The first rows of one kind as they will be stored. */
export function SampleTable({ rows, total }: { rows: Sample['fresh']; total: number }) {
  const { report: words } = useText(screenText)
  const { fields, platforms } = useText(shared)
  if (rows.length === 0) return <p className={styles.nothing}>{words.noRows}</p>
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section className={styles.scroll} aria-label={words.samples} tabIndex={0}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col" className="num">
              {words.row}
            </th>
            <th scope="col">{fields.platform}</th>
            <th scope="col">{fields.itemId}</th>
            <th scope="col">{fields.title}</th>
            <th scope="col">{fields.statDate}</th>
            <th scope="col" className="num">
              {words.before}
            </th>
            <th scope="col" className="num">
              {fields.playCount}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.rowNo}>
              <td className="num">{row.rowNo}</td>
              <td>{platforms[row.platform as keyof typeof platforms]}</td>
              <td>{row.itemId}</td>
              <td title={row.title}>{row.title || words.empty}</td>
              <td>{row.statDate}</td>
              <td className="num">{exactCount(row.before)}</td>
              <td className="num">{exactCount(row.playCount)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {total > rows.length && <p className={styles.more}>{words.firstRows(rows.length)}</p>}
    </section>
  )
}
