import '@mantine/core/styles/NumberInput.layer.css'
import '@mantine/core/styles/Pill.layer.css'
import '@mantine/core/styles/PillsInput.layer.css'
import '@mantine/core/styles/SegmentedControl.layer.css'
import { MultiSelect, NumberInput, SegmentedControl, Select, TagsInput, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { FormModal } from '../../../kit/form/FormModal.tsx'
import { type CallError, useApp, useText } from '../../../kit/hooks/app.ts'
import { useRefresh } from '../../../kit/list/useList.ts'
import { type Fields, recommendCreate, recommendEdit, recommendList, SLOTS, TARGET_TYPES } from '../contract.ts'
import { text } from '../text.ts'
import styles from './recommend.module.css'
import { TargetPicker } from './TargetPicker.tsx'
import { fieldOf, instantOf } from './times.ts'
import { type Detail, useDetail, useRecommendOptions } from './use.ts'

const EMPTY = {
  targetType: 'video' as (typeof TARGET_TYPES)[number],
  targetId: null as string | null,
  title: '',
  reason: '',
  tags: [] as string[],
  slotCode: 'home' as Fields['slotCode'],
  score: 50 as number | string,
  quota: '' as number | string,
  cpm: '' as number | string,
  startAt: '',
  deadlineAt: '',
  endBefore: '',
  audience: 'all' as Fields['audience'],
  partnerIds: [] as string[],
}
type Values = typeof EMPTY

const valuesOf = ({ item, staff }: Detail): Values => ({
  targetType: item.targetType,
  targetId: item.targetId,
  title: item.title,
  reason: item.reason,
  tags: item.tags,
  slotCode: item.slotCode,
  score: item.score,
  quota: item.quota ?? '',
  cpm: item.estCpmFen === null ? '' : item.estCpmFen / 100,
  startAt: fieldOf(item.startAt),
  deadlineAt: fieldOf(item.deadlineAt),
  endBefore: fieldOf(item.endBefore),
  audience: staff?.audience ?? 'all',
  partnerIds: staff?.partnerIds ?? [],
})

const bodyOf = (values: Values): Fields => ({
  title: values.title.trim(),
  reason: values.reason.trim(),
  tags: values.tags,
  slotCode: values.slotCode,
  score: Number(values.score),
  quota: values.quota === '' ? null : Number(values.quota),
  estCpmFen: values.cpm === '' ? null : Math.round(Number(values.cpm) * 100),
  startAt: instantOf(values.startAt),
  deadlineAt: instantOf(values.deadlineAt),
  endBefore: instantOf(values.endBefore),
  audience: values.audience,
  partnerIds: values.audience === 'partners' ? values.partnerIds : [],
})

/** Opens once the item has been read. */
export function EditItem({ id, onClose }: { id: string; onClose(): void }) {
  const { data } = useDetail(id)
  return data ? <ItemForm detail={data} onClose={onClose} /> : null
}

/** Makes a draft, or edits an item. What was typed survives every refusal. */
export function ItemForm({ detail, onClose }: { detail?: Detail; onClose(): void }) {
  const { call, notify } = useApp()
  const words = useText(text)
  const refresh = useRefresh(recommendList)
  const { partners } = useRecommendOptions()
  const [values, setValues] = useState<Values>(() => (detail ? valuesOf(detail) : EMPTY))
  const [version, setVersion] = useState(detail?.item.version)
  const [faults, setFaults] = useState<Record<string, string>>({})
  const set = <K extends keyof Values>(name: K, value: Values[K]) => {
    setValues((before) => ({ ...before, [name]: value }))
    setFaults(({ [name]: _, ...rest }) => rest)
  }
  const isTopic = values.targetType === 'topic'
  const time = (name: 'startAt' | 'deadlineAt' | 'endBefore', label: string) => (
    <TextInput
      type="datetime-local"
      label={label}
      value={values[name]}
      error={faults[name]}
      onChange={(event) => set(name, event.currentTarget.value)}
    />
  )
  const choicesOf = (all: Record<string, string>, keys: readonly string[]) =>
    keys.map((value) => ({ value, label: all[value]! }))

  function validate(): boolean {
    const next: Record<string, string> = {}
    if (!isTopic && !values.targetId) next.targetId = words.form.targetRequired
    if (!values.title.trim()) next.title = words.form.required
    if (values.score === '') next.score = words.form.badNumber
    if (values.audience === 'partners' && values.partnerIds.length === 0) next.partnerIds = words.form.partnersRequired
    setFaults(next)
    return Object.keys(next).length === 0
  }

  async function submit(idempotencyKey: string) {
    const options = { idempotencyKey, quiet: true }
    const body = bodyOf(values)
    if (detail)
      await call(recommendEdit, { params: { id: detail.item.recId }, body: { ...body, version: version! } }, options)
    else
      await call(
        recommendCreate,
        { body: { ...body, targetType: values.targetType, targetId: isTopic ? null : values.targetId } },
        options,
      )
    notify(detail ? words.done.saved : words.done.created, 'success')
    await refresh()
  }

  function onRefused(error: CallError): boolean {
    const current = error.data.current as { version: number } | undefined
    if (error.reason === 'STALE' && current) {
      setVersion(current.version)
      setFaults({ stale: words.form.stale })
      return true
    }
    if (!error.field || !(error.field in values)) return false
    setFaults({ [error.field]: error.message })
    return true
  }

  return (
    <FormModal
      title={detail ? words.form.editTitle : words.form.createTitle}
      confirm={detail ? words.form.save : words.form.saveDraft}
      validate={validate}
      submit={submit}
      onRefused={onRefused}
      onClose={onClose}
    >
      {faults.stale && (
        <p className={styles.changed} role="alert">
          {faults.stale}
        </p>
      )}
      {!detail && (
        <SegmentedControl
          aria-label={words.form.type}
          value={values.targetType}
          onChange={(type) => setValues({ ...values, targetType: type as Values['targetType'], targetId: null })}
          data={choicesOf(words.choices.targetType, TARGET_TYPES)}
          fullWidth
        />
      )}
      {!detail && values.targetType !== 'topic' && (
        <TargetPicker
          key={values.targetType}
          type={values.targetType}
          value={values.targetId}
          error={faults.targetId}
          onChange={(id, name) => {
            set('targetId', id)
            if (name) set('title', name.slice(0, 200))
          }}
        />
      )}
      <TextInput
        label={isTopic ? words.form.topicTitle : words.form.title}
        value={values.title}
        maxLength={200}
        error={faults.title}
        onChange={(event) => set('title', event.currentTarget.value)}
        withAsterisk
      />
      <Textarea
        label={words.form.reason}
        description={words.form.reasonHint}
        value={values.reason}
        maxLength={200}
        autosize
        minRows={2}
        error={faults.reason}
        onChange={(event) => set('reason', event.currentTarget.value)}
      />
      <TagsInput
        label={words.form.tags}
        description={words.form.tagsHint}
        value={values.tags}
        maxTags={10}
        maxLength={20}
        onChange={(tags) => set('tags', tags)}
      />
      <div className={styles.fields}>
        <Select
          label={words.form.slot}
          data={choicesOf(words.choices.slotCode, SLOTS)}
          value={values.slotCode}
          error={faults.slotCode}
          allowDeselect={false}
          onChange={(slot) => slot && set('slotCode', slot as Values['slotCode'])}
        />
        <NumberInput
          label={words.form.score}
          value={values.score}
          min={0}
          max={100}
          allowDecimal={false}
          error={faults.score}
          onChange={(score) => set('score', score)}
        />
        <NumberInput
          label={words.form.quota}
          placeholder={words.form.quotaHint}
          value={values.quota}
          min={1}
          max={100_000}
          allowDecimal={false}
          allowNegative={false}
          error={faults.quota}
          onChange={(quota) => set('quota', quota)}
        />
        <NumberInput
          label={words.form.cpm}
          value={values.cpm}
          min={0}
          max={1_000_000}
          decimalScale={2}
          allowNegative={false}
          error={faults.estCpmFen}
          onChange={(cpm) => set('cpm', cpm)}
        />
        {time('startAt', words.form.start)}
        {time('deadlineAt', words.form.deadline)}
        {time('endBefore', words.form.end)}
        <p className={styles.hint}>{words.form.zone}</p>
      </div>
      <Audience
        audience={values.audience}
        partnerIds={values.partnerIds}
        partners={partners}
        error={faults.partnerIds}
        onChange={(audience, partnerIds) => {
          setValues({ ...values, audience, partnerIds })
          setFaults({})
        }}
      />
    </FormModal>
  )
}

interface AudienceProps {
  audience: Fields['audience']
  partnerIds: string[]
  partners: { value: string; label: string }[]
  error?: string | undefined
  onChange(audience: Fields['audience'], partnerIds: string[]): void
}

/** All partners, or those chosen. */
export function Audience({ audience, partnerIds, partners, error, onChange }: AudienceProps) {
  const words = useText(text)
  return (
    <div>
      <div className={styles.label}>{words.form.audience}</div>
      <SegmentedControl
        aria-label={words.form.audience}
        value={audience}
        onChange={(value) => onChange(value as Fields['audience'], partnerIds)}
        data={Object.entries(words.choices.audience).map(([value, label]) => ({ value, label }))}
        fullWidth
      />
      {audience === 'partners' && (
        <MultiSelect
          mt={8}
          aria-label={words.form.partners}
          placeholder={partnerIds.length > 0 ? undefined : words.form.choosePartners}
          data={partners}
          value={partnerIds}
          error={error}
          onChange={(ids) => onChange(audience, ids)}
          searchable
        />
      )}
    </div>
  )
}
