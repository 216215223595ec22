import { Alert, Button } from '@mantine/core'
import '@mantine/core/styles/Alert.layer.css'
import { IconCheck, IconInfoCircle } from '@tabler/icons-react'
import { useState } from 'react'
import { exactCount } from '../../../kit/format/number.ts'
import { useApp, useText } from '../../../kit/hooks/app.ts'
import { type Counts, type ImportJob, importApply } from '../contract.ts'
import { screenText } from '../screenText.ts'
import { CancelButton } from './CancelButton.tsx'
import styles from './imports.module.css'
import { Refusals } from './Refusals.tsx'
import { SampleTable } from './SampleTable.tsx'
import { Tiles } from './Tiles.tsx'
import { useJobAct } from './useJob.ts'

const KINDS = ['fresh', 'changed', 'unchanged', 'refused'] as const
type Kind = (typeof KINDS)[number]

interface ReportProps {
  job: ImportJob
  onEdit(): void
  onLeave(): void
}

/** The dry run's findings before the import, the result after it. */
export function Report({ job, onEdit, onLeave }: ReportProps) {
  const { go } = useApp()
  const { report: words, done } = useText(screenText)
  const { act, isBusy } = useJobAct(job.id)
  const counts = job.counts!
  const [kind, setKind] = useState<Kind>(KINDS.find((one) => counts[one] > 0) ?? 'fresh')
  const writes = counts.fresh + counts.changed
  const hasWork = writes + counts.videosUpdated > 0
  const isDone = job.status === 'applied'
  return (
    <>
      {isDone && (
        <Alert color="green" icon={<IconCheck size={18} />} title={done.title} mb={12} role="status">
          {hasWork ? done.body(exactCount(counts.fresh), exactCount(counts.changed)) : done.unchanged}
        </Alert>
      )}
      {!isDone && !hasWork && (
        <Alert color="brand" icon={<IconInfoCircle size={18} />} mb={12} role="status">
          {counts.taken > 0 ? words.nothing : words.allRefused}
        </Alert>
      )}
      <Tiles counts={counts} />
      {!isDone && hasWork && <Notes counts={counts} />}
      <div className={`card ${styles.rows}`}>
        <div className={styles.chips}>
          {KINDS.map((one) => (
            <button
              key={one}
              type="button"
              className={styles.chip}
              aria-pressed={kind === one}
              onClick={() => setKind(one)}
            >
              {words[one]} <b className="tabular">{exactCount(counts[one])}</b>
            </button>
          ))}
        </div>
        {kind === 'refused' ? <Refusals job={job} /> : <SampleTable rows={job.sample![kind]} total={counts[kind]} />}
      </div>
      <div className={styles.foot}>
        {isDone ? (
          <>
            <Button
              variant="default"
              onClick={() =>
                go('/result/success', {
                  of: 'import',
                  id: job.id,
                  rows: String(writes),
                  kept: String(counts.refused),
                  at: job.finishedAt ?? '',
                })
              }
            >
              {done.receipt}
            </Button>
            <Button onClick={() => go('/dashboard/data', { sort: 'playCount:desc' })}>{done.data}</Button>
          </>
        ) : (
          <>
            <CancelButton id={job.id} onDone={onLeave} />
            <Button variant="default" onClick={onEdit}>
              {words.again}
            </Button>
            {hasWork && (
              <Button loading={isBusy} onClick={() => void act(importApply, { body: { version: job.version } })}>
                {words.apply(exactCount(writes))}
              </Button>
            )}
          </>
        )}
      </div>
    </>
  )
}

/** What the import will do beside the plain rows, and what it will take with a flag. */
function Notes({ counts }: { counts: Counts }) {
  const { report } = useText(screenText)
  const figures = { ...counts, ...counts.warnings }
  const notes = (Object.keys(report.alerts) as (keyof typeof report.alerts)[]).filter((name) => figures[name] > 0)
  if (notes.length === 0) return null
  return (
    <ul className={`card ${styles.notes}`}>
      {notes.map((name) => (
        <li key={name}>{report.alerts[name](exactCount(figures[name]))}</li>
      ))}
    </ul>
  )
}
