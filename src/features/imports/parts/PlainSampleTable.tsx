import { clockOf } from '../../../core/time.ts'
import { PLATFORMS, type Platform } from '../../../core/works.ts'
import { useText } from '../../../kit/hooks/app.ts'
import type { ImportJob, PlainSample, TargetInfo } from '../contract.ts'
import { screenText } from '../screenText.ts'
import { words as shared } from '../text.ts'
import styles from './imports.module.css'
import { useTarget } from './useTargets.ts'

interface PlainTableProps {
  job: ImportJob
  rows: PlainSample['fresh']
  total: number
}

/** The first rows of one kind as they were read, a column for each field the file has. */
export function PlainSampleTable({ job, rows, total }: PlainTableProps) {
  const { report: words } = useText(screenText)
  const { platforms } = useText(shared)
  const fields = useTarget(job.target)?.fields.filter(({ name }) => rows.some(({ data }) => data[name])) ?? []
  if (rows.length === 0) return <p className={styles.nothing}>{words.noRows}</p>
  const hasBefore = rows.some(({ before }) => before)
  const shown = ({ as, name }: TargetInfo['fields'][number], data: Record<string, string | null>): string => {
    const value = data[name] ?? ''
    if (as === 'instant' && value) return clockOf(value)
    return as === 'platform' && PLATFORMS.includes(value as Platform) ? platforms[value as Platform] : value
  }
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section className={styles.scroll} aria-label={words.samples} tabIndex={0}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col" className="num">
              {words.row}
            </th>
            {fields.map(({ name, label }) => (
              <th key={name} scope="col">
                {label}
              </th>
            ))}
            {hasBefore && <th scope="col">{words.stands}</th>}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ rowNo, data, before }) => (
            <tr key={rowNo}>
              <td className="num">{rowNo}</td>
              {fields.map((field) => (
                <td key={field.name}>{shown(field, data)}</td>
              ))}
              {hasBefore && <td>{before}</td>}
            </tr>
          ))}
        </tbody>
      </table>
      {total > rows.length && <p className={styles.more}>{words.firstRows(rows.length)}</p>}
    </section>
  )
}
