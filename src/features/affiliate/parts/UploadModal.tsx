import { Button, FileButton, Loader, Modal, Select } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { exactCount } from '../../../kit/format/number.ts'
import { CallError, useApp, useText } from '../../../kit/hooks/app.ts'
import { KpiStrip } from '../../../kit/list/KpiStrip.tsx'
import { PlainTable } from '../../../kit/list/PlainTable.tsx'
import { useRefresh } from '../../../kit/list/useList.ts'
import { type CheckReport, orderImportApply, orderImportCheck, orderList } from '../contractOrders.ts'
import { ordersText } from '../text.ts'
import styles from './affiliate.module.css'

interface UploadProps {
  accounts: readonly { id: string; name: string }[]
  onClose(): void
}

/** A CSV of one account's orders: looked at first, then taken in. */
export function UploadModal({ accounts, onClose }: UploadProps) {
  const { call, notify } = useApp()
  const words = useText(ordersText)
  const { upload } = words
  const refresh = useRefresh(orderList)
  const [accountId, setAccount] = useState(accounts[0]?.id ?? null)
  const [report, setReport] = useState<CheckReport | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [fault, setFault] = useState('')
  const again = useRef<() => void>(null)

  async function run(work: () => Promise<void>): Promise<void> {
    setBusy(true)
    setFault('')
    try {
      await work()
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      setFault(error.message)
    } finally {
      setBusy(false)
    }
  }
  const check = (file: File) =>
    run(async () =>
      setReport(await call(orderImportCheck, { query: { accountId: accountId! }, file }, { quiet: true })),
    )
  const apply = () =>
    run(async () => {
      const done = await call(orderImportApply, { params: { id: report!.id } }, { quiet: true })
      notify(words.done.applied(exactCount(done.created), exactCount(done.changed)), 'success')
      await refresh()
      onClose()
    })
  const tile = (label: string, value: number) => ({ label, value: exactCount(value) })

  return (
    <Modal opened onClose={onClose} title={upload.title} size={560} closeOnClickOutside={!isBusy}>
      {report ? (
        <div className={styles.stack}>
          <KpiStrip
            label={report.fileName}
            isSmall
            tiles={[
              tile(upload.rows, report.rows),
              tile(upload.good, report.good),
              tile(upload.refused, report.refused),
            ]}
          />
          {report.problems.length > 0 && (
            <PlainTable
              label={upload.problems}
              columns={[{ name: upload.row }, { name: upload.column }, { name: upload.value }, { name: upload.why }]}
              rows={report.problems.map(({ row, field, value, msg }) => ({
                key: `${row}`,
                cells: [row, field, value || '—', msg],
              }))}
            />
          )}
          {report.refused > report.problems.length && (
            <p className={styles.why}>{upload.more(exactCount(report.refused - report.problems.length))}</p>
          )}
        </div>
      ) : (
        <div className={styles.stack}>
          <p className={styles.why}>{accounts.length > 0 ? upload.note : upload.noAccount}</p>
          {accounts.length > 0 && (
            <>
              <Select
                label={upload.account}
                data={accounts.map(({ id, name }) => ({ value: id, label: name }))}
                value={accountId}
                allowDeselect={false}
                onChange={setAccount}
              />
              <FileButton
                accept=".csv,text/csv"
                disabled={isBusy || !accountId}
                inputProps={{ 'aria-label': upload.file }}
                resetRef={again}
                onChange={(file) => {
                  // The same file may be chosen again once it is put right.
                  again.current?.()
                  if (file) void check(file)
                }}
              >
                {(props) => (
                  <Button {...props} leftSection={<IconUpload size={16} stroke={1.6} />}>
                    {upload.choose}
                  </Button>
                )}
              </FileButton>
            </>
          )}
          {isBusy && (
            <p className={styles.why} role="status">
              <Loader size={14} /> {upload.reading}
            </p>
          )}
        </div>
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
          <Button loading={isBusy} disabled={report.good === 0} onClick={() => void apply()}>
            {words.actions.apply}
          </Button>
        </div>
      )}
    </Modal>
  )
}
