import { NativeSelect } from '@mantine/core'
import { useState } from 'react'
import type { BulkReport, Target } from '../../../core/bulk.ts'
import { FormModal } from '../../../kit/form/FormModal.tsx'
import { useApp, useText } from '../../../kit/hooks/app.ts'
import { articleBulk } from '../contract.ts'
import { screenText } from '../screenText.ts'
import { type Audience, AudienceFields } from './AudienceFields.tsx'
import { useCategories } from './use.ts'

interface BulkFormProps {
  kind: 'category' | 'audience'
  target: Target
  onDone(report: BulkReport): Promise<void>
  onClose(): void
}

/** Gives many articles one category or one audience. */
export function BulkForm({ kind, target, onDone, onClose }: BulkFormProps) {
  const { call } = useApp()
  const words = useText(screenText)
  const { options } = useCategories()
  const [categoryId, setCategoryId] = useState('')
  const [fault, setFault] = useState('')
  const [audience, setAudience] = useState<Audience>({ audienceRoles: ['leader', 'partner'], audiencePartners: [] })
  return (
    <FormModal
      title={kind === 'category' ? words.actions.toCategory : words.actions.audience}
      validate={() => {
        const isMissing = kind === 'category' && !categoryId
        setFault(isMissing ? words.form.categoryRequired : '')
        return !isMissing
      }}
      submit={async (idempotencyKey) => {
        const change = kind === 'category' ? { kind, categoryId } : { kind, ...audience }
        await onDone(await call(articleBulk, { body: { target, change } }, { idempotencyKey, quiet: true }))
      }}
      onClose={onClose}
    >
      {kind === 'category' ? (
        <NativeSelect
          label={words.form.category}
          value={categoryId}
          error={fault}
          onChange={(event) => setCategoryId(event.currentTarget.value)}
          data={[{ value: '', label: words.form.categoryRequired, disabled: true }, ...options]}
        />
      ) : (
        <AudienceFields value={audience} onChange={setAudience} />
      )}
    </FormModal>
  )
}
