import { Button, Skeleton } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { confirm } from '../../kit/feedback/confirm.ts'
import { Failed } from '../../kit/feedback/State.tsx'
import { exactCount } from '../../kit/format/number.ts'
import { shortTime } from '../../kit/format/time.ts'
import { useApp, useMay, useText } from '../../kit/hooks/app.ts'
import { PlainTable } from '../../kit/list/PlainTable.tsx'
import { Status } from '../../kit/list/Status.tsx'
import styles from './batches.module.css'
import { ingestRerun, ingestSources, KEPT_DAYS, type Kind } from './contract.ts'
import { text } from './text.ts'

const KEY = ['ingest', 'sources']
const SHOWN = 12

/** Batches with refused rows, and the one thing to do about them once what the rows lacked is there. */
export function Batches() {
  const { call, language, notify } = useApp()
  const words = useText(text)
  const mayWrite = useMay('monitor.write')
  const client = useQueryClient()
  const id = useId()
  const [running, setRunning] = useState<string | null>(null)
  const { data, error, refetch } = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => call(ingestSources, {}, { signal, quiet: true }),
  })
  const rerun = async ({ id, batchId, kept }: { id: string; batchId: string; kept: number }) => {
    const question = { title: words.askTitle(batchId), body: words.askBody(kept), confirm: words.rerun }
    if (!(await confirm(question))) return
    setRunning(id)
    // A refusal is shown by the call; the list is out of date either way.
    await call(ingestRerun, { params: { id } }).then(
      ({ accepted, refused }) => notify(words.done(accepted, refused), refused > 0 ? 'info' : 'success'),
      () => {},
    )
    setRunning(null)
    await client.invalidateQueries({ queryKey: KEY })
  }
  const batches = data?.troubled.slice(0, SHOWN)
  return (
    <section className={`card ${styles.panel}`} aria-labelledby={id}>
      <div className={styles.head}>
        <h2 id={id}>{words.title}</h2>
        <span className={styles.soft}>{words.note(KEPT_DAYS)}</span>
      </div>
      {error && <Failed error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton height={120} aria-hidden />}
      {batches?.length === 0 && (
        <p>
          <Status tone="green">{words.none}</Status>
        </p>
      )}
      {batches && batches.length > 0 && (
        <PlainTable
          label={words.table}
          columns={[
            { name: words.batch },
            { name: words.received },
            { name: words.rows, isNumeric: true },
            { name: words.accepted, isNumeric: true },
            { name: words.refused, isNumeric: true },
            { name: words.kept, isNumeric: true },
            ...(mayWrite ? [{ name: words.action }] : []),
          ]}
          rows={batches.map((batch) => ({
            key: batch.id,
            cells: [
              <span key="name" data-content>
                {batch.source} <span className={styles.soft}>{words.kinds[batch.kind as Kind] ?? batch.kind}</span>
                <span className={styles.key} title={batch.batchId}>
                  {batch.rerunOf ? words.rerunOf(batch.rerunOf) : batch.batchId}
                </span>
              </span>,
              shortTime(batch.receivedAt, language),
              exactCount(batch.rows),
              exactCount(batch.accepted),
              <b key="refused" className={styles.bad}>
                {exactCount(batch.refused)}
              </b>,
              exactCount(batch.kept),
              ...(mayWrite
                ? [
                    batch.rerunId ? (
                      <span key="rerun" className={styles.soft}>
                        {words.rerunAs(batch.rerunId)}
                      </span>
                    ) : batch.kept === 0 ? (
                      <span key="rerun" className={styles.soft}>
                        {words.nothing}
                      </span>
                    ) : (
                      <Button
                        key="rerun"
                        size="compact-sm"
                        variant="subtle"
                        loading={running === batch.id}
                        aria-label={`${words.rerun} ${batch.batchId}`}
                        onClick={() => void rerun(batch)}
                      >
                        {words.rerun}
                      </Button>
                    ),
                  ]
                : []),
            ],
          }))}
        />
      )}
    </section>
  )
}
