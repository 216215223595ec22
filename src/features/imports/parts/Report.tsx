import { Alert, Button } from '@mantine/core'
import '@mantine/core/styles/Alert.layer.css'
import { IconCheck, IconInfoCircle } from '@tabler/icons-react'
import { useState } from 'react'
import { clockOf } from '../../../core/time.ts'
import { exactCount } from '../../../kit/format/number.ts'
import { useApp, useText } from '../../../kit/hooks/app.ts'
import { type ImportJob, importApply, type MetricCounts } from '../contract.ts'
import { screenText } from '../screenText.ts'
import { CancelButton } from './CancelButton.tsx'
import styles from './imports.module.css'
import { PlainSampleTable } from './PlainSampleTable.tsx'
import { Refusals } from './Refusals.tsx'
import { SampleTable } from './SampleTable.tsx'
import { Tiles } from './Tiles.tsx'
import { TouchedRows, UndoButton, useTouched } from './UndoButton.tsx'
import { useJobAct } from './useJob.ts'
import { useTarget } from './useTargets.ts'

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
  const { report: words, done, undo } = useText(screenText)
  const target = useTarget(job.target)
  const { touched, setTouched } = useTouched(job.version)
  const { act, isBusy } = useJobAct(job.id)
  const counts = job.counts!
  const [kind, setKind] = useState<Kind>(KINDS.find((one) => counts[one] > 0) ?? 'fresh')
  const writes = counts.fresh + counts.changed
  const hasWork = writes + (counts.videosUpdated ?? 0) > 0
  const isDone = job.status === 'applied' || job.status === 'undone'
  return (
    <>
      {touched && <TouchedRows {...touched} />}
      {job.status === 'applied' && (
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
      {!isDone && hasWork && <Notes job={job} />}
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
        {kind === 'refused' ? <Refusals job={job} /> : <Sample job={job} kind={kind} />}
      </div>
      <div className={styles.foot}>
        {isDone ? (
          <>
            {job.status === 'applied' && job.undoUntil && (
              <>
                <span className={`${styles.note} ${styles.until}`}>{undo.until(clockOf(job.undoUntil))}</span>
                <UndoButton job={job} onTouched={setTouched} />
              </>
            )}
            {job.status === 'applied' && (
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
            )}
            {target && (
              <Button onClick={() => go(target.page, job.target === 'metrics' ? { sort: 'playCount:desc' } : {})}>
                {target.see}
              </Button>
            )}
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

function Sample({ job, kind }: { job: ImportJob; kind: 'fresh' | 'changed' | 'unchanged' }) {
  const total = job.counts![kind]
  return job.sample ? (
    <SampleTable rows={job.sample[kind]} total={total} />
  ) : (
    <PlainSampleTable job={job} rows={job.plainSample![kind]} total={total} />
  )
}

/** What the import will do beside the plain rows, and what it will take with a flag. */
function Notes({ job: { target, counts } }: { job: ImportJob }) {
  const { report } = useText(screenText)
  const words = useTarget(target)?.notes ?? {}
  const lines =
    target === 'metrics'
      ? metricNotes(counts as MetricCounts, report.alerts)
      : (counts!.notes ?? []).map(({ note, count }) => (words[note] ?? note).replace('{n}', exactCount(count)))
  if (lines.length === 0) return null
  return (
    <ul className={`card ${styles.notes}`}>
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  )
}

function metricNotes(counts: MetricCounts, alerts: (typeof screenText)['zh-CN']['report']['alerts']): string[] {
  const figures = { ...counts, ...counts.warnings }
  return (Object.keys(alerts) as (keyof typeof alerts)[])
    .filter((name) => figures[name] > 0)
    .map((name) => alerts[name](exactCount(figures[name])))
}
