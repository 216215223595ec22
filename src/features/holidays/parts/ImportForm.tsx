import { Button, Textarea } from '@mantine/core'
import { IconFileSpreadsheet } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { FormModal } from '../../../kit/form/FormModal.tsx'
import { useApp, useText } from '../../../kit/hooks/app.ts'
import type { YearDay } from '../contract.ts'
import { errors } from '../errors.ts'
import { text } from '../text.ts'
import { type RowFault, readYear } from '../year.ts'
import styles from './holidays.module.css'

interface ImportFormProps {
  year: number
  onDone(days: YearDay[]): void
  onClose(): void
}

/** Rows with a fault that are told one by one. */
const SHOWN = 8
const SAMPLE = '2028-01-01,休,元旦,New Year'

/** A file as text in the encodings spreadsheets save; null for anything else. */
async function textOf(file: File): Promise<string | null> {
  const bytes = await file.arrayBuffer()
  for (const encoding of ['utf-8', 'gb18030'])
    try {
      return new TextDecoder(encoding, { fatal: true }).decode(bytes)
    } catch {
      // The next one may fit.
    }
  return null
}

/** A whole year, pasted or from a file; told row by row what is wrong before anything is taken. */
export function ImportForm({ year, onDone, onClose }: ImportFormProps) {
  const words = useText(text).importing
  const { language } = useApp()
  const picker = useRef<HTMLInputElement>(null)
  const [rows, setRows] = useState('')
  const [fault, setFault] = useState('')
  const { days, faults } = readYear(rows, year)
  const works = days.filter(({ kind }) => kind === 'work').length
  const tell = ({ row, fault: key, value }: RowFault) =>
    words.row(row, errors[key][language].replaceAll('{value}', value).replaceAll('{year}', String(year)))

  async function take(file: File | undefined) {
    if (!file) return
    const read = file.size > 200_000 ? null : await textOf(file)
    setFault(read === null ? words.unreadable : '')
    if (read !== null) setRows(read)
  }
  function validate(): boolean {
    setFault(days.length === 0 && faults.length === 0 ? words.nothing : '')
    return days.length > 0 && faults.length === 0
  }
  return (
    <FormModal
      title={words.title(year)}
      note={words.note}
      confirm={words.apply}
      size={560}
      validate={validate}
      submit={async () => onDone(days)}
      onClose={onClose}
    >
      <Textarea
        data-autofocus
        label={words.rows}
        placeholder={SAMPLE.replace('2028', String(year))}
        rows={9}
        value={rows}
        error={fault}
        onChange={(event) => {
          setFault('')
          setRows(event.currentTarget.value)
        }}
      />
      <div className={styles.importFoot}>
        <input
          ref={picker}
          type="file"
          hidden
          accept=".csv,.tsv,.txt,text/csv,text/plain"
          aria-label={words.file}
          onChange={(event) => {
            void take(event.currentTarget.files?.[0])
            event.currentTarget.value = ''
          }}
        />
        <Button
          variant="default"
          size="xs"
          leftSection={<IconFileSpreadsheet size={16} stroke={1.6} />}
          onClick={() => picker.current?.click()}
        >
          {words.file}
        </Button>
        {days.length > 0 && <span>{words.found(days.length - works, works)}</span>}
      </div>
      {faults.length > 0 && (
        <ul className={styles.faults} role="alert">
          {faults.slice(0, SHOWN).map((one) => (
            <li key={one.row}>{tell(one)}</li>
          ))}
          {faults.length > SHOWN && <li>{words.more(faults.length - SHOWN)}</li>}
        </ul>
      )}
    </FormModal>
  )
}
