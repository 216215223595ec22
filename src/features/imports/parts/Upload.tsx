import { Loader } from '@mantine/core'
import { IconAlertTriangle, IconFileUpload } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { type DragEvent, type ReactNode, useId, useState } from 'react'
import type { ImportTargetName } from '../../../core/importing.ts'
import { exactCount } from '../../../kit/format/number.ts'
import { CallError, useApp, useText } from '../../../kit/hooks/app.ts'
import { importList, importUpload, MAX_BYTES } from '../contract.ts'
import { screenText } from '../screenText.ts'
import styles from './imports.module.css'
import { jobKey } from './useJob.ts'

const MEGABYTE = 1024 * 1024

interface UploadProps {
  target: ImportTargetName
  maxRows: number
  onDone(id: string): void
  /** What stands beside the invitation. */
  children?: ReactNode
}

/** The place to drop a file, which is a file button at the same time. */
export function Upload({ target, maxRows, onDone, children }: UploadProps) {
  const { call, language } = useApp()
  const words = useText(screenText)
  const client = useQueryClient()
  const inputId = useId()
  const [progress, setProgress] = useState<number | null>(null)
  const [problem, setProblem] = useState('')
  const [isOver, setOver] = useState(false)
  const isBusy = progress !== null

  async function send(files: FileList | null) {
    const file = files?.[0]
    if (!file || isBusy) return
    if (files.length > 1) return setProblem(words.oneFile)
    if (file.size > MAX_BYTES) return setProblem(words.tooLarge(`${(file.size / MEGABYTE).toFixed(1)} MB`))
    setProblem('')
    setProgress(0)
    try {
      const job = await call(importUpload, { file, onProgress: setProgress, query: { target } }, { quiet: true })
      client.setQueryData(jobKey(job.id, language), job)
      await client.invalidateQueries({ queryKey: [importList.key, 'list'] })
      onDone(job.id)
    } catch (error) {
      setProblem(error instanceof CallError ? error.message : String(error))
    } finally {
      setProgress(null)
    }
  }
  const drag = (isIn: boolean) => (event: DragEvent) => {
    event.preventDefault()
    setOver(isIn)
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a second way; the labelled input is the first
    <div
      className={`card ${styles.drop}`}
      data-over={isOver || undefined}
      onDragOver={drag(true)}
      onDragLeave={drag(false)}
      onDrop={(event) => {
        drag(false)(event)
        void send(event.dataTransfer.files)
      }}
    >
      <span className={styles.dropIcon} aria-hidden>
        <IconFileUpload size={20} stroke={1.6} />
      </span>
      <div className={styles.dropWords}>
        {isBusy ? (
          <p className={styles.dropLead} role="status">
            <Loader size={14} /> {progress < 1 ? words.uploading(Math.round(progress * 100)) : words.reading}
          </p>
        ) : (
          <p className={styles.dropLead}>
            <span className={styles.dropMouse}>{words.dropHere}</span>
            <input
              id={inputId}
              className={styles.fileInput}
              type="file"
              accept=".csv,.tsv,.txt,.xlsx"
              aria-describedby={`${inputId}-limits`}
              onChange={(event) => {
                void send(event.currentTarget.files)
                event.currentTarget.value = ''
              }}
            />
            <label htmlFor={inputId} className={styles.fileLabel}>
              {words.choose}
            </label>
          </p>
        )}
        <p className={styles.note} id={`${inputId}-limits`}>
          {words.limits(exactCount(maxRows))}
        </p>
        {problem && (
          <p className={styles.problem} role="alert">
            <IconAlertTriangle size={14} aria-hidden /> {problem}
          </p>
        )}
      </div>
      {children}
    </div>
  )
}
