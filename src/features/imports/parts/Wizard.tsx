import { Alert, Button } from '@mantine/core'
import '@mantine/core/styles/Alert.layer.css'
import { IconArrowLeft, IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { importTargetText } from '../../../core/importing.ts'
import { Loading } from '../../../kit/feedback/Loading.tsx'
import { Failed } from '../../../kit/feedback/State.tsx'
import { exactCount } from '../../../kit/format/number.ts'
import { useApp, useText } from '../../../kit/hooks/app.ts'
import { PageHead } from '../../../kit/layout/PageHead.tsx'
import { type ImportJob, importOriginal } from '../contract.ts'
import { screenText } from '../screenText.ts'
import { errors } from '../text.ts'
import { Columns } from './Columns.tsx'
import styles from './imports.module.css'
import { Report } from './Report.tsx'
import { Running } from './Running.tsx'
import { type Step, Steps } from './Steps.tsx'
import { isRunning, useJob } from './useJob.ts'

/** One import from upload to result; where it stands is the server's to say, so a reload loses nothing. */
export function Wizard({ id, onLeave }: { id: string; onLeave(): void }) {
  const { download } = useApp()
  const words = useText(screenText)
  const { data: job, error, refetch } = useJob(id)
  return (
    <>
      <PageHead
        title={<span className={styles.fileName}>{job?.fileName ?? '…'}</span>}
        note={job && <FormatNote job={job} />}
      >
        {job && job.status !== 'cancelled' && (
          <Button
            variant="subtle"
            color="gray"
            leftSection={<IconDownload size={16} stroke={1.6} />}
            onClick={() => void download(importOriginal.path.replace(':id', id)).catch(() => {})}
          >
            {words.undo.original}
          </Button>
        )}
        <Button variant="default" leftSection={<IconArrowLeft size={16} stroke={1.6} />} onClick={onLeave}>
          {job?.status === 'applied' ? words.another : words.back}
        </Button>
      </PageHead>
      {job ? (
        <Stage job={job} onLeave={onLeave} />
      ) : error ? (
        <div className="card">
          <Failed error={error} onRetry={() => void refetch()} />
        </div>
      ) : (
        <Loading />
      )}
    </>
  )
}

function FormatNote({ job: { target, format } }: { job: ImportJob }) {
  const { format: words } = useText(screenText)
  const { language } = useApp()
  const parts = [
    importTargetText[language][target],
    words.rows(exactCount(format.rows)),
    format.sheet !== null && words.sheet(format.sheet, format.sheets),
    format.encoding !== null && words.encodings[format.encoding as keyof typeof words.encodings],
    format.delimiter !== null && words.delimiters[format.delimiter as keyof typeof words.delimiters],
  ]
  return <span>{parts.filter(Boolean).join(' · ')}</span>
}

const STEP: Record<ImportJob['status'], Step> = {
  uploaded: 'columns',
  checking: 'check',
  checked: 'check',
  applying: 'apply',
  applied: 'done',
  failed: 'columns',
  cancelled: 'upload',
  undoing: 'apply',
  undone: 'done',
}

function Stage({ job, onLeave }: { job: ImportJob; onLeave(): void }) {
  const { language } = useApp()
  const words = useText(screenText)
  // Back from the report to the columns is a look at the same import, nothing the server knows of.
  const [editing, setEditing] = useState<number | null>(null)
  const isEditing =
    job.status === 'uploaded' || job.status === 'failed' || (job.status === 'checked' && editing === job.version)
  const isApplied = job.status === 'applied'
  const failure = job.failure ? errors[job.failure as keyof typeof errors] : undefined
  return (
    <>
      <Steps current={isEditing ? 'columns' : STEP[job.status]} />
      {job.failure && (
        <Alert color="red" title={isApplied ? words.done.undoFailed : words.done.failed} mb={12} role="alert">
          {(failure ?? errors.INTERNAL)[language].replace(/(?<!\s)\s*\{\w+\}\s*/g, '')}
        </Alert>
      )}
      {job.status === 'undone' && (
        <Alert color="gray" mb={12} role="status">
          {words.done.undone}
        </Alert>
      )}
      {job.status === 'cancelled' && <Alert color="gray">{words.done.cancelled}</Alert>}
      {isEditing && <Columns key={job.version} job={job} onLeave={onLeave} />}
      {isRunning(job) && <Running job={job} />}
      {!isEditing && (job.status === 'checked' || isApplied || job.status === 'undone') && (
        <Report job={job} onEdit={() => setEditing(job.version)} onLeave={onLeave} />
      )}
    </>
  )
}
