import { Button, Modal } from '@mantine/core'
import { useText } from '../../../kit/hooks/app.ts'
import type { AddReport } from '../contract.ts'
import { text } from '../text.ts'
import styles from './collections.module.css'

/** What came in, and what did not and why. */
export function AddReportDialog({ title, report, onClose }: { title: string; report: AddReport; onClose(): void }) {
  const words = useText(text)
  const more = report.refusedCount - report.refused.length
  return (
    <Modal opened onClose={onClose} title={title}>
      <div className={styles.dialog}>
        <p className={styles.note} role="status">
          {words.paste.report(report.done, report.refusedCount)}
        </p>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
        <section className={styles.report} aria-label={title} tabIndex={0}>
          <ul>
            {report.refused.map(({ id, msg }, at) => (
              <li key={at}>
                {id}: {msg}
              </li>
            ))}
          </ul>
          {more > 0 && <p>{words.paste.more(more)}</p>}
        </section>
        <div className={styles.answers}>
          <Button onClick={onClose}>{words.paste.close}</Button>
        </div>
      </div>
    </Modal>
  )
}
