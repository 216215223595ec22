import { Select, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { FormModal } from '../../../kit/form/FormModal.tsx'
import { exactCount } from '../../../kit/format/number.ts'
import { type CallError, useApp, useText } from '../../../kit/hooks/app.ts'
import { treeOptions } from '../../../kit/list/treeOptions.ts'
import { categoryAdd, categoryEdit, categoryMerge } from '../contract.ts'
import { text } from '../text.ts'
import styles from './categories.module.css'
import { type Row, type Tree, useNameOf, useRefresh } from './use.ts'

const TOP = 'top'

/** Takes what the server refuses at a field; what is stale is said and shown anew. */
function useFaults() {
  const [faults, setFaults] = useState<Record<string, string>>({})
  const refresh = useRefresh()
  return {
    faults,
    setFaults,
    take(error: CallError): boolean {
      if (error.reason === 'STALE') void refresh()
      if (!error.field || error.field === 'version') return false
      setFaults({ [error.field]: error.message })
      return true
    },
  }
}

interface EditProps {
  tree: Tree
  /** Missing: a new one, under `parentId`. */
  row?: Row
  parentId?: string | null
  onClose(): void
}

/** Adds or changes a category. */
export function EditForm({ tree, row, parentId = null, onClose }: EditProps) {
  const { call, notify } = useApp()
  const words = useText(text)
  const nameOf = useNameOf()
  const refresh = useRefresh()
  const { faults, setFaults, take } = useFaults()
  const [draft, setDraft] = useState({
    nameZh: row?.nameZh ?? '',
    nameEn: row?.nameEn ?? '',
    parentId: row ? row.parentId : parentId,
    riskLevel: row?.riskLevel ?? 'low',
  })
  // After a refusal as stale: the row as it is now, so that saving again means it.
  const current = row && (tree.categories.find(({ id }) => id === row.id) ?? row)
  const change = (part: Partial<typeof draft>) => {
    setDraft({ ...draft, ...part })
    setFaults({})
  }
  const field = (name: 'nameZh' | 'nameEn') => ({
    label: words.tree[name],
    value: draft[name],
    error: faults[name],
    maxLength: 60,
    onChange: (event: { currentTarget: { value: string } }) => change({ [name]: event.currentTarget.value }),
  })
  return (
    <FormModal
      title={row ? words.tree.editTitle : words.tree.addTitle}
      validate={() => {
        const empty = (['nameZh', 'nameEn'] as const).filter((name) => !draft[name].trim())
        setFaults(Object.fromEntries(empty.map((name) => [name, words.tree.required])))
        return empty.length === 0
      }}
      submit={async (idempotencyKey) => {
        const options = { idempotencyKey, quiet: true }
        if (current)
          await call(
            categoryEdit,
            { params: { id: current.id }, body: { version: current.version, ...draft } },
            options,
          )
        else await call(categoryAdd, { body: draft }, options)
        notify(words.tree.saved, 'success')
        await refresh()
      }}
      onRefused={take}
      onClose={onClose}
    >
      {current && row && current.version !== row.version && (
        <p className={styles.stale} role="alert">
          {words.tree.stale}: {current.nameZh} · {current.nameEn} · {words.riskLevels[current.riskLevel]}
        </p>
      )}
      <TextInput {...field('nameZh')} data-autofocus />
      <TextInput {...field('nameEn')} />
      <Select
        label={words.tree.parent}
        value={draft.parentId ?? TOP}
        error={faults.parentId}
        allowDeselect={false}
        data={[
          { value: TOP, label: words.tree.noParent },
          ...tree.categories
            .filter((one) => one.parentId === null && one.id !== row?.id)
            .map((one) => ({ value: one.id, label: nameOf(one) })),
        ]}
        onChange={(value) => change({ parentId: value === TOP ? null : value })}
      />
      <Select
        label={words.tree.riskLevel}
        value={draft.riskLevel}
        allowDeselect={false}
        data={(['low', 'mid', 'high'] as const).map((value) => ({ value, label: words.riskLevels[value] }))}
        onChange={(value) => change({ riskLevel: value as Row['riskLevel'] })}
      />
    </FormModal>
  )
}

/** Merges a category into another. */
export function MergeForm({ tree, row, onClose }: { tree: Tree; row: Row; onClose(): void }) {
  const { call, notify, language } = useApp()
  const words = useText(text)
  const name = useNameOf()(row)
  const refresh = useRefresh()
  const { faults, setFaults, take } = useFaults()
  const [into, setInto] = useState<string | null>(null)
  const [reason, setReason] = useState('')
  const current = tree.categories.find(({ id }) => id === row.id) ?? row
  return (
    <FormModal
      title={words.tree.mergeTitle(name)}
      note={words.tree.mergeNote}
      isDanger
      validate={() => {
        const wrong = {
          ...(!into && { intoId: words.tree.required }),
          ...(!reason.trim() && { reason: words.tree.required }),
        }
        setFaults(wrong)
        return Object.keys(wrong).length === 0
      }}
      submit={async (idempotencyKey) => {
        const { videos } = await call(
          categoryMerge,
          { params: { id: row.id }, body: { version: current.version, intoId: into!, reason } },
          { idempotencyKey, quiet: true },
        )
        notify(words.tree.merged(exactCount(videos)), 'success')
        await refresh()
      }}
      onRefused={take}
      onClose={onClose}
    >
      <Select
        label={words.tree.into}
        placeholder={words.tree.chooseInto}
        value={into}
        error={faults.intoId}
        searchable
        openOnFocus={false}
        data={treeOptions(tree.categories, language).filter(({ value }) =>
          tree.categories.some((one) => one.id === value && one.enabled && one.id !== row.id),
        )}
        onChange={(value) => {
          setInto(value)
          setFaults({})
        }}
        data-autofocus
      />
      <Textarea
        label={words.tree.reason}
        value={reason}
        error={faults.reason}
        maxLength={200}
        autosize
        minRows={2}
        onChange={(event) => {
          setReason(event.currentTarget.value)
          setFaults({})
        }}
      />
    </FormModal>
  )
}
