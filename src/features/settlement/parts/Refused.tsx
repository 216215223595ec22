import { Modal } from '@mantine/core'
import { useText } from '../../../kit/hooks/app.ts'
import { PlainTable } from '../../../kit/list/PlainTable.tsx'
import { screenText } from '../screenText.ts'

interface RefusedProps {
  rows: readonly { key: string; name: string; msg: string }[]
  onClose(): void
}

/** What a verb over many rows did not do, and why. */
export function Refused({ rows, onClose }: RefusedProps) {
  const words = useText(screenText)
  return (
    <Modal opened onClose={onClose} title={words.refused(rows.length)} size={560}>
      <PlainTable
        label={words.refusedTitle}
        columns={[{ name: words.refusedTitle }, { name: words.form.reason }]}
        rows={rows.map(({ key, name, msg }) => ({ key, cells: [name, msg] }))}
      />
    </Modal>
  )
}
