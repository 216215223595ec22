import { TextInput } from '@mantine/core'
import { useState } from 'react'
import type { SettlementProduct } from '../../../core/access.ts'
import { FormModal } from '../../../kit/form/FormModal.tsx'
import { useApp, useText } from '../../../kit/hooks/app.ts'
import { statementBuild } from '../contract/statements.ts'
import { screenText } from '../screenText.ts'
import { useFaults } from './faults.ts'
import { useRefreshRoom } from './use.ts'

/** The month before this one, which is the one that is billed. */
function lastMonth(): string {
  const now = new Date()
  return new Date(Date.UTC(now.getFullYear(), now.getMonth() - 1, 1)).toISOString().slice(0, 7)
}

/** Builds the statements of a month. */
export function BuildForm({ product, onClose }: { product: SettlementProduct; onClose(): void }) {
  const { call, notify } = useApp()
  const words = useText(screenText)
  const refresh = useRefreshRoom()
  const { faults, check, onRefused } = useFaults()
  const [month, setMonth] = useState(lastMonth)
  return (
    <FormModal
      title={words.actions.build}
      note={words.form.buildNote}
      confirm={words.actions.build}
      validate={() => check({ period: !/^20\d\d-\d\d$/.test(month) && words.form.required })}
      submit={async (idempotencyKey) => {
        const body = { product, period: `${month}-01`, partnerId: null }
        const { isQueued } = await call(statementBuild, { body }, { idempotencyKey, quiet: true })
        notify(isQueued ? words.form.queued : words.form.built, 'success')
        await refresh()
      }}
      onRefused={onRefused(['period'])}
      onClose={onClose}
    >
      <TextInput
        type="month"
        label={words.form.month}
        value={month}
        onChange={({ currentTarget: { value } }) => setMonth(value)}
        error={faults.period}
        data-autofocus
      />
    </FormModal>
  )
}
