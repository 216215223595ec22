import { DateField } from '../../../kit/form/dates/DateField.tsx'
import '@mantine/core/styles/Checkbox.layer.css'
import '@mantine/core/styles/InlineInput.layer.css'
import { Checkbox, NativeSelect, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Reply } from '../../../core/contract.ts'
import { CONTENT_TYPES, type ContentType } from '../../../core/works.ts'
import { FormModal } from '../../../kit/form/FormModal.tsx'
import { type CallError, useApp, useText } from '../../../kit/hooks/app.ts'
import { useRefresh } from '../../../kit/list/useList.ts'
import {
  collectionCreate,
  type collectionDetail,
  collectionsList,
  collectionsSameName,
  collectionUpdate,
  FILTER_TYPES,
} from '../contract.ts'
import { text } from '../text.ts'
import styles from './collections.module.css'
import { RuleBuilder } from './RuleBuilder.tsx'
import { RulePreview, usePreview } from './RulePreview.tsx'
import { draftOf, emptyRule, isSameRule, limitOf, ruleOf } from './ruleDraft.ts'
import { useCollectionOptions } from './useCollections.ts'

type Detail = Reply<typeof collectionDetail>
/** What a refused save tells of the row as it is now. */
type Current = Pick<Detail, 'name' | 'rule' | 'orderDate' | 'reportDate' | 'version'>

interface CollectionFormProps {
  /** The collection to edit; without one the form makes a new one. */
  collection?: Detail
  onClose(): void
}

/** Makes or edits a collection; a rule shows at once what it finds. */
export function CollectionForm({ collection, onClose }: CollectionFormProps) {
  const { call, notify } = useApp()
  const words = useText(text)
  const refresh = useRefresh(collectionsList)
  const { lines } = useCollectionOptions()
  const [seen, setSeen] = useState<Current | undefined>(collection)
  const [name, setName] = useState(collection?.name ?? '')
  const [contentType, setContentType] = useState((collection?.contentType ?? 'verticalVideo') as ContentType)
  const [filterType, setFilterType] = useState(collection?.filterType ?? 'artificial')
  const [lineId, setLineId] = useState(collection?.lineId ?? null)
  const [orderDate, setOrderDate] = useState(collection?.orderDate ?? '')
  const [reportDate, setReportDate] = useState(collection?.reportDate ?? '')
  const [draft, setDraft] = useState(() => (collection?.rule ? draftOf(collection.rule) : emptyRule()))
  const [mayMatchAll, setMayMatchAll] = useState(collection?.mayMatchAll ?? false)
  const [faults, setFaults] = useState<{ name?: string; rule?: string; limit?: string }>({})

  const isByRule = filterType === 'rules'
  const rule = isByRule ? ruleOf(draft) : undefined
  const preview = usePreview({ rule, contentType, lineId, collectionId: collection?.collectionId ?? null })
  const [settledName] = useDebouncedValue(name.trim(), 300)
  const sameName = useQuery({
    queryKey: [collectionsList.key, collectionsSameName.path, settledName],
    queryFn: ({ signal }) => call(collectionsSameName, { query: { name: settledName } }, { signal, quiet: true }),
    enabled: settledName.length > 0 && settledName.length <= 60,
  })
  const others = sameName.data?.collections.filter(({ id }) => id !== collection?.collectionId) ?? []

  const validate = () => {
    const next = {
      ...(name.trim() && [...name.trim()].length <= 60 ? {} : { name: words.form.nameRequired }),
      ...(isByRule && !limitOf(draft.limit) ? { limit: words.form.limitRequired } : {}),
      ...(isByRule && !rule ? { rule: words.form.incomplete } : {}),
    }
    setFaults(next)
    return Object.keys(next).length === 0
  }
  const submit = async (idempotencyKey: string) => {
    const fields = {
      name: name.trim(),
      orderDate: orderDate || null,
      reportDate: reportDate || null,
      rule: rule ?? null,
      mayMatchAll: isByRule && mayMatchAll,
    }
    if (collection) {
      const params = { id: collection.collectionId }
      await call(
        collectionUpdate,
        { params, body: { ...fields, version: seen!.version } },
        { idempotencyKey: crypto.randomUUID(), quiet: true },
      )
      notify(words.done.saved, 'success')
    } else {
      const body = { ...fields, contentType, filterType: filterType as 'rules' | 'artificial', lineId }
      const { number } = await call(collectionCreate, { body }, { idempotencyKey, quiet: true })
      notify(words.done.created(number), 'success')
    }
    await refresh()
  }
  const onRefused = (error: CallError) => {
    const current = error.data.current as Current | undefined
    if (error.reason !== 'STALE' || !current) return false
    setSeen(current)
    return true
  }
  return (
    <FormModal
      title={collection ? words.form.editTitle : words.form.createTitle}
      size={640}
      validate={validate}
      submit={submit}
      onRefused={onRefused}
      onClose={onClose}
    >
      {collection && seen && seen !== collection && <Stale before={collection} after={seen} />}
      <TextInput
        label={words.form.name}
        value={name}
        maxLength={60}
        error={faults.name}
        description={faults.name ? undefined : words.form.nameHint}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        onChange={(event) => setName(event.currentTarget.value)}
        data-autofocus
      />
      {others.length > 0 && (
        <p className={styles.warning} role="status">
          {words.form.sameName(words.rule.sentence.listOf(others.map(({ number }) => number)))}
        </p>
      )}
      <div className={styles.pair}>
        <NativeSelect
          label={words.form.contentType}
          description={collection ? words.form.fixed : undefined}
          value={contentType}
          disabled={!!collection}
          data={CONTENT_TYPES.map((value) => ({ value, label: words.choices.contentType[value] }))}
          onChange={(event) => setContentType(event.currentTarget.value as ContentType)}
        />
        <NativeSelect
          label={words.form.filterType}
          description={collection ? words.form.fixed : undefined}
          value={filterType}
          disabled={!!collection}
          data={FILTER_TYPES.map((value) => ({ value, label: words.choices.filterType[value] }))}
          onChange={(event) => setFilterType(event.currentTarget.value)}
        />
        {!collection && lines.length > 0 && (
          <NativeSelect
            label={words.form.line}
            value={lineId ?? ''}
            data={[{ value: '', label: words.form.allLines }, ...lines]}
            onChange={(event) => setLineId(event.currentTarget.value || null)}
          />
        )}
        <DateField label={words.form.orderDate} value={orderDate} onChange={setOrderDate} />
        <DateField label={words.form.reportDate} value={reportDate} onChange={setReportDate} />
      </div>
      {isByRule && (
        <>
          <RuleBuilder draft={draft} onChange={setDraft} {...(faults.limit ? { limitFault: faults.limit } : {})} />
          {faults.rule && (
            <p className={styles.fault} role="alert">
              {faults.rule}
            </p>
          )}
          <RulePreview preview={preview} isComplete={!!rule} />
          {(preview.data?.isEverything || mayMatchAll) && (
            <Checkbox
              label={words.form.confirmAll}
              checked={mayMatchAll}
              onChange={(event) => setMayMatchAll(event.currentTarget.checked)}
            />
          )}
        </>
      )}
    </FormModal>
  )
}

/** What somebody else changed since the form was opened. */
function Stale({ before, after }: { before: Detail; after: Current }) {
  const words = useText(text)
  const show = (value: string | null) => value ?? words.form.none
  const lines = [
    ...(before.name === after.name ? [] : [words.form.staleChange(words.form.name, before.name, after.name)]),
    ...(before.orderDate === after.orderDate
      ? []
      : [words.form.staleChange(words.form.orderDate, show(before.orderDate), show(after.orderDate))]),
    ...(before.reportDate === after.reportDate
      ? []
      : [words.form.staleChange(words.form.reportDate, show(before.reportDate), show(after.reportDate))]),
    ...(isSameRule(before.rule, after.rule) ? [] : [words.form.staleRule]),
  ]
  const shown = lines.length
    ? lines
    : [words.form.staleChange(words.form.version, String(before.version), String(after.version))]
  return (
    <div className={styles.stale} role="alert">
      {words.form.stale}
      <ul>
        {shown.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </div>
  )
}
