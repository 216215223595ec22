import { Button, FileButton, Modal, TextInput } from '@mantine/core'
import { IconPaperclip } from '@tabler/icons-react'
import { useState } from 'react'
import type { Reply } from '../../../core/contract.ts'
import { FormModal } from '../../../kit/form/FormModal.tsx'
import { exactCount } from '../../../kit/format/number.ts'
import { useApp, useText } from '../../../kit/hooks/app.ts'
import { PlainTable } from '../../../kit/list/PlainTable.tsx'
import { billUpload, DIFFERENCES } from '../contract/reconcile.ts'
import { reconcileText } from '../reconcileText.ts'
import { text } from '../statementText.ts'
import { useFaults } from './faults.ts'
import { exactYuan } from './micro.ts'
import styles from './settlement.module.css'
import { useRefreshRoom } from './use.ts'

export type Read = Reply<typeof billUpload>

interface UploadProps {
  onRead(read: Read): void
  onClose(): void
}

/** Upstream's file of a month. */
export function BillUpload({ onRead, onClose }: UploadProps) {
  const { call } = useApp()
  const words = useText(reconcileText)
  const refresh = useRefreshRoom()
  const { faults, check, onRefused } = useFaults()
  const [month, setMonth] = useState('')
  const [file, setFile] = useState<File | null>(null)
  return (
    <FormModal
      title={words.upload}
      note={words.uploadNote}
      confirm={words.upload}
      validate={() =>
        check({ period: !/^20\d\d-\d\d$/.test(month) && words.required, file: file === null && words.required })
      }
      submit={async (idempotencyKey) => {
        const input = { query: { period: `${month}-01` }, file: file! }
        onRead(await call(billUpload, input, { idempotencyKey, quiet: true }))
        await refresh()
      }}
      onRefused={onRefused(['period', 'file'])}
      onClose={onClose}
    >
      <TextInput
        type="month"
        label={words.month}
        value={month}
        onChange={({ currentTarget: { value } }) => setMonth(value)}
        error={faults.period}
        data-autofocus
      />
      <div className={styles.files}>
        <span>{words.file}</span>
        {file && <p>{file.name}</p>}
        <FileButton accept=".csv,.txt" onChange={setFile}>
          {(properties) => (
            <Button
              {...properties}
              variant="default"
              size="xs"
              leftSection={<IconPaperclip size={14} stroke={1.6} aria-hidden />}
            >
              {words.choose}
            </Button>
          )}
        </FileButton>
        {faults.file && (
          <p className={styles.fault} role="alert">
            {faults.file}
          </p>
        )}
      </div>
    </FormModal>
  )
}

interface ReportProps {
  read: Read
  onView(): void
  onClose(): void
}

/** What stood in a file, or in the first upload of the same one. */
export function ReadReport({ read, onView, onClose }: ReportProps) {
  const words = useText(reconcileText)
  const names = useText(text)
  const figures = [
    [words.rows, exactCount(read.rows)],
    [words.upstream, exactYuan(read.fileMicro)],
    [words.ours, exactYuan(read.oursMicro)],
    [words.difference, exactYuan(read.fileMicro - read.oursMicro)],
    ...DIFFERENCES.map((kind) => [names.differences[kind], exactCount(read.counts[kind] ?? 0)] as const),
  ] as const
  return (
    <Modal opened onClose={onClose} title={read.isRepeated ? words.repeatedTitle : words.readTitle} size={440}>
      {read.isRepeated && <p className={styles.small}>{words.repeated}</p>}
      <PlainTable
        label={words.readTitle}
        columns={[{ name: words.item }, { name: words.value, isNumeric: true }]}
        rows={figures.map(([name, value]) => ({ key: name, cells: [name, value] }))}
      />
      <div className={styles.reportEnd}>
        <Button variant="default" onClick={onClose}>
          {words.close}
        </Button>
        <Button onClick={onView}>{words.view}</Button>
      </div>
    </Modal>
  )
}
