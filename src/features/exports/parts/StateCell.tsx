import { Progress } from '@mantine/core'
import '@mantine/core/styles/Progress.layer.css'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { ListRow } from '../../../core/contract.ts'
import { exactCount, rate } from '../../../kit/format/number.ts'
import { useApp, useText } from '../../../kit/hooks/app.ts'
import { usePage } from '../../../kit/hooks/page.ts'
import { Status } from '../../../kit/list/Status.tsx'
import { exportDetail, exportsList, exportsSummary } from '../contract.ts'
import { failureOf } from '../failure.ts'
import { screenText } from '../screenText.ts'
import { text } from '../text.ts'
import styles from './exports.module.css'
import { tones } from './tones.ts'

const POLL_MS = 1_000

/** An export's state; while it waits or runs it follows the work, and fetches the list anew when that is over. */
export function StateCell({ row }: { row: ListRow<typeof exportsList> }) {
  const { call, language } = useApp()
  const words = useText(text)
  const screen = useText(screenText)
  const page = usePage()
  const client = useQueryClient()
  const isOpen = row.status === 'queued' || row.status === 'running'
  const { data } = useQuery({
    queryKey: [exportsList.key, 'progress', row.exportId],
    queryFn: ({ signal }) => call(exportDetail, { params: { id: row.exportId } }, { signal, quiet: true }),
    enabled: isOpen && page.isActive,
    refetchInterval: isOpen ? POLL_MS : false,
  })
  const status = isOpen ? (data?.status ?? row.status) : row.status
  const hasMoved = isOpen && status !== row.status
  useEffect(() => {
    if (!hasMoved) return
    void client.invalidateQueries({ queryKey: [exportsList.key, 'list'] })
    void client.invalidateQueries({ queryKey: [exportsList.key, exportsSummary.path] })
  }, [hasMoved, client])
  const progress = data?.progress ?? row.progress
  return (
    <span className={styles.state}>
      <Status tone={tones.status[status]}>{words.choices.status[status]}</Status>
      {status === 'running' && (
        <span className={styles.progress}>
          <Progress value={progress / 10_000} size={4} aria-label={screen.progress(rate(progress, 0))} />
          <small>{rate(progress, 0)}</small>
        </span>
      )}
      {status === 'queued' && row.queuePlace !== null && <small>{screen.queue(exactCount(row.queuePlace))}</small>}
      {status === 'failed' && row.failure && (
        <small className="ellipsis" title={failureOf(row.failure, language)}>
          {failureOf(row.failure, language)}
        </small>
      )}
    </span>
  )
}
