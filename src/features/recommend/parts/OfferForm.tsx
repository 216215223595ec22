import '@mantine/core/styles/Combobox.layer.css'
import '@mantine/core/styles/NumberInput.layer.css'
import { NumberInput, Select, Textarea } from '@mantine/core'
import { useState } from 'react'
import { FormModal } from '../../../kit/form/FormModal.tsx'
import { exactCount } from '../../../kit/format/number.ts'
import { useApp, useText } from '../../../kit/hooks/app.ts'
import type { OfferProps } from '../../../kit/hooks/offers.tsx'
import { type Fields, recommendVideos, SLOTS } from '../contract.ts'
import { text } from '../text.ts'

/** Drafts of the videos of another list, and then the list of recommendations. */
export default function RecommendOffer({ target, count, onClose, onDone }: OfferProps) {
  const { call, notify, go } = useApp()
  const words = useText(text)
  const [slotCode, setSlot] = useState<Fields['slotCode']>('home')
  const [reason, setReason] = useState('')
  const [quota, setQuota] = useState<number | string>('')
  return (
    <FormModal
      title={words.form.videosTitle(exactCount(count))}
      note={words.form.videosNote}
      confirm={words.form.saveDraft}
      validate={() => true}
      submit={async (idempotencyKey) => {
        const body = { target, slotCode, reason: reason.trim(), quota: quota === '' ? null : Number(quota) }
        const { created, firstId } = await call(recommendVideos, { body }, { idempotencyKey, quiet: true })
        notify(words.done.createdMany(exactCount(created)), 'success')
        onDone()
        go('/dashboard/recommend', { sort: 'updatedAt:desc', ...(created === 1 && firstId && { open: firstId }) })
      }}
      onClose={onClose}
    >
      <Select
        label={words.form.slot}
        data={SLOTS.map((value) => ({ value, label: words.choices.slotCode[value] }))}
        value={slotCode}
        allowDeselect={false}
        onChange={(slot) => slot && setSlot(slot as Fields['slotCode'])}
      />
      <Textarea
        label={words.form.reason}
        description={words.form.reasonHint}
        value={reason}
        maxLength={200}
        autosize
        minRows={2}
        onChange={(event) => setReason(event.currentTarget.value)}
        data-autofocus
      />
      <NumberInput
        label={words.form.quota}
        placeholder={words.form.quotaHint}
        value={quota}
        min={1}
        max={100_000}
        allowDecimal={false}
        allowNegative={false}
        onChange={setQuota}
      />
    </FormModal>
  )
}
