import { Button, FileButton, Loader, Modal } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { exactCount } from '../../../kit/format/number.ts'
import { CallError, useApp, useText } from '../../../kit/hooks/app.ts'
import { KpiStrip } from '../../../kit/list/KpiStrip.tsx'
import { PlainTable } from '../../../kit/list/PlainTable.tsx'
import { useRefresh } from '../../../kit/list/useList.ts'
import { type Report, starImportApply, starImportCheck, starList } from '../contract.ts'
import { text } from '../text.ts'
import styles from './star.module.css'

/** A CSV of orders: looked at first, then taken in. */
export function UploadModal({ onClose }: { onClose(): void }) {
  const { call, notify } = useApp()
  const words = useText(text)
  const refresh = useRefresh(starList)
  const [report, setReport] = useState<Report | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [fault, setFault] = useState('')
  const again = useRef<() => void>(null)

  async function run<T>(work: () => Promise<T>): Promise<T | undefined> {
    setBusy(true)
    setFault('')
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      setFault(error.message)
      return undefined
    } finally {
      setBusy(false)
    }
  }
  const check = (file: File) => run(async () => setReport(await call(starImportCheck, { file }, { quiet: true })))
  const apply = () =>
    run(async () => {
      const done = await call(starImportApply, { params: { id: report!.id } }, { quiet: true })
      notify(words.done.applied(exactCount(done.created), exactCount(done.changed)), 'success')
      await refresh()
      onClose()
    })

  return (
    <Modal opened onClose={onClose} title={words.upload.title} size={560} closeOnClickOutside={!isBusy}>
      {report ? (
        <Outcome report={report} />
      ) : (
        <>
          <p className={styles.why}>{words.upload.note}</p>
          <FileButton
            accept=".csv,text/csv"
            disabled={isBusy}
            inputProps={{ 'aria-label': words.upload.file }}
            resetRef={again}
            onChange={(file) => {
              // The same file may be chosen again once it is put right.
              again.current?.()
              if (file) void check(file)
            }}
          >
            {(props) => (
              <Button {...props} mt={12} leftSection={<IconUpload size={16} stroke={1.6} />}>
                {words.upload.choose}
              </Button>
            )}
          </FileButton>
          {isBusy && (
            <p className={styles.why} role="status">
              <Loader size={14} /> {words.upload.reading}
            </p>
          )}
        </>
      )}
      {fault && (
        <p className={styles.fault} role="alert">
          {fault}
        </p>
      )}
      {report && (
        <div className={styles.answers}>
          <Button variant="default" disabled={isBusy} onClick={() => setReport(null)}>
            {words.actions.another}
          </Button>
          <Button loading={isBusy} disabled={report.created + report.changed === 0} onClick={() => void apply()}>
            {words.actions.apply}
          </Button>
        </div>
      )}
    </Modal>
  )
}

function Outcome({ report }: { report: Report }) {
  const words = useText(text)
  const { upload } = words
  const tile = (label: string, value: number) => ({ label, value: exactCount(value) })
  return (
    <div className={styles.outcome}>
      <KpiStrip
        label={report.fileName}
        isSmall
        tiles={[
          tile(upload.created, report.created),
          tile(upload.changed, report.changed),
          tile(upload.unchanged, report.unchanged),
          tile(upload.refused, report.refused),
        ]}
      />
      {report.refused === report.rows && <p className={styles.note}>{upload.nothing}</p>}
      {report.problems.length > 0 && (
        <>
          <p className={styles.why}>{upload.problems}</p>
          <PlainTable
            label={upload.refused}
            columns={[{ name: upload.row }, { name: upload.column }, { name: upload.value }, { name: upload.why }]}
            rows={report.problems.map(({ row, field, value, msg }) => ({
              key: `${row}`,
              cells: [row, field, value || '—', msg],
            }))}
          />
          {report.refused > report.problems.length && (
            <p className={styles.why}>{upload.more(exactCount(report.refused - report.problems.length))}</p>
          )}
        </>
      )}
    </div>
  )
}
