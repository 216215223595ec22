import '@mantine/core/styles/Combobox.layer.css'
import { Select, Textarea } from '@mantine/core'
import { useState } from 'react'
import type { Target } from '../../core/bulk.ts'
import { FormModal } from '../../kit/form/FormModal.tsx'
import type { CallError } from '../../kit/hooks/app.ts'
import { useApp, useText } from '../../kit/hooks/app.ts'
import { useRefresh } from '../../kit/list/useList.ts'
import { dataChangeOwner, dataExclude, dataList, dataSetCategory } from './contract.ts'
import styles from './screen.module.css'
import { useDataOptions } from './screenUse.ts'
import { text } from './text.ts'

interface BulkFormProps {
  target: Target
  count: number
  /** Empties the selection once the change is made. */
  clear(): void
  onClose(): void
}

export function CategoryForm({ target, count, clear, onClose }: BulkFormProps) {
  const { call, notify } = useApp()
  const words = useText(text)
  const refresh = useRefresh(dataList)
  const { categories } = useDataOptions()
  const [category, setCategory] = useState<string | null>(null)
  const [fault, setFault] = useState('')
  return (
    <FormModal
      title={words.forms.setCategoryTitle(count)}
      validate={() => {
        setFault(category ? '' : words.forms.categoryRequired)
        return !!category
      }}
      submit={async (idempotencyKey) => {
        const { changed } = await call(
          dataSetCategory,
          { body: { target, categoryId: category! } },
          { idempotencyKey, quiet: true },
        )
        notify(words.changed(changed), 'success')
        clear()
        await refresh()
      }}
      onClose={onClose}
    >
      <Select
        label={words.forms.category}
        placeholder={words.forms.chooseCategory}
        data={categories}
        value={category}
        onChange={setCategory}
        error={fault}
        searchable
        openOnFocus={false}
        data-autofocus
      />
    </FormModal>
  )
}

/** Leaves videos out of settlement or takes them back; both need a reason. */
export function ExcludeForm({ target, count, clear, isExcluded, onClose }: BulkFormProps & { isExcluded: boolean }) {
  const { call, notify } = useApp()
  const words = useText(text)
  const refresh = useRefresh(dataList)
  const reason = useReason()
  return (
    <FormModal
      title={isExcluded ? words.forms.excludeTitle(count) : words.forms.takeBackTitle(count)}
      note={isExcluded ? words.forms.excludeNote : words.forms.takeBackNote}
      confirm={isExcluded ? words.actions.exclude : words.actions.takeBack}
      isDanger={isExcluded}
      validate={reason.validate}
      submit={async (idempotencyKey) => {
        const { changed } = await call(
          dataExclude,
          { body: { target, excluded: isExcluded, reason: reason.value } },
          { idempotencyKey, quiet: true },
        )
        notify(words.changed(changed), 'success')
        clear()
        await refresh()
      }}
      onClose={onClose}
    >
      <Textarea {...reason.field} data-autofocus />
    </FormModal>
  )
}

interface OwnerFormProps {
  video: { videoId: string; partnerId: string | null; partnerName: string | null; version: number }
  onClose(): void
}

/** Moves a video to another partner. If somebody changed it meanwhile, shows what and asks again. */
export function OwnerForm({ video, onClose }: OwnerFormProps) {
  const { call, notify } = useApp()
  const words = useText(text)
  const refresh = useRefresh(dataList)
  const { partners } = useDataOptions()
  const reason = useReason()
  const [seen, setSeen] = useState(video)
  const [partner, setPartner] = useState<string | null>(null)
  const [fault, setFault] = useState('')
  const nameOf = (name: string | null) => name ?? words.unowned
  const onRefused = (error: CallError) => {
    const current = error.data.current as { version: number; partnerId: string | null; partnerName: string | null }
    if (error.reason !== 'STALE' || !current) return false
    setSeen({ ...seen, ...current })
    return true
  }
  return (
    <FormModal
      title={words.forms.ownerTitle}
      note={words.forms.ownerNote}
      confirm={words.actions.changeOwner}
      validate={() => {
        const wrong = !partner ? words.forms.partnerRequired : partner === seen.partnerId ? words.forms.samePartner : ''
        setFault(wrong)
        return reason.validate() && !wrong
      }}
      submit={async (idempotencyKey) => {
        await call(
          dataChangeOwner,
          {
            params: { id: video.videoId },
            body: { partnerId: partner, reason: reason.value, version: seen.version },
          },
          { idempotencyKey, quiet: true },
        )
        notify(words.changed(1), 'success')
        await refresh()
      }}
      onRefused={onRefused}
      onClose={onClose}
    >
      {seen !== video && (
        <div className={styles.changed} role="alert">
          {words.forms.stale}
          <br />
          {seen.partnerId === video.partnerId
            ? words.forms.staleChange(words.forms.version, String(video.version), String(seen.version))
            : words.forms.staleChange(words.forms.partner, nameOf(video.partnerName), nameOf(seen.partnerName))}
        </div>
      )}
      <Select
        label={words.forms.partner}
        description={words.forms.currentPartner(nameOf(seen.partnerName))}
        placeholder={words.forms.choosePartner}
        data={partners}
        value={partner}
        onChange={setPartner}
        error={fault}
        searchable
        openOnFocus={false}
        data-autofocus
      />
      <Textarea {...reason.field} />
    </FormModal>
  )
}

/** The reason every such change leaves in the audit log. */
function useReason() {
  const words = useText(text)
  const [typed, setTyped] = useState('')
  const [fault, setFault] = useState('')
  const value = typed.trim()
  return {
    value,
    validate: () => {
      const isValid = value.length >= 2 && value.length <= 200
      setFault(isValid ? '' : words.forms.reasonRequired)
      return isValid
    },
    field: {
      label: words.forms.reason,
      description: fault ? undefined : words.forms.reasonHint,
      error: fault,
      value: typed,
      maxLength: 200,
      autosize: true,
      minRows: 2,
      onChange: (event: { currentTarget: { value: string } }) => setTyped(event.currentTarget.value),
    },
  }
}
