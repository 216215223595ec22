import { Button, FileButton, Modal } from '@mantine/core'
import { useState } from 'react'
import { csvOf } from '../../../kit/format/csv.ts'
import { saveFile } from '../../../kit/format/saveFile.ts'
import { CallError, useApp, useText } from '../../../kit/hooks/app.ts'
import { PlainTable } from '../../../kit/list/PlainTable.tsx'
import { useRefresh } from '../../../kit/list/useList.ts'
import { collectionsImport, collectionsImportCheck, collectionsList, type ImportReport } from '../contract.ts'
import { text } from '../text.ts'
import styles from './collections.module.css'

const MAX_BYTES = 800_000
const SHOWN = 50

/** UTF-8 where it is that, else the encoding Chinese spreadsheets save in. */
function decode(bytes: ArrayBuffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('gb18030').decode(bytes)
  }
}

interface Checked {
  name: string
  content: string
  report: ImportReport
}

/** A file of collections and videos: what it would do, row by row, then the doing of it. */
export function ImportDialog({ onClose }: { onClose(): void }) {
  const { call, notify } = useApp()
  const words = useText(text)
  const refresh = useRefresh(collectionsList)
  const [key, setKey] = useState(() => crypto.randomUUID())
  const [checked, setChecked] = useState<Checked>()
  const [done, setDone] = useState<ImportReport>()
  const [fault, setFault] = useState('')
  const [isBusy, setBusy] = useState(false)
  const guarded = async (run: () => Promise<void>) => {
    setBusy(true)
    setFault('')
    try {
      await run()
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      setFault(error.message)
    } finally {
      setBusy(false)
    }
  }
  const choose = (file: File | null) =>
    file &&
    guarded(async () => {
      setChecked(undefined)
      if (file.size > MAX_BYTES) return setFault(words.importing.tooLarge)
      const content = decode(await file.arrayBuffer())
      if (!content.trim() || content.includes('\0')) return setFault(words.importing.wrongFile)
      const report = await call(collectionsImportCheck, { body: { text: content } }, { quiet: true })
      setKey(crypto.randomUUID())
      setChecked({ name: file.name, content, report })
    })
  const apply = () =>
    guarded(async () => {
      const report = await call(
        collectionsImport,
        { body: { text: checked!.content } },
        { idempotencyKey: key, quiet: true },
      )
      await refresh()
      notify(words.done.imported(report.done), 'success')
      setDone(report)
    })
  const { headers } = words.importing
  const template = () => {
    const sample = [headers.number, headers.name, headers.contentType, headers.video]
    saveFile(words.importing.templateName, new Blob([csvOf([sample])], { type: 'text/csv' }))
  }
  const report = done ?? checked?.report
  return (
    <Modal opened onClose={onClose} title={words.importing.title} size={640} closeOnClickOutside={!isBusy}>
      <div className={styles.dialog}>
        <p className={styles.note}>{words.importing.note}</p>
        <p className={styles.note}>{words.importing.headersNote}</p>
        {!done && (
          <div className={styles.row}>
            <FileButton
              onChange={(file) => void choose(file)}
              accept=".csv,text/csv"
              inputProps={{ 'aria-label': words.importing.choose }}
            >
              {(props) => (
                <Button {...props} variant={checked ? 'default' : 'filled'} loading={isBusy}>
                  {checked ? words.importing.again : words.importing.choose}
                </Button>
              )}
            </FileButton>
            <Button variant="subtle" onClick={template}>
              {words.importing.template}
            </Button>
            {checked && <span className={styles.note}>{words.importing.chosen(checked.name)}</span>}
          </div>
        )}
        {fault && (
          <p className={styles.fault} role="alert">
            {fault}
          </p>
        )}
        {report && <Report report={report} isDone={!!done} />}
        <div className={styles.answers}>
          <Button variant={done ? 'filled' : 'default'} onClick={onClose}>
            {done ? words.importing.close : words.importing.cancel}
          </Button>
          {checked && !done && (
            <Button disabled={checked.report.done === 0} loading={isBusy} onClick={() => void apply()}>
              {words.importing.confirm(checked.report.done)}
            </Button>
          )}
        </div>
      </div>
    </Modal>
  )
}

function Report({ report, isDone }: { report: ImportReport; isDone: boolean }) {
  const words = useText(text)
  const { headers } = words.importing
  const save = () => {
    const rows = report.refused.map(({ row, collection, video, msg }) => [
      { figure: String(row) },
      collection,
      video,
      msg,
    ])
    const file = csvOf([[words.importing.row, words.importing.collection, headers.video, words.importing.why], ...rows])
    saveFile(words.importing.refusedName, new Blob([file], { type: 'text/csv' }))
  }
  return (
    <>
      <p className={styles.note} role="status">
        <b>
          {isDone
            ? words.importing.result(report.done, report.refused.length)
            : words.importing.summary(report.rows, report.done, report.refused.length)}
        </b>
      </p>
      {report.collections.length > 0 && (
        <PlainTable
          label={words.importing.collections}
          columns={[
            { name: words.columns.number },
            { name: words.columns.name },
            { name: words.importing.items, isNumeric: true },
          ]}
          rows={report.collections.map(({ number, name, items }) => ({
            key: `${number} ${name}`,
            cells: [number ?? words.importing.isNew, name, items],
          }))}
        />
      )}
      {report.refused.length > 0 && (
        <>
          <PlainTable
            label={words.importing.why}
            columns={[
              { name: words.importing.row },
              { name: words.importing.collection },
              { name: words.importing.video },
              { name: words.importing.why },
            ]}
            rows={report.refused.slice(0, SHOWN).map(({ row, collection, video, msg }) => ({
              key: String(row),
              cells: [row, collection, video, msg],
            }))}
          />
          <div className={styles.row}>
            {report.refused.length > SHOWN && <span className={styles.note}>{words.importing.onlyFirst(SHOWN)}</span>}
            <Button size="xs" variant="default" onClick={save}>
              {words.importing.downloadRefused}
            </Button>
          </div>
        </>
      )}
    </>
  )
}
