import { Skeleton } from '@mantine/core'
import type { Reply } from '../../../core/contract.ts'
import { Failed } from '../../../kit/feedback/State.tsx'
import { exactCount } from '../../../kit/format/number.ts'
import { useText } from '../../../kit/hooks/app.ts'
import { KpiStrip } from '../../../kit/list/KpiStrip.tsx'
import { PlainTable } from '../../../kit/list/PlainTable.tsx'
import { Status } from '../../../kit/list/Status.tsx'
import type { campaignPreview, Reason } from '../contract.ts'
import { text } from '../text.ts'
import styles from './campaign.module.css'

export type Preview = Reply<typeof campaignPreview>

interface ReviewProps {
  preview: Preview | undefined
  error: unknown
  onRetry(): void
}

/** Step 3: who would get how many, and what is kept out and why. */
export function Review({ preview, error, onRetry }: ReviewProps) {
  const all = useText(text)
  const words = all.review
  if (error && !preview) return <Failed error={error} onRetry={onRetry} />
  if (!preview)
    return (
      <div className={styles.fields} aria-busy>
        <Skeleton height={88} radius="lg" />
        <Skeleton height={160} radius="lg" />
      </div>
    )
  const { suppliers, reasons, refused } = preview
  const kept = reasons.reduce((sum, { count }) => sum + count, 0)
  const reasonOf = (reason: string) => all.reasons[reason as Reason] ?? reason
  return (
    <div className={styles.fields}>
      <KpiStrip
        label={words.tiles}
        tiles={[
          { label: words.videos, value: exactCount(preview.videos) },
          { label: words.rows, value: exactCount(preview.rows) },
          { label: words.suppliers, value: exactCount(suppliers.filter(({ rows }) => rows > 0).length) },
          { label: words.refused, value: exactCount(kept) },
        ]}
      />
      {preview.rows === 0 && (
        <div className={styles.alert} role="alert">
          <b>{words.nothing}</b>
          <br />
          {words.nothingNote}
        </div>
      )}
      <section className={styles.part}>
        <h2>{words.perSupplier}</h2>
        <PlainTable
          label={words.perSupplier}
          columns={[
            { name: words.supplier },
            { name: words.tasks, isNumeric: true },
            { name: words.left, isNumeric: true },
            { name: words.status },
          ]}
          rows={suppliers.map(({ id, name, rows, quotaLeft, refusal }) => ({
            key: id,
            cells: [
              name,
              exactCount(rows),
              quotaLeft === null ? all.terms.noLimit : exactCount(quotaLeft),
              <Status key="state" tone={refusal ? 'grey' : 'green'}>
                {refusal ? reasonOf(refusal) : words.ready}
              </Status>,
            ],
          }))}
        />
      </section>
      <section className={styles.part}>
        <h2>{words.whyNot}</h2>
        {reasons.length === 0 ? (
          <p className={styles.lead}>{words.all}</p>
        ) : (
          <>
            <PlainTable
              label={words.whyNot}
              columns={[{ name: words.reason }, { name: words.count, isNumeric: true }]}
              rows={reasons.map(({ reason, count }) => ({ key: reason, cells: [reasonOf(reason), exactCount(count)] }))}
            />
            <details className={styles.details}>
              <summary>{words.first(refused.length)}</summary>
              <PlainTable
                label={words.first(refused.length)}
                columns={[{ name: words.video }, { name: words.supplier }, { name: words.reason }]}
                rows={refused.map(({ videoId, title, supplierName, reason }, index) => ({
                  key: `${videoId}-${index}`,
                  cells: [title || videoId, supplierName ?? '—', reasonOf(reason)],
                }))}
              />
            </details>
          </>
        )}
      </section>
    </div>
  )
}
