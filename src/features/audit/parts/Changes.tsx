import { useText } from '../../../kit/hooks/app.ts'
import type { Change } from '../changes.ts'
import { text } from '../text.ts'
import styles from './audit.module.css'

/** What stood before and after, a line a field. */
export function Changes({ changes }: { changes: readonly Change[] }) {
  const words = useText(text)
  if (changes.length === 0) return <p className={styles.none}>{words.noChanges}</p>
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section className={styles.frame} aria-label={words.changes} tabIndex={0}>
      <table className={styles.diff}>
        <thead>
          <tr>
            <th scope="col">{words.field}</th>
            <th scope="col">{words.before}</th>
            <th scope="col">{words.after}</th>
          </tr>
        </thead>
        <tbody>
          {changes.map(({ field, before, after }) => (
            <tr key={field}>
              <th scope="row" title={field}>
                {words.fields[field] ?? field}
              </th>
              <td>{before === undefined ? <i>{words.absent}</i> : <del>{before}</del>}</td>
              <td>{after === undefined ? <i>{words.absent}</i> : <ins>{after}</ins>}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
