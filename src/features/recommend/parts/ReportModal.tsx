import { Button, Modal } from '@mantine/core'
import type { BulkReport } from '../../../core/bulk.ts'
import { exactCount } from '../../../kit/format/number.ts'
import { useText } from '../../../kit/hooks/app.ts'
import { PlainTable } from '../../../kit/list/PlainTable.tsx'
import { text } from '../text.ts'
import styles from './recommend.module.css'

/** What a bulk action could not do, row by row. */
export function ReportModal({ report, onClose }: { report: BulkReport; onClose(): void }) {
  const words = useText(text)
  return (
    <Modal opened onClose={onClose} title={words.report.title}>
      <p className={styles.why}>
        {words.report.done(exactCount(report.done))} · {words.report.refused(exactCount(report.refused.length))}
      </p>
      <div className={styles.reportTable}>
        <PlainTable
          label={words.report.title}
          columns={[{ name: words.report.item }, { name: words.report.why }]}
          rows={report.refused.map(({ id, msg }) => ({ key: id, cells: [id, msg] }))}
        />
      </div>
      <div className={styles.claimActions}>
        <Button onClick={onClose} data-autofocus>
          {words.actions.close}
        </Button>
      </div>
    </Modal>
  )
}
