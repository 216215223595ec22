import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Reply } from '../../../core/contract.ts'
import { scheduleExport } from '../../../core/export.ts'
import { FormModal } from '../../../kit/form/FormModal.tsx'
import { useApp, useText } from '../../../kit/hooks/app.ts'
import { firstWhen, isTime, ScheduleFields } from '../../../kit/list/ScheduleFields.tsx'
import { exportDetail, exportsList } from '../contract.ts'
import { screenText } from '../screenText.ts'

interface ScheduleDialogProps {
  id: string
  onClose(): void
}

/** Makes the order of an export come back by the clock. */
export function ScheduleDialog({ id, onClose }: ScheduleDialogProps) {
  const { call, language } = useApp()
  const { data } = useQuery({
    queryKey: [exportsList.key, 'detail', id, language],
    queryFn: ({ signal }) => call(exportDetail, { params: { id } }, { signal }),
  })
  return data ? <Form order={data} onClose={onClose} /> : null
}

function Form({ order, onClose }: { order: Reply<typeof exportDetail>; onClose(): void }) {
  const { call, notify } = useApp()
  const { schedules, done } = useText(screenText)
  const client = useQueryClient()
  const { listKey, query, columnNames: columns, format, bom, dayFilters, title } = order
  const [when, setWhen] = useState(() => firstWhen(query, dayFilters))
  const submit = async (idempotencyKey: string) => {
    const body = { listKey, query, columns, format, bom, ...when }
    await call(scheduleExport, { body }, { quiet: true, idempotencyKey })
    notify(done.scheduled, 'success')
    await client.invalidateQueries({ queryKey: [exportsList.key] })
  }
  return (
    <FormModal
      title={schedules.make(title)}
      confirm={schedules.confirm}
      validate={() => isTime(when.atTime)}
      submit={submit}
      onClose={onClose}
    >
      <ScheduleFields when={when} dayFilters={dayFilters} onChange={setWhen} />
    </FormModal>
  )
}
