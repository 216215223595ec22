import '@mantine/core/styles/Combobox.layer.css'
import '@mantine/core/styles/NumberInput.layer.css'
import { NumberInput, Select, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { BulkReport, Target } from '../../../core/bulk.ts'
import { FormModal } from '../../../kit/form/FormModal.tsx'
import { exactCount } from '../../../kit/format/number.ts'
import { type CallError, useApp, useText } from '../../../kit/hooks/app.ts'
import { useRefresh } from '../../../kit/list/useList.ts'
import {
  claimCreate,
  claimJudge,
  claimSubmit,
  type Fields,
  recommendAudience,
  recommendList,
  recommendShift,
} from '../contract.ts'
import { CLAIM_DAYS } from '../flow.ts'
import { text } from '../text.ts'
import { Audience } from './ItemForm.tsx'
import { useRecommendOptions } from './use.ts'

interface Closable {
  onClose(): void
}

/** One message under the form's one field, ours or the server's. */
function useFault(field: string) {
  const [fault, setFault] = useState('')
  const onRefused = (error: CallError) => {
    if (error.field !== field) return false
    setFault(error.message)
    return true
  }
  const check = (isRight: boolean, words: string) => {
    setFault(isRight ? '' : words)
    return isRight
  }
  return { fault, onRefused, check }
}

export function ClaimForm({
  id,
  title,
  platform,
  onClose,
}: Closable & { id: string; title: string; platform: string | null }) {
  const { call, notify } = useApp()
  const words = useText(text)
  const refresh = useRefresh(recommendList)
  const { creators } = useRecommendOptions()
  const [creator, setCreator] = useState<string | null>(null)
  const { fault, onRefused, check } = useFault('creatorId')
  return (
    <FormModal
      title={words.form.claimTitle}
      note={
        <>
          <b>{title}</b>
          <br />
          {words.form.claimNote(CLAIM_DAYS)}
        </>
      }
      confirm={words.actions.claim}
      validate={() => check(!!creator, words.form.creatorRequired)}
      submit={async (idempotencyKey) => {
        await call(claimCreate, { params: { id }, body: { creatorId: creator! } }, { idempotencyKey, quiet: true })
        notify(words.done.claimed, 'success')
        await refresh()
      }}
      onRefused={onRefused}
      onClose={onClose}
    >
      <Select
        label={words.form.creator}
        placeholder={words.form.chooseCreator}
        data={creators
          .filter((one) => !platform || one.platform === platform)
          .map((one) => ({ value: one.id, label: `${one.name} · ${words.choices.platform[one.platform]}` }))}
        value={creator}
        onChange={setCreator}
        error={fault}
        searchable
        openOnFocus={false}
        data-autofocus
      />
    </FormModal>
  )
}

export function SubmitForm({ claimId, version, onClose }: Closable & { claimId: string; version: number }) {
  const { call, notify } = useApp()
  const words = useText(text)
  const refresh = useRefresh(recommendList)
  const [link, setLink] = useState('')
  const { fault, onRefused, check } = useFault('link')
  return (
    <FormModal
      title={words.form.submitTitle}
      confirm={words.actions.submit}
      validate={() => check(!!link.trim(), words.form.linkRequired)}
      submit={async (idempotencyKey) => {
        const { isMatched } = await call(
          claimSubmit,
          { params: { id: claimId }, body: { link: link.trim(), version } },
          { idempotencyKey, quiet: true },
        )
        notify(isMatched ? words.done.submitted : words.done.submittedLater, 'success')
        await refresh()
      }}
      onRefused={onRefused}
      onClose={onClose}
    >
      <TextInput
        label={words.form.link}
        description={words.form.linkHint}
        value={link}
        maxLength={500}
        error={fault}
        onChange={(event) => setLink(event.currentTarget.value)}
        data-autofocus
      />
    </FormModal>
  )
}

export function RejectForm({ claimId, version, onClose }: Closable & { claimId: string; version: number }) {
  const { call, notify } = useApp()
  const words = useText(text)
  const refresh = useRefresh(recommendList)
  const [reason, setReason] = useState('')
  const { fault, onRefused, check } = useFault('reason')
  return (
    <FormModal
      title={words.form.rejectTitle}
      confirm={words.actions.reject}
      isDanger
      validate={() => check(reason.trim().length >= 2, words.form.rejectHint)}
      submit={async (idempotencyKey) => {
        await call(
          claimJudge,
          { params: { id: claimId }, body: { isValid: false, reason: reason.trim(), version } },
          { idempotencyKey, quiet: true },
        )
        notify(words.done.judged, 'success')
        await refresh()
      }}
      onRefused={onRefused}
      onClose={onClose}
    >
      <Textarea
        label={words.form.rejectReason}
        description={fault ? undefined : words.form.rejectHint}
        value={reason}
        maxLength={200}
        autosize
        minRows={2}
        error={fault}
        onChange={(event) => setReason(event.currentTarget.value)}
        data-autofocus
      />
    </FormModal>
  )
}

interface BulkProps extends Closable {
  target: Target
  count: number
  onDone(report: BulkReport): void
}

export function ShiftForm({ target, count, onDone, onClose }: BulkProps) {
  const { call } = useApp()
  const words = useText(text)
  const refresh = useRefresh(recommendList)
  const [days, setDays] = useState<number | string>(1)
  const { fault, onRefused, check } = useFault('days')
  return (
    <FormModal
      title={words.form.shiftTitle(exactCount(count))}
      note={words.form.shiftNote}
      validate={() => check(typeof days === 'number' && days !== 0 && Math.abs(days) <= 90, words.form.daysHint)}
      submit={async (idempotencyKey) => {
        const report = await call(
          recommendShift,
          { body: { target, days: Number(days) } },
          { idempotencyKey, quiet: true },
        )
        await refresh()
        onDone(report)
      }}
      onRefused={onRefused}
      onClose={onClose}
    >
      <NumberInput
        label={words.form.days}
        description={fault ? undefined : words.form.daysHint}
        value={days}
        min={-90}
        max={90}
        allowDecimal={false}
        error={fault}
        onChange={setDays}
        data-autofocus
      />
    </FormModal>
  )
}

export function AudienceForm({ target, count, onDone, onClose }: BulkProps) {
  const { call } = useApp()
  const words = useText(text)
  const refresh = useRefresh(recommendList)
  const { partners } = useRecommendOptions()
  const [{ audience, partnerIds }, set] = useState<Pick<Fields, 'audience' | 'partnerIds'>>({
    audience: 'partners',
    partnerIds: [],
  })
  const { fault, onRefused, check } = useFault('partnerIds')
  return (
    <FormModal
      title={words.form.audienceTitle(exactCount(count))}
      validate={() => check(audience === 'all' || partnerIds.length > 0, words.form.partnersRequired)}
      submit={async (idempotencyKey) => {
        const body = { target, audience, partnerIds: audience === 'all' ? [] : partnerIds }
        const report = await call(recommendAudience, { body }, { idempotencyKey, quiet: true })
        await refresh()
        onDone(report)
      }}
      onRefused={onRefused}
      onClose={onClose}
    >
      <Audience
        audience={audience}
        partnerIds={partnerIds}
        partners={partners}
        error={fault}
        onChange={(next, ids) => set({ audience: next, partnerIds: ids })}
      />
    </FormModal>
  )
}
