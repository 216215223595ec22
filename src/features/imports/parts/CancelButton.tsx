import { Button } from '@mantine/core'
import { confirm } from '../../../kit/feedback/confirm.ts'
import { useText } from '../../../kit/hooks/app.ts'
import { importCancel } from '../contract.ts'
import { screenText } from '../screenText.ts'
import { useJobAct } from './useJob.ts'

/** Gives up an import, after asking. */
export function CancelButton({ id, onDone }: { id: string; onDone(): void }) {
  const { columns: words } = useText(screenText)
  const { act, isBusy } = useJobAct(id)
  async function cancel() {
    const isSure = await confirm({
      title: words.cancelQuestion,
      body: words.cancelBody,
      confirm: words.cancel,
      cancel: words.keep,
      isDanger: true,
    })
    if (isSure && !(await act(importCancel, {}))) onDone()
  }
  return (
    <Button variant="subtle" color="gray" loading={isBusy} onClick={() => void cancel()}>
      {words.cancel}
    </Button>
  )
}
