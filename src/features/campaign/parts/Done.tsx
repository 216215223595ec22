import { Button } from '@mantine/core'
import { IconCircleCheckFilled } from '@tabler/icons-react'
import type { Reply } from '../../../core/contract.ts'
import { exactCount } from '../../../kit/format/number.ts'
import { useApp, useText } from '../../../kit/hooks/app.ts'
import type { campaignCreate, Terms } from '../contract.ts'
import { text } from '../text.ts'
import styles from './campaign.module.css'

interface DoneProps {
  made: Reply<typeof campaignCreate>
  terms: Terms
  /** When it was sent. */
  at: string
  onAgain(): void
}

/** What was sent, under which number, and where to follow it. */
export function Done({ made, terms, at, onAgain }: DoneProps) {
  const app = useApp()
  const all = useText(text)
  const words = all.done
  const kept = made.reasons.reduce((sum, { count }) => sum + count, 0)
  const entries: [name: string, value: string][] = [
    [words.batch, made.batchId],
    [words.name, terms.name],
    [words.mode, all.terms.modes[terms.mode]],
    [words.deadline, `${terms.deadline} 24:00 (UTC+8)`],
    [words.rows, exactCount(made.rows)],
    [words.refused, exactCount(kept)],
  ]
  return (
    <div className={styles.done} role="status">
      <IconCircleCheckFilled size={48} className={styles.tick} aria-hidden />
      <h2>{words.title}</h2>
      <p>{words.body(exactCount(made.rows), made.suppliers.filter(({ rows }) => rows > 0).length)}</p>
      <div className={styles.doneActions}>
        <Button onClick={() => app.go('/dashboard/distribute_videos', { batchId: made.batchId })}>
          {words.detail}
        </Button>
        <Button variant="default" onClick={onAgain}>
          {words.again}
        </Button>
        <Button
          variant="default"
          onClick={() =>
            app.go('/result/success', {
              of: 'campaign',
              id: made.batchId,
              rows: String(made.rows),
              kept: String(kept),
              at,
            })
          }
        >
          {words.receipt}
        </Button>
      </div>
      <dl className={styles.facts}>
        {entries.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
