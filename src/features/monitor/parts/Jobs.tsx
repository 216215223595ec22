import '@mantine/core/styles/Checkbox.layer.css'
import { Button, Checkbox } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { confirm } from '../../../kit/feedback/confirm.ts'
import { exactCount, MISSING } from '../../../kit/format/number.ts'
import { shortTime } from '../../../kit/format/time.ts'
import { useApp, useMay, useText } from '../../../kit/hooks/app.ts'
import { PlainTable } from '../../../kit/list/PlainTable.tsx'
import { RowActions } from '../../../kit/list/RowActions.tsx'
import { Status } from '../../../kit/list/Status.tsx'
import { jobDrop, jobRetry, jobsRetry } from '../contract.ts'
import { text } from '../text.ts'
import styles from './monitor.module.css'
import { Panel } from './Panel.tsx'
import { KEY, type Monitor } from './useMonitor.ts'

/** What failed, to begin anew or to give up; and every kind of job with what of it waits. */
export function Jobs({ jobs: { queues, troubled } }: { jobs: Monitor['jobs'] }) {
  const { call, language, notify } = useApp()
  const words = useText(text)
  const mayWrite = useMay('monitor.write')
  const client = useQueryClient()
  const [chosen, setChosen] = useState<readonly string[]>([])
  const act = async (endpoint: typeof jobRetry | typeof jobDrop, id: string, done: string) => {
    // A refusal is shown by the call itself; what stands here is out of date either way.
    await call(endpoint, { params: { id } }).then(
      () => notify(done, 'success'),
      () => {},
    )
    await client.invalidateQueries({ queryKey: KEY })
  }
  const drop = async (id: string, name: string) => {
    const question = { title: words.dropTitle, body: words.dropBody(name), confirm: words.drop, isDanger: true }
    if (await confirm(question)) await act(jobDrop, id, words.dropped)
  }
  // What is chosen and has gone since is chosen no more.
  const wanted = troubled.filter(({ id }) => chosen.includes(id)).map(({ id }) => id)
  const retryMany = async () => {
    const ids = wanted.length > 0 ? wanted : troubled.map(({ id }) => id)
    await call(jobsRetry, { body: { ids } }).then(
      ({ retried, left }) => notify(words.retriedMany(retried, left), left > 0 ? 'info' : 'success'),
      () => {},
    )
    setChosen([])
    await client.invalidateQueries({ queryKey: KEY })
  }
  return (
    <Panel
      title={words.jobs}
      tools={
        mayWrite &&
        troubled.length > 1 && (
          <Button size="xs" variant="default" onClick={() => void retryMany()}>
            {wanted.length > 0 ? words.retryChosen(wanted.length) : words.retryAll(troubled.length)}
          </Button>
        )
      }
    >
      {troubled.length === 0 ? (
        <p className={styles.calm}>
          <Status tone="green">{words.jobsCalm}</Status>
        </p>
      ) : (
        <PlainTable
          label={words.troubled}
          columns={[
            ...(mayWrite ? [{ name: '' }] : []),
            { name: words.jobName },
            { name: words.error },
            { name: words.attempts, isNumeric: true },
            { name: words.failedAt },
            { name: words.next },
            ...(mayWrite ? [{ name: '' }] : []),
          ]}
          rows={troubled.map((job) => ({
            key: job.id,
            cells: [
              ...(mayWrite
                ? [
                    <Checkbox
                      key="choose"
                      size="xs"
                      aria-label={words.choose(job.name)}
                      checked={chosen.includes(job.id)}
                      onChange={({ currentTarget: { checked } }) =>
                        setChosen(checked ? [...chosen, job.id] : chosen.filter((id) => id !== job.id))
                      }
                    />,
                  ]
                : []),
              <code key="name" className={styles.code}>
                {job.name}
              </code>,
              <span key="error" className={styles.error} title={job.error} data-content>
                {job.error}
              </span>,
              `${job.attempts}/${job.maxAttempts}`,
              shortTime(job.at, language),
              job.isFinal ? (
                <Status key="next" tone="red">
                  {words.given}
                </Status>
              ) : (
                shortTime(job.nextAt, language)
              ),
              ...(mayWrite
                ? [
                    <span key="actions" className={styles.actions}>
                      <RowActions
                        name={job.name}
                        actions={[
                          { label: words.retry, run: () => void act(jobRetry, job.id, words.retried) },
                          ...(job.isFinal
                            ? [{ label: words.drop, isDanger: true, run: () => void drop(job.id, job.name) }]
                            : []),
                        ]}
                      />
                    </span>,
                  ]
                : []),
            ],
          }))}
        />
      )}
      <details className={styles.details}>
        <summary>{words.queues(queues.length)}</summary>
        <PlainTable
          label={words.queues(queues.length)}
          columns={[
            { name: words.jobName },
            { name: words.waiting, isNumeric: true },
            { name: words.scheduled, isNumeric: true },
            { name: words.running, isNumeric: true },
            { name: words.failedJobs, isNumeric: true },
            { name: words.oldest },
            { name: words.queued },
          ]}
          rows={queues.map((queue) => ({
            key: queue.name,
            cells: [
              <code key="name" className={styles.code}>
                {queue.name}
              </code>,
              exactCount(queue.waiting),
              exactCount(queue.scheduled),
              exactCount(queue.running),
              exactCount(queue.failed),
              queue.oldestAt ? shortTime(queue.oldestAt, language) : MISSING,
              queue.queuedAt ? shortTime(queue.queuedAt, language) : MISSING,
            ],
          }))}
        />
      </details>
    </Panel>
  )
}
