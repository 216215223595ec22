import { IconArrowRight } from '@tabler/icons-react'
import type { Reply } from '../../../core/contract.ts'
import { fullTime } from '../../../kit/format/time.ts'
import { useText } from '../../../kit/hooks/app.ts'
import { userHistory } from '../contract.ts'
import { text } from '../text.ts'
import { Batches } from './Batches.tsx'
import { useBatches } from './useBatches.ts'
import { useFieldWords } from './useFieldWords.ts'
import styles from './users.module.css'

type Entry = Reply<typeof userHistory>['list'][number]

/** What was done to the account, by whom and from where. */
export function History({ id }: { id: string }) {
  const { history: words } = useText(text)
  const query = useBatches(userHistory, id)
  const entries = query.data?.pages.flatMap((page) => page.list) ?? []
  const actions: Record<string, string> = words.actions
  return (
    <Batches query={query} isEmpty={entries.length === 0} empty={words.empty}>
      <ol className={styles.history}>
        {entries.map((entry) => (
          <li key={entry.id}>
            <p className={styles.action}>
              <strong>{actions[entry.action] ?? entry.action}</strong>
              <time className="tabular">{fullTime(entry.at)}</time>
            </p>
            <p className={styles.note}>
              {words.by(entry.actor ?? words.system)}
              {entry.ip && ` · ${entry.ip}`}
            </p>
            {entry.reason && <p className={styles.reason}>{words.reason(entry.reason)}</p>}
            <Changes before={entry.before} after={entry.after} />
          </li>
        ))}
      </ol>
    </Batches>
  )
}

function Changes({ before, after }: Pick<Entry, 'before' | 'after'>) {
  const { history: words } = useText(text)
  const { known, labelOf, wordOf } = useFieldWords()
  const changed = { ...before, ...after }
  const fields = known.filter((field) => field in changed)
  if (fields.length === 0) return null
  return (
    <dl className={styles.diff}>
      {fields.map((field) => (
        <div key={field}>
          <dt>{labelOf(field)}</dt>
          <dd>
            {before && (
              <>
                <del>{wordOf(field, before[field] ?? null)}</del>
                <IconArrowRight size={14} stroke={1.6} role="img" aria-label={words.becomes} />
              </>
            )}
            <ins>{wordOf(field, after?.[field] ?? null)}</ins>
          </dd>
        </div>
      ))}
    </dl>
  )
}
