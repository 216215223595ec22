import { Button, Modal, Select, Textarea, TextInput } from '@mantine/core'
import { useRef, useState } from 'react'
import { fenOf } from '../../../core/money.ts'
import { addDays, dayOf } from '../../../core/time.ts'
import { DateField } from '../../../kit/form/dates/DateField.tsx'
import { FormModal } from '../../../kit/form/FormModal.tsx'
import { useApp, useText } from '../../../kit/hooks/app.ts'
import { useRefresh } from '../../../kit/list/useList.ts'
import { CODE_KINDS, codeCreate, codeList, MAX_CODES } from '../contractLinks.ts'
import { ppmOfPercent } from '../decimal.ts'
import { CODE_PATTERN } from '../flow.ts'
import { codesText } from '../textLinks.ts'
import styles from './affiliate.module.css'
import { useOwners } from './useOwners.ts'

const DAYS = 30

/** One code by name or many at random; what was made is listed once. */
export default function CodeForm({ onClose }: { onClose(): void }) {
  const { notify } = useApp()
  const { form } = useText(codesText)
  const [made, setMade] = useState<string[] | null>(null)
  if (!made) return <Fields onMade={setMade} onClose={onClose} />
  const copy = () =>
    navigator.clipboard.writeText(made.join('\n')).then(
      () => notify(form.copied, 'success'),
      // The box is there to select from.
      () => {},
    )
  return (
    <Modal opened onClose={onClose} title={form.list}>
      <Textarea label={form.list} description={form.listNote} value={made.join('\n')} readOnly autosize maxRows={12} />
      <div className={styles.answers}>
        <Button variant="default" onClick={() => void copy()}>
          {form.copy}
        </Button>
        <Button onClick={onClose}>{form.done}</Button>
      </div>
    </Modal>
  )
}

const start = () => {
  const today = dayOf(Date.now())
  return {
    ...{ code: '', count: '1', amountFen: '', ratePpm: '', thresholdFen: '', quota: '', perUser: '1', remark: '' },
    ...{ from: today, to: addDays(today, DAYS) },
  }
}
type Values = ReturnType<typeof start>

function Fields({ onMade, onClose }: { onMade(codes: string[]): void; onClose(): void }) {
  const { call, notify } = useApp()
  const { form, choices } = useText(codesText)
  const refresh = useRefresh(codeList)
  const { filterOptions } = useOwners()
  const [values, setValues] = useState(start)
  const [kind, setKind] = useState<(typeof CODE_KINDS)[number]>('fixed')
  const [partnerId, setPartner] = useState<string | null>(null)
  const [faults, setFaults] = useState<Partial<Record<keyof Values | 'partnerId', string>>>({})
  const bind = (name: keyof Values) => ({
    value: values[name],
    error: faults[name],
    onChange: (event: { currentTarget: { value: string } }) =>
      setValues({ ...values, [name]: event.currentTarget.value }),
  })
  const bindDay = (name: 'from' | 'to') => ({
    ...bind(name),
    onChange: (day: string) => setValues({ ...values, [name]: day }),
  })
  const isDone = useRef(false)
  const isWhole = (text: string, most: number) => /^[1-9]\d*$/.test(text) && Number(text) <= most
  const amountFen = kind === 'fixed' ? fenOf(values.amountFen) : null
  const ratePpm = kind === 'percent' ? ppmOfPercent(values.ratePpm) : null
  const thresholdFen = values.thresholdFen ? fenOf(values.thresholdFen) : 0
  const find = (): typeof faults => ({
    ...(values.code && !new RegExp(CODE_PATTERN).test(values.code) ? { code: form.faults.code } : {}),
    ...(isWhole(values.count, MAX_CODES) ? {} : { count: form.faults.count }),
    ...(amountFen === undefined || (amountFen !== null && amountFen <= 0) ? { amountFen: form.faults.amount } : {}),
    ...(ratePpm === undefined || (ratePpm !== null && (ratePpm <= 0 || ratePpm > 1_000_000))
      ? { ratePpm: form.faults.rate }
      : {}),
    ...(thresholdFen === undefined || thresholdFen < 0 ? { thresholdFen: form.faults.threshold } : {}),
    ...(!values.quota || isWhole(values.quota, 1_000_000) ? {} : { quota: form.faults.quota }),
    ...(isWhole(values.perUser, 100) ? {} : { perUser: form.faults.perUser }),
    ...(values.from ? {} : { from: form.faults.day }),
    ...(values.to && values.to >= values.from ? {} : { to: form.faults.day }),
  })
  return (
    <FormModal
      title={form.title}
      confirm={form.save}
      // A form closes when it is done; here what was made is shown first.
      onClose={() => {
        if (!isDone.current) onClose()
      }}
      validate={() => {
        const found = find()
        setFaults(found)
        return Object.keys(found).length === 0
      }}
      onRefused={(error) => {
        if (!error.field || !(error.field in { ...values, partnerId: 1 })) return false
        setFaults({ [error.field]: error.message })
        return true
      }}
      submit={async (idempotencyKey) => {
        const body = {
          code: values.code || null,
          count: Number(values.count),
          ...{ partnerId, kind, amountFen: amountFen ?? null, ratePpm: ratePpm ?? null },
          thresholdFen: thresholdFen ?? 0,
          quota: values.quota ? Number(values.quota) : null,
          perUser: Number(values.perUser),
          ...{ from: values.from, to: values.to, remark: values.remark.trim() || null },
        }
        const { codes } = await call(codeCreate, { body }, { idempotencyKey, quiet: true })
        notify(form.saved(codes.length), 'success')
        await refresh()
        isDone.current = true
        onMade(codes)
      }}
    >
      <TextInput
        label={form.code}
        description={form.codeHint}
        {...bind('code')}
        onChange={(event) => setValues({ ...values, code: event.currentTarget.value.toUpperCase() })}
        maxLength={20}
        data-autofocus
      />
      {!values.code && <TextInput label={form.count} inputMode="numeric" {...bind('count')} />}
      <Select
        label={form.partner}
        data={filterOptions.partnerId}
        value={partnerId}
        onChange={setPartner}
        error={faults.partnerId}
        searchable
        clearable
      />
      <Select
        label={form.kind}
        data={CODE_KINDS.map((value) => ({ value, label: choices.kind[value] }))}
        value={kind}
        allowDeselect={false}
        onChange={(next) => setKind(next as typeof kind)}
      />
      {kind === 'fixed' ? (
        <TextInput label={form.amount} inputMode="decimal" {...bind('amountFen')} />
      ) : (
        <TextInput label={form.rate} inputMode="decimal" {...bind('ratePpm')} />
      )}
      <TextInput
        label={form.threshold}
        description={form.thresholdHint}
        inputMode="decimal"
        {...bind('thresholdFen')}
      />
      <TextInput label={form.quota} inputMode="numeric" {...bind('quota')} />
      <TextInput label={form.perUser} inputMode="numeric" {...bind('perUser')} />
      <DateField label={form.from} {...bindDay('from')} />
      <DateField label={form.to} {...bindDay('to')} />
      <TextInput label={form.remark} maxLength={200} {...bind('remark')} />
    </FormModal>
  )
}
