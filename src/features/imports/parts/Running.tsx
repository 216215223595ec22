import { Button, Progress } from '@mantine/core'
import '@mantine/core/styles/Progress.layer.css'
import { useText } from '../../../kit/hooks/app.ts'
import { type ImportJob, importApply, importCheck, importUndo } from '../contract.ts'
import { screenText } from '../screenText.ts'
import styles from './imports.module.css'
import { useJobAct, useStalled } from './useJob.ts'

/** An import that is being checked or applied. */
export function Running({ job }: { job: ImportJob }) {
  const { run } = useText(screenText)
  const { act, isBusy } = useJobAct(job.id)
  const isStalled = useStalled(job.progress)
  const doing = job.status as 'checking' | 'applying' | 'undoing'
  const { version, mapping } = job
  const restart = () => {
    if (doing === 'checking') return act(importCheck, { body: { mapping, version } })
    return act(doing === 'applying' ? importApply : importUndo, { body: { version } })
  }
  return (
    <div className={`card ${styles.running}`}>
      <h2 className={styles.runningTitle}>
        {run[doing]}
        <span className="tabular">{job.progress}%</span>
      </h2>
      <Progress value={job.progress} size={6} aria-label={run.progress} transitionDuration={300} />
      <p className={styles.note}>{run[`${doing}Hint`]}</p>
      {isStalled && (
        <p className={styles.stalled}>
          {run.stalled}
          <Button size="xs" variant="default" loading={isBusy} onClick={() => void restart()}>
            {run.restart}
          </Button>
        </p>
      )}
    </div>
  )
}
