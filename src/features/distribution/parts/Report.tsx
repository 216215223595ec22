import { Button, Modal } from '@mantine/core'
import type { BulkReport } from '../../../core/bulk.ts'
import { useText } from '../../../kit/hooks/app.ts'
import { PlainTable } from '../../../kit/list/PlainTable.tsx'
import { text } from '../text.ts'
import styles from './distribution.module.css'

/** What became of the rows of a bulk action, and why some were left. */
export function Report({ report, onClose }: { report: BulkReport; onClose(): void }) {
  const words = useText(text).report
  return (
    <Modal opened onClose={onClose} title={words.title}>
      <p className={styles.counts}>
        {words.done(report.done)} · {words.refused(report.refused.length)}
      </p>
      <PlainTable
        label={words.title}
        columns={[{ name: words.id }, { name: words.reason }]}
        rows={report.refused.slice(0, 200).map(({ id, msg }, index) => ({ key: `${id}-${index}`, cells: [id, msg] }))}
      />
      <div className={styles.answers}>
        <Button onClick={onClose} data-autofocus>
          {words.close}
        </Button>
      </div>
    </Modal>
  )
}
