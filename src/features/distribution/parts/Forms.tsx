import { Radio, Textarea } from '@mantine/core'
import { DateField } from '../../../kit/form/dates/DateField.tsx'
import '@mantine/core/styles/Radio.layer.css'
import { useState } from 'react'
import type { BulkReport } from '../../../core/bulk.ts'
import { dayOf } from '../../../core/time.ts'
import { FormModal } from '../../../kit/form/FormModal.tsx'
import { useApp, useText } from '../../../kit/hooks/app.ts'
import { useRefresh } from '../../../kit/list/useList.ts'
import {
  distributionList,
  extend,
  extendMany,
  recall,
  recallMany,
  reject,
  rejectMany,
  type SEVERITIES,
} from '../contract.ts'
import { text } from '../text.ts'
import styles from './distribution.module.css'
import type { Aim } from './useActs.tsx'

interface FormProps {
  aim: Aim
  tell(report: BulkReport, done: string, clear: () => void): void
  onClose(): void
}

const countOf = (aim: Aim): number => ('target' in aim ? aim.count : 1)

export function RejectForm({ aim, tell, onClose }: FormProps) {
  const { call, notify } = useApp()
  const words = useText(text)
  const refresh = useRefresh(distributionList)
  const reason = useReason()
  return (
    <FormModal
      title={words.forms.rejectTitle(countOf(aim))}
      confirm={words.actions.reject}
      isDanger
      validate={reason.validate}
      submit={async (idempotencyKey) => {
        const options = { idempotencyKey, quiet: true }
        if ('target' in aim) {
          const body = { target: aim.target, reason: reason.value }
          tell(await call(rejectMany, { body }, options), words.done.reject, aim.clear)
        } else {
          await call(
            reject,
            { params: { id: aim.distId }, body: { version: aim.version, reason: reason.value } },
            options,
          )
          notify(words.done.reject, 'success')
        }
        await refresh()
      }}
      onClose={onClose}
    >
      <Textarea {...reason.field} data-autofocus />
    </FormModal>
  )
}

export function RecallForm({ aim, tell, onClose }: FormProps) {
  const { call, notify } = useApp()
  const words = useText(text)
  const refresh = useRefresh(distributionList)
  const reason = useReason()
  const [severity, setSeverity] = useState<(typeof SEVERITIES)[number]>('normal')
  return (
    <FormModal
      title={words.forms.recallTitle(countOf(aim))}
      note={words.forms.recallNote}
      confirm={words.actions.recall}
      isDanger
      validate={reason.validate}
      submit={async (idempotencyKey) => {
        const options = { idempotencyKey, quiet: true }
        const why = { reason: reason.value, severity }
        if ('target' in aim) {
          tell(await call(recallMany, { body: { target: aim.target, ...why } }, options), words.done.recall, aim.clear)
        } else {
          await call(recall, { params: { id: aim.distId }, body: { version: aim.version, ...why } }, options)
          notify(words.done.recall, 'success')
        }
        await refresh()
      }}
      onClose={onClose}
    >
      <Textarea {...reason.field} data-autofocus />
      <Radio.Group
        label={words.forms.severity}
        value={severity}
        onChange={(value) => setSeverity(value as typeof severity)}
      >
        <div className={styles.radios}>
          <Radio value="normal" label={words.forms.severities.normal} />
          <Radio value="p0" label={words.forms.severities.p0} />
        </div>
      </Radio.Group>
    </FormModal>
  )
}

export function ExtendForm({ aim, tell, onClose }: FormProps) {
  const { call, notify } = useApp()
  const words = useText(text)
  const refresh = useRefresh(distributionList)
  const [deadline, setDeadline] = useState('')
  const [fault, setFault] = useState('')
  return (
    <FormModal
      title={words.forms.extendTitle(countOf(aim))}
      note={words.forms.extendNote}
      confirm={words.actions.extend}
      validate={() => {
        const isValid = deadline >= dayOf(Date.now())
        setFault(isValid ? '' : words.forms.deadlineRequired)
        return isValid
      }}
      submit={async (idempotencyKey) => {
        const options = { idempotencyKey, quiet: true }
        if ('target' in aim) {
          const body = { target: aim.target, deadline }
          tell(await call(extendMany, { body }, options), words.done.extend, aim.clear)
        } else {
          await call(extend, { params: { id: aim.distId }, body: { version: aim.version, deadline } }, options)
          notify(words.done.extend, 'success')
        }
        await refresh()
      }}
      onClose={onClose}
    >
      <DateField
        label={words.forms.deadline}
        value={deadline}
        min={dayOf(Date.now())}
        error={fault}
        onChange={setDeadline}
        data-autofocus
      />
    </FormModal>
  )
}

/** The reason an action leaves in the task's history. */
export function useReason() {
  const words = useText(text)
  const [typed, setTyped] = useState('')
  const [fault, setFault] = useState('')
  const value = typed.trim()
  return {
    value,
    set: setTyped,
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
