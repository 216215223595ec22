import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Failed } from '../../../kit/feedback/State.tsx'
import { exactCount } from '../../../kit/format/number.ts'
import { useApp, useText } from '../../../kit/hooks/app.ts'
import { type ImportJob, importList, importRefusals, importRefused, REFUSALS_PAGE } from '../contract.ts'
import { screenText } from '../screenText.ts'
import styles from './imports.module.css'
import { useTargetWords } from './useTargets.ts'

/** Every refused row: counted by reason, listed with row, column and content, downloadable. */
export function Refusals({ job }: { job: ImportJob }) {
  const { call, download } = useApp()
  const { report: words } = useText(screenText)
  const { reasons, fields } = useTargetWords(job.target)
  const [reason, setReason] = useState<string>()
  const sums = new Map<string, number>()
  for (const one of job.counts!.reasons) sums.set(one.reason, (sums.get(one.reason) ?? 0) + one.count)
  const page = useInfiniteQuery({
    queryKey: [importList.key, 'refusals', job.id, job.version, job.status, reason],
    initialPageParam: 0,
    queryFn: ({ pageParam, signal }) =>
      call(importRefusals, { params: { id: job.id }, query: { after: pageParam, reason } }, { signal, quiet: true }),
    getNextPageParam: ({ refusals }) => (refusals.length === REFUSALS_PAGE ? refusals.at(-1)?.rowNo : undefined),
  })
  if (job.counts!.refused === 0) return <p className={styles.nothing}>{words.noRows}</p>
  const nameOf = (code: string) => reasons[code] ?? code
  const rows = page.data?.pages.flatMap(({ refusals }) => refusals) ?? []
  const save = () => download(importRefused.path.replace(':id', job.id)).catch(() => {})
  return (
    <>
      <div className={styles.reasons}>
        <div className={styles.chips}>
          <button type="button" className={styles.chip} aria-pressed={!reason} onClick={() => setReason(undefined)}>
            {words.all}
          </button>
          {[...sums].map(([code, sum]) => (
            <button
              key={code}
              type="button"
              className={styles.chip}
              aria-pressed={reason === code}
              onClick={() => setReason(code)}
            >
              {nameOf(code)} <b className="tabular">{exactCount(sum)}</b>
            </button>
          ))}
        </div>
        <div className={styles.download}>
          <span className={styles.note}>{words.downloadHint}</span>
          <Button
            size="xs"
            variant="default"
            leftSection={<IconDownload size={14} stroke={1.6} />}
            onClick={() => void save()}
          >
            {words.download}
          </Button>
        </div>
      </div>
      {page.isError && <Failed error={page.error} onRetry={() => void page.refetch()} />}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <section className={styles.scroll} aria-label={words.refused} tabIndex={0}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col" className="num">
                {words.row}
              </th>
              <th scope="col">{words.column}</th>
              <th scope="col">{words.value}</th>
              <th scope="col">{words.reason}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.rowNo}>
                <td className="num">{row.rowNo}</td>
                <td>{fields[row.column] ?? row.column}</td>
                <td title={row.value}>{row.value || words.empty}</td>
                <td className={styles.why}>{nameOf(row.reason)}</td>
              </tr>
            ))}
          </tbody>
        </table>
        {page.hasNextPage && (
          <p className={styles.more}>
            <Button
              size="xs"
              variant="subtle"
              loading={page.isFetchingNextPage}
              onClick={() => void page.fetchNextPage()}
            >
              {words.more}
            </Button>
          </p>
        )}
      </section>
    </>
  )
}
