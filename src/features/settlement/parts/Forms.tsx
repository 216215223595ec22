import { DateField } from '../../../kit/form/dates/DateField.tsx'
import '@mantine/core/styles/Combobox.layer.css'
import { Button, Checkbox, FileButton, Radio, Select, Textarea, TextInput } from '@mantine/core'
import { IconPaperclip, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { yuanOf } from '../../../core/money.ts'
import { FormModal } from '../../../kit/form/FormModal.tsx'
import { money } from '../../../kit/format/number.ts'
import { useApp, useText } from '../../../kit/hooks/app.ts'
import { useList } from '../../../kit/list/useList.ts'
import { DISPUTE_REASONS, disputeAnswer, disputeRaise, fileUpload, invoiceUpload } from '../contract/disputes.ts'
import { lineList } from '../contract/statements.ts'
import { screenText } from '../screenText.ts'
import { text } from '../statementText.ts'
import { useFaults } from './faults.ts'
import styles from './settlement.module.css'
import { type Detail, type Statement, useRefreshRoom } from './use.ts'

interface Closable {
  onClose(): void
}
export interface Attached {
  fileId: string
  name: string
}

interface FilesProps {
  label: string
  files: readonly Attached[]
  most: number
  fault?: string | undefined
  onChange(files: Attached[]): void
}

/** Files that go along: each is on the server before the form is sent. */
export function Files({ label, files, most, fault, onChange }: FilesProps) {
  const { call } = useApp()
  const words = useText(screenText)
  const [isBusy, setBusy] = useState(false)
  const add = async (file: File | null) => {
    if (!file) return
    setBusy(true)
    try {
      const { fileId, name } = await call(fileUpload, { file })
      onChange([...files, { fileId, name }])
    } catch {
      // The shell has shown why.
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className={styles.files}>
      <span>{label}</span>
      <ul>
        {files.map(({ fileId, name }) => (
          <li key={fileId}>
            {name}
            <button
              type="button"
              aria-label={`× ${name}`}
              onClick={() => onChange(files.filter((file) => file.fileId !== fileId))}
            >
              <IconX size={14} stroke={1.6} aria-hidden />
            </button>
          </li>
        ))}
      </ul>
      {files.length < most && (
        <FileButton onChange={(file) => void add(file)}>
          {(properties) => (
            <Button
              {...properties}
              variant="default"
              size="xs"
              loading={isBusy}
              leftSection={<IconPaperclip size={14} stroke={1.6} />}
            >
              {words.form.addFile}
            </Button>
          )}
        </FileButton>
      )}
      {fault && (
        <p className={styles.fault} role="alert">
          {fault}
        </p>
      )}
    </div>
  )
}

/** Up to this many lines are offered one by one; more are chosen in the table before. */
const OFFERED = 50

interface DisputeFormProps extends Closable {
  detail: Detail
  picked: readonly number[]
  onDone(): void
}

/** What a partner says is wrong, and with which lines. */
export function DisputeForm({ detail: { statement }, picked, onDone, onClose }: DisputeFormProps) {
  const { call, notify } = useApp()
  const words = useText(screenText)
  const names = useText(text)
  const refresh = useRefreshRoom()
  const { faults, check, onRefused } = useFaults()
  const lines = useList(lineList, { statementId: statement.statementId, pageSize: String(OFFERED) })
  const [chosen, choose] = useState<readonly number[]>(picked)
  const [claims, setClaims] = useState<Record<number, string>>({})
  const [reasonCode, setReason] = useState<(typeof DISPUTE_REASONS)[number] | null>(null)
  const [said, say] = useState('')
  const [files, setFiles] = useState<Attached[]>([])
  const [payRest, setPayRest] = useState(true)
  const offered = (lines.data?.list ?? []).filter(({ lineNo }) => picked.length === 0 || picked.includes(lineNo))
  const isWhole = chosen.length >= statement.lineCount
  return (
    <FormModal
      title={words.actions.dispute}
      size={560}
      confirm={words.actions.dispute}
      validate={() =>
        check({
          lines: chosen.length === 0 && words.form.noLine,
          reasonCode: !reasonCode && words.form.required,
          text: said.trim().length < 2 && words.form.tooShort,
        })
      }
      submit={async (idempotencyKey) => {
        const body = {
          ...{ version: statement.version, reasonCode: reasonCode!, text: said.trim() },
          lines: chosen.map((lineNo) => ({ lineNo, claimed: claims[lineNo]?.trim() || null })),
          ...{ fileIds: files.map(({ fileId }) => fileId), payRest: payRest && !isWhole },
        }
        try {
          await call(disputeRaise, { params: { id: statement.statementId }, body }, { idempotencyKey, quiet: true })
        } finally {
          await refresh()
        }
        notify(words.done, 'success')
        onDone()
      }}
      onRefused={onRefused(['lines', 'reasonCode', 'text'])}
      onClose={onClose}
    >
      <fieldset className={styles.pickLines}>
        <legend>{words.form.lines}</legend>
        {offered.map(({ lineNo, title, amountFen }) => (
          <div key={lineNo}>
            <Checkbox
              checked={chosen.includes(lineNo)}
              onChange={({ currentTarget: { checked } }) =>
                choose(checked ? [...chosen, lineNo] : chosen.filter((other) => other !== lineNo))
              }
              label={`${title ?? words.noTitle} · ${money(amountFen)}`}
            />
            {chosen.includes(lineNo) && (
              <TextInput
                size="xs"
                aria-label={words.form.claimed}
                placeholder={words.form.claimed}
                inputMode="decimal"
                value={claims[lineNo] ?? ''}
                onChange={({ currentTarget: { value } }) => setClaims({ ...claims, [lineNo]: value })}
              />
            )}
          </div>
        ))}
        {faults.lines && (
          <p className={styles.fault} role="alert">
            {faults.lines}
          </p>
        )}
      </fieldset>
      <Select
        label={words.form.reason}
        data={DISPUTE_REASONS.map((value) => ({ value, label: names.disputeReasons[value] }))}
        value={reasonCode}
        onChange={(value) => setReason(value as typeof reasonCode)}
        error={faults.reasonCode}
      />
      <Textarea
        label={words.form.note}
        autosize
        minRows={2}
        maxLength={1000}
        value={said}
        onChange={({ currentTarget: { value } }) => say(value)}
        error={faults.text}
      />
      <Files label={words.form.files} files={files} most={5} onChange={setFiles} />
      {!isWhole && (
        <Checkbox
          checked={payRest}
          onChange={({ currentTarget: { checked } }) => setPayRest(checked)}
          label={words.form.payRest}
        />
      )}
    </FormModal>
  )
}

/** What we answer: corrections by line, or why the amounts stay. */
export function AnswerForm({ detail: { statement, disputes }, onClose }: Closable & { detail: Detail }) {
  const { call, notify } = useApp()
  const words = useText(screenText)
  const refresh = useRefreshRoom()
  const { faults, check, onRefused } = useFaults()
  const open = disputes.find(({ state }) => state === 'open')
  const lines = useList(lineList, { statementId: statement.statementId, pageSize: '200' })
  const [isAccepted, accept] = useState(true)
  const [answer, setAnswer] = useState('')
  const [differences, setDifferences] = useState<Record<number, string>>({})
  const disputed = (lines.data?.list ?? []).filter(({ lineNo }) => open?.lines.some((line) => line.lineNo === lineNo))
  const corrections = Object.entries(differences)
    .filter(([, difference]) => difference.trim())
    .map(([lineNo, difference]) => ({ lineNo: Number(lineNo), difference: difference.trim() }))
  return (
    <FormModal
      title={words.actions.answer}
      note={open?.text}
      size={560}
      confirm={words.actions.answer}
      validate={() =>
        check({
          answer: answer.trim().length < 2 && words.form.tooShort,
          corrections: isAccepted && corrections.length === 0 && words.form.required,
        })
      }
      submit={async (idempotencyKey) => {
        const body = {
          ...{ version: statement.version, isAccepted, answer: answer.trim() },
          corrections: isAccepted ? corrections : [],
        }
        try {
          await call(disputeAnswer, { params: { id: statement.statementId }, body }, { idempotencyKey, quiet: true })
        } finally {
          await refresh()
        }
        notify(words.done, 'success')
      }}
      onRefused={onRefused(['answer', 'corrections', 'difference'])}
      onClose={onClose}
    >
      <Radio.Group value={isAccepted ? 'yes' : 'no'} onChange={(value) => accept(value === 'yes')}>
        <div className={styles.choices}>
          <Radio value="yes" label={words.form.accept} />
          <Radio value="no" label={words.form.reject} />
        </div>
      </Radio.Group>
      {isAccepted && (
        <fieldset className={styles.pickLines}>
          <legend>{words.form.difference}</legend>
          {disputed.map(({ lineNo, title, amountFen }) => {
            const claimed = open?.lines.find((line) => line.lineNo === lineNo)?.claimedFen
            return (
              <TextInput
                key={lineNo}
                label={`${title ?? words.noTitle} · ${money(amountFen)}${claimed == null ? '' : ` → ${money(claimed)}`}`}
                inputMode="decimal"
                placeholder={words.amountHint}
                value={differences[lineNo] ?? ''}
                onChange={({ currentTarget: { value } }) => setDifferences({ ...differences, [lineNo]: value })}
              />
            )
          })}
          {(faults.corrections ?? faults.difference) && (
            <p className={styles.fault} role="alert">
              {faults.corrections ?? faults.difference}
            </p>
          )}
        </fieldset>
      )}
      <Textarea
        label={words.form.answer}
        autosize
        minRows={2}
        maxLength={1000}
        value={answer}
        onChange={({ currentTarget: { value } }) => setAnswer(value)}
        error={faults.answer}
      />
    </FormModal>
  )
}

/** A partner's invoice: of exactly what is paid. */
export function InvoiceForm({ statement, onClose }: Closable & { statement: Statement }) {
  const { call, notify } = useApp()
  const words = useText(screenText)
  const refresh = useRefreshRoom()
  const { faults, check, onRefused } = useFaults()
  const [number, setNumber] = useState('')
  const [issuedOn, setDay] = useState('')
  const [amount, setAmount] = useState(yuanOf(statement.netFen))
  const [files, setFiles] = useState<Attached[]>([])
  return (
    <FormModal
      title={words.actions.uploadInvoice}
      note={words.form.invoiceNote(money(statement.netFen))}
      validate={() =>
        check({
          number: !number.trim() && words.form.required,
          issuedOn: !issuedOn && words.form.required,
          amount: !amount.trim() && words.form.required,
          fileId: !files[0] && words.form.required,
        })
      }
      submit={async (idempotencyKey) => {
        const body = {
          ...{ version: statement.version, number: number.trim(), issuedOn, amount: amount.trim() },
          fileId: files[0]!.fileId,
        }
        try {
          await call(invoiceUpload, { params: { id: statement.statementId }, body }, { idempotencyKey, quiet: true })
        } finally {
          await refresh()
        }
        notify(words.done, 'success')
      }}
      onRefused={onRefused(['number', 'issuedOn', 'amount', 'fileId'])}
      onClose={onClose}
    >
      <TextInput
        label={words.form.invoiceNo}
        maxLength={40}
        value={number}
        onChange={({ currentTarget: { value } }) => setNumber(value)}
        error={faults.number}
        data-autofocus
      />
      <DateField label={words.form.invoiceDay} value={issuedOn} onChange={setDay} error={faults.issuedOn} />
      <TextInput
        label={words.form.invoiceAmount}
        inputMode="decimal"
        value={amount}
        onChange={({ currentTarget: { value } }) => setAmount(value)}
        error={faults.amount}
      />
      <Files label={words.form.invoiceFile} files={files} most={1} fault={faults.fileId} onChange={setFiles} />
    </FormModal>
  )
}

interface SayFormProps extends Closable {
  title: string
  note?: string
  label: string
  /** The body's name of what is said. */
  field: string
  isDanger?: boolean
  most?: number
  submit(said: string, idempotencyKey: string): Promise<unknown>
}

/** Verbs that need nothing but a word: a reason, a reference. */
export function SayForm({ title, note, label, field, isDanger = false, most = 500, submit, onClose }: SayFormProps) {
  const { notify } = useApp()
  const words = useText(screenText)
  const refresh = useRefreshRoom()
  const { faults, check, onRefused } = useFaults()
  const [said, say] = useState('')
  return (
    <FormModal
      title={title}
      note={note}
      confirm={title}
      isDanger={isDanger}
      validate={() => check({ [field]: said.trim().length < 2 && words.form.tooShort })}
      submit={async (idempotencyKey) => {
        try {
          await submit(said.trim(), idempotencyKey)
        } finally {
          await refresh()
        }
        notify(words.done, 'success')
      }}
      onRefused={onRefused([field])}
      onClose={onClose}
    >
      <Textarea
        label={label}
        autosize
        minRows={most > 100 ? 2 : 1}
        maxLength={most}
        value={said}
        onChange={({ currentTarget: { value } }) => say(value)}
        error={faults[field]}
        data-autofocus
      />
    </FormModal>
  )
}
