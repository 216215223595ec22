import { Button } from '@mantine/core'
import { useRef, useState } from 'react'
import { fullTime } from '../../../kit/format/time.ts'
import { useApp, useMay, useText } from '../../../kit/hooks/app.ts'
import { uploadFile } from '../contract.ts'
import { priceOf } from '../price.ts'
import { text } from '../text.ts'
import type { Detail } from './Drawer.tsx'
import styles from './distribution.module.css'
import type { Acts } from './useActs.tsx'
import { endTime, leftOf } from './when.ts'

/** What is asked of the supplier, and the file it is done with. */
export function Task({ detail: { row, terms }, acts }: { detail: Detail; acts: Acts }) {
  const { language } = useApp()
  const words = useText(text)
  const manages = useMay('distributions.manage')
  const isWaiting = ['pending', 'accepted', 'downloaded'].includes(row.status)
  const left = isWaiting ? leftOf(row.deadlineAt, words) : null
  const list = (values: string[]) => (values.length ? values.join(words.listComma) : words.terms.none)
  const entries: [name: string, value: string][] = [
    [words.columns.distId, row.distId],
    [words.drawer.deadline, `${endTime(row.deadlineAt)}${left ? ` · ${words.drawer.left(left.text)}` : ''}`],
    [
      words.terms.platforms,
      list(terms.platforms.map((platform) => words.choices.platform[platform as keyof typeof words.choices.platform])),
    ],
    [words.terms.region, words.terms.regions[terms.region as keyof typeof words.terms.regions]],
    [words.terms.rights, `${fullTime(terms.rightsStart)} – ${endTime(terms.rightsEnd)}`],
    [words.terms.edit, terms.allowEdit ? words.terms.editYes : words.terms.editNo],
    [words.terms.tags, list(terms.requiredTags)],
    [words.terms.forbidden, list(terms.forbiddenWords)],
    [words.terms.price, priceOf(terms, language)],
  ]
  return (
    <>
      <Alerts row={row} />
      <section className={styles.section}>
        <h3>{words.terms.title}</h3>
        <dl className={styles.info}>
          {entries.map(([name, value]) => (
            <Entry key={name} name={name} value={value} />
          ))}
        </dl>
      </section>
      <section className={styles.section}>
        <h3>{words.drawer.file}</h3>
        <p className={styles.fileLine}>
          {row.file
            ? `${row.file.name} · ${(row.file.bytes / 1_048_576).toFixed(1)} MB`
            : manages
              ? words.drawer.noFile
              : words.drawer.noFileSupplier}
        </p>
        {manages && <Upload distId={row.distId} hasFile={row.file !== null} acts={acts} />}
      </section>
    </>
  )
}

const Entry = ({ name, value }: { name: string; value: string }) => (
  <>
    <dt>{name}</dt>
    <dd>{value}</dd>
  </>
)

/** Why it is taken back or was refused, and until when. */
function Alerts({ row }: { row: Detail['row'] }) {
  const words = useText(text).drawer
  if (row.status === 'rejected' && row.rejectReason)
    return <div className={styles.alert}>{words.rejected(row.rejectReason)}</div>
  if (!row.takedownDueAt || !['recalling', 'recall_overdue'].includes(row.status)) return null
  const due = fullTime(row.takedownDueAt)
  const isLate = row.status === 'recall_overdue'
  return (
    <div className={styles.alert} data-late={isLate || undefined}>
      {isLate ? words.recallOverdue(due) : words.recallDue(due)}
      <br />
      {words.recallReason(row.isRestricted ? words.restricted : (row.takedownReason ?? ''))}
    </div>
  )
}

function Upload({ distId, hasFile, acts }: { distId: string; hasFile: boolean; acts: Acts }) {
  const words = useText(text)
  const input = useRef<HTMLInputElement>(null)
  const [part, setPart] = useState<number | null>(null)
  const send = async (file: File) => {
    setPart(0)
    try {
      await acts.act(uploadFile, { params: { id: distId }, file, onProgress: setPart }, words.done.uploadFile)
    } finally {
      setPart(null)
    }
  }
  return (
    <>
      <Button variant="default" disabled={part !== null} onClick={() => input.current?.click()}>
        {part === null
          ? hasFile
            ? words.actions.replaceFile
            : words.actions.uploadFile
          : `${Math.round(part * 100)}%`}
      </Button>
      <input
        ref={input}
        type="file"
        accept="video/mp4,video/quicktime,video/webm"
        hidden
        onChange={(event) => {
          const chosen = event.currentTarget.files?.[0]
          event.currentTarget.value = ''
          if (chosen) void send(chosen)
        }}
      />
    </>
  )
}
