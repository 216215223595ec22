import { useText } from '../../../kit/hooks/app.ts'
import type { Format, Mapping } from '../contract.ts'
import { screenText } from '../screenText.ts'
import styles from './imports.module.css'

interface PreviewProps {
  format: Format
  columns: Mapping['columns']
  /** The words of the fields. */
  fields: Record<string, string>
}

/** The first rows as they stand in the file, each column under what it will become. */
export function Preview({ format, columns, fields }: PreviewProps) {
  const { columns: words } = useText(screenText)
  const fieldOf = new Map(Object.entries(columns).map(([field, heading]) => [heading, field]))
  const shown = format.header.flatMap((heading, at) =>
    heading || format.preview.some((row) => row[at]) ? [{ heading, at }] : [],
  )
  return (
    <div className={`card ${styles.preview}`}>
      <h2 className={styles.previewTitle} id="import-preview">
        {words.preview}
        <span className={styles.note}>{words.previewHint(format.preview.length)}</span>
      </h2>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <section className={styles.scroll} aria-labelledby="import-preview" tabIndex={0}>
        <table className={styles.table}>
          <thead>
            <tr>
              {shown.map(({ heading, at }) => {
                const field = fieldOf.get(heading)
                return (
                  <th key={at} scope="col" data-used={field ? true : undefined}>
                    <span className={styles.meaning}>{field ? fields[field] : '—'}</span>
                    {heading || words.unnamed(at + 1)}
                  </th>
                )
              })}
            </tr>
          </thead>
          <tbody>
            {format.preview.map((row, index) => (
              <tr key={index}>
                {shown.map(({ heading, at }) => (
                  <td key={at} data-used={fieldOf.has(heading) || undefined} title={row[at]}>
                    {row[at]}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </div>
  )
}
